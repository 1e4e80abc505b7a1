import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// An equirectangular projection to metres east and north of a point: exact to 0.1 % within a few
/// kilometres.
struct LocalProjection {
  // In ten-millionths of a degree, the network's unit, so that projecting a point takes no
  // division.
  private let latitude: Double
  private let longitude: Double
  private let metersNorth: Double
  private let metersEast: Double

  init(at origin: Coordinate) {
    latitude = origin.latitude * 1e7
    longitude = origin.longitude * 1e7
    metersNorth = Coordinate.earthRadius * 1e-7.radians
    metersEast = metersNorth * cos(origin.latitude.radians)
  }

  @inline(__always)
  private func x(_ longitude: Int32) -> Double { (Double(longitude) - self.longitude) * metersEast }

  @inline(__always)
  private func y(_ latitude: Int32) -> Double { (Double(latitude) - self.latitude) * metersNorth }

  /// Metres east and north of the origin.
  @inline(__always)
  func project(_ point: FixedPoint) -> SIMD2<Double> {
    SIMD2(x(point.longitude), y(point.latitude))
  }

  /// Square metres from the origin to a box; 0 inside.
  @inline(__always)
  func squaredDistance(south: Int32, west: Int32, north: Int32, east: Int32) -> Double {
    let dx = max(0, x(west), -x(east))
    let dy = max(0, y(south), -y(north))
    return dx * dx + dy * dy
  }

  /// Square metres from the origin to a line segment between two projected points.
  @inline(__always)
  static func squaredDistance(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
    let piece = end - start
    let along = -(start * piece).sum()
    let whole = (piece * piece).sum()
    if along <= 0 { return (start * start).sum() }
    if along >= whole { return (end * end).sum() }
    let across = start.x * piece.y - start.y * piece.x
    return across * across / whole
  }

  /// The point of a line segment nearest to the origin: the part of the line before it, and its
  /// squared distance.
  func nearest(
    from start: FixedPoint, to end: FixedPoint
  ) -> (part: Double, squaredDistance: Double) {
    let (x0, y0) = (x(start.longitude), y(start.latitude))
    let (dx, dy) = (x(end.longitude) - x0, y(end.latitude) - y0)
    let squaredLength = dx * dx + dy * dy
    let part =
      squaredLength > 0 ? min(1, max(0, -(x0 * dx + y0 * dy) / squaredLength)) : 0
    let (nearX, nearY) = (x0 + part * dx, y0 + part * dy)
    return (part, nearX * nearX + nearY * nearY)
  }
}
