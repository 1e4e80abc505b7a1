/// A stretch of road between two junctions.
package struct SegmentID: Sendable, Hashable {
  package let rawValue: UInt32

  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ index: Int) { rawValue = UInt32(index) }

  package var index: Int { Int(rawValue) }
}

/// A segment together with a direction of travel: forward (in the order of its points) or backward.
package struct DirectedSegment: Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(_ segment: SegmentID, isBackward: Bool) {
    rawValue = segment.rawValue << 1 | (isBackward ? 1 : 0)
  }

  package var segment: SegmentID { SegmentID(rawValue >> 1) }
  package var isBackward: Bool { rawValue & 1 == 1 }
  /// The same segment in the opposite direction.
  package var reversed: DirectedSegment { DirectedSegment(rawValue: rawValue ^ 1) }
  package var index: Int { Int(rawValue) }
}

/// A node of the turn-expanded graph that the search runs on: a directed segment and the
/// restrictions that the path so far puts on the path ahead.
///
/// Most directed segments have one arc. Destination-only roads have two (leaving, entering); a via
/// way of a turn restriction has one more for each such restriction.
package struct ArcID: Sendable, Hashable {
  package let rawValue: UInt32

  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  package init(_ index: Int) { rawValue = UInt32(index) }

  package var index: Int { Int(rawValue) }
}

/// Properties of a segment, as stored in the file.
package struct SegmentFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let roundabout = SegmentFlags(rawValue: 1)
  package static let ferry = SegmentFlags(rawValue: 2)
  /// Only for a journey that starts or ends here: `access` is private, destination, customers…
  package static let destinationOnly = SegmentFlags(rawValue: 4)
  /// In a small strongly connected component, cut off from the rest of the network.
  package static let island = SegmentFlags(rawValue: 8)
  /// A toll road.
  package static let toll = SegmentFlags(rawValue: 16)
  /// Without a paved surface.
  package static let unpaved = SegmentFlags(rawValue: 32)
  package static let tunnel = SegmentFlags(rawValue: 64)
  /// Other rules hold at certain times.
  package static let conditional = SegmentFlags(rawValue: 128)
  /// A marked crossing for pedestrians or cyclists.
  package static let crossing = SegmentFlags(rawValue: 256)
  /// Bicycles are pushed, not ridden, along the segment's points or against them.
  package static let pushedForward = SegmentFlags(rawValue: 512)
  package static let pushedBackward = SegmentFlags(rawValue: 1024)
  /// Closed along the segment's points, or against them, except at certain times.
  package static let closedForward = SegmentFlags(rawValue: 2048)
  package static let closedBackward = SegmentFlags(rawValue: 4096)
  /// Only for a journey that starts or ends here in one direction, open in the other.
  package static let destinationOnlyForward = SegmentFlags(rawValue: 8192)
  package static let destinationOnlyBackward = SegmentFlags(rawValue: 16384)
}

/// Properties of a turn, as stored in the file.
package struct TurnFlags: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// At a node where at least three segments meet.
  package static let junction = TurnFlags(rawValue: 1)
  /// Traffic signals apply to this approach.
  package static let signals = TurnFlags(rawValue: 2)
  /// Back onto the same segment.
  package static let uTurn = TurnFlags(rawValue: 4)
  /// Forbidden at certain times.
  package static let conditional = TurnFlags(rawValue: 8)
  /// At a mini-roundabout, whose circle is only painted.
  package static let miniRoundabout = TurnFlags(rawValue: 16)
  /// Only where nothing else leads (`TravelMetric.lastResortPenalty`): from a destination-only road
  /// back to the open ones, by a path that has come from there, through a private gate between open
  /// roads, and back where all that leads on is one-way.
  package static let lastResort = TurnFlags(rawValue: 32)
}

/// What a segment is like: one for many segments.
struct SegmentKind {
  /// The speeds forward and backward and the flags: 16 bits each.
  let packed: UInt64

  /// Centimetres a second; 0 where closed.
  func speed(isBackward: Bool) -> UInt16 {
    UInt16(truncatingIfNeeded: packed >> (isBackward ? 16 : 32))
  }

  var flags: SegmentFlags { SegmentFlags(rawValue: UInt16(truncatingIfNeeded: packed)) }
}

/// What a turn is like, apart from where it leads: one for many turns.
struct TurnKind {
  /// The angle, the flags and the cost: 8, 8 and 16 bits.
  let packed: UInt32

  /// In steps of 1.5 degrees, positive to the right, -120 ... 120.
  var angle: Int8 { Int8(truncatingIfNeeded: packed >> 24) }
  var flags: TurnFlags { TurnFlags(rawValue: UInt8(truncatingIfNeeded: packed >> 16)) }
  /// Hundredths of a second.
  var cost: UInt16 { UInt16(truncatingIfNeeded: packed) }
}
