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
  /// The one course of the segment that passes on the wanted side; `nil` where both will do.
  let onlyCourse: Course?

  package init(segment: SegmentID, offset: UInt32, coordinate: Coordinate, distance: Meters) {
    self.init(
      segment: segment, offset: offset, coordinate: coordinate, distance: distance, otherEnds: [])
  }

  init(
    segment: SegmentID, offset: UInt32, coordinate: Coordinate, distance: Meters,
    otherEnds: [SegmentEnd] = [], onlyCourse: Course? = nil
  ) {
    self.segment = segment
    self.offset = offset
    self.coordinate = coordinate
    self.distance = distance
    self.otherEnds = otherEnds
    self.onlyCourse = onlyCourse
  }

  /// The same point as one segment sees it.
  func seen(from place: CoursePlace) -> RoadPosition {
    RoadPosition(
      segment: place.course.segment, offset: place.offset, coordinate: coordinate,
      distance: distance)
  }
}

/// The first or the last point of a segment.
struct SegmentEnd: Sendable, Hashable {
  let segment: SegmentID
  let isLast: Bool
}

/// A point of a course; the offset is the segment's, see `RoadPosition`.
struct CoursePlace: Sendable, Hashable {
  let course: Course
  let offset: UInt32
}
