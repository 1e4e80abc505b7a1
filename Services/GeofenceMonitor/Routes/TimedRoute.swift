import Algorithms
package import Areas
package import Geography
package import Messages

/// A device's route as a line with a timetable: map matching of a position to the line, and the
/// times at which the line reaches its points.
///
/// Metres count along the line from its start, seconds from the departure. Immutable; 56 bytes a
/// point.
package struct TimedRoute: Sendable {
  private let points: [SpaceVector]
  /// Of each point: its distance along the line, its arrival and its departure.
  private let meters: [Meters]
  private let arrivals: [Double]
  private let departures: [Double]
  /// The stops, as distances along the line.
  private let stops: [Meters]

  /// How long the line is, in metres and in seconds with all stops before its end.
  package var length: Meters { meters[meters.count - 1] }
  package var seconds: Double { arrivals[arrivals.count - 1] }

  /// `nil` if a line cannot be decoded, or the lines have fewer than two different points.
  package init?(_ route: DeviceRoute) {
    var builder = Builder()
    for stretch in route.stretches {
      guard let line = stretch.line.coordinates else { return nil }
      builder.append(line.map { SpaceVector($0) }, seconds: Double(stretch.durationSeconds))
      builder.stop(Double(stretch.stopSeconds ?? 0))
    }
    guard builder.points.count > 1 else { return nil }
    points = builder.points
    meters = builder.meters
    arrivals = builder.arrivals
    departures = builder.departures
    stops = builder.points.indices.filter {
      builder.departures[$0] - builder.arrivals[$0] >= MonitorLimits.leastStopSeconds
    }.map { builder.meters[$0] }
  }

  private struct Builder {
    var points: [SpaceVector] = []
    var meters: [Meters] = []
    var arrivals: [Double] = []
    var departures: [Double] = []

    mutating func append(_ line: [SpaceVector], seconds: Double) {
      if points.isEmpty, let first = line.first {
        points = [first]
        meters = [0]
        arrivals = [0]
        departures = [0]
      }
      guard var last = points.last, let begin = departures.last, let start = meters.last else {
        return
      }
      var whole = 0.0
      for point in line {
        whole += last.distance(to: point)
        last = point
      }
      guard whole > 0 else { return stop(seconds) }
      var covered = 0.0
      for point in line {
        let step = (points.last ?? point).distance(to: point)
        guard step > 0 else { continue }
        covered += step
        points.append(point)
        meters.append(start + covered)
        arrivals.append(begin + seconds * covered / whole)
        departures.append(begin + seconds * covered / whole)
      }
    }

    mutating func stop(_ seconds: Double) {
      if !departures.isEmpty { departures[departures.count - 1] += seconds }
    }
  }
}

// MARK: - Timetable

extension TimedRoute {
  /// The seconds at which the line reaches a point.
  package func arrival(at distance: Meters) -> Double {
    let next = meters.partitioningIndex { $0 >= distance }
    guard next > 0 else { return 0 }
    guard next < points.count else { return seconds }
    return departures[next - 1]
      + share(of: distance, before: next) * (arrivals[next] - departures[next - 1])
  }

  /// The seconds at which the line leaves a point: later than the arrival only at a stop.
  package func departure(at distance: Meters) -> Double {
    let last = meters.partitioningIndex { $0 > distance } - 1
    guard last >= 0 else { return 0 }
    guard last + 1 < points.count else { return departures[last] }
    return departures[last]
      + share(of: distance, before: last + 1) * (arrivals[last + 1] - departures[last])
  }

  /// The distance reached after a number of seconds.
  package func meters(after seconds: Double) -> Meters {
    let next = arrivals.partitioningIndex { $0 >= seconds }
    guard next > 0 else { return 0 }
    guard next < points.count else { return length }
    let (from, to) = (departures[next - 1], arrivals[next])
    guard seconds > from, to > from else { return meters[next - 1] }
    return meters[next - 1] + (meters[next] - meters[next - 1]) * (seconds - from) / (to - from)
  }

  /// The point at a distance along the line.
  package func position(at distance: Meters) -> SpaceVector {
    let next = min(max(1, meters.partitioningIndex { $0 >= distance }), points.count - 1)
    let leg = Arc(points[next - 1], points[next])
    return leg.point(at: leg.angle * min(1, max(0, share(of: distance, before: next))))
  }

  /// The nearest stop within `reach` along the line.
  func stop(near distance: Meters, within reach: Meters) -> Meters? {
    stops.filter { abs($0 - distance) <= reach }
      .min { abs($0 - distance) < abs($1 - distance) }
  }

  /// The share of the leg that ends at point `next` which lies before a distance.
  private func share(of distance: Meters, before next: Int) -> Double {
    (distance - meters[next - 1]) / (meters[next] - meters[next - 1])
  }

}

// MARK: - Map matching

extension TimedRoute {
  /// The distance along the line at which a device is; `nil` if no part of it is within the limit.
  ///
  /// A line may pass a position more than once. Of the parts that are hardly farther off than the
  /// nearest, the match is the one nearest to the expected distances, the first of several; a
  /// device does not go back on its route, except by the error of a receiver. Costs 3 ns for a
  /// point that is far away.
  package func match(
    _ position: SpaceVector, within limit: Meters, expected: ClosedRange<Meters>
  ) -> Meters? {
    var nearest = Double.infinity
    forEachLeg(near: position, within: limit) { _, leg in
      nearest = min(nearest, leg.distance(to: position))
    }
    guard nearest <= limit else { return nil }
    let limit = nearest + MonitorLimits.ambiguousMeters
    var choice = Choice(expected: expected)
    forEachLeg(near: position, within: limit) { index, leg in
      let (angle, distance) = leg.nearest(to: position)
      guard distance <= limit else { return }
      // Another part begins where the line was farther off in between.
      if points[index].distance(to: position) > limit { choice.close() }
      choice.offer(min(meters[index] + angle * Coordinate.earthRadius, length), distance)
    }
    choice.close()
    return choice.best
  }

  /// Chooses one of several matches, each the nearest of its part of the line.
  private struct Choice {
    let expected: ClosedRange<Meters>
    private(set) var best: Meters?
    private var leastDeviation = Double.infinity
    private var part: (meters: Meters, distance: Meters)?

    init(expected: ClosedRange<Meters>) { self.expected = expected }

    mutating func offer(_ meters: Meters, _ distance: Meters) {
      if let part, part.distance <= distance { return }
      part = (meters, distance)
    }

    mutating func close() {
      guard let meters = part?.meters else { return }
      part = nil
      let behind = MonitorLimits.reversePenalty * (expected.lowerBound - meters)
      let deviation = max(0, max(behind, meters - expected.upperBound))
      if deviation < leastDeviation {
        leastDeviation = deviation
        best = meters
      }
    }
  }

  /// The parts of the line that are inside an area, in order and disjoint.
  package func intervalsInside(of shape: AreaShape) -> [ClosedRange<Meters>] {
    var intervals: [ClosedRange<Meters>] = []
    forEachLeg(near: shape.bounds.center, within: shape.bounds.radius) { index, leg in
      guard shape.mayTouch(leg) else { return }
      for part in shape.intervalsInside(of: leg) {
        let from = meters[index] + part.lowerBound * Coordinate.earthRadius
        let to =
          part.upperBound == leg.angle
          ? meters[index + 1] : meters[index] + part.upperBound * Coordinate.earthRadius
        if let last = intervals.last, from <= last.upperBound {
          intervals[intervals.count - 1] = last.lowerBound...max(last.upperBound, to)
        } else {
          intervals.append(from...max(from, to))
        }
      }
    }
    return intervals
  }

  /// The fences that the line may touch.
  func fences(near fences: FenceSet) -> Set<FenceNumber> {
    var found: Set<FenceNumber> = []
    var scratch: [FenceNumber] = []
    for index in points.indices.dropLast() {
      fences.collect(near: Arc(points[index], points[index + 1]), into: &scratch)
      found.formUnion(scratch)
    }
    return found
  }

  /// Calls `body` with every leg that may come within the limit of a position; the others certainly
  /// do not.
  private func forEachLeg(
    near position: SpaceVector, within limit: Meters, _ body: (Int, Arc) -> Void
  ) {
    for index in points.indices.dropLast() {
      // A chord is never longer than the path along the ground.
      let reach = (meters[index + 1] - meters[index] + limit) / Coordinate.earthRadius + 1e-9
      let apart = position - points[index]
      if apart.dot(apart) <= reach * reach { body(index, Arc(points[index], points[index + 1])) }
    }
  }
}
