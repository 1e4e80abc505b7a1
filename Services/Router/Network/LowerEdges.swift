import Algorithms
import MessageBus

/// The edges of a hierarchy by their higher ends, in ascending order of the lower: a partial
/// customization needs them to find all lower triangles of an edge. 8 bytes per edge.
struct LowerEdges: Sendable {
  struct Edge: BitwiseCopyable, Sendable {
    /// The lower end.
    let rank: UInt32
    let number: UInt32
  }

  /// By row of a rank: its first edge; the out row has the edges that lead up to it, the into row
  /// those that lead down from it.
  private let first: [UInt32]
  private let edges: [Edge]
  private let rankCount: Int

  /// Linear in the edges.
  init(_ hierarchy: Hierarchy) {
    rankCount = hierarchy.rankCount
    let rankCount = rankCount
    let rows = 2 * rankCount
    // The row by the higher end is of the same kind, out or into.
    let upper = { (head: UInt32, row: Int) in
      row < rankCount ? Int(head) : rankCount + Int(head)
    }
    var next = [UInt32](repeating: 0, count: rows + 1)
    for row in 0..<rows {
      for head in hierarchy.heads(row: row) { next[upper(head, row) + 1] += 1 }
    }
    for row in 0..<rows { next[row + 1] += next[row] }
    first = next
    var edges = [Edge](repeating: Edge(rank: 0, number: 0), count: hierarchy.edgeCount)
    for row in 0..<rows {
      for (edge, head) in zip(hierarchy.edges(row: row), hierarchy.heads(row: row)) {
        let slot = upper(head, row)
        edges[Int(next[slot])] = Edge(rank: UInt32(row % rankCount), number: UInt32(edge))
        next[slot] += 1
      }
    }
    self.edges = edges
  }

  /// The pairs of edges tail → middle → head over a rank below both, in ascending order of it.
  func forEachTriangle(
    from tail: UInt32, to head: UInt32,
    _ body: (_ middle: Int, _ down: Int, _ up: Int) -> Void
  ) {
    var down = rows(rankCount + Int(tail))
    var up = rows(Int(head))
    // The higher end's edges below the first of the lower end's cannot match.
    if tail < head { skip(&up, to: down) } else { skip(&down, to: up) }
    while let left = down.first, let right = up.first {
      let (left, right) = (edges[left], edges[right])
      if left.rank == right.rank { body(Int(left.rank), Int(left.number), Int(right.number)) }
      if left.rank <= right.rank { down.removeFirst() }
      if right.rank <= left.rank { up.removeFirst() }
    }
  }

  private func rows(_ row: Int) -> Range<Int> { Int(first[row])..<Int(first[row + 1]) }

  private func skip(_ row: inout Range<Int>, to other: Range<Int>) {
    guard let lowest = other.first.map({ edges[$0].rank }) else { return }
    row = row.partitioningIndex { edges[$0].rank >= lowest }..<row.upperBound
  }
}

/// The lower edges of a hierarchy, made on first use.
final class LazyLowerEdges: Sendable {
  private let made = Locked<LowerEdges?>(nil)

  func edges(of hierarchy: Hierarchy) -> LowerEdges {
    made.withLock { made in
      let edges = made ?? LowerEdges(hierarchy)
      made = edges
      return edges
    }
  }
}
