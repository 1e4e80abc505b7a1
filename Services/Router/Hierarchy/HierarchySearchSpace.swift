/// The working memory of a search in the hierarchy, and its loops. A separate value, so that a
/// search accesses it exclusively as a whole and pays for no exclusivity check per step.
///
/// A bidirectional elimination tree query: it climbs from the arcs after the start and from those
/// of the end at once. Each step goes from a rank to its parent in the elimination tree, so all
/// heads of all edges are visited in ascending order, without a queue. Source: see `Hierarchy`.
package struct HierarchySearchSpace {
  /// The labels of a rank.
  private struct Labels {
    /// The least cost from the start, and the rank below (or the start) it came from.
    var out = HierarchySearchSpace.unreached
    /// The least cost to the end, and the rank below (or the end) it leads to.
    var into = HierarchySearchSpace.unreached
  }

  private let hierarchy: Hierarchy
  private var labels: [Labels]
  private var climb: EliminationTreeClimb

  private static let unreached = UInt64(TravelMetric.infinity) << 32

  init(_ hierarchy: Hierarchy) {
    self.hierarchy = hierarchy
    labels = Array(repeating: Labels(), count: hierarchy.rankCount)
    climb = EliminationTreeClimb(hierarchy)
  }

  /// Forgets the last search.
  mutating func reset() {
    for rank in climb.passed { labels[Int(rank)] = Labels() }
    for rank in climb.climbers { labels[Int(rank)] = Labels() }
    climb.reset()
  }

  /// Adds a start at a rank. `mark` identifies the start in `origin`.
  mutating func leave(_ rank: UInt32, cost: UInt32, mark: UInt32) {
    labels[Int(rank)].out = min(labels[Int(rank)].out, Self.label(cost, mark))
    climb.start(at: rank)
  }

  /// Adds an end at a rank. `mark` identifies the end in `destination`.
  mutating func reach(_ rank: UInt32, cost: UInt32, mark: UInt32) {
    labels[Int(rank)].into = min(labels[Int(rank)].into, Self.label(cost, mark))
    climb.start(at: rank)
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
}

extension HierarchySearchSpace {
  /// The least cost, and the highest rank of the path.
  package struct SearchResult {
    package let milliseconds: UInt32
    let top: UInt32
  }

  /// Climbs from all starts and ends; `nil` where no path is quicker than `limit` milliseconds.
  mutating func search(_ metric: HierarchyMetric, limit: UInt32) -> SearchResult? {
    var best = min(limit, TravelMetric.infinity)
    var top = Hierarchy.none
    while let rank = climb.next() {
      let (out, into) = (labels[rank].out, labels[rank].into)
      let (left, right) = (UInt32(out >> 32), UInt32(into >> 32))
      if left &+ right < best { (best, top) = (left &+ right, UInt32(rank)) }
      if left < best { climbOut(from: rank, left, metric.edges) }
      if right < best { climbInto(from: rank, right, metric.edges) }
    }
    return top == Hierarchy.none ? nil : SearchResult(milliseconds: best, top: top)
  }

  @inline(__always)
  private mutating func climbOut(from rank: Int, _ cost: UInt32, _ edges: RowPages<UpwardEdge>) {
    let way = Self.label(cost, UInt32(rank))
    let row = hierarchy.outRow(rank)
    for edge in edges.row(row, hierarchy.edges(row: row)) {
      let head = Int(edge.head)
      labels[head].out = min(labels[head].out, way &+ UInt64(edge.weight) << 32)
    }
  }

  @inline(__always)
  private mutating func climbInto(from rank: Int, _ cost: UInt32, _ edges: RowPages<UpwardEdge>) {
    let way = Self.label(cost, UInt32(rank))
    let row = hierarchy.intoRow(rank)
    for edge in edges.row(row, hierarchy.edges(row: row)) {
      let head = Int(edge.head)
      labels[head].into = min(labels[head].into, way &+ UInt64(edge.weight) << 32)
    }
  }
}
