#if canImport(Glibc)
  import Glibc
#endif

/// Geometry of rings: closed lines, whose last point may repeat the first or not. In degrees, as
/// accurate as a map of a city needs.
package enum Ring {
  /// The centroid of the area; the mean of the points if the ring encloses no area, or crosses
  /// itself so that the centroid is outside of its box; `nil` without points.
  ///
  /// Source: the shoelace formula, in a plane tangent to the globe at the first point.
  package static func centroid(of ring: [Coordinate]) -> Coordinate? {
    let open = ring.count > 1 && ring.first == ring.last ? ring.dropLast() : ring[...]
    guard let anchor = open.first else { return nil }
    let plane = open.map { Offset(of: $0, from: anchor) }
    var (area, east, north) = (0.0, 0.0, 0.0)
    for (here, next) in zip(plane, plane.dropFirst() + plane.prefix(1)) {
      let cross = here.east * next.north - next.east * here.north
      area += cross
      east += (here.east + next.east) * cross
      north += (here.north + next.north) * cross
    }
    // 1e-12 square degrees are about a square centimetre.
    if abs(area) > 1e-14 {
      let centroid = Offset(east: east / (3 * area), north: north / (3 * area))
      if plane.contains(where: { $0.east <= centroid.east }),
        plane.contains(where: { $0.east >= centroid.east }),
        plane.contains(where: { $0.north <= centroid.north }),
        plane.contains(where: { $0.north >= centroid.north })
      {
        return centroid.coordinate(from: anchor)
      }
    }
    return mean(of: open)
  }

  /// The mean of some points; `nil` if there are none.
  package static func mean(of points: some Collection<Coordinate>) -> Coordinate? {
    guard let anchor = points.first else { return nil }
    let plane = points.map { Offset(of: $0, from: anchor) }
    let count = Double(plane.count)
    return Offset(
      east: plane.reduce(0) { $0 + $1.east } / count,
      north: plane.reduce(0) { $0 + $1.north } / count
    ).coordinate(from: anchor)
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

/// Degrees from an anchor. East is scaled to the length of a degree north, which is accurate enough
/// for a building.
private struct Offset {
  let east: Double
  let north: Double

  init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  init(of point: Coordinate, from anchor: Coordinate) {
    let longitude =
      (point.longitude - anchor.longitude + 540)
      .truncatingRemainder(dividingBy: 360) - 180
    self.init(
      east: longitude * cos(anchor.latitude.radians), north: point.latitude - anchor.latitude)
  }

  func coordinate(from anchor: Coordinate) -> Coordinate {
    let degreesEast = east / max(cos(anchor.latitude.radians), 1e-9)
    let longitude =
      (anchor.longitude + degreesEast + 540).truncatingRemainder(dividingBy: 360) - 180
    return Coordinate(latitude: anchor.latitude + north, longitude: longitude)
  }
}
