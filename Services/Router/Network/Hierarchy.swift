import Algorithms

/// The contraction hierarchy of a network's arcs: all edges that an upward search may need, for any
/// weights of the roads. Mapped from the network file.
///
/// An arc's position in the contraction order is its *rank*, and its number in the file. Each rank
/// has two *rows* of edges to higher ranks: its out row of those that lead from it, its into row of
/// those that lead to it, both sorted. The out rows of all ranks come first, then the into rows: a
/// table reads only one kind for most ranks. There is an edge for each turn, and one wherever a
/// path over lower ranks only may exist (a shortcut); so any path between two arcs has an
/// equivalent that first climbs, then descends. The higher ends of a rank's edges are its ancestors
/// in the *elimination tree*.
///
/// Sources: Dibbelt, Strasser, Wagner, "Customizable contraction hierarchies" (2016); Buchhold,
/// Wagner, Zeitz, Zündorf, "Customizable contraction hierarchies with turn costs" (2020), except
/// that edges that no path can use are left out.
struct Hierarchy: Sendable {
  /// Means no rank or no edge.
  static let none = UInt32.max

  /// By rank: its parent in the elimination tree, or `none`.
  let parents: MappedArray<UInt32>
  /// By row: its first edge; one more entry at the end.
  let firstEdge: MappedArray<UInt32>
  /// By edge: its higher end.
  let heads: MappedArray<UInt32>
  private let lazyLowerEdges = LazyLowerEdges()

  /// - Throws: `inconsistent`.
  init(_ sections: NetworkSections) throws(NetworkFileError) {
    parents = try sections.array(.parents, of: UInt32.self)
    firstEdge = try sections.array(.firstEdge, of: UInt32.self)
    heads = try sections.array(.heads, of: UInt32.self)
  }

  var rankCount: Int { parents.count }

  /// The same edges by their higher ends; the first use takes a few milliseconds.
  var lowerEdges: LowerEdges { lazyLowerEdges.edges(of: self) }

  /// The row of the edges from a rank.
  @inline(__always)
  func outRow(_ rank: Int) -> Int { rank }

  /// The row of the edges to a rank.
  @inline(__always)
  func intoRow(_ rank: Int) -> Int { rankCount + rank }

  /// The row that holds the edge between two ranks, if the edge exists.
  func row(from tail: UInt32, to head: UInt32) -> Int {
    tail < head ? outRow(Int(tail)) : intoRow(Int(head))
  }

  @inline(__always)
  func edges(row: Int) -> Range<Int> {
    Int(firstEdge[row])..<Int(firstEdge[row + 1])
  }

  /// The edge between two ranks, or `nil`: a turn from a rank to itself has none.
  func edge(from tail: UInt32, to head: UInt32) -> Int? {
    let edges = edges(row: row(from: tail, to: head))
    let upper = max(tail, head)
    let edge = edges.partitioningIndex { heads[$0] >= upper }
    return edge < edges.upperBound && heads[edge] == upper ? edge : nil
  }
}

// The file may hold anything: a hierarchy that passes is safe to search, if not correct.
extension Hierarchy {
  /// Whether the hierarchy fits a network whose arcs and turns are valid.
  func isSound(for network: RoadNetwork) -> Bool {
    rankCount == network.arcCount && hasRows && hasAscent && hasTriangles && hasTurns(network)
  }

  private var hasRows: Bool {
    guard firstEdge.count == 2 * rankCount + 1, firstEdge[0] == 0,
      Int(firstEdge[2 * rankCount]) == heads.count
    else { return false }
    for row in 0..<2 * rankCount where firstEdge[row] > firstEdge[row + 1] { return false }
    return true
  }

  /// Whether parents and heads have higher ranks, so that every climb ends.
  private var hasAscent: Bool {
    for rank in 0..<rankCount {
      let parent = parents[rank]
      guard parent == Self.none || Int(parent) > rank && Int(parent) < rankCount else {
        return false
      }
      for row in [outRow(rank), intoRow(rank)] {
        var last = rank
        for edge in edges(row: row) {
          guard Int(heads[edge]) > last, Int(heads[edge]) < rankCount else { return false }
          last = Int(heads[edge])
        }
      }
    }
    return true
  }

  /// Whether every lower triangle is complete: each pair of edges over a rank has its upper edge.
  private var hasTriangles: Bool {
    for rank in 0..<rankCount {
      for way in edges(row: intoRow(rank)) {
        for wayOn in edges(row: outRow(rank)) where heads[way] != heads[wayOn] {
          guard edge(from: heads[way], to: heads[wayOn]) != nil else { return false }
        }
      }
    }
    return true
  }

  private func hasTurns(_ network: RoadNetwork) -> Bool {
    (0..<UInt32(rankCount)).allSatisfy { rank in
      network.turns(from: ArcID(rank)).allSatisfy { turn in
        let target = network.turnTargets[turn]
        return target == rank || edge(from: rank, to: target) != nil
      }
    }
  }
}
