import Algorithms

/// The part of a hierarchy that tables to or from certain ranks use: these ranks and all their
/// ancestors, highest first, with the weights of one metric, in memory one after another.
///
/// A table over the whole hierarchy waits for memory at almost every rank; one over a selection is
/// a single sweep.
///
/// Source: Delling, Goldberg and Werneck, "Faster batched shortest paths in road networks" (2011):
/// their RPHAST, here along the elimination tree.
struct SelectedRows {
  /// Highest first.
  private let ranks: [UInt32]
  /// By number in `ranks`: its first edge; one more entry at the end.
  private let firstEdge: [Int]
  /// With the numbers of their heads in `ranks`.
  private let edges: [UpwardEdge]
  /// By number: the cost of the last sweep.
  private var costs: [UInt32]

  /// - Parameter isForward: whether the paths lead to the ranks; otherwise they lead from them.
  init(
    _ selected: some Sequence<UInt32>, of hierarchy: Hierarchy, _ metric: HierarchyMetric,
    isForward: Bool
  ) {
    var all: Set<UInt32> = []
    for rank in selected {
      var next = rank
      while next != Hierarchy.none, all.insert(next).inserted {
        next = hierarchy.parents[Int(next)]
      }
    }
    ranks = all.sorted(by: >)
    let numbers = Dictionary(uniqueKeysWithValues: zip(ranks, UInt32(0)...))
    var firstEdge: [Int] = [0]
    var edges: [UpwardEdge] = []
    firstEdge.reserveCapacity(ranks.count + 1)
    for rank in ranks {
      let row = isForward ? hierarchy.intoRow(Int(rank)) : hierarchy.outRow(Int(rank))
      for edge in metric.edges.row(row, hierarchy.edges(row: row)) {
        // Every head is an ancestor, in a valid hierarchy.
        guard let head = numbers[edge.head] else { continue }
        edges.append(UpwardEdge(head: head, weight: edge.weight))
      }
      firstEdge.append(edges.count)
    }
    self.firstEdge = firstEdge
    self.edges = edges
    costs = Array(repeating: TravelMetric.infinity, count: ranks.count)
  }

  /// The number of a selected rank.
  func number(of rank: UInt32) -> Int? {
    let number = ranks.partitioningIndex { $0 <= rank }
    return number < ranks.count && ranks[number] == rank ? number : nil
  }

  /// The cost of a selected rank's number, after `sweep`; `infinity` where there is no path.
  @inline(__always)
  func cost(of number: Int) -> UInt32 { costs[number] }

  /// Computes the cost of every selected rank.
  ///
  /// - Parameter climbed: the ranks of the climb from the single side, ascending, with their costs.
  mutating func sweep(from climbed: [(rank: UInt32, cost: UInt32)]) {
    for number in costs.indices { costs[number] = TravelMetric.infinity }
    var number = 0
    for (rank, cost) in climbed.reversed() {
      while number < ranks.count, ranks[number] > rank { number += 1 }
      guard number < ranks.count else { break }
      if ranks[number] == rank { costs[number] = cost }
    }
    Self.relax(&costs, firstEdge, edges)
  }

  private static func relax(
    _ costs: inout [UInt32], _ firstEdge: [Int], _ edges: [UpwardEdge]
  ) {
    for number in costs.indices {
      var cost = costs[number]
      for edge in edges[firstEdge[number]..<firstEdge[number + 1]] {
        cost = min(cost, costs[Int(edge.head)] &+ edge.weight)
      }
      costs[number] = cost
    }
  }
}
