package import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// Geometry of lines and rings in degrees, accurate enough within a city.
package enum PlanarGeometry {
  /// The result for empty input.
  static let nowhere = Coordinate(latitude: 0, longitude: 0)

  /// The median of each coordinate, which a few outliers do not move.
  static func median(of points: [Coordinate]) -> Coordinate {
    guard !points.isEmpty else { return nowhere }
    return Coordinate(
      latitude: points.map(\.latitude).sorted()[points.count / 2],
      longitude: points.map(\.longitude).sorted()[points.count / 2])
  }

  /// The point of the line nearest to `point`, and its distance. Computed in degrees with
  /// longitudes scaled by the cosine of the latitude, which is accurate within a few kilometres.
  package static func nearest(to point: Coordinate, on line: [Coordinate]) -> (Coordinate, Meters) {
    guard var best = line.first else { return (point, .infinity) }
    let shrink = cos(point.latitude.radians)
    var least = Double.infinity
    for (a, b) in zip(line, line.dropFirst()) {
      let dx = (b.longitude - a.longitude) * shrink, dy = b.latitude - a.latitude
      let px = (point.longitude - a.longitude) * shrink, py = point.latitude - a.latitude
      let length = dx * dx + dy * dy
      let fraction = length > 0 ? min(1, max(0, (px * dx + py * dy) / length)) : 0
      let ex = px - fraction * dx, ey = py - fraction * dy
      let square = ex * ex + ey * ey
      if square < least {
        least = square
        best = Coordinate(
          latitude: a.latitude + fraction * dy,
          longitude: a.longitude + fraction * (b.longitude - a.longitude))
      }
    }
    return (best, best.distance(to: point))
  }

  /// The point where a segment enters the box; `nil` where it misses the box.
  ///
  /// Source: Liang and Barsky, "A new concept and method for line clipping" (1984).
  static func entryPoint(
    of a: Coordinate, _ b: Coordinate, into box: BoundingBox
  ) -> Coordinate? {
    let dx = b.longitude - a.longitude, dy = b.latitude - a.latitude
    var from = 0.0, to = 1.0
    for (step, room) in [
      (-dx, a.longitude - box.west), (dx, box.east - a.longitude),
      (-dy, a.latitude - box.south), (dy, box.north - a.latitude),
    ] {
      if step == 0 {
        if room < 0 { return nil }
      } else if step < 0 {
        from = max(from, room / step)
      } else {
        to = min(to, room / step)
      }
    }
    guard from <= to else { return nil }
    return Coordinate(latitude: a.latitude + from * dy, longitude: a.longitude + from * dx)
  }

  /// The point of the line at this fraction of its length, 0 ... 1.
  static func point(at fraction: Double, of line: [Coordinate]) -> Coordinate? {
    let lengths = zip(line, line.dropFirst()).map { $0.distance(to: $1) }
    var rest = lengths.reduce(0, +) * fraction
    for (index, length) in lengths.enumerated() {
      if rest <= length, length > 0 {
        let a = line[index], b = line[index + 1]
        return Coordinate(
          latitude: a.latitude + rest / length * (b.latitude - a.latitude),
          longitude: a.longitude + rest / length * (b.longitude - a.longitude))
      }
      rest -= length
    }
    return line.last
  }
}
