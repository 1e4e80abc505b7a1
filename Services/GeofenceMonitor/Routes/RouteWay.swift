import Areas
import Geography
import Messages

/// A device's route made ready: which part of it a place belongs to, and when one is where.
///
/// Metres count along the line from its start, seconds from the departure. Immutable; 56 bytes a
/// point.
package struct RouteWay: Sendable {
  private let points: [SpaceVector]
  /// Of each point: how far it is, when one comes there, and when one goes on.
  private let meters: [Meters]
  private let arrivals: [Double]
  private let departures: [Double]
  /// Where one stays.
  private let stops: [Meters]

  /// How long the line is, in metres and in seconds with all stops before its end.
  package var length: Meters { meters[meters.count - 1] }
  package var seconds: Double { arrivals[arrivals.count - 1] }

  /// `nil` where the lines cannot be read, or hold no two different points.
  package init?(_ route: DeviceRoute) {
    var builder = Builder()
    for stretch in route.stretches {
      guard let line = stretch.line.coordinates else { return nil }
      builder.append(line.map { SpaceVector($0) }, seconds: Double(stretch.durationSeconds))
      builder.stay(Double(stretch.stopSeconds ?? 0))
    }
    guard builder.points.count > 1 else { return nil }
    points = builder.points
    meters = builder.meters
    arrivals = builder.arrivals
    departures = builder.departures
    stops = builder.points.indices.filter {
      builder.departures[$0] - builder.arrivals[$0] >= RouteLimits.leastStopSeconds
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
      guard whole > 0 else { return stay(seconds) }
      var gone = 0.0
      for point in line {
        let step = (points.last ?? point).distance(to: point)
        guard step > 0 else { continue }
        gone += step
        points.append(point)
        meters.append(start + gone)
        arrivals.append(begin + seconds * gone / whole)
        departures.append(begin + seconds * gone / whole)
      }
    }

    mutating func stay(_ seconds: Double) {
      if !departures.isEmpty { departures[departures.count - 1] += seconds }
    }
  }
}

// MARK: - Where and when

extension RouteWay {
  /// When one comes to a place on the line.
  package func arrival(at place: Meters) -> Double {
    let next = Self.count(meters) { $0 < place }
    guard next > 0 else { return 0 }
    guard next < points.count else { return seconds }
    return departures[next - 1]
      + share(of: place, before: next) * (arrivals[next] - departures[next - 1])
  }

  /// When one goes on from there: later than the arrival only at a stop.
  package func departure(at place: Meters) -> Double {
    let last = Self.count(meters) { $0 <= place } - 1
    guard last >= 0 else { return 0 }
    guard last + 1 < points.count else { return departures[last] }
    return departures[last]
      + share(of: place, before: last + 1) * (arrivals[last + 1] - departures[last])
  }

  /// How far one is after so many seconds.
  package func meters(after seconds: Double) -> Meters {
    let next = Self.count(arrivals) { $0 < seconds }
    guard next > 0 else { return 0 }
    guard next < points.count else { return length }
    let (from, to) = (departures[next - 1], arrivals[next])
    guard seconds > from, to > from else { return meters[next - 1] }
    return meters[next - 1] + (meters[next] - meters[next - 1]) * (seconds - from) / (to - from)
  }

  package func place(at place: Meters) -> SpaceVector {
    let next = min(max(1, Self.count(meters) { $0 < place }), points.count - 1)
    let way = Arc(points[next - 1], points[next])
    return way.point(at: way.angle * min(1, max(0, share(of: place, before: next))))
  }

  /// The stop that is at most so far from a place along the line, the nearest of several.
  func stop(near place: Meters, within reach: Meters) -> Meters? {
    stops.filter { abs($0 - place) <= reach }.min { abs($0 - place) < abs($1 - place) }
  }

  /// The part of the leg that ends at point `next` which lies before a place.
  private func share(of place: Meters, before next: Int) -> Double {
    (place - meters[next - 1]) / (meters[next] - meters[next - 1])
  }

  /// How many of the first elements, in order, are `below`.
  private static func count(_ list: [Double], where below: (Double) -> Bool) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if below(list[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Where on it

extension RouteWay {
  /// Where on the line a device is; `nil` where no part of it is within the limit.
  ///
  /// A line may come by a place more than once. Of its parts that are hardly farther off than the
  /// nearest, the one is meant that is nearest to where the device is expected, of several that are
  /// the first; nobody goes back on the way, but for the error of a receiver. Costs 3 ns a point
  /// that is far away.
  package func match(
    _ place: SpaceVector, within limit: Meters, expected: ClosedRange<Meters>
  ) -> Meters? {
    var nearest = Double.infinity
    forEachLeg(near: place, within: limit) { _, leg in
      nearest = min(nearest, leg.distance(to: place))
    }
    guard nearest <= limit else { return nil }
    let limit = nearest + RouteLimits.alikeMeters
    var choice = Choice(expected: expected)
    forEachLeg(near: place, within: limit) { index, leg in
      let (angle, distance) = leg.nearest(to: place)
      guard distance <= limit else { return }
      // Where the line has been farther off in between, another part begins.
      if points[index].distance(to: place) > limit { choice.close() }
      choice.offer(min(meters[index] + angle * Coordinate.earthRadius, length), distance)
    }
    choice.close()
    return choice.best
  }

  /// Chooses among places on the line, each the nearest of its part.
  private struct Choice {
    let expected: ClosedRange<Meters>
    private(set) var best: Meters?
    private var surprise = Double.infinity
    private var part: (place: Meters, distance: Meters)?

    init(expected: ClosedRange<Meters>) { self.expected = expected }

    mutating func offer(_ place: Meters, _ distance: Meters) {
      if let part, part.distance <= distance { return }
      part = (place, distance)
    }

    mutating func close() {
      guard let place = part?.place else { return }
      part = nil
      let behind = RouteLimits.reverseness * (expected.lowerBound - place)
      let away = max(0, max(behind, place - expected.upperBound))
      if away < surprise {
        surprise = away
        best = place
      }
    }
  }

  /// The parts of the line that are inside an area, in order and apart.
  package func visits(of shape: AreaShape) -> [ClosedRange<Meters>] {
    var visits: [ClosedRange<Meters>] = []
    forEachLeg(near: shape.bounds.center, within: shape.bounds.radius) { index, leg in
      guard shape.mayTouch(leg) else { return }
      for part in shape.visits(along: leg) {
        let from = meters[index] + part.lowerBound * Coordinate.earthRadius
        let to =
          part.upperBound == leg.angle
          ? meters[index + 1] : meters[index] + part.upperBound * Coordinate.earthRadius
        if let last = visits.last, from <= last.upperBound {
          visits[visits.count - 1] = last.lowerBound...max(last.upperBound, to)
        } else {
          visits.append(from...max(from, to))
        }
      }
    }
    return visits
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

  /// Every leg that may come so near to a place; those left out certainly do not.
  private func forEachLeg(
    near place: SpaceVector, within limit: Meters, _ body: (Int, Arc) -> Void
  ) {
    for index in points.indices.dropLast() {
      // A way in space is never longer than along the ground.
      let reach = (meters[index + 1] - meters[index] + limit) / Coordinate.earthRadius + 1e-9
      let apart = place - points[index]
      if apart.dot(apart) <= reach * reach { body(index, Arc(points[index], points[index + 1])) }
    }
  }
}
