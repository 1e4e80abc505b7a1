/// Finds quickest paths in the hierarchy: the same answers as `RouteQuery`, in microseconds.
///
/// Each worker has its own; it owns and reuses its working memory (21 bytes per arc), and its loops
/// allocate nothing. Costs are whole milliseconds, exactly those of `RouteQuery`.
package final class HierarchyQuery: PathSearch {
  /// The current weights.
  private(set) var metric: HierarchyMetric
  package private(set) var partial: PartialCosts
  private let hierarchy: Hierarchy
  private var space: HierarchySearchSpace
  private var table: TableSearchSpace
  /// The edges of the path that are still to be unpacked, as a stack.
  private var packed: [(tail: UInt32, head: UInt32)] = []

  package init(_ metric: HierarchyMetric) {
    self.metric = metric
    partial = PartialCosts(metric.network, metric.travel)
    hierarchy = metric.network.hierarchy
    space = HierarchySearchSpace(metric.network.hierarchy)
    table = TableSearchSpace(metric.network.hierarchy)
  }

  /// Switches to other weights of the same network.
  package func use(_ metric: HierarchyMetric) {
    guard metric !== self.metric else { return }
    self.metric = metric
    partial = PartialCosts(metric.network, metric.travel)
  }

  package func quickest(from starts: [SegmentPosition], to ends: [SegmentPosition]) -> FoundPath? {
    let along = partial.quickestAlong(starts, ends)
    guard let found = search(from: starts, to: ends, quickerThan: along?.milliseconds) else {
      return along.map {
        FoundPath(
          start: $0.start, arcs: [arc(of: starts[$0.start])], milliseconds: $0.milliseconds)
      }
    }
    return path(from: starts, found)
  }

  /// The search alone, for paths that leave the starts' directed segments.
  package func search(
    from starts: [SegmentPosition], to ends: [SegmentPosition], quickerThan limit: UInt32?
  ) -> HierarchySearchSpace.SearchResult? {
    space.reset()
    for (index, start) in starts.enumerated() { leave(start, mark: UInt32(index)) }
    for end in ends { reach(end) }
    return space.search(metric, limit: limit ?? TravelMetric.infinity)
  }

  package func costs(from starts: [SegmentPosition], toEach targets: SegmentPositionGroups)
    -> [UInt32?]
  {
    climb(from: starts)
    return targets.indices.map { index in
      let group = targets[index]
      var least = partial.quickestAlong(starts, group)?.milliseconds ?? TravelMetric.infinity
      for position in group {
        let part = partial.costToReach(position.offset, on: position.directedSegment)
        for arc in partial.network.arcs(of: position.directedSegment) {
          let cost = table.cost(of: arc, metric, isForward: true)
          least = min(least, cost &+ part)
        }
      }
      return least < TravelMetric.infinity ? least : nil
    }
  }

  package func costs(fromEach sources: SegmentPositionGroups, to ends: [SegmentPosition])
    -> [UInt32?]
  {
    climb(to: ends)
    return sources.indices.map { index in
      let group = sources[index]
      var least = partial.quickestAlong(group, ends)?.milliseconds ?? TravelMetric.infinity
      for position in group { least = min(least, cost(from: position, to: ends)) }
      return least < TravelMetric.infinity ? least : nil
    }
  }

  /// Climbs from the single side of a table, for paths that leave the starts' directed segments.
  func climb(from starts: [SegmentPosition]) {
    table.reset()
    for start in starts {
      partial.forEachTurn(from: start) { arc, cost in
        table.start(at: UInt32(arc), cost: cost)
      }
    }
    table.search(metric, isForward: true)
  }

  /// Climbs from the single side of a table, for paths that lead to the ends.
  func climb(to ends: [SegmentPosition]) {
    table.reset()
    for end in ends {
      let cost = partial.costToReach(end.offset, on: end.directedSegment)
      for arc in partial.network.arcs(of: end.directedSegment) {
        table.start(at: arc, cost: cost)
      }
    }
    table.search(metric, isForward: false)
  }

  /// The ranks of the last climb, ascending, with their costs.
  var climbedCosts: [(rank: UInt32, cost: UInt32)] { table.climbed }

  /// The cost from a position to the ends, for paths that leave its directed segment.
  func cost(from position: SegmentPosition, to ends: [SegmentPosition]) -> UInt32 {
    guard ends.contains(where: { $0.directedSegment == position.directedSegment }) else {
      // Then every path from the entry of its arc passes the arc's end, and one label is enough.
      let arc = partial.network.firstArc(of: position.directedSegment)
      let cost = table.cost(of: UInt32(arc), metric, isForward: false)
      guard cost < TravelMetric.infinity else { return TravelMetric.infinity }
      let left = partial.costToLeave(position.offset, on: position.directedSegment)
      return cost &- metric.travel.arcMilliseconds[arc] &+ left
    }
    var least = TravelMetric.infinity
    partial.forEachTurn(from: position) { arc, cost in
      let rest = table.cost(of: UInt32(arc), metric, isForward: false)
      least = min(least, rest &+ cost)
    }
    return least
  }

  /// The search starts at the arcs after the first, so that a path may return to its first segment.
  private func leave(_ position: SegmentPosition, mark: UInt32) {
    partial.forEachTurn(from: position) { arc, cost in
      space.leave(UInt32(arc), cost: cost, mark: Self.startMark | mark)
    }
  }

  private func reach(_ position: SegmentPosition) {
    let cost = partial.costToReach(position.offset, on: position.directedSegment)
    for arc in partial.network.arcs(of: position.directedSegment) {
      space.reach(arc, cost: cost, mark: Self.startMark)
    }
  }

  /// The bit that marks an origin as a start, not a rank.
  private static let startMark: UInt32 = 1 << 31

  private func arc(of position: SegmentPosition) -> ArcID {
    ArcID(partial.network.firstArc(of: position.directedSegment))
  }
}

// Unpacking.
extension HierarchyQuery {
  /// The path of a search result.
  private func path(from starts: [SegmentPosition], _ found: HierarchySearchSpace.SearchResult)
    -> FoundPath
  {
    packed.removeAll(keepingCapacity: true)
    var rank = found.top
    while case let next = space.destination(rank), next & Self.startMark == 0 {
      packed.append((rank, next))
      rank = next
    }
    packed.reverse()
    rank = found.top
    while case let last = space.origin(rank), last & Self.startMark == 0 {
      packed.append((last, rank))
      rank = last
    }
    let start = Int(space.origin(rank) & ~Self.startMark)
    var arcs = [arc(of: starts[start]), ArcID(rank)]
    unpack(into: &arcs)
    return FoundPath(start: start, arcs: arcs, milliseconds: found.milliseconds)
  }

  /// Unpacks the stack of edges and appends the arcs they lead to.
  private func unpack(into arcs: inout [ArcID]) {
    while let (tail, head) = packed.popLast() {
      // A valid hierarchy has every edge that the search used.
      guard let edge = hierarchy.edge(from: tail, to: head) else { return }
      let middle = metric.middles[edge, hierarchy.row(from: tail, to: head)]
      if middle == Hierarchy.none {
        arcs.append(ArcID(head))
      } else {
        packed.append((middle, head))
        packed.append((tail, middle))
      }
    }
  }
}
