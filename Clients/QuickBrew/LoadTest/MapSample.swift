import Algorithms
import CommandLineKit
import Geography
import Messages

/// Random points of the road network, each reachable from every other.
struct MapSample: Sendable {
  let points: [Coordinate]

  /// How many points a load test draws its queries from.
  static let size = 1_000
  /// The map counts as too empty after this many random coordinates for each point.
  private static let drawsPerPoint = 50
  /// Concurrent requests.
  private static let inFlight = 32
  /// The fraction of the points that must be mutually reachable.
  private static let minimumFraction = 0.5

  /// Draws coordinates in the box, snaps each to the nearest road, and keeps those that are
  /// mutually reachable. The same seed on the same map gives the same points.
  ///
  /// - Throws: `ServiceError`; `outsideMap` where there are too few roads.
  init(
    of box: BoundingBox, profile: TravelProfile?, seed: UInt64, bus: any ClientBus,
    timeout: Duration
  ) async throws {
    var random = SeededGenerator(seed: seed)
    var found: [Coordinate] = []
    var draws = 0
    while found.count < Self.size, draws < Self.size * Self.drawsPerPoint {
      let drawn = (0..<Self.size).map { _ in
        Coordinate(
          latitude: .random(in: box.south...box.north, using: &random),
          longitude: .random(in: box.west...box.east, using: &random))
      }
      draws += drawn.count
      found += try await Self.snap(drawn, profile, bus, timeout)
    }
    found = Array(found.prefix(Self.size))
    points = try await Self.mutuallyReachable(found, profile, bus, timeout)
  }

  /// The nearest road of each coordinate that has one, in order.
  private static func snap(
    _ drawn: [Coordinate], _ profile: TravelProfile?, _ bus: any ClientBus, _ timeout: Duration
  ) async throws(ServiceError) -> [Coordinate] {
    try await concurrentMap(drawn, limit: inFlight) { point throws(ServiceError) in
      try await nearest(to: point, profile, bus, timeout)
    }.compactMap { $0 }
  }

  private static func nearest(
    to coordinate: Coordinate, _ profile: TravelProfile?, _ bus: any ClientBus,
    _ timeout: Duration
  ) async throws(ServiceError) -> Coordinate? {
    do throws(ServiceError) {
      let request = NearestRoadRequest(coordinate: coordinate, profile: profile)
      return try await bus.send(request, timeout: timeout).points.first?.coordinate
    } catch {
      if error.code == .outsideMap { return nil }
      throw error
    }
  }

  /// The points that are reachable from a hub and reach it, and therefore reach one another.
  private static func mutuallyReachable(
    _ points: [Coordinate], _ profile: TravelProfile?, _ bus: any ClientBus, _ timeout: Duration
  ) async throws(ServiceError) -> [Coordinate] {
    for hub in points.prefix(drawsPerPoint) {
      let out = try await bus.send(
        TableRequest(sources: [hub], destinations: points, profile: profile), timeout: timeout)
      let back = try await bus.send(
        TableRequest(sources: points, destinations: [hub], profile: profile), timeout: timeout)
      let reached = out.durationsSeconds?.first ?? []
      let leading = (back.durationsSeconds ?? []).map { $0.first ?? nil }
      let mutuallyReachable = zip(points, zip(reached, leading)).filter {
        $1.0 != nil && $1.1 != nil
      }
      .map(\.0)
      if mutuallyReachable.count > 1,
        Double(mutuallyReachable.count) >= minimumFraction * Double(points.count)
      {
        return mutuallyReachable
      }
    }
    throw ServiceError(
      .outsideMap, "The map's box holds too few roads that lead to one another to draw from.")
  }
}
