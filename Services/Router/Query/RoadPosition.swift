import Geography

/// A point on the network.
package struct RoadPosition: Sendable, Hashable {
  package let segment: SegmentID
  /// Centimetres from the segment's first point, 0 ... its length.
  package let offset: UInt32
  package let coordinate: Coordinate
  /// From the coordinate asked for to the road.
  package let distance: Meters

  package init(segment: SegmentID, offset: UInt32, coordinate: Coordinate, distance: Meters) {
    self.segment = segment
    self.offset = offset
    self.coordinate = coordinate
    self.distance = distance
  }
}
