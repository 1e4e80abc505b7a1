import CommandLineKit
import Messages
import Time

/// `quickbrew traffic load`: sets live traffic from a file.
enum TrafficLoadCommand: Subcommand {
  static let name = "traffic load"
  static let summary = "Set live traffic from a file of speeds or closures."
  static let help = CommandHelp(
    examples: [
      "traffic load speeds.csv --clear",
      "traffic load events.json --keep",
      "traffic load situations.xml --clear",
    ],
    usage: "FILE [flags]",
    flags: [
      Flag("clear", "first let all roads be as usual, also those set by hand"),
      Flag("keep", "so it stays when the stack is stopped and started"),
    ],
    notes: """
      FILE is Open511 JSON, of which the active events that close a road are taken; DATEX II XML, of
      which the valid records that close a road or carriageway at coordinates are; lines of
      way,speed or way,speed,bearing: the number in OpenStreetMap, km/h or closed, and the direction
      of travel; or lines of from,to,speed with the numbers of two neighbouring nodes, as OSRM's
      --segment-speed-file; - is standard input. Roads that the map does not have are left out.
      Exit status: 0 set, 2 a file that makes no sense.
      """)

  static func run(_ context: CommandContext) async throws -> CommandStatus {
    let text = try InputFile.text(try context.arguments.positionals(["FILE"])[0])
    let feed = try TrafficFeed(text, now: .now())
    let keep = context.arguments.has("keep") ? true : nil
    if context.arguments.has("clear") {
      _ = try await context.send(TrafficRequest(clearAll: true))
    }
    var missing = 0
    var rest = feed.changes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(RouterLimits.maximumTrafficChanges))
      rest = rest.dropFirst(part.count)
      missing += try await set(part, keep, context)
    }
    let reply = try await context.send(TrafficRequest())
    context.output.message(
      "\(Formats.count(feed.changes.count - missing, "road", "roads")) set, "
        + "\(missing) not on the map, \(feed.ignored) of no use.")
    try context.show(reply) { TrafficRendering.render($0.roads, style: $1) }
    return .success
  }

  /// Sets roads; halves the list where one is not on the map, since then nothing is changed.
  ///
  /// - Returns: how many are not on the map.
  private static func set(
    _ changes: [TrafficChange], _ keep: Bool?, _ context: CommandContext
  ) async throws -> Int {
    do {
      _ = try await context.send(TrafficRequest(set: changes, keep: keep))
      return 0
    } catch let error as ServiceError where error.code == .notFound {
      guard changes.count > 1 else { return 1 }
      let half = changes.count / 2
      let first = try await set(Array(changes[..<half]), keep, context)
      return first + (try await set(Array(changes[half...]), keep, context))
    }
  }
}
