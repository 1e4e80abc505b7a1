import Geography
import Messages
import Time

/// Lower bounds of drives, without the router.
///
/// Let a and b be the two ends, a′ and b′ the positions on the road that the router snaps them to.
/// By the triangle inequality ab ≤ aa′ + a′b′ + b′b. The router snaps over at most
/// `RouterLimits.maximumSnapMeters`, and no road is shorter than the straight line nor faster than
/// `RouterLimits.topSpeedMetersPerSecond`. It rounds to whole seconds, and measures on a sphere;
/// the ellipsoid differs by at most 0.6 %.
enum DriveBound {
  /// The least time of a drive, in whole seconds.
  static func seconds(from start: Coordinate, to end: Coordinate) -> Int {
    let road = start.distance(to: end) - 2 * RouterLimits.maximumSnapMeters
    return max(0, Int(road / 1.006 / RouterLimits.topSpeedMetersPerSecond) - 1)
  }

  static func detours(_ request: DetoursRequest) -> DetoursReply {
    let stops = request.stops.coordinates
    let leavings = request.leavings?.count ?? 1
    return DetoursReply(
      toStopSeconds: PackedNumbers(
        cells: stops.map { Int32(seconds(from: request.origin, to: $0)) }),
      toDestinationSeconds: PackedNumbers(
        cells: stops.map { Int32(seconds(from: $0, to: request.destination)) }),
      leavingColumns: Array(repeating: 0, count: leavings),
      stopCentimeters: PackedNumbers(cells: stops.map { _ in 0 }), originMeters: 0,
      destinationMeters: 0, mapVersion: version)
  }

  /// - Parameter seconds: the duration, if it is known.
  static func route(_ request: RouteRequest, seconds: Int? = nil) -> RouteReply {
    let points = request.waypoints
    let legs = zip(points, points.dropFirst()).map { start, end in
      RouteLeg(
        durationSeconds: seconds ?? self.seconds(from: start, to: end),
        distanceMeters: Int(start.distance(to: end)), name: nil, steps: nil)
    }
    return RouteReply(
      durationSeconds: legs.reduce(0) { $0 + $1.durationSeconds },
      distanceMeters: legs.reduce(0) { $0 + $1.distanceMeters }, name: nil,
      geometry: request.geometry == true ? EncodedPolyline(points) : nil, legs: legs,
      waypoints: points.map { SnappedWaypoint(coordinate: $0, distanceMeters: 0, name: nil) },
      mapVersion: version)
  }

  /// Instead of the version of a road network.
  private static let version = "straight lines"
}

/// Durations that the router has already told a plan.
struct KnownDurations: Sendable {
  private struct Pair: Hashable {
    let start: Coordinate
    let end: Coordinate
    /// The hour of the clock whose speeds apply.
    let hour: Int64?
  }

  private var seconds: [Pair: Int] = [:]

  mutating func add(_ request: DetoursRequest, _ reply: DetoursReply) {
    let stops = request.stops.coordinates
    for (stop, cell) in zip(stops, reply.toStopSeconds.numbers) {
      let pair = Pair(start: request.origin, end: stop, hour: request.departure?.clockHour)
      seconds[pair] = cell.map(Int.init)
    }
    let cells = reply.toDestinationSeconds.numbers
    for (leaving, column) in zip(request.leavings ?? [], reply.leavingColumns)
    where column >= 0 && (column + 1) * stops.count <= cells.count {
      for (index, stop) in stops.enumerated() {
        let pair = Pair(start: stop, end: request.destination, hour: leaving.clockHour)
        seconds[pair] = cells[column * stops.count + index].map(Int.init)
      }
    }
  }

  /// The duration of a drive between two points; `nil` if it is not known.
  func seconds(of request: RouteRequest) -> Int? {
    guard request.waypoints.count == 2 else { return nil }
    let pair = Pair(
      start: request.waypoints[0], end: request.waypoints[1], hour: request.departure?.clockHour)
    return seconds[pair]
  }
}
