package import Geography

/// A point on the road network that stands for a coordinate.
package struct RoadPosition: Sendable, Hashable {
  package let segment: SegmentID
  /// Centimetres from the segment's first point, 0 ... its length.
  package let offset: UInt32
  package let coordinate: Coordinate
  /// From the requested coordinate to the road.
  package let distance: Meters
  /// Where the point is a junction: the ends of the other segments there.
  private(set) var otherEnds: [SegmentEnd] = []
  /// The only direction of the segment that passes on the requested side of the road; `nil` where
  /// both do.
  private(set) var onlyDirectedSegment: DirectedSegment?
  /// Points on other roads that stand for the same coordinate: a path may use any of them.
  var others: [RoadPosition] = []
}

extension RoadPosition {
  package init(segment: SegmentID, offset: UInt32, coordinate: Coordinate, distance: Meters) {
    self.init(
      segment: segment, offset: offset, coordinate: coordinate, distance: distance, otherEnds: [])
  }

  /// The same point without a requested side of the road.
  var onEitherSide: RoadPosition {
    guard onlyDirectedSegment != nil || others.contains(where: { $0.onlyDirectedSegment != nil })
    else { return self }
    var position = self
    position.onlyDirectedSegment = nil
    position.others = others.map(\.onEitherSide)
    return position
  }

  /// The point that a path uses, on the segment that it uses.
  func seen(from segmentPosition: SegmentPosition) -> RoadPosition {
    let all = [self] + others
    let used =
      all.first {
        $0.segment == segmentPosition.directedSegment.segment && $0.offset == segmentPosition.offset
      }
      ?? all.first { $0.hasEnd(at: segmentPosition) } ?? self
    return RoadPosition(
      segment: segmentPosition.directedSegment.segment, offset: segmentPosition.offset,
      coordinate: used.coordinate,
      distance: used.distance)
  }

  private func hasEnd(at segmentPosition: SegmentPosition) -> Bool {
    otherEnds.contains {
      $0.segment == segmentPosition.directedSegment.segment
        && $0.isLast == (segmentPosition.offset > 0)
    }
  }
}

/// The first or the last point of a segment.
struct SegmentEnd: Sendable, Hashable {
  let segment: SegmentID
  let isLast: Bool
}

/// A point on a directed segment: a possible start or end of a path. The offset is from the
/// segment's first point, see `RoadPosition`.
package struct SegmentPosition: Sendable, Hashable {
  let directedSegment: DirectedSegment
  let offset: UInt32
}
