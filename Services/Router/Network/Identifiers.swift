/// A stretch of road between two junctions.
package struct SegmentID: Sendable, Hashable {
  package let rawValue: UInt32

  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ index: Int) { rawValue = UInt32(index) }

  package var index: Int { Int(rawValue) }
}

/// A segment driven one way: forward as its points are listed, or backward.
package struct DirectedSegment: Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(_ segment: SegmentID, isBackward: Bool) {
    rawValue = segment.rawValue << 1 | (isBackward ? 1 : 0)
  }

  package var segment: SegmentID { SegmentID(rawValue >> 1) }
  package var isBackward: Bool { rawValue & 1 == 1 }
  /// The same segment, driven the other way.
  package var reversed: DirectedSegment { DirectedSegment(rawValue: rawValue ^ 1) }
  package var index: Int { Int(rawValue) }
}

/// A state of the search: a directed segment, together with what the way here allows of the way on.
///
/// Most directed segments have one arc. Roads for their neighbours only have two (leaving, entering),
/// and those between the ends of a restriction via a way have one more for each such restriction.
package struct ArcID: Sendable, Hashable {
  package let rawValue: UInt32

  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ index: Int) { rawValue = UInt32(index) }

  package var index: Int { Int(rawValue) }
}

/// What is true of a segment, as the file keeps it.
package struct SegmentFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let roundabout = SegmentFlags(rawValue: 1)
  package static let ferry = SegmentFlags(rawValue: 2)
  /// Only for a journey that starts or ends here: private, destination, customers.
  package static let destinationOnly = SegmentFlags(rawValue: 4)
  /// In a small part of the network that the rest cannot reach, or that cannot reach the rest.
  package static let island = SegmentFlags(rawValue: 8)
  /// One pays for it.
  package static let toll = SegmentFlags(rawValue: 16)
  /// Neither asphalt nor stones nor anything else that is laid.
  package static let unpaved = SegmentFlags(rawValue: 32)
  package static let tunnel = SegmentFlags(rawValue: 64)
  /// A rule that holds at times only is tagged here; it is not honoured.
  package static let conditional = SegmentFlags(rawValue: 128)
  /// Where walkers or riders cross a street.
  package static let crossing = SegmentFlags(rawValue: 256)
}

/// What is true of a turn, as the file keeps it.
package struct TurnFlags: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// At least three roads meet.
  package static let junction = TurnFlags(rawValue: 1)
  /// Traffic signals stand there for those who come this way.
  package static let signals = TurnFlags(rawValue: 2)
  /// Back onto the same segment.
  package static let uTurn = TurnFlags(rawValue: 4)
  /// Forbidden at times only; such a rule is not honoured.
  package static let conditional = TurnFlags(rawValue: 8)
  /// Round a circle that is only painted.
  package static let miniRoundabout = TurnFlags(rawValue: 16)
}
