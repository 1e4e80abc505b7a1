/// Finds quickest drives: Dijkstra's algorithm over arcs, so that turns are exact. Plain and slow:
/// it needs nothing made beforehand, and judges the answers of `HierarchyQuery`.
///
/// One object a worker; it owns the working memory (about 28 bytes an arc) and reuses it, and the
/// search loops allocate nothing. Costs are whole milliseconds and add up the same forward and
/// backward, so that every question about the same pair has the same answer.
///
/// The label of an arc is the cost at its *entry* (forward), or from its entry to the target
/// (backward). A search stops when all ends are settled.
package final class RouteQuery: RoadSearch {
  let network: RoadNetwork
  private(set) var metric: TravelMetric
  private(set) var partial: PartialCosts
  private var space: SearchSpace

  package init(_ network: RoadNetwork, _ metric: TravelMetric) {
    self.network = network
    self.metric = metric
    partial = PartialCosts(network, metric)
    space = SearchSpace(arcCount: network.arcCount)
  }

  /// Answers by these weights of the same network from now on.
  package func use(_ metric: TravelMetric) {
    guard metric !== self.metric else { return }
    self.metric = metric
    partial = PartialCosts(network, metric)
  }

  /// Marks an origin that is a start, not an arc.
  private static let startMark: UInt32 = 1 << 31

  func quickest(from starts: [CoursePlace], to ends: [CoursePlace]) -> FoundDrive? {
    searchForward(from: starts, to: [ends])
    guard let milliseconds = space.cost(ofEnd: 0) else { return nil }
    var arcs: [ArcID] = []
    var origin = space.labels.origin(network.arcCount)
    while origin & Self.startMark == 0 {
      arcs.append(ArcID(origin))
      origin = space.labels.origin(Int(origin))
    }
    let start = Int(origin & ~Self.startMark)
    arcs.append(ArcID(network.arcs(of: starts[start].course).lowerBound))
    return FoundDrive(start: start, arcs: arcs.reversed(), milliseconds: milliseconds)
  }

  func costs(from starts: [CoursePlace], toEach targets: [[CoursePlace]]) -> [UInt32?] {
    searchForward(from: starts, to: targets)
    return targets.indices.map { space.cost(ofEnd: $0) }
  }

  func costs(fromEach sources: [[CoursePlace]], to ends: [CoursePlace]) -> [UInt32?] {
    space.prepare(ends: sources.count)
    for (index, places) in sources.enumerated() {
      for place in places {
        let arc = network.arcs(of: place.course).lowerBound
        space.add(
          end: index, cost: partial.costToLeave(place.offset, on: place.course), on: arc)
      }
      if let along = partial.quickestAlong(places, ends) {
        space.reach(space.arcCount + index, cost: along.milliseconds, origin: 0)
      }
    }
    for end in ends {
      let cost = partial.costToReach(end.offset, on: end.course)
      for arc in network.arcs(of: end.course) { space.reach(arc, cost: cost, origin: 0) }
    }
    space.settleBackward(network, metric, ends: sources.count)
    return sources.indices.map { space.cost(ofEnd: $0) }
  }

  /// Searches from the starts until every target is settled or nothing is left to see. Afterwards
  /// `space` holds the cost of each target.
  private func searchForward(from starts: [CoursePlace], to targets: [[CoursePlace]]) {
    space.prepare(ends: targets.count)
    for (index, places) in targets.enumerated() {
      for place in places {
        let cost = partial.costToReach(place.offset, on: place.course)
        for arc in network.arcs(of: place.course) { space.add(end: index, cost: cost, on: arc) }
      }
      if let along = partial.quickestAlong(starts, places) {
        space.reach(
          space.arcCount + index, cost: along.milliseconds,
          origin: Self.startMark | UInt32(along.start))
      }
    }
    for (index, start) in starts.enumerated() {
      partial.forEachWay(from: start) { arc, cost in
        space.reach(arc, cost: cost, origin: Self.startMark | UInt32(index))
      }
    }
    space.settleForward(network, metric, ends: targets.count)
  }
}
