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
    let toDestination = stops.map { Int32(seconds(from: $0, to: request.destination)) }
    let isHourly = request.hourly ?? false
    return DetoursReply(
      toStopSeconds: PackedNumbers(
        cells: stops.map { Int32(seconds(from: request.origin, to: $0)) }),
      toDestinationSeconds: PackedNumbers(cells: isHourly ? [] : toDestination),
      leavingColumns: Array(repeating: 0, count: leavings),
      stopCentimeters: PackedNumbers(cells: stops.map { _ in 0 }), originMeters: 0,
      destinationMeters: 0, mapVersion: version,
      toDestinationMilliseconds: isHourly
        ? PackedNumbers(cells: toDestination.map { $0 * 1000 }) : nil)
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

/// Durations that the router has already given a plan.
struct KnownDurations {
  private struct Drive: Hashable {
    let start: Coordinate
    let end: Coordinate
    let departure: Timestamp?
  }

  private var seconds: [Drive: Int] = [:]
  /// The drives to the destination, by hour.
  private var columns = HourlyColumns()
  /// By stop: its number in `columns`.
  private var numbers: [Coordinate: Int] = [:]
  private var destination: Coordinate?

  init(_ answers: [(request: DetoursRequest, reply: DetoursReply)]) {
    for (request, reply) in answers {
      let stops = request.stops.coordinates
      for (stop, cell) in zip(stops, reply.toStopSeconds.numbers) {
        let drive = Drive(start: request.origin, end: stop, departure: request.departure)
        seconds[drive] = cell.map(Int.init)
      }
      for stop in stops where numbers[stop] == nil { numbers[stop] = numbers.count }
      destination = request.destination
      let further = HourlyColumns(reply, leavings: request.leavings ?? [], stops: stops.count)
      guard let further else { continue }
      columns.add(further, of: stops.compactMap { numbers[$0] }, drives: numbers.count)
    }
  }

  /// The duration of a drive between two points; `nil` if it is not known.
  func seconds(of request: RouteRequest) -> Int? {
    guard request.waypoints.count == 2 else { return nil }
    let (start, end) = (request.waypoints[0], request.waypoints[1])
    if let known = seconds[Drive(start: start, end: end, departure: request.departure)] {
      return known
    }
    guard end == destination, let number = numbers[start], let departure = request.departure
    else { return nil }
    return columns.duration(departing: departure, drive: number).seconds
  }
}
