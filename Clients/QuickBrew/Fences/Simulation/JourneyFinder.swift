import CommandLineKit
import Geography
import Messages

/// Finds the route of a journey: between the given places, or between random ones.
struct JourneyFinder: Sendable {
  /// The number of random attempts.
  private static let draws = 1_000

  let context: CommandContext
  let model: MotionModel
  let seed: UInt64

  /// - Throws: `UsageError`, `ServiceError`; `noRoute` where no route is found.
  func route() async throws -> RouteReply {
    var random = SeededGenerator(seed: seed)
    let from =
      context.arguments.has("from")
      ? try await context.coordinate(of: try context.place("from")) : nil
    if context.arguments.has("to") {
      let to = try await context.coordinate(of: try context.place("to"), near: from)
      if let from { return try await route(from, to) }
      return try await randomRoute(&random) { (distantPoint(from: to, in: $1, &$0), to) }
    }
    return try await randomRoute(&random) { random, box in
      let start =
        from
        ?? Coordinate(
          latitude: .random(in: box.south...box.north, using: &random),
          longitude: .random(in: box.west...box.east, using: &random))
      return (start, distantPoint(from: start, in: box, &random))
    }
  }

  /// A route between the first random pair of points on the map that has one.
  private func randomRoute(
    _ random: inout SeededGenerator,
    _ draw: (inout SeededGenerator, BoundingBox) -> (Coordinate, Coordinate)
  ) async throws -> RouteReply {
    let box = try await context.send(MapInfoRequest()).box
    for _ in 0..<Self.draws {
      let (from, to) = draw(&random, box)
      guard box.contains(from), box.contains(to) else { continue }
      do {
        return try await route(from, to)
      } catch let error as ServiceError where [.noRoute, .outsideMap].contains(error.code) {
        continue
      }
    }
    throw ServiceError(
      .noRoute, "No journey was found on this map; say where it begins and ends: --from, --to.")
  }

  /// A point as far away as the model's journeys go, in proportion where the map is smaller: half
  /// across it at most, as much of its box may be water.
  private func distantPoint(
    from origin: Coordinate, in box: BoundingBox, _ random: inout SeededGenerator
  ) -> Coordinate {
    let reach = box.center.distance(to: Coordinate(latitude: box.north, longitude: box.east))
    return origin.moved(
      by: .random(in: model.journeyMeters, using: &random)
        * min(1, reach / model.journeyMeters.upperBound),
      bearing: .random(in: 0..<360, using: &random))
  }

  private func route(
    _ from: Coordinate, _ to: Coordinate
  ) async throws -> RouteReply {
    try await context.send(
      RouteRequest(waypoints: [from, to], profile: model.profile, geometry: true, steps: true))
  }
}
