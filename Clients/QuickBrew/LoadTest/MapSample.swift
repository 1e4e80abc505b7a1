import CommandLineKit
import Geography
import Messages

/// Points of the road network drawn at random, each of which leads to every other.
struct MapSample: Sendable {
  let points: [Coordinate]

  /// How many points a load test draws its queries from.
  static let size = 1_000
  /// Coordinates drawn for each point wanted before the map counts as too empty.
  private static let drawsPerPoint = 50
  /// Questions under way.
  private static let inFlight = 32
  /// The part of the points that must lead to one another.
  private static let minimumPart = 0.5

  /// Draws coordinates in the box, moves each to the nearest road, and leaves out those from or to
  /// which no road leads. The same seed on the same map gives the same points.
  ///
  /// - Throws: `ServiceError`; `outsideMap` where there are too few roads.
  init(
    of box: BoundingBox, profile: TravelProfile?, seed: UInt64, bus: any ServiceBus,
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
    points = try await Self.joined(found, profile, bus, timeout)
  }

  /// The road at each coordinate that has one near, in their order.
  private static func snap(
    _ drawn: [Coordinate], _ profile: TravelProfile?, _ bus: any ServiceBus, _ timeout: Duration
  ) async throws -> [Coordinate] {
    try await withThrowingTaskGroup(of: (Int, Coordinate?).self) { group in
      var found: [Coordinate?] = Array(repeating: nil, count: drawn.count)
      for (index, coordinate) in drawn.enumerated() {
        if index >= inFlight, let (done, point) = try await group.next() { found[done] = point }
        group.addTask {
          (index, try await nearest(to: coordinate, profile, bus, timeout))
        }
      }
      for try await (done, point) in group { found[done] = point }
      return found.compactMap { $0 }
    }
  }

  private static func nearest(
    to coordinate: Coordinate, _ profile: TravelProfile?, _ bus: any ServiceBus,
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

  /// The points that lead to one of them and are reached from it, hence lead to one another.
  private static func joined(
    _ points: [Coordinate], _ profile: TravelProfile?, _ bus: any ServiceBus, _ timeout: Duration
  ) async throws(ServiceError) -> [Coordinate] {
    for hub in points.prefix(drawsPerPoint) {
      let out = try await bus.send(
        TableRequest(sources: [hub], destinations: points, profile: profile), timeout: timeout)
      let back = try await bus.send(
        TableRequest(sources: points, destinations: [hub], profile: profile), timeout: timeout)
      let reached = out.durationsSeconds?.first ?? []
      let leading = (back.durationsSeconds ?? []).map { $0.first ?? nil }
      let joined = zip(points, zip(reached, leading)).filter { $1.0 != nil && $1.1 != nil }
        .map(\.0)
      if joined.count > 1, Double(joined.count) >= minimumPart * Double(points.count) {
        return joined
      }
    }
    throw ServiceError(
      .outsideMap, "The map's box holds too few roads that lead to one another to draw from.")
  }
}
