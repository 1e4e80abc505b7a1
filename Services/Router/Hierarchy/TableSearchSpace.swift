/// The working memory of a table's row or column, and its loops: one climb from the single side,
/// then the cost of each rank on the other side on demand, starting at its nearest ancestor with a
/// known cost.
///
/// Source: Strasser and Zeitz, "A fast and tight heuristic for A* in road networks" (2021): their
/// lazy one-to-many search, here along the elimination tree.
struct TableSearchSpace {
  private let hierarchy: Hierarchy
  private var climb: EliminationTreeClimb
  /// By rank: the cost between the single side and it; where `isKnown` is false, only over lower
  /// ranks of the climb.
  private var costs: [UInt32]
  private var isKnown: [Bool]
  /// The ranks with a cost.
  private var known: [UInt32] = []

  init(_ hierarchy: Hierarchy) {
    self.hierarchy = hierarchy
    climb = EliminationTreeClimb(hierarchy)
    costs = Array(repeating: TravelMetric.infinity, count: hierarchy.rankCount)
    isKnown = Array(repeating: false, count: hierarchy.rankCount)
  }

  /// Forgets the last table.
  mutating func reset() {
    climb.reset()
    for rank in known {
      costs[Int(rank)] = TravelMetric.infinity
      isKnown[Int(rank)] = false
    }
    known.removeAll(keepingCapacity: true)
  }

  /// Adds a rank of the single side. `search` must follow.
  mutating func start(at rank: UInt32, cost: UInt32) {
    costs[Int(rank)] = min(costs[Int(rank)], cost)
    climb.start(at: rank)
  }

  /// Climbs from the starts to the top.
  ///
  /// - Parameter isForward: whether paths lead from the starts; otherwise they lead to them.
  mutating func search(_ metric: HierarchyMetric, isForward: Bool) {
    while let rank = climb.next() {
      let cost = costs[rank]
      guard cost < TravelMetric.infinity else { continue }
      let row = isForward ? hierarchy.outRow(rank) : hierarchy.intoRow(rank)
      for edge in metric.edges.row(row, hierarchy.edges(row: row)) {
        costs[Int(edge.head)] = min(costs[Int(edge.head)], cost &+ edge.weight)
      }
    }
    known += climb.passed
    for rank in climb.passed.reversed() { complete(Int(rank), metric, isForward: isForward) }
  }

  /// The ranks of the climb, ascending, with their costs.
  var climbed: [(rank: UInt32, cost: UInt32)] {
    climb.passed.map { (rank: $0, cost: costs[Int($0)]) }
  }

  /// The cost between the starts and a rank, after `search` in the same direction; `infinity` where
  /// there is no path.
  mutating func cost(of rank: UInt32, _ metric: HierarchyMetric, isForward: Bool) -> UInt32 {
    let first = known.count
    var next = rank
    while next != Hierarchy.none, !isKnown[Int(next)] {
      known.append(next)
      next = hierarchy.parent(of: next)
    }
    for index in (first..<known.count).reversed() {
      complete(Int(known[index]), metric, isForward: isForward)
    }
    return costs[Int(rank)]
  }

  /// Computes the final cost of a rank, from its ancestors whose costs are final.
  @inline(__always)
  private mutating func complete(_ rank: Int, _ metric: HierarchyMetric, isForward: Bool) {
    let row = isForward ? hierarchy.intoRow(rank) : hierarchy.outRow(rank)
    var cost = costs[rank]
    for edge in metric.edges.row(row, hierarchy.edges(row: row)) {
      cost = min(cost, costs[Int(edge.head)] &+ edge.weight)
    }
    costs[rank] = cost
    isKnown[rank] = true
  }
}
