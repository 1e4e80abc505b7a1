/// Finds quickest drives: Dijkstra's algorithm over arcs, so that turns are exact.
///
/// One object a worker; it owns the working memory (about 28 bytes an arc) and reuses it, and the
/// search loops allocate nothing. Costs are whole milliseconds and add up the same forward and
/// backward, so that every question about the same pair has the same answer.
///
/// The label of an arc is the cost at its *entry* (forward), or from its entry to the target
/// (backward). A search stops when all ends are settled.
package final class RouteQuery {
  let network: RoadNetwork
  private(set) var metric: TravelMetric
  private(set) var partial: PartialCosts
  var space: SearchSpace

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

  /// Where a search starts: a place on a course, and what was spent before.
  struct Start {
    let place: CoursePlace
    let cost: UInt32
  }

  /// Where a search may end: at any of these places of one position.
  struct Target {
    let places: [CoursePlace]
  }

  /// Marks an origin that is a start, not an arc.
  static let startMark: UInt32 = 1 << 31

  /// Searches from the starts until every target is settled or nothing is left to see. Afterwards
  /// `space` holds the cost of each target.
  func searchForward(from starts: [Start], to targets: [Target]) {
    space.prepare(ends: targets.count)
    for (index, target) in targets.enumerated() {
      for place in target.places {
        let cost = partial.costToReach(place.offset, on: place.course)
        for arc in network.arcs(of: place.course) { space.add(end: index, cost: cost, on: arc) }
      }
    }
    for (index, start) in starts.enumerated() { leave(start, number: index, targets) }
    space.settleForward(network, metric, ends: targets.count)
  }

  /// Leaves a start along its course: to targets ahead on it, and to the arcs after it.
  private func leave(_ start: Start, number: Int, _ targets: [Target]) {
    let arcs = network.arcs(of: start.place.course)
    guard !arcs.isEmpty else { return }
    let mark = Self.startMark | UInt32(number)
    for (index, target) in targets.enumerated() {
      for place in target.places where place.course == start.place.course {
        guard
          let along = partial.costAlong(
            place.course, from: start.place.offset, to: place.offset)
        else { continue }
        space.reach(space.arcCount + index, cost: start.cost &+ along, origin: mark)
      }
    }
    let left =
      start.cost &+ partial.costToLeave(start.place.offset, on: start.place.course)
    for turn in network.turns(from: ArcID(arcs.lowerBound)) {
      space.reach(
        Int(network.turnTargets[turn]), cost: left &+ metric.turnMilliseconds[turn], origin: mark)
    }
  }
}
