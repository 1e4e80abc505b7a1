import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// The point that represents a building or an area.
enum RepresentativePoint {
  /// The centroid of a closed way's area; the mean of the points if the way is open or encloses no
  /// area; `nil` if no point is known. `nil` elements are points that the extract lacks; they are
  /// skipped.
  ///
  /// Source: the shoelace formula, in a plane tangent to the globe at the first point.
  static func centroid(of points: [Coordinate?]) -> Coordinate? {
    let isClosed = points.count > 3 && points.first == points.last
    let known = (isClosed ? points.dropLast() : points[...]).compactMap { $0 }
    guard let anchor = known.first else { return nil }
    let plane = known.map { Offset(of: $0, from: anchor) }
    let centroid = isClosed ? areaCentroid(plane) : nil
    return (centroid ?? mean(plane)).coordinate(from: anchor)
  }

  /// The centre of the bounding box of the points; `nil` if there are none.
  static func boxCenter(of points: [Coordinate?]) -> Coordinate? {
    BoundingBox(around: points.lazy.compactMap { $0 })?.center
  }

  private static func mean(_ points: [Offset]) -> Offset {
    let count = Double(points.count)
    return Offset(
      east: points.reduce(0) { $0 + $1.east } / count,
      north: points.reduce(0) { $0 + $1.north } / count)
  }

  private static func areaCentroid(_ ring: [Offset]) -> Offset? {
    var (area, east, north) = (0.0, 0.0, 0.0)
    for (here, next) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      let cross = here.east * next.north - next.east * here.north
      area += cross
      east += (here.east + next.east) * cross
      north += (here.north + next.north) * cross
    }
    // 1e-12 square degrees are about a square centimetre.
    guard abs(area) > 1e-14 else { return nil }
    return Offset(east: east / (3 * area), north: north / (3 * area))
  }

  /// Degrees from an anchor. East is scaled to the length of a degree north, which is accurate
  /// enough for a building.
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
}
