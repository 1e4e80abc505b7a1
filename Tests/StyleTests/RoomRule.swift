/// The rooms of a module, its folders, have an order: a file uses types of its room and of the
/// rooms below. The module's README states the order, in a line such as "Rooms, lower first: A, B".
struct RoomRule {
  /// The module's folder: "Services/Router".
  let module: String
  /// Lower first.
  let rooms: [String]

  /// Uses of a higher room that are meant, as "file: type", and why.
  static let exceptions: [String: String] = [
    "Clients/QuickBrew/Kit/ClientBus.swift: LoadRun": "the bus has one operation to drive a load",
    "Clients/QuickBrew/Kit/StackBus.swift: LoadRun": "the bus has one operation to drive a load",
  ]

  /// `nil` for a README without the line.
  init?(module: String, readme: String) {
    let start = "Rooms, lower first: "
    guard let line = readme.split(separator: "\n").first(where: { $0.hasPrefix(start) }) else {
      return nil
    }
    self.module = module
    rooms = line.dropFirst(start.count).split(separator: ",").map {
      String($0.filter { $0.isLetter || $0.isNumber })
    }
  }

  /// The room of a file; `nil` for one of another module, beside the rooms, or a doorstep.
  static func room(of source: SwiftSource, in module: String) -> String? {
    let folders = source.folders
    guard folders.count > 2, folders[0] + "/" + folders[1] == module, folders[2] != "Main" else {
      return nil
    }
    return folders[2]
  }

  /// Uses of a type of a higher room, and rooms that are not stated or do not exist.
  func violations(in sources: [SwiftSource]) -> [Violation] {
    var owners: [String: String] = [:]
    var found: Set<String> = []
    for source in sources {
      guard let room = Self.room(of: source, in: module) else { continue }
      found.insert(room)
      for type in TypeNameRule.names(in: source) { owners[type.name] = room }
    }
    let unstated = found.symmetricDifference(rooms).sorted().map {
      Violation(path: module + "/README.md", line: 1, what: "\($0) is not a room, or not stated")
    }
    return unstated + sources.flatMap { climbs(in: $0, owners) }
  }

  private func climbs(in source: SwiftSource, _ owners: [String: String]) -> [Violation] {
    guard let room = Self.room(of: source, in: module), let own = rooms.firstIndex(of: room) else {
      return []
    }
    return source.code.enumerated().flatMap { index, line in
      line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.compactMap { word in
        guard let other = owners[String(word)], let level = rooms.firstIndex(of: other),
          level > own, Self.exceptions["\(source.path): \(word)"] == nil
        else { return nil }
        return Violation(
          path: source.path, line: index + 1, what: "\(room) is below \(other), which has \(word)")
      }
    }
  }
}
