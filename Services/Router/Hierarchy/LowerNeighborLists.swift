/// The lower neighbours of the current rank, while a loop goes through all ranks in ascending
/// order.
///
/// Each rank is in the linked list of its next head, so no index of the edges by head is needed.
/// Source: the left-looking sparse Cholesky factorization, George and Liu, "Computer solution of
/// large sparse positive definite systems" (1981).
struct LowerNeighborLists {
  /// By rank: the first lower rank that waits for it.
  private var firstWaiting: [UInt32]
  /// By rank: the one after it in the same list.
  private var successors: [UInt32]
  /// By row: its first edge that is not processed yet.
  private(set) var edges: [UInt32]

  init(rankCount: Int) {
    firstWaiting = Array(repeating: Hierarchy.none, count: rankCount)
    successors = firstWaiting
    edges = Array(repeating: 0, count: 2 * rankCount)
  }

  /// Empties the list of `rank` and returns its first element; `next(after:)` returns the others.
  @inline(__always)
  mutating func removeAll(waitingFor rank: Int) -> UInt32 {
    defer { firstWaiting[rank] = Hierarchy.none }
    return firstWaiting[rank]
  }

  @inline(__always)
  func next(after lower: UInt32) -> UInt32 { successors[Int(lower)] }

  /// The edge of a row to `head`, if that is the row's next one; then advances the row.
  @inline(__always)
  mutating func pass(row: Int, end: Int, head: UInt32, _ headOf: (Int) -> UInt32) -> Int? {
    let edge = Int(edges[row])
    guard edge < end, headOf(edge) == head else { return nil }
    edges[row] += 1
    return edge
  }

  /// Sets the rows of a rank to their first edges.
  @inline(__always)
  mutating func start(_ rank: Int, out: Int, into: Int) {
    edges[2 * rank] = UInt32(out)
    edges[2 * rank + 1] = UInt32(into)
  }

  /// Adds a rank to the list of the lower of its rows' next heads; `none` means that a row is at
  /// its end.
  @inline(__always)
  mutating func enqueue(_ rank: UInt32, for out: UInt32, _ into: UInt32) {
    let head = min(out, into)
    guard head != Hierarchy.none else { return }
    successors[Int(rank)] = firstWaiting[Int(head)]
    firstWaiting[Int(head)] = rank
  }
}
