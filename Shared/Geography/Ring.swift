/// Geometry of rings: closed lines, whose last point may repeat the first or not. In degrees, as
/// accurate as a map of a city needs.
package enum Ring {
  /// The centroid of the area; the mean of the points if the ring encloses no area, or crosses
  /// itself so that the centroid is outside of its box; `nil` without points.
  ///
  /// Source: the shoelace formula.
  package static func centroid(of ring: [Coordinate]) -> Coordinate? {
    guard let origin = ring.first else { return nil }
    let plane = ring.map { (x: degreesEast($0, of: origin), y: $0.latitude - origin.latitude) }
    var (area, x, y) = (0.0, 0.0, 0.0)
    // The edge that closes the ring leads to the origin, where it adds nothing.
    for (a, b) in zip(plane, plane.dropFirst()) {
      let cross = a.x * b.y - b.x * a.y
      area += cross
      x += (a.x + b.x) * cross
      y += (a.y + b.y) * cross
    }
    (x, y) = (x / (3 * area), y / (3 * area))
    // 1e-12 square degrees are about a square centimetre.
    guard abs(area) > 1e-14, plane.contains(where: { $0.x <= x }),
      plane.contains(where: { $0.x >= x }), plane.contains(where: { $0.y <= y }),
      plane.contains(where: { $0.y >= y })
    else { return mean(of: ring) }
    return Coordinate(
      latitude: origin.latitude + y, longitude: onGlobe(origin.longitude + x))
  }

  /// The mean of some points; `nil` if there are none.
  package static func mean(of points: some Collection<Coordinate>) -> Coordinate? {
    guard let origin = points.first else { return nil }
    let count = Double(points.count)
    let east = points.reduce(0) { sum, point in
      let isNear = abs(point.longitude - origin.longitude) <= 180
      return sum + (isNear ? point.longitude : origin.longitude + degreesEast(point, of: origin))
    }
    return Coordinate(
      latitude: points.reduce(0) { $0 + $1.latitude } / count, longitude: onGlobe(east / count))
  }

  /// -180 ... 180, the short way.
  private static func degreesEast(_ point: Coordinate, of origin: Coordinate) -> Double {
    onGlobe(point.longitude - origin.longitude)
  }

  private static func onGlobe(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  /// The area in square degrees, positive for a counter-clockwise ring.
  package static func signedArea(of ring: [Coordinate]) -> Double {
    guard let origin = ring.first else { return 0 }
    let twice = zip(ring, ring.dropFirst()).reduce(0) { sum, side in
      sum + (side.0.longitude - origin.longitude) * (side.1.latitude - origin.latitude)
        - (side.1.longitude - origin.longitude) * (side.0.latitude - origin.latitude)
    }
    return twice / 2
  }

  /// Whether the point is inside, by counting how often a ray to the east crosses the ring.
  package static func contains(_ ring: [Coordinate], _ point: Coordinate) -> Bool {
    guard var a = ring.last else { return false }
    var isInside = false
    for b in ring {
      if (a.latitude > point.latitude) != (b.latitude > point.latitude) {
        let part = (point.latitude - a.latitude) / (b.latitude - a.latitude)
        if point.longitude < a.longitude + part * (b.longitude - a.longitude) {
          isInside.toggle()
        }
      }
      a = b
    }
    return isInside
  }
}
