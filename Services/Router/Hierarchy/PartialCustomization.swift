/// Brings the weights of a hierarchy from one `TravelMetric` to another that differs on a few arcs:
/// the partial customization. The result is that of `Customization`, edge by edge.
///
/// Processes the edges whose lower triangles have changed, in ascending order of rank, and stops
/// where the weight stays the same. A sum that fell below an edge's weight replaces it; only where
/// the sum that defined the weight has risen, all lower triangles of the edge are evaluated again.
/// Source: see `Hierarchy`.
struct PartialCustomization {
  private(set) var edges: RowPages<UpwardEdge>
  private(set) var middles: RowPages<UInt32>
  private let old: HierarchyMetric
  private let travel: TravelMetric
  private let hierarchy: Hierarchy
  private let lower: LowerEdges
  /// The ranks with marked edges.
  private var ranks: BitSet
  /// The edges whose weight may have changed.
  private var marked: BitSet
  /// The marked edges whose weight must be computed from scratch.
  private var stale: BitSet

  /// - Parameter arcs: all whose time has changed, or that of a turn from them.
  init(_ old: HierarchyMetric, to travel: TravelMetric, on arcs: some Sequence<Int>) {
    self.old = old
    self.travel = travel
    hierarchy = old.network.hierarchy
    (edges, middles) = (old.edges, old.middles)
    lower = hierarchy.lowerEdges
    ranks = BitSet(below: hierarchy.rankCount)
    marked = BitSet(below: hierarchy.edgeCount)
    stale = marked
    for arc in arcs { mark(arc) }
    var next = 0
    while let rank = ranks.first(from: next) {
      customize(rank)
      next = rank + 1
    }
  }

  private mutating func mark(_ arc: Int) {
    for turn in old.network.turns(from: ArcID(arc)) {
      let head = old.network.target(ofTurn: turn, from: ArcID(arc)).rawValue
      guard let edge = hierarchy.edge(from: UInt32(arc), to: head) else { continue }
      mark(edge, of: min(arc, Int(head)), isStale: true)
    }
  }

  private mutating func mark(_ edge: Int, of rank: Int, isStale: Bool) {
    ranks.insert(rank)
    marked.insert(edge)
    if isStale { stale.insert(edge) }
  }

  /// Computes the weights of a rank's marked edges, and updates the edges above that depend on
  /// them.
  private mutating func customize(_ rank: Int) {
    let (outRow, intoRow) = (hierarchy.outRow(rank), hierarchy.intoRow(rank))
    for row in [outRow, intoRow] {
      for edge in hierarchy.edges(row: row) where stale.contains(edge) {
        let head = edges[edge, row].head
        let (tail, tip) = row == outRow ? (UInt32(rank), head) : (head, UInt32(rank))
        recompute(edge, from: tail, to: tip)
      }
    }
    for (row, other) in [(outRow, intoRow), (intoRow, outRow)] {
      for edge in hierarchy.edges(row: row)
      where marked.contains(edge) && edges[edge, row].weight != old.edges[edge, row].weight {
        propagate(edge, of: rank, in: row, over: other)
      }
    }
  }

  /// Computes an edge from its turns and its lower triangles.
  private mutating func recompute(_ edge: Int, from tail: UInt32, to head: UInt32) {
    var best = Customization.entry(TravelMetric.infinity)
    let arc = ArcID(tail)
    for turn in old.network.turns(from: arc)
    where old.network.target(ofTurn: turn, from: arc).rawValue == head {
      best = min(best, Customization.entry(travel.milliseconds(of: turn, from: arc.index)))
    }
    lower.forEachTriangle(from: tail, to: head) { middle, down, up in
      let sum =
        edges[down, hierarchy.intoRow(middle)].weight &+ edges[up, hierarchy.outRow(middle)].weight
      best = min(best, Customization.entry(sum, over: UInt32(middle)))
    }
    store(best, at: edge, in: hierarchy.row(from: tail, to: head))
  }

  private mutating func store(_ entry: UInt64, at edge: Int, in row: Int) {
    let weight = UInt32(entry >> 32)
    let middle = Customization.middle(of: entry)
    let (head, before) = (edges[edge, row].head, edges[edge, row].weight)
    if weight != before { edges[edge, row] = UpwardEdge(head: head, weight: weight) }
    if middle != middles[edge, row] { middles[edge, row] = middle }
  }

  /// Updates the upper edge of every triangle that has this edge as a lower one.
  private mutating func propagate(_ edge: Int, of rank: Int, in row: Int, over otherRow: Int) {
    let (end, weight) = (edges[edge, row].head, edges[edge, row].weight)
    for other in hierarchy.edges(row: otherRow) {
      let otherEnd = edges[other, otherRow].head
      guard otherEnd != end else { continue }
      let isOut = row == hierarchy.outRow(rank)
      let (tail, head) = isOut ? (otherEnd, end) : (end, otherEnd)
      // A sound hierarchy has the third edge of every triangle.
      guard let upper = hierarchy.edge(from: tail, to: head) else { continue }
      let sum = weight &+ edges[other, otherRow].weight
      relaxUpper(upper, from: tail, to: head, Customization.entry(sum, over: UInt32(rank)))
    }
  }

  private mutating func relaxUpper(
    _ edge: Int, from tail: UInt32, to head: UInt32, _ entry: UInt64
  ) {
    let row = hierarchy.row(from: tail, to: head)
    let rank = Int(min(tail, head))
    let now = Customization.entry(edges[edge, row].weight, over: middles[edge, row])
    if entry < now {
      store(entry, at: edge, in: row)
      mark(edge, of: rank, isStale: false)
    } else if entry > now, Customization.middle(of: entry) == middles[edge, row] {
      mark(edge, of: rank, isStale: true)
    }
  }
}

/// A set of numbers below a bound, one bit each.
private struct BitSet {
  private var words: [UInt64]

  init(below bound: Int) { words = Array(repeating: 0, count: bound / 64 + 1) }

  mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }

  func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 != 0 }

  /// The lowest number in the set that is at least `number`.
  func first(from number: Int) -> Int? {
    var index = number >> 6
    guard index < words.count else { return nil }
    var word = words[index] & (.max << UInt64(number & 63))
    while word == 0 {
      index += 1
      guard index < words.count else { return nil }
      word = words[index]
    }
    return index << 6 + word.trailingZeroBitCount
  }
}
