import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// Points that stand for a line or an outline.
enum Outline {
  /// The centroid of a closed outline; of a flat or crossed one, the mean of its points.
  static func center(of ring: [Coordinate]) -> Coordinate {
    guard let origin = ring.first else { return Coordinate(latitude: 0, longitude: 0) }
    var area = 0.0
    var x = 0.0
    var y = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) {
      let ax = a.longitude - origin.longitude, ay = a.latitude - origin.latitude
      let bx = b.longitude - origin.longitude, by = b.latitude - origin.latitude
      let cross = ax * by - bx * ay
      area += cross
      x += (ax + bx) * cross
      y += (ay + by) * cross
    }
    let center = Coordinate(
      latitude: origin.latitude + y / (3 * area), longitude: origin.longitude + x / (3 * area))
    let box = BoundingBox(around: ring)
    if abs(area) > 1e-14, box?.contains(center) == true { return center }
    return mean(of: ring)
  }

  static func mean(of points: [Coordinate]) -> Coordinate {
    let count = Double(max(1, points.count))
    return Coordinate(
      latitude: points.reduce(0) { $0 + $1.latitude } / count,
      longitude: points.reduce(0) { $0 + $1.longitude } / count)
  }

  /// The point of the line nearest to `point`, and how far it is. Straight in degrees, with
  /// longitudes shrunk to the latitude: good for a few kilometres.
  static func nearest(to point: Coordinate, on line: [Coordinate]) -> (Coordinate, Meters) {
    guard var best = line.first else { return (point, .infinity) }
    let shrink = cos(point.latitude.radians)
    var least = Double.infinity
    for (a, b) in zip(line, line.dropFirst()) {
      let dx = (b.longitude - a.longitude) * shrink, dy = b.latitude - a.latitude
      let px = (point.longitude - a.longitude) * shrink, py = point.latitude - a.latitude
      let length = dx * dx + dy * dy
      let part = length > 0 ? min(1, max(0, (px * dx + py * dy) / length)) : 0
      let ex = px - part * dx, ey = py - part * dy
      let square = ex * ex + ey * ey
      if square < least {
        least = square
        best = Coordinate(
          latitude: a.latitude + part * dy,
          longitude: a.longitude + part * (b.longitude - a.longitude))
      }
    }
    return (best, best.distance(to: point))
  }
}
