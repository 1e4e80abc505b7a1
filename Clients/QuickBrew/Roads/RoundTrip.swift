import CommandLineKit
import Geography
import Messages

/// A drive of a wanted length that ends where it begins: over three points of a circle through the
/// start, whose radius is corrected by how long the drive over them is.
///
/// The idea of random points at a distance is that of GraphHopper's round trips; there, roads used
/// already are made dearer, which is not done here, so a part of the way may be driven twice.
struct RoundTrip: Sendable, Hashable {
  /// Metres.
  let length: Meters
  /// The direction of the circle's centre from the start, degrees.
  let bearing: Double

  static let lengths = 500.0...500_000.0
  /// How often the radius is corrected.
  private static let attempts = 6
  /// A length this near to the wanted one is good enough.
  private static let tolerance = 0.05
  /// A drive between points of a circle is longer than its arc, by about this factor at first.
  private static let firstDetour = 1.3
  /// The golden angle: successive seeds lead to directions well apart.
  private static let seedDegrees = 137.508

  /// - Throws: `UsageError` for a length or a seed out of range.
  init(_ context: CommandContext) throws(UsageError) {
    length = try context.arguments.meters("round", in: Self.lengths) ?? Self.lengths.lowerBound
    let seed = try context.arguments.integer("seed", in: 0...1_000_000) ?? 0
    let heading = try context.arguments.number("heading", in: 0...359.999) ?? 0
    bearing = (heading + Double(seed) * Self.seedDegrees).truncatingRemainder(dividingBy: 360)
  }

  /// The waypoints of a circle with a radius.
  func waypoints(from start: Coordinate, radius: Meters) -> [Coordinate] {
    let center = start.moved(by: radius, bearing: bearing)
    let vias = [-90.0, 0, 90].map { side in
      center.moved(by: radius, bearing: (bearing + side + 360).truncatingRemainder(dividingBy: 360))
    }
    return [start] + vias + [start]
  }

  /// The drive whose length is nearest to the wanted one.
  ///
  /// - Throws: what `route` throws, where no attempt has a route.
  func find(
    from start: Coordinate,
    _ route: ([Coordinate]) async throws -> RouteReply
  ) async throws -> RouteReply {
    var radius = length / (2 * .pi * Self.firstDetour)
    var best: RouteReply?
    var fault: ServiceError?
    for _ in 0..<Self.attempts {
      do {
        let reply = try await route(waypoints(from: start, radius: radius))
        let error = abs(Double(reply.distanceMeters) - length)
        if best.map({ error < abs(Double($0.distanceMeters) - length) }) ?? true { best = reply }
        if error <= Self.tolerance * length { break }
        radius *= length / max(1, Double(reply.distanceMeters))
      } catch let error as ServiceError {
        // A point off the map, or one that no road leads to: a smaller circle may do.
        fault = error
        radius *= 0.7
      }
    }
    guard let best else {
      throw fault ?? ServiceError(.noRoute, "No round trip of \(Int(length)) m begins there.")
    }
    return best
  }
}
