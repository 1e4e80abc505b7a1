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
  private let parents: NearNumbers<UInt16>
  /// By row: its first edge; one more entry at the end.
  let firstEdge: MappedArray<UInt32>
  /// By edge: its higher end.
  private let heads: NearNumbers<UInt16>
  private let lazyLowerEdges = LazyLowerEdges()

  /// - Throws: `inconsistent`.
  init(_ sections: NetworkSections) throws(NetworkFileError) {
    parents = try NearNumbers(sections, .parents)
    firstEdge = try sections.array(.firstEdge, of: UInt32.self)
    heads = try NearNumbers(sections, .heads)
  }

  var rankCount: Int { parents.count }
  var edgeCount: Int { heads.count }

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
  func edges(row: Int) -> Range<Int> { Int(firstEdge[row])..<Int(firstEdge[row + 1]) }

  /// The parent of a rank in the elimination tree, or `none`.
  @inline(__always)
  func parent(of rank: UInt32) -> UInt32 { parents[Int(rank), near: Int(rank)] }

  /// The higher ends of a row's edges, ascending.
  @inline(__always)
  func heads(row: Int) -> LazyMapCollection<Range<Int>, UInt32> {
    let rank = row < rankCount ? row : row - rankCount
    return edges(row: row).lazy.map { [heads] in heads[$0, near: rank] }
  }

  /// The edge between two ranks, or `nil`: a turn from a rank to itself has none.
  func edge(from tail: UInt32, to head: UInt32) -> Int? {
    heads.index(
      of: max(tail, head), in: edges(row: row(from: tail, to: head)), near: min(tail, head))
  }
}

// The file may hold anything: a hierarchy that passes is safe to search, if not correct.
extension Hierarchy {
  /// Whether the hierarchy fits a network whose arcs and turns are valid.
  func isSound(for network: RoadNetwork) -> Bool {
    rankCount == network.arcCount && firstEdge.isStarts(of: 2 * rankCount, in: edgeCount)
      && hasAscent && hasTriangles && hasTurns(network)
  }

  /// Whether parents and heads have higher ranks, so that every climb ends.
  private var hasAscent: Bool {
    (0..<rankCount).allSatisfy { rank in
      let parent = parent(of: UInt32(rank))
      return (parent == Self.none || Int(parent) > rank && Int(parent) < rankCount)
        && [outRow(rank), intoRow(rank)].map(heads(row:)).allSatisfy { heads in
          heads.allSatisfy { Int($0) > rank && Int($0) < rankCount }
            && zip(heads, heads.dropFirst()).allSatisfy { $0 < $1 }
        }
    }
  }

  /// Whether every lower triangle is complete: each pair of edges over a rank has its upper edge.
  private var hasTriangles: Bool {
    (0..<rankCount).allSatisfy { rank in
      let heads = Array(heads(row: outRow(rank)))
      return self.heads(row: intoRow(rank)).allSatisfy { tail in
        heads.allSatisfy { $0 == tail || edge(from: tail, to: $0) != nil }
      }
    }
  }

  private func hasTurns(_ network: RoadNetwork) -> Bool {
    (0..<UInt32(rankCount)).allSatisfy { rank in
      network.targets(from: ArcID(rank)).allSatisfy { target in
        target.rawValue == rank || edge(from: rank, to: target.rawValue) != nil
      }
    }
  }
}
