/// The drive between two positions: the arcs in order, the first and last of them in part.
package struct PathLeg: Sendable, Hashable {
  package let start: RoadPosition
  package let end: RoadPosition
  /// At least one; one where both positions lie on the same arc, the end ahead.
  package let arcs: [ArcID]
  package let milliseconds: UInt32
}

/// Which two positions no road connects: `leg` and the one after it.
package struct NoPath: Error {
  package let leg: Int
}

extension RoadSearch {
  /// The quickest drive through all positions in order, a leg between each two.
  ///
  /// At a position between, the drive goes on as it came: it turns round only at a dead end. So the
  /// legs may take longer than each would alone; with two positions the time is the table's. Who
  /// walks turns where he likes, and every leg is the table's.
  ///
  /// - Precondition: at least two positions.
  /// - Throws: `NoPath` for the first leg that no road serves.
  package func path(through positions: [RoadPosition]) throws(NoPath) -> [PathLeg] {
    let choices =
      partial.network.profile == .foot ? nil : try ViaChoices(self, positions).segmentPositions
    var legs: [PathLeg] = []
    for number in 0..<positions.count - 1 {
      let leg = leg(
        from: positions[number], choices?[number] ?? partial.departures(positions[number]),
        to: positions[number + 1], choices?[number + 1] ?? partial.arrivals(positions[number + 1]))
      guard let leg else { throw NoPath(leg: number) }
      legs.append(leg)
    }
    return legs
  }

  private func leg(
    from start: RoadPosition, _ starts: [SegmentPosition], to end: RoadPosition,
    _ ends: [SegmentPosition]
  ) -> PathLeg? {
    guard let drive = quickest(from: starts, to: ends),
      let last = partial.end(of: drive, from: starts, among: ends)
    else { return nil }
    return PathLeg(
      start: start.seen(from: starts[drive.start]), end: end.seen(from: last), arcs: drive.arcs,
      milliseconds: drive.milliseconds)
  }
}

/// On which directed segments a drive passes its via points.
///
/// One leaves a via point along the directed segment on which one came, so the quickest way there may be the
/// dearer drive later. All ways to come are kept, with the least cost of each; which of them the
/// drive takes follows from the costs alone, so that every search finds the same legs.
private struct ViaChoices {
  /// By position: where the drive may pass; one place for a via point.
  private(set) var segmentPositions: [[SegmentPosition]]

  private struct Passage {
    let segmentPosition: SegmentPosition
    /// From the first position.
    let cost: UInt64
    /// The number of the passage of the position before.
    let previous: Int

    /// Cheaper, or as cheap and lower in number: the same order whatever the search.
    func isBefore(_ other: Passage) -> Bool {
      (cost, previous, segmentPosition.directedSegment.rawValue)
        < (other.cost, other.previous, other.segmentPosition.directedSegment.rawValue)
    }
  }

  init(_ search: some RoadSearch, _ positions: [RoadPosition]) throws(NoPath) {
    let last = positions.count - 1
    segmentPositions = [search.partial.departures(positions[0])]
    segmentPositions += positions.dropFirst().map(search.partial.arrivals)
    guard last > 1 else { return }
    var stages = [segmentPositions[0].map { Passage(segmentPosition: $0, cost: 0, previous: 0) }]
    for stage in 1...last {
      let all = Self.passages(search, after: stages[stage - 1], at: segmentPositions[stage])
      let kept = stage == last ? all : Self.firstPassages(search, all)
      guard !kept.isEmpty else { throw NoPath(leg: stage - 1) }
      stages.append(kept)
    }
    guard var choice = stages[last].indices.min(by: { stages[last][$0].isBefore(stages[last][$1]) })
    else { return }
    for stage in stride(from: last, through: 0, by: -1) {
      segmentPositions[stage] = [stages[stage][choice].segmentPosition]
      choice = stages[stage][choice].previous
    }
  }

  /// The cheapest way to come to each place; those that cannot be reached are left out.
  private static func passages(
    _ search: some RoadSearch, after stage: [Passage], at segmentPositions: [SegmentPosition]
  ) -> [Passage] {
    var best = [Passage?](repeating: nil, count: segmentPositions.count)
    for (number, passage) in stage.enumerated() {
      let costs = search.costs(
        from: [passage.segmentPosition], toEach: SegmentPositionGroups(each: segmentPositions))
      for (index, cost) in costs.enumerated() {
        guard let cost else { continue }
        let found = Passage(
          segmentPosition: segmentPositions[index], cost: passage.cost + UInt64(cost),
          previous: number)
        if best[index].map({ found.isBefore($0) }) ?? true { best[index] = found }
      }
    }
    return best.compactMap { $0 }
  }

  /// The passages without those that pass the same point before: who drives past a stop and comes
  /// back to it could as well have stopped at once. What follows costs the same (but for the
  /// rounding of the two parts of a directed segment), and the way round belongs to the next leg.
  private static func firstPassages(_ search: some RoadSearch, _ all: [Passage]) -> [Passage] {
    guard all.count > 1 else { return all }
    var isLate = [Bool](repeating: false, count: all.count)
    for early in all {
      let round = search.costs(
        from: [early.segmentPosition],
        toEach: SegmentPositionGroups(each: all.map(\.segmentPosition)))
      for (index, late) in all.enumerated() where early.isBefore(late) {
        guard let round = round[index], early.segmentPosition != late.segmentPosition else {
          continue
        }
        if early.cost + UInt64(round) <= late.cost + 1 { isLate[index] = true }
      }
    }
    return all.indices.filter { !isLate[$0] }.map { all[$0] }
  }
}
