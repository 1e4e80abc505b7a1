/// Computes the weights of a hierarchy's edges for given times: the basic customization.
///
/// An edge's weight is the milliseconds of the quickest path between its ends over lower ranks
/// only: its turn, or the least sum of two lower edges, which with it form a *lower triangle*.
/// Processes the ranks in ascending order, and at each the triangles of which it is the lowest
/// corner; rows are sorted, so one pass along a row finds the upper edges. The loop allocates
/// nothing. Source: see `Hierarchy`.
struct Customization {
  /// By edge: its higher end and its milliseconds, `TravelMetric.infinity` where there is no path.
  let edges: [UpwardEdge]
  /// By edge: the middle rank of a shortcut; `Hierarchy.none` for an original turn.
  let middles: [UInt32]

  init(_ hierarchy: Hierarchy, _ travel: TravelMetric, _ network: RoadNetwork) {
    var edges = Self.turns(hierarchy, travel, network)
    var middles = [UInt32](repeating: Hierarchy.none, count: edges.count)
    Self.customize(hierarchy, edges.mutableSpan, middles.mutableSpan)
    (self.edges, self.middles) = (edges, middles)
  }

  /// The weights of the original turns: from the entry of one arc to the entry of the next.
  private static func turns(
    _ hierarchy: Hierarchy, _ travel: TravelMetric, _ network: RoadNetwork
  ) -> [UpwardEdge] {
    var edges: [UpwardEdge] = []
    edges.reserveCapacity(hierarchy.edgeCount)
    for row in 0..<2 * hierarchy.rankCount {
      edges += hierarchy.heads(row: row).lazy.map {
        UpwardEdge(head: $0, weight: TravelMetric.infinity)
      }
    }
    for arc in 0..<network.arcCount {
      for turn in network.turns(from: ArcID(arc)) {
        let head = network.target(ofTurn: turn, from: ArcID(arc)).rawValue
        guard let edge = hierarchy.edge(from: UInt32(arc), to: head) else { continue }
        edges[edge].weight = min(edges[edge].weight, travel.milliseconds(of: turn, from: arc))
      }
    }
    return edges
  }

  private static func customize(
    _ hierarchy: Hierarchy, _ edges: consuming MutableSpan<UpwardEdge>,
    _ middles: consuming MutableSpan<UInt32>
  ) {
    let first = hierarchy.firstEdge
    for rank in 0..<hierarchy.rankCount {
      let out = hierarchy.edges(row: hierarchy.outRow(rank))
      let into = hierarchy.edges(row: hierarchy.intoRow(rank))
      var (outgoing, incoming) = (out.lowerBound, into.lowerBound)
      // All pairs of an edge to the rank and an edge from it, by the lower of their other ends.
      while outgoing < out.upperBound, incoming < into.upperBound {
        let (tail, head) = (edges[incoming].head, edges[outgoing].head)
        if tail < head {
          let third = Int(first[hierarchy.outRow(Int(tail))])
          relax(incoming, with: outgoing..<out.upperBound, third, UInt32(rank), &edges, &middles)
          incoming &+= 1
        } else if head < tail {
          let third = Int(first[hierarchy.intoRow(Int(head))])
          relax(outgoing, with: incoming..<into.upperBound, third, UInt32(rank), &edges, &middles)
          outgoing &+= 1
        } else {
          relax(
            incoming, with: outgoing &+ 1..<out.upperBound, Int(first[hierarchy.outRow(Int(tail))]),
            UInt32(rank), &edges, &middles)
          relax(
            outgoing, with: incoming &+ 1..<into.upperBound,
            Int(first[hierarchy.intoRow(Int(tail))]),
            UInt32(rank), &edges, &middles)
          incoming &+= 1
          outgoing &+= 1
        }
      }
    }
  }

  /// Relaxes the upper edges of the triangles that an edge forms with the edges of the other row of
  /// its lower rank whose heads are higher: they lie in one row of its head, from `third` on.
  @inline(__always)
  private static func relax(
    _ edge: Int, with others: Range<Int>, _ third: Int, _ rank: UInt32,
    _ edges: inout MutableSpan<UpwardEdge>, _ middles: inout MutableSpan<UInt32>
  ) {
    let weight = edges[edge].weight
    guard weight < TravelMetric.infinity else { return }
    var third = third
    for other in others {
      let (head, rest) = (edges[other].head, edges[other].weight)
      // A valid hierarchy has the upper edge of every triangle.
      while edges[third].head < head { third &+= 1 }
      let sum = weight &+ rest
      if sum < edges[third].weight {
        edges[third].weight = sum
        middles[third] = rank
      }
    }
  }

  /// Weight and middle in one word: among equal weights an original turn comes first, then the
  /// lowest middle.
  static func entry(_ weight: UInt32, over middle: UInt32 = Hierarchy.none) -> UInt64 {
    UInt64(weight) << 32 | UInt64(middle &+ 1)
  }

  static func middle(of entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry) &- 1 }
}
