/// The weights of a hierarchy's edges for given times: the basic customization.
///
/// An edge weighs the milliseconds of the quickest drive between its ends over lower ranks only:
/// its turn, or the least sum of two lower edges, which with it form a *lower triangle*. Linear in
/// the triangles; the loop allocates nothing. Source: see `Hierarchy`.
struct Customization {
  private let hierarchy: Hierarchy
  /// By edge: milliseconds, `TravelMetric.endless` where nobody drives.
  private(set) var weights: [UInt32]
  /// By edge: the rank between its ends over which it leads; `Hierarchy.none` for a turn.
  private(set) var middles: [UInt32]
  private var lower: LowerNodes
  /// By rank, for the rank at hand: weight and middle of its edge from there, and to there.
  private var out: [UInt64]
  private var into: [UInt64]

  init(_ hierarchy: Hierarchy, _ travel: TravelMetric, _ network: RoadNetwork) {
    self.hierarchy = hierarchy
    weights = Array(repeating: TravelMetric.endless, count: hierarchy.heads.count)
    middles = Array(repeating: Hierarchy.none, count: hierarchy.heads.count)
    lower = LowerNodes(rankCount: hierarchy.rankCount)
    out = Array(repeating: 0, count: hierarchy.rankCount)
    into = out
    addTurns(travel, network)
    for rank in 0..<hierarchy.rankCount { customize(rank) }
  }

  /// The turns' own weights: from the entry of one arc to the entry of the next.
  private mutating func addTurns(_ travel: TravelMetric, _ network: RoadNetwork) {
    for arc in 0..<network.arcCount {
      for turn in Int(network.firstTurn[arc])..<Int(network.firstTurn[arc + 1]) {
        let edge = hierarchy.turnEdges[turn]
        guard edge != Hierarchy.none else { continue }
        let weight = travel.arcMilliseconds[arc] &+ travel.turnMilliseconds[turn]
        weights[Int(edge)] = min(weights[Int(edge)], weight)
      }
    }
  }

  /// Gives the edges up from a rank their weights; those of all lower ranks have theirs.
  private mutating func customize(_ rank: Int) {
    let first = Int(hierarchy.firstEdge[2 * rank])
    let second = Int(hierarchy.firstEdge[2 * rank + 1])
    let end = Int(hierarchy.firstEdge[2 * rank + 2])
    lower.start(rank, out: first, into: second)
    defer { wait(rank, outEnd: second, intoEnd: end) }
    var below = lower.take(rank)
    guard below != Hierarchy.none else { return }
    for edge in first..<second { out[Int(hierarchy.heads[edge])] = Self.entry(weights[edge]) }
    for edge in second..<end { into[Int(hierarchy.heads[edge])] = Self.entry(weights[edge]) }
    while below != Hierarchy.none {
      let next = lower.after(below)
      relax(over: Int(below), at: UInt32(rank))
      below = next
    }
    for edge in first..<second { keep(out[Int(hierarchy.heads[edge])], at: edge) }
    for edge in second..<end { keep(into[Int(hierarchy.heads[edge])], at: edge) }
  }

  /// The triangles of a rank and one below it with all above both.
  @inline(__always)
  private mutating func relax(over below: Int, at rank: UInt32) {
    let outEnd = Int(hierarchy.firstEdge[2 * below + 1])
    let intoEnd = Int(hierarchy.firstEdge[2 * below + 2])
    let up = lower.pass(row: 2 * below, end: outEnd, head: rank) { hierarchy.heads[$0] }
    let down = lower.pass(row: 2 * below + 1, end: intoEnd, head: rank) { hierarchy.heads[$0] }
    if let down {
      let way = Self.entry(weights[down], over: UInt32(below))
      for edge in Int(lower.edges[2 * below])..<outEnd {
        let head = Int(hierarchy.heads[edge])
        out[head] = min(out[head], way &+ UInt64(weights[edge]) << 32)
      }
    }
    if let up {
      let way = Self.entry(weights[up], over: UInt32(below))
      for edge in Int(lower.edges[2 * below + 1])..<intoEnd {
        let head = Int(hierarchy.heads[edge])
        into[head] = min(into[head], way &+ UInt64(weights[edge]) << 32)
      }
    }
    wait(below, outEnd: outEnd, intoEnd: intoEnd)
  }

  @inline(__always)
  private mutating func wait(_ rank: Int, outEnd: Int, intoEnd: Int) {
    let out = Int(lower.edges[2 * rank])
    let into = Int(lower.edges[2 * rank + 1])
    lower.wait(
      UInt32(rank), for: out < outEnd ? hierarchy.heads[out] : Hierarchy.none,
      into < intoEnd ? hierarchy.heads[into] : Hierarchy.none)
  }

  /// Weight and middle in one word: of the same weight the lowest middle counts.
  @inline(__always)
  private static func entry(_ weight: UInt32, over middle: UInt32 = Hierarchy.none) -> UInt64 {
    UInt64(weight) << 32 | UInt64(middle)
  }

  @inline(__always)
  private mutating func keep(_ entry: UInt64, at edge: Int) {
    weights[edge] = UInt32(entry >> 32)
    middles[edge] = UInt32(truncatingIfNeeded: entry)
  }
}
