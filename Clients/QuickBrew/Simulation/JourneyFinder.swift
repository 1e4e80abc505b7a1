import CommandLineKit
import Geography
import Messages

/// Finds a way for a journey: between the places asked for, or between made-up ones.
struct JourneyFinder: Sendable {
  /// How often a made-up place is tried.
  private static let draws = 100

  private let call: Call
  private let bus: any ServiceBus
  private let mover: Mover
  private let seed: UInt64

  init(_ call: Call, _ bus: any ServiceBus, _ mover: Mover, _ seed: UInt64) {
    self.call = call
    self.bus = bus
    self.mover = mover
    self.seed = seed
  }

  /// - Throws: `UsageError`, `ServiceError`; `noRoute` where no way is found.
  func route() async throws -> RouteReply {
    let finder = PlaceFinder(call, bus)
    var random = SeededGenerator(seed: seed)
    let from =
      call.arguments.has("from")
      ? try await finder.coordinate(of: try call.place("from"), near: nil) : nil
    if call.arguments.has("to") {
      let to = try await finder.coordinate(of: try call.place("to"), near: from)
      if let from { return try await route(from, to) }
      return try await madeUp(&random) { random, _ in (afar(from: to, &random), to) }
    }
    return try await madeUp(&random) { random, box in
      let start =
        from
        ?? Coordinate(
          latitude: .random(in: box.south...box.north, using: &random),
          longitude: .random(in: box.west...box.east, using: &random))
      return (start, afar(from: start, &random))
    }
  }

  /// The first of made-up pairs within the map that a road leads between.
  private func madeUp(
    _ random: inout SeededGenerator,
    _ draw: (inout SeededGenerator, BoundingBox) -> (Coordinate, Coordinate)
  ) async throws(ServiceError) -> RouteReply {
    let box = try await bus.send(MapInfoRequest(), timeout: call.timeout).box
    for _ in 0..<Self.draws {
      let (from, to) = draw(&random, box)
      guard box.contains(from), box.contains(to) else { continue }
      do throws(ServiceError) {
        return try await route(from, to)
      } catch {
        if error.code != .noRoute, error.code != .outsideMap { throw error }
      }
    }
    throw ServiceError(
      .noRoute, "No journey was found on this map; say where it begins and ends: --from, --to.")
  }

  private func afar(from place: Coordinate, _ random: inout SeededGenerator) -> Coordinate {
    place.moved(
      by: .random(in: mover.journeyMeters, using: &random),
      bearing: .random(in: 0..<360, using: &random))
  }

  private func route(
    _ from: Coordinate, _ to: Coordinate
  ) async throws(ServiceError) -> RouteReply {
    try await bus.send(
      RouteRequest(waypoints: [from, to], profile: mover.profile, geometry: true, steps: true),
      timeout: call.timeout)
  }
}
