import Algorithms

/// The rules of a network that depend on the time or the vehicle; columns as in `NetworkSection`.
struct NetworkRules: Sendable {
  let limitedSegments: MappedArray<UInt32>
  let segmentLimits: MappedArray<UInt64>
  let limitedTurns: MappedArray<UInt32>
  let turnLimits: MappedArray<UInt64>
  let hours: MappedArray<UInt32>
  let ruledSegments: MappedArray<UInt32>
  let segmentRules: MappedArray<UInt64>
  let ruledTurns: MappedArray<UInt32>
  let turnHours: MappedArray<UInt32>

  /// - Throws: `inconsistent` where a section does not lie in the file.
  init(_ sections: NetworkSections) throws(NetworkFileError) {
    limitedSegments = try sections.array(.limitedSegments, of: UInt32.self)
    segmentLimits = try sections.array(.segmentLimits, of: UInt64.self)
    limitedTurns = try sections.array(.limitedTurns, of: UInt32.self)
    turnLimits = try sections.array(.turnLimits, of: UInt64.self)
    hours = try sections.array(.hours, of: UInt32.self)
    ruledSegments = try sections.array(.ruledSegments, of: UInt32.self)
    segmentRules = try sections.array(.segmentRules, of: UInt64.self)
    ruledTurns = try sections.array(.ruledTurns, of: UInt32.self)
    turnHours = try sections.array(.turnHours, of: UInt32.self)
  }

  /// Whether rules that can be read hold on a segment at certain times. Logarithmic.
  func hasRules(on segment: SegmentID) -> Bool {
    let first = ruledSegments.partitioningIndex { $0 >= segment.rawValue << 1 }
    return first < ruledSegments.count && ruledSegments[first] >> 1 == segment.rawValue
  }

  /// Whether all numbers are in range.
  func isSound(segments: Int, turns: Int, names: Int) -> Bool {
    limitedSegments.isAscending(below: segments) && limitedTurns.isAscending(below: turns)
      && ruledSegments.isAscending(below: 2 * segments) && ruledTurns.isAscending(below: turns)
      && segmentLimits.count == limitedSegments.count && turnLimits.count == limitedTurns.count
      && segmentRules.count == ruledSegments.count && turnHours.count == ruledTurns.count
      && hours.allSatisfy { Int($0) < names }
      && turnHours.allSatisfy { Int($0) < hours.count }
      && segmentRules.allSatisfy { rule in
        RoadRule(packed: rule).map { $0.hours < hours.count } ?? false
      }
  }
}
