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

  /// Draws coordinates in the map's box, snaps each to the nearest road, and keeps those that are
  /// mutually reachable. The same seed on the same map gives the same points.
  ///
  /// - Throws: `ServiceError`; `outsideMap` where there are too few roads.
  init(_ options: LoadTestOptions, _ context: CommandContext) async throws {
    let box = try await context.send(MapInfoRequest()).box
    var random = SeededGenerator(seed: options.plan.seed)
    var found: [Coordinate] = []
    var draws = 0
    while found.count < Self.size, draws < Self.size * Self.drawsPerPoint {
      let drawn = (0..<Self.size).map { _ in
        Coordinate(
          latitude: .random(in: box.south...box.north, using: &random),
          longitude: .random(in: box.west...box.east, using: &random))
      }
      draws += drawn.count
      found += try await concurrentMap(drawn, limit: Self.inFlight) {
        try await Self.nearest(to: $0, options.profile, context)
      }.compactMap { $0 }
    }
    points = try await Self.mutuallyReachable(
      Array(found.prefix(Self.size)), options.profile, context)
  }

  func draw(_ count: Int, using random: inout SeededGenerator) -> [Coordinate] {
    (0..<count).map { _ in points[Int(random.next(upperBound: UInt(points.count)))] }
  }

  /// The nearest point of a road; `nil` where none is near.
  private static func nearest(
    to coordinate: Coordinate, _ profile: TravelProfile?, _ context: CommandContext
  ) async throws -> Coordinate? {
    do {
      let request = NearestRoadRequest(coordinate: coordinate, profile: profile)
      return try await context.send(request).points.first?.coordinate
    } catch let error as ServiceError where error.code == .outsideMap {
      return nil
    }
  }

  /// The points that are reachable from a hub and reach it, and therefore reach one another.
  private static func mutuallyReachable(
    _ points: [Coordinate], _ profile: TravelProfile?, _ context: CommandContext
  ) async throws -> [Coordinate] {
    for hub in points.prefix(drawsPerPoint) {
      let out = try await context.send(
        TableRequest(sources: [hub], destinations: points, profile: profile))
      let back = try await context.send(
        TableRequest(sources: points, destinations: [hub], profile: profile))
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
