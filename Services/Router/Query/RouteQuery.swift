/// Finds quickest drives: Dijkstra's algorithm over arcs, so that turns are exact.
///
/// One object a worker; it owns the working memory (about 30 bytes an arc) and reuses it, and the
/// search loop allocates nothing. Costs are whole milliseconds and add up the same forward and
/// backward, so that every question about the same pair has the same answer.
///
/// The label of an arc is the cost at its *entry* (forward), or from its entry to the target
/// (backward). The ends are further numbers above the arcs, settled like them; a search stops when
/// all of them are.
package final class RouteQuery {
  let network: RoadNetwork
  let metric: TravelMetric
  let partial: PartialCosts
  var labels: SearchLabels
  var queue: SearchQueue
  var buckets: EndBuckets

  package init(_ network: RoadNetwork, _ metric: TravelMetric) {
    self.network = network
    self.metric = metric
    partial = PartialCosts(network, metric)
    labels = SearchLabels(capacity: network.arcCount)
    queue = SearchQueue(capacity: network.arcCount)
    buckets = EndBuckets(arcCount: network.arcCount)
  }

  /// Where a search starts: a place on an arc, and what was spent before.
  struct Start {
    let course: Course
    let offset: UInt32
    let cost: UInt32
  }

  /// Where a search may end: on any of these courses of one position.
  struct Target {
    let position: RoadPosition
    let courses: [Course]
  }

  /// Marks an origin that is a start, not an arc.
  static let startMark: UInt32 = 1 << 31

  func prepare(ends: Int) {
    labels.reserve(network.arcCount + ends)
    queue.reserve(network.arcCount + ends)
    labels.reset()
    queue.removeAll()
    buckets.removeAll()
  }
}

extension RouteQuery {
  /// Searches from the starts until every target is settled or nothing is left to see.
  ///
  /// Afterwards `labels` holds the cost of target `i` at `network.arcCount + i`.
  func searchForward(from starts: [Start], to targets: [Target]) {
    prepare(ends: targets.count)
    for (index, target) in targets.enumerated() {
      for course in target.courses {
        let cost = partial.costToReach(target.position.offset, on: course)
        for arc in network.arcs(of: course) {
          buckets.add(end: UInt32(index), cost: cost, on: arc)
        }
      }
    }
    for (index, start) in starts.enumerated() { seed(start, number: index, targets) }
    settleForward(targetCount: targets.count)
  }

  /// Leaves the start along its course: to targets ahead on it, and to the arcs after it.
  private func seed(_ start: Start, number: Int, _ targets: [Target]) {
    let arcs = network.arcs(of: start.course)
    guard !arcs.isEmpty else { return }
    let mark = Self.startMark | UInt32(number)
    for (index, target) in targets.enumerated()
    where target.position.segment == start.course.segment
      && target.courses.contains(start.course)
    {
      guard
        let cost = partial.costAlong(start.course, from: start.offset, to: target.position.offset)
      else { continue }
      reach(network.arcCount + index, cost: start.cost &+ cost, origin: mark)
    }
    let left = start.cost &+ partial.costToLeave(start.offset, on: start.course)
    for turn in network.turns(from: ArcID(arcs.lowerBound)) {
      reach(
        Int(network.turnTargets[turn]), cost: left &+ metric.turnMilliseconds[turn], origin: mark)
    }
  }

  @inline(__always)
  private func reach(_ number: Int, cost: UInt32, origin: UInt32) {
    if labels.improve(number, cost: cost, origin: origin) {
      queue.update(UInt32(number), key: cost)
    }
  }

  private func settleForward(targetCount: Int) {
    let arcCount = network.arcCount
    let (network, metric) = (network, metric)
    var left = targetCount
    while left > 0, let (cost, number) = queue.pop() {
      let arc = Int(number)
      if arc >= arcCount {
        left -= 1
        continue
      }
      var entry = buckets.first(on: arc)
      while entry != EndBuckets.none {
        let end = buckets[entry]
        reach(arcCount + Int(end.end), cost: cost &+ end.cost, origin: number)
        entry = buckets.next(after: entry)
      }
      let (after, isOver) = cost.addingReportingOverflow(metric.arcMilliseconds[arc])
      if isOver || after > Self.maximumMilliseconds { continue }
      for turn in Int(network.firstTurn[arc])..<Int(network.firstTurn[arc + 1]) {
        reach(
          Int(network.turnTargets[turn]), cost: after &+ metric.turnMilliseconds[turn],
          origin: number)
      }
    }
  }

  /// The search looks no farther: 23 days. One more arc and turn cannot overflow 32 bits.
  static let maximumMilliseconds: UInt32 = 2_000_000_000
}
