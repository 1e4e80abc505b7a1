import CommandLineKit
import Messages

/// The roads given as arguments.
struct TrafficRoads: Sendable {
  static let note = """
    ROAD is way:NUMBER as in OpenStreetMap, LAT,LON for the stretch between junctions nearest to it,
    or a text that is looked up first.
    """

  private enum Name: Sendable {
    case way(Int)
    case place(LocationReference)
  }

  private let names: [Name]
  private let bearing: Double?

  /// - Throws: `UsageError` where there are none, too many, or one is invalid.
  init(_ context: CommandContext) throws(UsageError) {
    guard !context.words.isEmpty else { throw UsageError("ROAD is missing.") }
    guard context.words.count <= RouterLimits.maximumTrafficChanges else {
      throw UsageError("At most \(RouterLimits.maximumTrafficChanges) roads may be given at once.")
    }
    var names: [Name] = []
    for word in context.words { names.append(try Self.name(word)) }
    self.names = names
    bearing = try context.bearing()
  }

  private static func name(_ word: String) throws(UsageError) -> Name {
    guard word.hasPrefix("way:") else { return .place(try PlaceParser.reference(word, "ROAD")) }
    guard let number = Int(word.dropFirst(4)), number > 0 else {
      throw UsageError("ROAD is a way like way:27, a place or LAT,LON, not “\(word)”.")
    }
    return .way(number)
  }

  /// The roads as the router expects them.
  ///
  /// - Throws: `ServiceError` where a text matches no place.
  func references(_ context: CommandContext) async throws -> [RoadReference] {
    var references: [RoadReference] = []
    for name in names {
      switch name {
      case .way(let number): references.append(RoadReference(way: number, bearing: bearing))
      case .place(let place):
        let point = try await context.coordinate(of: place, near: references.last?.coordinate)
        references.append(RoadReference(coordinate: point, bearing: bearing))
      }
    }
    return references
  }
}
