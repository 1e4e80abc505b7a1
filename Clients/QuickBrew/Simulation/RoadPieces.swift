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
    let steps = route.legs.flatMap { $0.steps ?? [] }.filter { $0.distanceMeters > 0 }
    guard !steps.isEmpty else {
      return [(line, speed(route.distanceMeters, route.durationSeconds))]
    }
    let told = Double(steps.reduce(0) { $0 + $1.distanceMeters })
    let real = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    // The steps' whole metres are stretched to the line's.
    let lines = cut(line, into: steps.map { Double($0.distanceMeters) * real / told })
    return zip(lines, steps).map { ($0, speed($1.distanceMeters, $1.durationSeconds)) }
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
