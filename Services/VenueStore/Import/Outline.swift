import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// The one point that stands for the outline of a building or an area.
enum Outline {
  /// The centre of gravity of a closed outline's area; the mean of the points of a line that is not
  /// closed or encloses nothing. Points the extract does not hold are passed over; `nil` where it
  /// holds none.
  ///
  /// Source: the shoelace formula, in a plane that touches the globe at the first point.
  static func center(of points: [Coordinate?]) -> Coordinate? {
    let isClosed = points.count > 3 && points.first == points.last
    let known = (isClosed ? points.dropLast() : points[...]).compactMap { $0 }
    guard let anchor = known.first else { return nil }
    let plane = known.map { Offset(of: $0, from: anchor) }
    let center = isClosed ? centerOfArea(plane) : nil
    return (center ?? mean(plane)).coordinate(from: anchor)
  }

  /// The middle of the smallest box around the points; `nil` where there are none.
  static func middle(of points: [Coordinate?]) -> Coordinate? {
    BoundingBox(around: points.lazy.compactMap { $0 })?.center
  }

  private static func mean(_ points: [Offset]) -> Offset {
    let count = Double(points.count)
    return Offset(
      east: points.reduce(0) { $0 + $1.east } / count,
      north: points.reduce(0) { $0 + $1.north } / count)
  }

  private static func centerOfArea(_ ring: [Offset]) -> Offset? {
    var (area, east, north) = (0.0, 0.0, 0.0)
    for (here, next) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      let cross = here.east * next.north - next.east * here.north
      area += cross
      east += (here.east + next.east) * cross
      north += (here.north + next.north) * cross
    }
    // A millionth of a millionth of a square degree is a square centimetre.
    guard abs(area) > 1e-14 else { return nil }
    return Offset(east: east / (3 * area), north: north / (3 * area))
  }

  /// Degrees from an anchor; a degree east is as long as one north, near enough for a building.
  private struct Offset {
    let east: Double
    let north: Double

    init(east: Double, north: Double) {
      self.east = east
      self.north = north
    }

    init(of point: Coordinate, from anchor: Coordinate) {
      let turn =
        (point.longitude - anchor.longitude + 540)
        .truncatingRemainder(dividingBy: 360) - 180
      self.init(
        east: turn * cos(anchor.latitude.radians), north: point.latitude - anchor.latitude)
    }

    func coordinate(from anchor: Coordinate) -> Coordinate {
      let turn = east / max(cos(anchor.latitude.radians), 1e-9)
      let longitude = (anchor.longitude + turn + 540).truncatingRemainder(dividingBy: 360) - 180
      return Coordinate(latitude: anchor.latitude + north, longitude: longitude)
    }
  }
}
