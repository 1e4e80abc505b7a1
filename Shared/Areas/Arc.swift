package import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// The shorter great-circle path between two points. Angles along it count from its start, in
/// radians.
///
/// Source: on the plane of the circle a point is `e1 cos θ + e2 sin θ`, so its distance from any
/// plane is a cosine of θ; edges of areas are planes, and intersect the path where that cosine has
/// one value. See van Brummelen, "Heavenly Mathematics" (2013), chapter 8, for circles as planes.
package struct Arc: Sendable {
  package let start: SpaceVector
  package let end: SpaceVector
  /// Of length 1, at a right angle to the circle's plane.
  package let normal: SpaceVector
  /// Of length 1, in the circle's plane, 90° after the start.
  private let ahead: SpaceVector
  /// The angle from start to end.
  package let angle: Double

  /// The path between two points; of two equal or antipodal points, any of their great circles.
  package init(_ start: SpaceVector, _ end: SpaceVector) {
    self.start = start
    self.end = end
    // The sum and the difference span the same plane, and define it precisely even if the points
    // nearly coincide.
    normal = (start - end).cross(start + end).unit ?? Self.anyNormal(to: start)
    ahead = normal.cross(start)
    angle = start.angle(to: end)
  }

  package var length: Meters { angle * Coordinate.earthRadius }

  package func point(at angle: Double) -> SpaceVector {
    start * cos(angle) + ahead * sin(angle)
  }

  /// The distance of a point from the nearest point of the path.
  package func distance(to point: SpaceVector) -> Meters { nearest(to: point).distance }

  /// The point of the path nearest to a point: its angle, and its distance.
  package func nearest(to point: SpaceVector) -> (angle: Double, distance: Meters) {
    let along = atan2(ahead.dot(point), start.dot(point))
    if along > 0, along < angle {
      return (along, Coordinate.earthRadius * asin(min(1, abs(normal.dot(point)))))
    }
    let (first, last) = (start.distance(to: point), end.distance(to: point))
    return first <= last ? (0, first) : (angle, last)
  }

  /// The interval of the whole great circle inside a circle around a point: its middle and half of
  /// its length, in radians; `nil` if they do not intersect.
  package func intersection(
    center: SpaceVector, radius: Double
  ) -> (middle: Double, half: Double)? {
    let beside = asin(min(1, abs(normal.dot(center))))
    guard beside < radius else { return nil }
    // From cos(half) = cos(radius) / cos(beside), in a form that keeps small angles precise.
    let share = sin((radius - beside) / 2) * sin((radius + beside) / 2) / cos(beside)
    guard share < 1 else { return (0, .pi) }
    return (
      atan2(ahead.dot(center), start.dot(center)), 2 * asin(share.squareRoot())
    )
  }

  /// Appends the angles within the path at which the dot product with `plane` is `offset`.
  package func appendAngles(where plane: SpaceVector, is offset: Double, to list: inout [Double]) {
    let (along, across) = (start.dot(plane), ahead.dot(plane))
    let reach = (along * along + across * across).squareRoot()
    guard reach > 0, abs(offset) <= reach else { return }
    let (middle, half) = (atan2(across, along), acos(offset / reach))
    append(middle - half, to: &list)
    append(middle + half, to: &list)
  }

  /// Appends the angle, modulo a full circle, if it lies within the path.
  package func append(_ angle: Double, to list: inout [Double]) {
    var wrapped = angle.truncatingRemainder(dividingBy: 2 * .pi)
    if wrapped < 0 { wrapped += 2 * .pi }
    if wrapped <= self.angle { list.append(wrapped) }
  }

  private static func anyNormal(to point: SpaceVector) -> SpaceVector {
    let axis =
      abs(point.z) < 0.9 ? SpaceVector(x: 0, y: 0, z: 1) : SpaceVector(x: 1, y: 0, z: 0)
    return point.cross(axis).unit ?? axis
  }
}
