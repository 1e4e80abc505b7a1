/// The working memory of a search in the hierarchy, and its loops. A value of its own, so that a
/// search holds it for as long as it runs and no step asks whether it may.
///
/// The search climbs from the arcs after the start and from those of the end at once. The climb
/// goes from each rank to its parent in the elimination tree, so it meets all heads of all edges in
/// ascending order and needs no queue. Source: see `Hierarchy`.
struct HierarchySpace {
  /// What a search knows of a rank.
  private struct Labels {
    /// The least cost from the start, and the rank below (or the start) it came from.
    var out = HierarchySpace.unreached
    /// The least cost to the end, likewise.
    var into = HierarchySpace.unreached
  }

  private let hierarchy: Hierarchy
  private var labels: [Labels]
  /// The ranks that have labels, in ascending order once the search is done.
  private var climbed: [UInt32] = []
  /// The ranks at which the search stands, each of another branch of the elimination tree.
  private var climbers: [UInt32] = []
  /// By rank: its cost to the end or from the start, where a table knows it.
  private var known: [UInt32]
  private var knownRanks: [UInt32] = []
  private var pending: [UInt32] = []

  private static let unreached = UInt64(TravelMetric.endless) << 32
  private static let unknown = UInt32.max

  init(_ hierarchy: Hierarchy) {
    self.hierarchy = hierarchy
    labels = Array(repeating: Labels(), count: hierarchy.rankCount)
    known = Array(repeating: Self.unknown, count: hierarchy.rankCount)
  }

  /// Forgets the last search.
  mutating func reset() {
    for rank in climbed { labels[Int(rank)] = Labels() }
    climbed.removeAll(keepingCapacity: true)
    for rank in climbers { labels[Int(rank)] = Labels() }
    climbers.removeAll(keepingCapacity: true)
    for rank in knownRanks { known[Int(rank)] = Self.unknown }
    knownRanks.removeAll(keepingCapacity: true)
  }

  /// Starts at a rank. `mark` tells the start later.
  mutating func leave(_ rank: UInt32, cost: UInt32, mark: UInt32) {
    labels[Int(rank)].out = min(labels[Int(rank)].out, Self.label(cost, mark))
    climbers.append(rank)
  }

  /// Ends at a rank.
  mutating func reach(_ rank: UInt32, cost: UInt32, mark: UInt32) {
    labels[Int(rank)].into = min(labels[Int(rank)].into, Self.label(cost, mark))
    climbers.append(rank)
  }

  /// The rank or mark from which the least cost from the start came.
  func origin(_ rank: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: labels[Int(rank)].out) }

  /// The rank or mark from which the least cost to the end came.
  func destination(_ rank: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: labels[Int(rank)].into)
  }

  private static func label(_ cost: UInt32, _ mark: UInt32) -> UInt64 {
    UInt64(cost) << 32 | UInt64(mark)
  }

  /// The next rank to climb from, in ascending order; `nil` at the top.
  @inline(__always)
  private mutating func nextRank() -> Int? {
    if climbers.count == 1 {
      let rank = climbers[0]
      climb(0, from: rank)
      return Int(rank)
    }
    return nextOfSeveral()
  }

  private mutating func nextOfSeveral() -> Int? {
    guard let lowest = climbers.min() else { return nil }
    // All that stand there go on as one.
    while let last = climbers.lastIndex(of: lowest), last != climbers.firstIndex(of: lowest) {
      climbers.remove(at: last)
    }
    if let index = climbers.firstIndex(of: lowest) { climb(index, from: lowest) }
    return Int(lowest)
  }

  @inline(__always)
  private mutating func climb(_ index: Int, from rank: UInt32) {
    climbed.append(rank)
    let parent = hierarchy.parents[Int(rank)]
    if parent == Hierarchy.none { climbers.remove(at: index) } else { climbers[index] = parent }
  }
}

// One start, one end.
extension HierarchySpace {
  /// The least cost, and the highest rank of the way.
  struct Found {
    let milliseconds: UInt32
    let top: UInt32
  }

  /// Climbs from all starts and ends; `nil` where no way is quicker than `limit` milliseconds.
  mutating func search(_ metric: HierarchyMetric, limit: UInt32) -> Found? {
    var best = min(limit, TravelMetric.endless)
    var top = Hierarchy.none
    while let rank = nextRank() {
      let (out, into) = (labels[rank].out, labels[rank].into)
      let (left, right) = (UInt32(out >> 32), UInt32(into >> 32))
      if left &+ right < best { (best, top) = (left &+ right, UInt32(rank)) }
      if left < best { climbOut(from: rank, left, metric.edges) }
      if right < best { climbInto(from: rank, right, metric.edges) }
    }
    return top == Hierarchy.none ? nil : Found(milliseconds: best, top: top)
  }

  @inline(__always)
  private mutating func climbOut(from rank: Int, _ cost: UInt32, _ edges: [UpwardEdge]) {
    let way = Self.label(cost, UInt32(rank))
    for edge in hierarchy.edges(row: 2 * rank) {
      let head = Int(edges[edge].head)
      labels[head].out = min(labels[head].out, way &+ UInt64(edges[edge].weight) << 32)
    }
  }

  @inline(__always)
  private mutating func climbInto(from rank: Int, _ cost: UInt32, _ edges: [UpwardEdge]) {
    let way = Self.label(cost, UInt32(rank))
    for edge in hierarchy.edges(row: 2 * rank + 1) {
      let head = Int(edges[edge].head)
      labels[head].into = min(labels[head].into, way &+ UInt64(edges[edge].weight) << 32)
    }
  }
}

// Tables: one climb from the one side, then the cost of each rank of the other side on demand.
//
// Source: Strasser and Zeitz, "A fast and tight heuristic for A* in road networks" (2021): their
// lazy one-to-many search, here along the elimination tree.
extension HierarchySpace {
  /// Climbs from the starts to the top.
  mutating func climbOut(_ metric: HierarchyMetric) {
    while let rank = nextRank() {
      let cost = UInt32(labels[rank].out >> 32)
      if cost < TravelMetric.endless { climbOut(from: rank, cost, metric.edges) }
    }
  }

  /// Climbs from the ends to the top.
  mutating func climbInto(_ metric: HierarchyMetric) {
    while let rank = nextRank() {
      let cost = UInt32(labels[rank].into >> 32)
      if cost < TravelMetric.endless { climbInto(from: rank, cost, metric.edges) }
    }
  }

  /// The cost from the starts to a rank, after `climbOut`; `endless` where no way leads.
  mutating func cost(to rank: UInt32, _ metric: HierarchyMetric) -> UInt32 {
    collectUnknown(upFrom: rank)
    while let rank = pending.popLast().map(Int.init) {
      var cost = UInt32(labels[rank].out >> 32)
      for edge in hierarchy.edges(row: 2 * rank + 1) {
        let edge = metric.edges[edge]
        cost = min(cost, known[Int(edge.head)] &+ edge.weight)
      }
      known[rank] = cost
    }
    return known[Int(rank)]
  }

  /// The cost from a rank to the ends, after `climbInto`; `endless` where no way leads.
  mutating func cost(from rank: UInt32, _ metric: HierarchyMetric) -> UInt32 {
    collectUnknown(upFrom: rank)
    while let rank = pending.popLast().map(Int.init) {
      var cost = UInt32(labels[rank].into >> 32)
      for edge in hierarchy.edges(row: 2 * rank) {
        let edge = metric.edges[edge]
        cost = min(cost, known[Int(edge.head)] &+ edge.weight)
      }
      known[rank] = cost
    }
    return known[Int(rank)]
  }

  /// The rank and its ancestors up to the first whose cost is known, the lowest first.
  private mutating func collectUnknown(upFrom rank: UInt32) {
    var rank = rank
    while rank != Hierarchy.none, known[Int(rank)] == Self.unknown {
      pending.append(rank)
      knownRanks.append(rank)
      rank = hierarchy.parents[Int(rank)]
    }
  }
}
