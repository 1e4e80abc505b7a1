import CommandLineKit
import Geography
import Messages

/// Finds the route of a journey: between the given places, or between random ones.
struct JourneyFinder: Sendable {
  /// The number of random attempts.
  private static let draws = 100

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
      return try await randomRoute(&random) { random, _ in (distantPoint(from: to, &random), to) }
    }
    return try await randomRoute(&random) { random, box in
      let start =
        from
        ?? Coordinate(
          latitude: .random(in: box.south...box.north, using: &random),
          longitude: .random(in: box.west...box.east, using: &random))
      return (start, distantPoint(from: start, &random))
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

  private func distantPoint(from origin: Coordinate, _ random: inout SeededGenerator) -> Coordinate
  {
    origin.moved(
      by: .random(in: model.journeyMeters, using: &random),
      bearing: .random(in: 0..<360, using: &random))
  }

  private func route(
    _ from: Coordinate, _ to: Coordinate
  ) async throws -> RouteReply {
    try await context.send(
      RouteRequest(waypoints: [from, to], profile: model.profile, geometry: true, steps: true))
  }
}
