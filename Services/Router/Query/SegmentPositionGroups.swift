/// The segment positions of many road positions in one array, grouped by road position.
package struct SegmentPositionGroups {
  private var all: [SegmentPosition] = []
  /// By group: the index in `all` after its last element.
  private var ends: [Int] = []

  /// One group for each segment position.
  init(each segmentPositions: [SegmentPosition]) {
    all = segmentPositions
    ends = Array(1..<all.count + 1)
  }

  /// A single group with all segment positions.
  init(_ segmentPositions: [SegmentPosition]) {
    all = segmentPositions
    ends = [all.count]
  }

  /// - Parameter forEachSegmentPosition: calls its body for each segment position of a road
  ///   position.
  init(
    _ positions: [RoadPosition],
    _ forEachSegmentPosition: (_ position: RoadPosition, _ body: (SegmentPosition) -> Void) -> Void
  ) {
    all.reserveCapacity(2 * positions.count)
    ends.reserveCapacity(positions.count)
    for position in positions {
      forEachSegmentPosition(position) { all.append($0) }
      ends.append(all.count)
    }
  }

  var indices: Range<Int> { ends.indices }

  @inline(__always)
  subscript(group: Int) -> ArraySlice<SegmentPosition> {
    all[(group == 0 ? 0 : ends[group - 1])..<ends[group]]
  }
}
