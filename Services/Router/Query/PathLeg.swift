import Messages

/// A path between two positions: its arcs in order; the first and the last are travelled in part.
package struct PathLeg: Sendable, Hashable {
  package let start: RoadPosition
  package let end: RoadPosition
  /// At least one; exactly one where both positions lie on the same arc with the end ahead.
  package let arcs: [ArcID]
  package let milliseconds: UInt32
}

/// No path connects the position number `leg` and the next one.
package struct NoPath: Error {
  package let leg: Int
}

extension PathSearch {
  /// The quickest path through all positions in order: a leg between each two.
  ///
  /// At a via point a path continues in its direction: it makes a U-turn only at a dead end, or at
  /// junctions where no path leads on otherwise. So a leg may take longer than it would alone; with
  /// two positions its time is the table's. On foot one may turn anywhere, and every leg takes the
  /// table's time.
  ///
  /// - Precondition: at least two positions.
  /// - Throws: `NoPath` for the first leg without a path.
  package func path(through positions: [RoadPosition]) throws(NoPath) -> [PathLeg] {
    let choices = try viaChoices(positions)
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

  /// The segment positions that a path uses at each position; `nil` where each leg may use any.
  private func viaChoices(_ positions: [RoadPosition]) throws(NoPath) -> [[SegmentPosition]]? {
    guard partial.network.profile != .foot else { return nil }
    do throws(NoPath) {
      return try ViaChoices(self, positions).segmentPositions
    } catch {
      let vias = positions.dropFirst().dropLast()
      guard !vias.isEmpty, vias.allSatisfy({ !$0.otherEnds.isEmpty }) else { throw error }
      return nil
    }
  }

  private func leg(
    from start: RoadPosition, _ starts: [SegmentPosition], to end: RoadPosition,
    _ ends: [SegmentPosition]
  ) -> PathLeg? {
    guard let path = quickest(from: starts, to: ends),
      let last = partial.end(of: path, from: starts, to: ends)
    else { return nil }
    return PathLeg(
      start: start.seen(from: starts[path.start]), end: end.seen(from: last), arcs: path.arcs,
      milliseconds: partial.milliseconds(of: path))
  }
}

/// Chooses the directed segments on which a path passes its via points.
///
/// A path leaves a via point along the directed segment on which it arrived, so the quickest way to
/// arrive may cost more later. A dynamic program keeps every way to arrive, with its least cost;
/// the choice follows from the costs alone, so every search finds the same legs.
private struct ViaChoices {
  /// By position: the segment positions that the path may use; exactly one at a via point.
  private(set) var segmentPositions: [[SegmentPosition]]

  private struct Arrival {
    let segmentPosition: SegmentPosition
    /// The cost from the first position.
    let cost: UInt64
    /// The number of the arrival at the previous position.
    let previous: Int

    /// By cost, then by number: a total order that does not depend on the search.
    func isBefore(_ other: Arrival) -> Bool {
      (cost, previous, segmentPosition.directedSegment.rawValue)
        < (other.cost, other.previous, other.segmentPosition.directedSegment.rawValue)
    }
  }

  init(_ search: some PathSearch, _ positions: [RoadPosition]) throws(NoPath) {
    let last = positions.count - 1
    segmentPositions = [search.partial.departures(positions[0])]
    segmentPositions += positions.dropFirst().map(search.partial.arrivals)
    guard last > 1 else { return }
    var stages = [segmentPositions[0].map { Arrival(segmentPosition: $0, cost: 0, previous: 0) }]
    for stage in 1...last {
      let all = Self.arrivals(search, after: stages[stage - 1], at: segmentPositions[stage])
      let kept = stage == last ? all : Self.firstArrivals(search, all)
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

  /// The cheapest way to arrive at each segment position, without those that cannot be reached.
  private static func arrivals(
    _ search: some PathSearch, after stage: [Arrival], at segmentPositions: [SegmentPosition]
  ) -> [Arrival] {
    var best = [Arrival?](repeating: nil, count: segmentPositions.count)
    for (number, passage) in stage.enumerated() {
      let costs = search.costs(
        from: [passage.segmentPosition], toEach: SegmentPositionGroups(each: segmentPositions))
      for (index, cost) in costs.enumerated() {
        guard let cost else { continue }
        let found = Arrival(
          segmentPosition: segmentPositions[index], cost: passage.cost + UInt64(cost),
          previous: number)
        if best[index].map({ found.isBefore($0) }) ?? true { best[index] = found }
      }
    }
    return best.compactMap { $0 }
  }

  /// The arrivals without those that pass the same point earlier: a path that passes a via point
  /// and comes back to it could have ended its leg the first time. What follows costs the same
  /// (except for the rounding of the two parts of a directed segment), and the detour belongs to
  /// the next leg.
  private static func firstArrivals(_ search: some PathSearch, _ all: [Arrival]) -> [Arrival] {
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
