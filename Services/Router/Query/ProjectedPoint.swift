import Geography

/// The foot of the perpendicular from a coordinate to a segment: its nearest point, and how the
/// segment runs there.
struct ProjectedPoint {
  let position: RoadPosition
  /// The bearing of the forward directed segment, degrees from north.
  let bearing: Double
  /// Whether the coordinate lies to the right of the forward directed segment.
  let isOnRight: Bool
}

extension RoadNetwork {
  /// The point of a segment that is nearest to a coordinate.
  func project(_ point: Coordinate, onto segment: SegmentID) -> ProjectedPoint {
    let projection = LocalProjection(at: point)
    let range = pointRange(of: segment)
    var best = (index: range.lowerBound, part: 0.0, squaredDistance: Double.infinity)
    for index in range.dropLast() {
      let near = projection.nearest(from: self.point(index), to: self.point(index + 1))
      if near.squaredDistance < best.squaredDistance {
        best = (index, near.part, near.squaredDistance)
      }
    }
    var before: Meters = 0
    var whole: Meters = 0
    for index in range.dropLast() {
      let piece = self.point(index).coordinate.distance(to: self.point(index + 1).coordinate)
      if index < best.index { before += piece }
      if index == best.index { before += piece * best.part }
      whole += piece
    }
    let start = self.point(best.index).coordinate
    let end = self.point(best.index + 1).coordinate
    // In the map's own precision, so that a point at a junction is the junction.
    let coordinate = FixedPoint(
      Coordinate(
        latitude: start.latitude + (end.latitude - start.latitude) * best.part,
        longitude: start.longitude + (end.longitude - start.longitude) * best.part)
    ).coordinate
    let length = length(of: segment)
    let share = whole > 0 ? min(1, before / whole) : 0
    let direction = direction(at: best.index, best.part, of: range, projection)
    let toward = projection.project(FixedPoint(coordinate))
    return ProjectedPoint(
      position: RoadPosition(
        segment: segment, offset: UInt32((Double(length) * share).rounded()),
        coordinate: coordinate, distance: point.distance(to: coordinate)),
      bearing: start.bearing(to: end),
      // The coordinate is the projection's origin: it lies at -toward from the foot.
      isOnRight: direction.x * -toward.y - direction.y * -toward.x < 0)
  }

  /// The direction of the line at a foot; at a bend that of both pieces together, so that a
  /// coordinate on the outside of it has one side.
  private func direction(
    at index: Int, _ part: Double, of range: Range<Int>, _ projection: LocalProjection
  ) -> SIMD2<Double> {
    let unit = { (index: Int) -> SIMD2<Double> in
      let piece =
        projection.project(self.point(index + 1)) - projection.project(self.point(index))
      return piece / max(1e-9, (piece * piece).sum().squareRoot())
    }
    if part <= 0, index > range.lowerBound { return unit(index - 1) + unit(index) }
    if part >= 1, index + 2 < range.upperBound { return unit(index) + unit(index + 1) }
    return unit(index)
  }

  /// Whether one may travel a segment at a foot, in the direction asked for if any.
  func isOpen(_ projected: ProjectedPoint, _ range: (degrees: Double, range: Double)?) -> Bool {
    [false, true].contains { isBackward in
      guard !arcs(of: DirectedSegment(projected.position.segment, isBackward: isBackward)).isEmpty
      else {
        return false
      }
      guard let range else { return true }
      let bearing = projected.bearing + (isBackward ? 180 : 0)
      let gap = abs((bearing - range.degrees).truncatingRemainder(dividingBy: 360))
      return min(gap, 360 - gap) <= range.range
    }
  }
}
