import Geography
import Messages

/// A route split into segments, each with the router's speed.
enum RouteSegments {
  typealias Segment = (line: [Coordinate], speed: Double)

  /// The minimum speed of a segment, in metres per second.
  private static let slowest = 0.8

  /// The segments of a route requested with geometry and steps; one segment where it has no steps.
  static func segments(of route: RouteReply) -> [Segment] {
    let line = route.geometry?.coordinates ?? []
    let steps = route.legs.flatMap { $0.steps ?? [] }
    return split(line, by: steps)?.map { ($0, speed($1.distanceMeters, $1.durationSeconds)) }
      ?? [(line, speed(route.distanceMeters, route.durationSeconds))]
  }

  /// A drive as the geofence monitor expects it: stretches with their durations, and the stop at
  /// the end; one stretch where there are no steps.
  static func stretches(
    of line: EncodedPolyline, _ steps: [RouteStep]?, seconds: Int, stopSeconds: Int? = nil
  ) -> [DeviceRoute.Stretch] {
    let segments = split(line.coordinates ?? [], by: steps ?? [])?
      .filter { $0.line.count > 1 }
      .map { (EncodedPolyline($0.line), $0.step.durationSeconds) }
    let timed = segments ?? [(line, seconds)]
    return timed.enumerated().map { index, segment in
      DeviceRoute.Stretch(
        line: segment.0, durationSeconds: segment.1,
        stopSeconds: index == timed.count - 1 ? stopSeconds : nil)
    }
  }

  /// Each step of non-zero length with its part of the line, or `nil`.
  private static func split(
    _ line: [Coordinate], by steps: [RouteStep]
  ) -> [(line: [Coordinate], step: RouteStep)]? {
    let steps = steps.filter { $0.distanceMeters > 0 }
    if steps.isEmpty { return nil }
    let total = Double(steps.reduce(0) { $0 + $1.distanceMeters })
    let real = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    // The steps have whole metres; they are scaled to the length of the line.
    let lines = split(line, into: steps.map { Double($0.distanceMeters) * real / total })
    return zip(lines, steps).map { ($0, $1) }
  }

  private static func speed(_ meters: Int, _ seconds: Int) -> Double {
    max(slowest, Double(meters) / Double(max(1, seconds)))
  }

  /// Splits a line into pieces of these lengths, which add up to its own; the last has the rest.
  static func split(_ line: [Coordinate], into lengths: [Meters]) -> [[Coordinate]] {
    guard var here = line.first else { return lengths.map { _ in [] } }
    var segments: [[Coordinate]] = []
    var next = 1
    for (index, length) in lengths.enumerated() {
      var segment = [here]
      var left = index == lengths.count - 1 ? .infinity : length
      while next < line.count {
        let step = here.distance(to: line[next])
        if step > left { break }
        here = line[next]
        left -= step
        next += 1
        segment.append(here)
      }
      if next < line.count, left > 0 {
        here = here.moved(by: left, bearing: here.bearing(to: line[next]))
        segment.append(here)
      }
      segments.append(segment)
    }
    return segments
  }
}
