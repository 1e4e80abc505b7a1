import Algorithms

/// The part of a hierarchy that tables to or from certain ranks use: these ranks and all their
/// ancestors, highest first, in memory one after another. It is the same with any weights.
///
/// A table over the whole hierarchy waits for memory at almost every rank; one over a selection is
/// a single sweep, and four of them with different weights are hardly slower than one.
///
/// Source: Delling, Goldberg and Werneck, "Faster batched shortest paths in road networks" (2011):
/// their RPHAST, here along the elimination tree.
struct SelectedRows: Sendable {
  /// Of a rank, with each of four weights: `lane(of:)` a cost.
  typealias Lanes = SIMD4<Int32>
  /// The ranks of a climb from the single side, ascending, with their costs.
  typealias Climb = [(rank: UInt32, cost: UInt32)]

  /// Whether the paths lead to the ranks; otherwise they lead from them.
  let isForward: Bool
  /// Highest first.
  private let ranks: [UInt32]
  /// By number in `ranks`: its first edge; one more entry at the end.
  private let firstEdge: [UInt32]
  /// By edge: the number of its head in `ranks`.
  private let heads: [UInt32]

  init(_ selected: some Sequence<UInt32>, of hierarchy: Hierarchy, isForward: Bool) {
    self.isForward = isForward
    var numbers = [UInt32](repeating: Hierarchy.none, count: hierarchy.rankCount)
    var all: [UInt32] = []
    for rank in selected {
      var next = rank
      while next != Hierarchy.none, numbers[Int(next)] == Hierarchy.none {
        numbers[Int(next)] = 0
        all.append(next)
        next = hierarchy.parent(of: next)
      }
    }
    all.sort(by: >)
    for (number, rank) in all.enumerated() { numbers[Int(rank)] = UInt32(number) }
    ranks = all
    var firstEdge: [UInt32] = [0]
    var heads: [UInt32] = []
    firstEdge.reserveCapacity(ranks.count + 1)
    for rank in ranks {
      // Every head is an ancestor, in a valid hierarchy; `weights` has an entry for each edge.
      for rank in hierarchy.heads(row: hierarchy.row(rank, isInto: isForward)) {
        let head = numbers[Int(rank)]
        heads.append(head == Hierarchy.none ? UInt32(firstEdge.count - 1) : head)
      }
      firstEdge.append(UInt32(heads.count))
    }
    self.firstEdge = firstEdge
    self.heads = heads
  }

  var count: Int { ranks.count }

  /// The number of a selected rank.
  func number(of rank: UInt32) -> Int? {
    let number = ranks.partitioningIndex { $0 <= rank }
    return number < ranks.count && ranks[number] == rank ? number : nil
  }

  /// By edge: its weight in a metric of the same hierarchy.
  func weights(_ metric: HierarchyMetric) -> [UInt32] {
    let hierarchy = metric.network.hierarchy
    var weights: [UInt32] = []
    weights.reserveCapacity(heads.count)
    for rank in ranks {
      let row = hierarchy.row(rank, isInto: isForward)
      for edge in metric.edges.row(row, hierarchy.edges(row: row)) { weights.append(edge.weight) }
    }
    return weights
  }

  /// Computes the cost of every selected rank, `infinity` where there is no path.
  func sweep(from climb: Climb, _ weights: [UInt32], into costs: inout [UInt32]) {
    costs.removeAll(keepingCapacity: true)
    costs.append(contentsOf: repeatElement(TravelMetric.infinity, count: ranks.count))
    forEach(of: climb) { costs[$0] = $1 }
    for number in costs.indices {
      var cost = costs[number]
      for edge in Int(firstEdge[number])..<Int(firstEdge[number + 1]) {
        cost = min(cost, costs[Int(heads[edge])] &+ weights[edge])
      }
      costs[number] = cost
    }
  }

  private func forEach(of climb: Climb, _ body: (_ number: Int, _ cost: UInt32) -> Void) {
    var number = 0
    for (rank, cost) in climb.reversed() {
      while number < ranks.count, ranks[number] > rank { number += 1 }
      guard number < ranks.count else { return }
      if ranks[number] == rank { body(number, cost) }
    }
  }
}

// Four weights side by side.
extension SelectedRows {
  /// A cost as a lane has it: in the same order as signed numbers, which every processor compares
  /// four at a time.
  @inline(__always)
  static func lane(of cost: UInt32) -> Int32 { Int32(bitPattern: cost ^ 1 << 31) }

  @inline(__always)
  static func cost(of lane: Int32) -> UInt32 { UInt32(bitPattern: lane) ^ 1 << 31 }

  /// Computes the costs of every selected rank with each of one to four weights; further lanes
  /// repeat the first.
  ///
  /// - Parameters:
  ///   - climbs: from the single side, with each of the weights.
  ///   - lanes: of the last sweep, or any others; reused.
  func sweep(from climbs: [Climb], _ weights: [[UInt32]], into lanes: inout [Lanes]) {
    precondition(climbs.count == weights.count && (1...Lanes.scalarCount).contains(climbs.count))
    precondition(weights.allSatisfy { $0.count == heads.count }, "weights of other rows")
    let unreached = Lanes(repeating: Self.lane(of: TravelMetric.infinity))
    lanes.removeAll(keepingCapacity: true)
    lanes.append(contentsOf: repeatElement(unreached, count: ranks.count))
    for lane in 0..<Lanes.scalarCount {
      forEach(of: climbs[lane < climbs.count ? lane : 0]) { lanes[$0][lane] = Self.lane(of: $1) }
    }
    let padded = (0..<Lanes.scalarCount).map { weights[$0 < weights.count ? $0 : 0] }
    padded[0].withUnsafeBufferPointer { first in
      padded[1].withUnsafeBufferPointer { second in
        padded[2].withUnsafeBufferPointer { third in
          padded[3].withUnsafeBufferPointer { fourth in
            relax(&lanes) { edge in
              Lanes(
                Int32(bitPattern: first[edge]), Int32(bitPattern: second[edge]),
                Int32(bitPattern: third[edge]), Int32(bitPattern: fourth[edge]))
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func relax(_ lanes: inout [Lanes], _ weight: (Int) -> Lanes) {
    lanes.withUnsafeMutableBufferPointer { lanes in
      heads.withUnsafeBufferPointer { heads in
        for number in lanes.indices {
          var least = lanes[number]
          for edge in Int(firstEdge[number])..<Int(firstEdge[number + 1]) {
            let sum = lanes[Int(heads[edge])] &+ weight(edge)
            least.replace(with: sum, where: sum .< least)
          }
          lanes[number] = least
        }
      }
    }
  }
}

extension Hierarchy {
  /// The row of the edges to or from a rank.
  @inline(__always)
  fileprivate func row(_ rank: UInt32, isInto: Bool) -> Int {
    isInto ? intoRow(Int(rank)) : outRow(Int(rank))
  }
}
