/// The working memory of a search and its loops. A separate value, so that a search accesses it
/// exclusively as a whole and pays for no exclusivity check per step.
///
/// Numbers below `arcCount` are arcs, the others are ends: both are queued and settled in the same
/// way.
struct SearchSpace {
  private(set) var labels: SearchLabels
  private var queue: SearchQueue
  private(set) var buckets: EndBuckets
  let arcCount: Int

  init(arcCount: Int) {
    self.arcCount = arcCount
    labels = SearchLabels(capacity: arcCount)
    queue = SearchQueue(capacity: arcCount)
    buckets = EndBuckets(arcCount: arcCount)
  }

  /// Resets the labels and the queue. Allocates only if no earlier search had as many ends.
  mutating func prepare(ends: Int) {
    labels.reserve(arcCount + ends)
    queue.reserve(arcCount + ends)
    labels.reset()
    queue.removeAll()
    buckets.removeAll()
  }

  /// The cost of an end; `nil` where it was not reached.
  func cost(ofEnd end: Int) -> UInt32? {
    let cost = labels.cost(arcCount + end)
    return cost < TravelMetric.infinity ? cost : nil
  }

  mutating func add(end: Int, cost: UInt32, on arc: Int) {
    buckets.add(end: UInt32(end), cost: cost, on: arc)
  }

  @inline(__always)
  mutating func reach(_ number: Int, cost: UInt32, origin: UInt32) {
    if labels.improve(number, cost: cost, origin: origin) {
      queue.update(UInt32(number), key: cost)
    }
  }

  /// Dijkstra's algorithm forward, until `ends` ends are settled or the queue is empty.
  mutating func settleForward(_ network: RoadNetwork, _ metric: TravelMetric, ends: Int) {
    var left = ends
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
      if cost >= TravelMetric.infinity { continue }
      let after = min(TravelMetric.infinity, cost &+ metric.arcMilliseconds[arc])
      for turn in network.turns(from: ArcID(arc)) {
        reach(
          network.target(ofTurn: turn, from: ArcID(number)).index,
          cost: after &+ metric.turnMilliseconds[turn], origin: number)
      }
    }
  }

  /// Dijkstra's algorithm backward, until `ends` ends are settled or the queue is empty.
  mutating func settleBackward(_ network: RoadNetwork, _ metric: TravelMetric, ends: Int) {
    var left = ends
    while left > 0, let (cost, number) = queue.pop() {
      let arc = Int(number)
      if arc >= arcCount {
        left -= 1
        continue
      }
      if cost >= TravelMetric.infinity { continue }
      for origin in network.origins(onto: arc) {
        let turn = network.turn(from: origin, onto: arc)
        let turned = min(TravelMetric.infinity, cost &+ metric.turnMilliseconds[turn])
        reach(origin, cost: turned &+ metric.arcMilliseconds[origin], origin: number)
        var entry = buckets.first(on: origin)
        while entry != EndBuckets.none {
          let end = buckets[entry]
          reach(arcCount + Int(end.end), cost: turned &+ end.cost, origin: number)
          entry = buckets.next(after: entry)
        }
      }
    }
  }
}
