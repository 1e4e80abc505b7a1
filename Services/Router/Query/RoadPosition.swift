import Geography

/// A point on the network.
package struct RoadPosition: Sendable, Hashable {
  package let segment: SegmentID
  /// Centimetres from the segment's first point, 0 ... its length.
  package let offset: UInt32
  package let coordinate: Coordinate
  /// From the coordinate asked for to the road.
  package let distance: Meters
  /// Where the point is a junction: the ends there of the other segments that meet.
  let otherEnds: [SegmentEnd]
  /// The one directed segment of the segment that passes on the wanted side; `nil` where both will do.
  let onlyDirectedSegment: DirectedSegment?
  /// Points of other roads that stand for the same coordinate: a drive may as well use them.
  let others: [RoadPosition]

  package init(segment: SegmentID, offset: UInt32, coordinate: Coordinate, distance: Meters) {
    self.init(
      segment: segment, offset: offset, coordinate: coordinate, distance: distance, otherEnds: [])
  }

  init(
    segment: SegmentID, offset: UInt32, coordinate: Coordinate, distance: Meters,
    otherEnds: [SegmentEnd] = [], onlyDirectedSegment: DirectedSegment? = nil,
    others: [RoadPosition] = []
  ) {
    self.segment = segment
    self.offset = offset
    self.coordinate = coordinate
    self.distance = distance
    self.otherEnds = otherEnds
    self.onlyDirectedSegment = onlyDirectedSegment
    self.others = others
  }

  /// The same point, and others that stand for it.
  func with(_ others: [RoadPosition]) -> RoadPosition {
    RoadPosition(
      segment: segment, offset: offset, coordinate: coordinate, distance: distance,
      otherEnds: otherEnds, onlyDirectedSegment: onlyDirectedSegment, others: others)
  }

  /// The point at which a drive uses the position, as the segment there sees it.
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

/// A point of a directed segment; the offset is the segment's, see `RoadPosition`.
struct SegmentPosition: Sendable, Hashable {
  let directedSegment: DirectedSegment
  let offset: UInt32
}
