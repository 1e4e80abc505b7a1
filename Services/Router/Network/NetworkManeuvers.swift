import Algorithms

/// The instructions that the map itself gives for some turns; columns as in `NetworkSection`.
struct NetworkManeuvers: Sendable {
  let entries: MappedArray<UInt32>
  let actions: MappedArray<UInt32>
  let firstSegment: MappedArray<UInt32>
  let segments: MappedArray<UInt32>

  /// - Throws: `inconsistent` where a section does not lie in the file.
  init(_ sections: NetworkSections) throws(NetworkFileError) {
    entries = try sections.array(.maneuverEntries, of: UInt32.self)
    actions = try sections.array(.maneuverActions, of: UInt32.self)
    firstSegment = try sections.array(.firstManeuverSegment, of: UInt32.self)
    segments = try sections.array(.maneuverSegments, of: UInt32.self)
  }

  /// What the map says of the turn onto a directed segment of a path; `nil` for nothing, as nearly
  /// always. Logarithmic in what the map says.
  ///
  /// - Parameter segment: the path's directed segment at an offset from the one asked for, or
  ///   before
  ///   it; `nil` beyond its ends.
  func action(
    onto entry: DirectedSegment, _ segment: (Int) -> DirectedSegment?
  ) -> ManeuverAction? {
    var index = entries.partitioningIndex { $0 >= entry.rawValue }
    while index < entries.count, entries[index] == entry.rawValue {
      let sequence = Int(firstSegment[index])..<Int(firstSegment[index + 1])
      let own = sequence.dropFirst().first { segments[$0] == entry.rawValue }
      if let own, sequence.allSatisfy({ segment($0 - own)?.rawValue == segments[$0] }) {
        return ManeuverAction(packed: actions[index])
      }
      index += 1
    }
    return nil
  }

  /// Whether all numbers are in range.
  func isSound(segments count: Int) -> Bool {
    actions.count == entries.count && entries.isAscending(below: 2 * count)
      && firstSegment.isStarts(of: entries.count, in: segments.count)
      && segments.allSatisfy { Int($0) < 2 * count }
      && actions.allSatisfy { ManeuverAction(packed: $0) != nil }
  }
}
