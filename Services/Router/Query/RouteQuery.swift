/// Finds quickest paths by Dijkstra's algorithm over arcs, so turn costs are exact. Simple and
/// slow: it needs no preprocessing, and verifies the answers of `HierarchyQuery`.
///
/// Each worker has its own; it owns and reuses its working memory (about 28 bytes per arc), and its
/// search loops allocate nothing. Costs are whole milliseconds and add up the same forward and
/// backward, so every query about a pair has the same answer.
///
/// The label of an arc is the cost at its *entry* (forward), or from its entry to the target
/// (backward). A search stops when all ends are settled.
package final class RouteQuery: PathSearch {
  let network: RoadNetwork
  private(set) var metric: TravelMetric
  package private(set) var partial: PartialCosts
  private var space: SearchSpace

  package init(_ network: RoadNetwork, _ metric: TravelMetric) {
    self.network = network
    self.metric = metric
    partial = PartialCosts(network, metric)
    space = SearchSpace(arcCount: network.arcCount)
  }

  /// Switches to other weights of the same network.
  package func use(_ metric: TravelMetric) {
    guard metric !== self.metric else { return }
    self.metric = metric
    partial = PartialCosts(network, metric)
  }

  /// The bit that marks an origin as a start, not an arc.
  private static let startMark: UInt32 = 1 << 31

  package func quickest(from starts: [SegmentPosition], to ends: [SegmentPosition]) -> FoundPath? {
    searchForward(from: starts, to: SegmentPositionGroups(ends))
    guard let milliseconds = space.cost(ofEnd: 0) else { return nil }
    var arcs: [ArcID] = []
    var origin = space.labels.origin(network.arcCount)
    while origin & Self.startMark == 0 {
      arcs.append(ArcID(origin))
      origin = space.labels.origin(Int(origin))
    }
    let start = Int(origin & ~Self.startMark)
    arcs.append(ArcID(network.firstArc(of: starts[start].directedSegment)))
    return FoundPath(start: start, arcs: arcs.reversed(), milliseconds: milliseconds)
  }

  package func costs(from starts: [SegmentPosition], toEach targets: SegmentPositionGroups)
    -> [UInt32?]
  {
    searchForward(from: starts, to: targets)
    return targets.indices.map { space.cost(ofEnd: $0) }
  }

  package func costs(fromEach sources: SegmentPositionGroups, to ends: [SegmentPosition])
    -> [UInt32?]
  {
    space.prepare(ends: sources.indices.count)
    for index in sources.indices {
      let group = sources[index]
      for position in group {
        let arc = network.firstArc(of: position.directedSegment)
        space.add(
          end: index, cost: partial.costToLeave(position.offset, on: position.directedSegment),
          on: arc)
      }
      if let along = partial.quickestAlong(group, ends) {
        space.reach(space.arcCount + index, cost: along.milliseconds, origin: 0)
      }
    }
    for end in ends {
      let cost = partial.costToReach(end.offset, on: end.directedSegment)
      for arc in network.arcs(of: end.directedSegment) {
        space.reach(Int(arc), cost: cost, origin: 0)
      }
    }
    space.settleBackward(network, metric, ends: sources.indices.count)
    return sources.indices.map { space.cost(ofEnd: $0) }
  }

  /// Searches from the starts until every target is settled or the queue is empty. Afterwards
  /// `space` holds the cost of each target.
  private func searchForward(from starts: [SegmentPosition], to targets: SegmentPositionGroups) {
    space.prepare(ends: targets.indices.count)
    for index in targets.indices {
      let group = targets[index]
      for position in group {
        let cost = partial.costToReach(position.offset, on: position.directedSegment)
        for arc in network.arcs(of: position.directedSegment) {
          space.add(end: index, cost: cost, on: Int(arc))
        }
      }
      if let along = partial.quickestAlong(starts, group) {
        space.reach(
          space.arcCount + index, cost: along.milliseconds,
          origin: Self.startMark | UInt32(along.start))
      }
    }
    for (index, start) in starts.enumerated() {
      partial.forEachTurn(from: start) { arc, cost in
        space.reach(arc, cost: cost, origin: Self.startMark | UInt32(index))
      }
    }
    space.settleForward(network, metric, ends: targets.indices.count)
  }
}
