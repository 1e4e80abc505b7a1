import Geography

/// A coordinate projected onto a segment: the nearest point of the segment, and the segment's
/// direction there.
struct ProjectedPoint {
  let position: RoadPosition
  /// The bearing of the forward direction, degrees from north.
  let bearing: Double
  /// Whether the coordinate lies to the right of the forward direction.
  let isOnRight: Bool
}

extension RoadNetwork {
  /// Projects a coordinate onto a segment.
  func project(_ point: Coordinate, onto segment: SegmentID) -> ProjectedPoint {
    let projection = LocalProjection(at: point)
    let range = pointRange(of: segment)
    var best = (index: range.lowerBound, part: 0.0, squaredDistance: Double.infinity)
    var (before, whole): (Meters, Meters) = (0, 0)
    var last = self.point(range.lowerBound)
    for index in range.dropLast() {
      let next = self.point(index + 1)
      let near = projection.nearest(from: last, to: next)
      let piece = last.coordinate.distance(to: next.coordinate)
      if near.squaredDistance < best.squaredDistance {
        best = (index, near.part, near.squaredDistance)
        before = whole + piece * near.part
      }
      whole += piece
      last = next
    }
    let start = self.point(best.index).coordinate
    let end = self.point(best.index + 1).coordinate
    // Rounded to the map's precision, so that a point at a junction equals the junction.
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
      // The coordinate is the projection's origin: seen from the projected point it lies at
      // -toward.
      isOnRight: direction.x * -toward.y - direction.y * -toward.x < 0)
  }

  /// The direction of the line at a projected point; at a bend the mean of both pieces, so that a
  /// coordinate on the outside of the bend is on one definite side.
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

  /// Whether the segment of a projected point is open, within a range of bearings if one is given.
  func isOpen(_ projected: ProjectedPoint, _ filter: (degrees: Double, range: Double)?) -> Bool {
    guard let filter else {
      return [false, true].contains {
        !arcs(of: DirectedSegment(projected.position.segment, isBackward: $0)).isEmpty
      }
    }
    return direction(of: projected, nearest: filter) != nil
  }

  /// The direction in which a segment is open that is nearest to a bearing, within its range.
  func direction(
    of projected: ProjectedPoint, nearest bearing: (degrees: Double, range: Double)
  ) -> DirectedSegment? {
    let gaps = [false, true].compactMap { isBackward -> (DirectedSegment, Double)? in
      let directedSegment = DirectedSegment(projected.position.segment, isBackward: isBackward)
      guard !arcs(of: directedSegment).isEmpty else { return nil }
      let own = projected.bearing + (isBackward ? 180 : 0)
      let gap = abs((own - bearing.degrees).truncatingRemainder(dividingBy: 360))
      return (directedSegment, min(gap, 360 - gap))
    }
    return gaps.filter { $0.1 <= bearing.range }.min { $0.1 < $1.1 }?.0
  }
}
