import Geography
import Messages

/// A drive as pieces of road, each with the speed that the router reckons with there.
enum RoadPieces {
  typealias Piece = (line: [Coordinate], speed: Double)

  /// The slowest that anybody is taken to go, in metres a second.
  private static let slowest = 0.8

  /// The pieces of a route that was asked for with geometry and steps; one piece without steps.
  static func pieces(of route: RouteReply) -> [Piece] {
    let line = route.geometry?.coordinates ?? []
    let steps = route.legs.flatMap { $0.steps ?? [] }
    return cut(line, by: steps)?.map { ($0, speed($1.distanceMeters, $1.durationSeconds)) }
      ?? [(line, speed(route.distanceMeters, route.durationSeconds))]
  }

  /// A drive as the geofence monitor takes it: stretches, each with its time, and the stay at the
  /// end; one stretch without steps.
  static func stretches(
    of line: EncodedPolyline, _ steps: [RouteStep]?, seconds: Int, stopSeconds: Int? = nil
  ) -> [DeviceRoute.Stretch] {
    let pieces = cut(line.coordinates ?? [], by: steps ?? [])?
      .filter { $0.line.count > 1 }
      .map { (EncodedPolyline($0.line), $0.step.durationSeconds) }
    let timed = pieces ?? [(line, seconds)]
    return timed.enumerated().map { index, piece in
      DeviceRoute.Stretch(
        line: piece.0, durationSeconds: piece.1,
        stopSeconds: index == timed.count - 1 ? stopSeconds : nil)
    }
  }

  /// Each step that goes somewhere with its part of the line; `nil` where none does.
  private static func cut(
    _ line: [Coordinate], by steps: [RouteStep]
  ) -> [(line: [Coordinate], step: RouteStep)]? {
    let steps = steps.filter { $0.distanceMeters > 0 }
    if steps.isEmpty { return nil }
    let told = Double(steps.reduce(0) { $0 + $1.distanceMeters })
    let real = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    // The steps' whole metres are stretched to the line's.
    let lines = cut(line, into: steps.map { Double($0.distanceMeters) * real / told })
    return zip(lines, steps).map { ($0, $1) }
  }

  private static func speed(_ meters: Int, _ seconds: Int) -> Double {
    max(slowest, Double(meters) / Double(max(1, seconds)))
  }

  /// Cuts a line into pieces of these lengths, which add up to its own; the last takes the rest.
  static func cut(_ line: [Coordinate], into lengths: [Meters]) -> [[Coordinate]] {
    guard var here = line.first else { return lengths.map { _ in [] } }
    var pieces: [[Coordinate]] = []
    var next = 1
    for (index, length) in lengths.enumerated() {
      var piece = [here]
      var left = index == lengths.count - 1 ? .infinity : length
      while next < line.count {
        let step = here.distance(to: line[next])
        if step > left { break }
        here = line[next]
        left -= step
        next += 1
        piece.append(here)
      }
      if next < line.count, left > 0 {
        here = here.moved(by: left, bearing: here.bearing(to: line[next]))
        piece.append(here)
      }
      pieces.append(piece)
    }
    return pieces
  }
}
