import Geography

#if canImport(Glibc)
  import Glibc
#endif

/// The shorter great-circle way between two places. Angles along it count from its start, in
/// radians.
///
/// Source: on the plane of the circle a place is `e1 cos θ + e2 sin θ`, so its distance from any
/// plane is a cosine of θ; edges of areas are planes, and meet the way where that cosine has one
/// value. See van Brummelen, "Heavenly Mathematics" (2013), chapter 8, for circles as planes.
package struct Arc: Sendable {
  package let start: SpaceVector
  package let end: SpaceVector
  /// Of length 1, at a right angle to the circle's plane.
  package let normal: SpaceVector
  /// Of length 1, in the circle's plane, a quarter turn after the start.
  private let ahead: SpaceVector
  /// The angle from start to end.
  package let angle: Double

  /// The way between two places; of the same place, or of two that lie opposite on the globe, any.
  package init(_ start: SpaceVector, _ end: SpaceVector) {
    self.start = start
    self.end = end
    // The sum and the difference span the same plane, and tell it where both are nearly the same.
    normal = (start - end).cross(start + end).unit ?? Self.anyNormal(to: start)
    ahead = normal.cross(start)
    angle = start.angle(to: end)
  }

  package var length: Meters { angle * Coordinate.earthRadius }

  package func point(at angle: Double) -> SpaceVector {
    start * cos(angle) + ahead * sin(angle)
  }

  /// The distance of a place from the nearest point of the way.
  package func distance(to place: SpaceVector) -> Meters { nearest(to: place).distance }

  /// The point of the way that is nearest to a place: the angle to it, and how far off it is.
  package func nearest(to place: SpaceVector) -> (angle: Double, distance: Meters) {
    let along = atan2(ahead.dot(place), start.dot(place))
    if along > 0, along < angle {
      return (along, Coordinate.earthRadius * asin(min(1, abs(normal.dot(place)))))
    }
    let (first, last) = (start.distance(to: place), end.distance(to: place))
    return first <= last ? (0, first) : (angle, last)
  }

  /// Where the way meets the circle around a place: its middle and half of what is inside, in
  /// radians along the whole great circle; `nil` where they do not meet.
  package func meeting(center: SpaceVector, radius: Double) -> (middle: Double, half: Double)? {
    let beside = asin(min(1, abs(normal.dot(center))))
    guard beside < radius else { return nil }
    // From cos(half) = cos(radius) / cos(beside), in a form that keeps small angles precise.
    let share = sin((radius - beside) / 2) * sin((radius + beside) / 2) / cos(beside)
    guard share < 1 else { return (0, .pi) }
    return (
      atan2(ahead.dot(center), start.dot(center)), 2 * asin(share.squareRoot())
    )
  }

  /// Appends the angles within the way at which a place's product with `plane` is `offset`.
  package func appendAngles(where plane: SpaceVector, is offset: Double, to list: inout [Double]) {
    let (along, across) = (start.dot(plane), ahead.dot(plane))
    let reach = (along * along + across * across).squareRoot()
    guard reach > 0, abs(offset) <= reach else { return }
    let (middle, half) = (atan2(across, along), acos(offset / reach))
    append(middle - half, to: &list)
    append(middle + half, to: &list)
  }

  /// Appends the angle, full turns aside, where it lies within the way.
  package func append(_ angle: Double, to list: inout [Double]) {
    var turned = angle.truncatingRemainder(dividingBy: 2 * .pi)
    if turned < 0 { turned += 2 * .pi }
    if turned <= self.angle { list.append(turned) }
  }

  private static func anyNormal(to place: SpaceVector) -> SpaceVector {
    let axis =
      abs(place.z) < 0.9 ? SpaceVector(x: 0, y: 0, z: 1) : SpaceVector(x: 1, y: 0, z: 0)
    return place.cross(axis).unit ?? axis
  }
}
