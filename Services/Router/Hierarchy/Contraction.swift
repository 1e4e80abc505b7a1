/// Computes the edges of a hierarchy over arcs that are numbered in their contraction order.
///
/// Contracting a rank x adds a shortcut y → z for all higher ranks y, z with edges y → x and x → z.
/// Directions are kept apart, so around a separator only edges that a path can use are made. Linear
/// in the edges, and in the triangles that the customization processes.
struct Contraction {
  private(set) var parents: [UInt32]
  private(set) var firstEdge: [UInt32] = [0]
  private(set) var heads: [UInt32] = []

  /// - Parameter turns: the ranks that each one leaves and leads to.
  init(_ turns: [(tail: UInt32, head: UInt32)], rankCount: Int) {
    let ways = Self.rows(turns, rankCount: rankCount)
    parents = Self.parents(ways.first, ways.heads)
    contract(ways.first, ways.heads)
    separateRows()
  }

  /// The turns as rows of heads, unsorted: here the out row 2r of rank r and its into row 2r + 1
  /// are adjacent, in the order they are made.
  private static func rows(
    _ turns: [(tail: UInt32, head: UInt32)], rankCount: Int
  ) -> (first: [Int], heads: [UInt32]) {
    var first = [Int](repeating: 0, count: 2 * rankCount + 1)
    for turn in turns where turn.tail != turn.head { first[row(turn.tail, turn.head) + 1] += 1 }
    for row in 0..<2 * rankCount { first[row + 1] += first[row] }
    var heads = [UInt32](repeating: 0, count: first[2 * rankCount])
    var next = first
    for turn in turns where turn.tail != turn.head {
      let row = row(turn.tail, turn.head)
      heads[next[row]] = max(turn.tail, turn.head)
      next[row] += 1
    }
    return (first, heads)
  }

  private static func row(_ tail: UInt32, _ head: UInt32) -> Int {
    tail < head ? 2 * Int(tail) : 2 * Int(head) + 1
  }

  /// The elimination tree of the undirected graph of turns.
  ///
  /// Source: Liu, "The role of elimination trees in sparse factorization" (1990), with its path
  /// compression.
  private static func parents(_ first: [Int], _ heads: [UInt32]) -> [UInt32] {
    let rankCount = (first.count - 1) / 2
    var firstLower = [Int](repeating: 0, count: rankCount + 1)
    for head in heads { firstLower[Int(head) + 1] += 1 }
    for rank in 0..<rankCount { firstLower[rank + 1] += firstLower[rank] }
    var lower = [UInt32](repeating: 0, count: heads.count)
    var next = firstLower
    for rank in 0..<rankCount {
      for head in heads[first[2 * rank]..<first[2 * rank + 2]] {
        lower[next[Int(head)]] = UInt32(rank)
        next[Int(head)] += 1
      }
    }
    var parents = [UInt32](repeating: Hierarchy.none, count: rankCount)
    var ancestors = parents
    for rank in 0..<UInt32(rankCount) {
      for start in lower[firstLower[Int(rank)]..<firstLower[Int(rank) + 1]] {
        var node = Int(start)
        while ancestors[node] != Hierarchy.none, ancestors[node] != rank {
          let next = ancestors[node]
          ancestors[node] = rank
          node = Int(next)
        }
        guard ancestors[node] == Hierarchy.none else { continue }
        ancestors[node] = rank
        parents[node] = rank
      }
    }
    return parents
  }

  private mutating func contract(_ first: [Int], _ ways: [UInt32]) {
    let rankCount = parents.count
    firstEdge.reserveCapacity(2 * rankCount + 1)
    var lower = LowerNeighborLists(rankCount: rankCount)
    var (out, into) = (HeadSet(rankCount: rankCount), HeadSet(rankCount: rankCount))
    for rank in 0..<rankCount {
      out.start(UInt32(rank), with: ways[first[2 * rank]..<first[2 * rank + 1]])
      into.start(UInt32(rank), with: ways[first[2 * rank + 1]..<first[2 * rank + 2]])
      var below = lower.removeAll(waitingFor: rank)
      while below != Hierarchy.none {
        let next = lower.next(after: below)
        addShortcuts(Int(below), at: UInt32(rank), &lower, &out, &into)
        below = next
      }
      lower.start(rank, out: heads.count, into: heads.count + out.heads.count)
      heads += out.heads.sorted()
      firstEdge.append(UInt32(heads.count))
      heads += into.heads.sorted()
      firstEdge.append(UInt32(heads.count))
      enqueue(rank, &lower)
    }
  }

  /// Adds to the heads of `rank` those that are reached over the lower rank `below`.
  private func addShortcuts(
    _ below: Int, at rank: UInt32, _ lower: inout LowerNeighborLists, _ out: inout HeadSet,
    _ into: inout HeadSet
  ) {
    let outEnd = Int(firstEdge[2 * below + 1])
    let intoEnd = Int(firstEdge[2 * below + 2])
    let up = lower.pass(row: 2 * below, end: outEnd, head: rank) { heads[$0] }
    let down = lower.pass(row: 2 * below + 1, end: intoEnd, head: rank) { heads[$0] }
    if down != nil {
      for edge in Int(lower.edges[2 * below])..<outEnd { out.insert(heads[edge]) }
    }
    if up != nil {
      for edge in Int(lower.edges[2 * below + 1])..<intoEnd { into.insert(heads[edge]) }
    }
    enqueue(below, &lower)
  }

  private func enqueue(_ rank: Int, _ lower: inout LowerNeighborLists) {
    lower.enqueue(
      UInt32(rank), for: nextHead(row: 2 * rank, lower), nextHead(row: 2 * rank + 1, lower))
  }

  private func nextHead(row: Int, _ lower: LowerNeighborLists) -> UInt32 {
    let edge = lower.edges[row]
    return edge < firstEdge[row + 1] ? heads[Int(edge)] : Hierarchy.none
  }

  /// Moves all out rows before all into rows, see `Hierarchy`.
  private mutating func separateRows() {
    var separated: (first: [UInt32], heads: [UInt32]) = ([0], [])
    separated.first.reserveCapacity(firstEdge.count)
    separated.heads.reserveCapacity(heads.count)
    for kind in 0...1 {
      for row in stride(from: kind, to: 2 * parents.count, by: 2) {
        separated.heads += heads[Int(firstEdge[row])..<Int(firstEdge[row + 1])]
        separated.first.append(UInt32(separated.heads.count))
      }
    }
    (firstEdge, heads) = separated
  }
}

/// The distinct heads of one row.
private struct HeadSet {
  private(set) var heads: [UInt32] = []
  /// By rank: the row's rank for which it was last inserted.
  private var found: [UInt32]
  private var rank: UInt32 = 0

  init(rankCount: Int) { found = Array(repeating: Hierarchy.none, count: rankCount) }

  mutating func start(_ rank: UInt32, with ways: ArraySlice<UInt32>) {
    self.rank = rank
    heads.removeAll(keepingCapacity: true)
    for head in ways { insert(head) }
  }

  mutating func insert(_ head: UInt32) {
    guard found[Int(head)] != rank else { return }
    found[Int(head)] = rank
    heads.append(head)
  }
}
