import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// Metres east and north of a point, as on a plane: exact enough (0.1 %) within a few kilometres.
struct LocalProjection {
  private let origin: Coordinate
  private let metersPerLatitude: Double
  private let metersPerLongitude: Double

  init(at origin: Coordinate) {
    self.origin = origin
    metersPerLatitude = Coordinate.earthRadius * (1.0).radians
    metersPerLongitude = metersPerLatitude * cos(origin.latitude.radians)
  }

  private func x(_ longitude: Int32) -> Double {
    (Double(longitude) / 1e7 - origin.longitude) * metersPerLongitude
  }

  private func y(_ latitude: Int32) -> Double {
    (Double(latitude) / 1e7 - origin.latitude) * metersPerLatitude
  }

  /// Metres east and north of the origin.
  func place(_ point: FixedPoint) -> SIMD2<Double> {
    SIMD2(x(point.longitude), y(point.latitude))
  }

  /// Square metres from the origin to a box; 0 inside.
  func squaredDistance(south: Int32, west: Int32, north: Int32, east: Int32) -> Double {
    let dx = max(0, x(west), -x(east))
    let dy = max(0, y(south), -y(north))
    return dx * dx + dy * dy
  }

  /// Where on the line the origin comes nearest: the part of the line before it, and how near.
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
