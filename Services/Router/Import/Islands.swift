/// Finds the segments in small parts of the network that are cut off from the rest: OSRM's "tiny
/// components".
///
/// Parts are strongly connected components of the arcs, so a pocket that turn restrictions close is
/// one; by all drives that exist, also those over destination-only roads, but not over roads closed
/// except at certain times. A part is an island if it has fewer arcs than `minimumArcs`, and fewer
/// than a tenth of the largest part: Gozo without its ferry is not an island, an unconnected car
/// park is. A segment between a large part and the same part again, such as a destination-only
/// road, belongs to it.
struct Islands {
  static let minimumArcs = 500

  /// By segment.
  let isIsland: [Bool]

  init(_ arcs: ArcGraph, _ graph: RoadGraph) {
    let parts = Parts(arcs, graph)
    let largest = parts.largest.max() ?? 0
    var known = [Ends](repeating: Ends(), count: graph.directedSegmentCount / 2)
    for (arc, directedSegment) in arcs.directedSegments.enumerated() {
      let (segment, part) = (Int(directedSegment >> 1), parts.part[arc])
      // A path starts on the first arc of its directed segment, and ends on any.
      if arc == 0 || arcs.directedSegments[arc - 1] != directedSegment {
        known[segment].own = max(known[segment].own, parts.sizes[part])
        known[segment].to = max(known[segment].to, parts.largest[part])
      }
      known[segment].from = max(known[segment].from, parts.origins[part])
    }
    isIsland = known.map { ends in
      Self.isSmall(ends.from == ends.to ? ends.to : ends.own, beside: largest)
    }
  }

  /// The largest parts that paths from a segment, and to it, touch, and the one it lies in: arcs.
  private struct Ends {
    var own = 0
    var to = 0
    var from = 0
  }

  /// Whether a part is small, compared with the largest of the map.
  static func isSmall(_ arcs: Int, beside largest: Int) -> Bool {
    arcs < minimumArcs && arcs < largest / 10
  }
}

/// The strongly connected components of the arcs.
///
/// Source: Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.
private struct Parts {
  private let arcs: ArcGraph
  private let graph: RoadGraph
  /// By arc: the number of its part. No part leads to one with a higher number.
  private(set) var part: [Int]
  /// By part: its arcs; those of the largest part that it leads to, and that leads to it.
  private(set) var sizes: [Int] = []
  private(set) var largest: [Int] = []
  private(set) var origins: [Int] = []
  /// The arcs, by part.
  private var ordered: [Int] = []

  init(_ arcs: ArcGraph, _ graph: RoadGraph) {
    self.arcs = arcs
    self.graph = graph
    part = [Int](repeating: -1, count: arcs.directedSegments.count)
    findParts()
    (largest, origins) = (sizes, sizes)
    for arc in ordered {
      for next in successors(arc) {
        largest[part[arc]] = max(largest[part[arc]], largest[part[next]])
      }
    }
    for arc in ordered.reversed() {
      for next in successors(arc) {
        origins[part[next]] = max(origins[part[next]], origins[part[arc]])
      }
    }
  }

  private func successors(_ arc: Int) -> some Sequence<Int> {
    arcs.turns[Int(arcs.firstTurn[arc])..<Int(arcs.firstTurn[arc + 1])].lazy
      .map { Int($0.target) }
      .filter { [arcs, graph] in !graph.isClosedByDefault(arcs.directedSegments[$0]) }
  }

  private mutating func findParts() {
    var order = [Int](repeating: 0, count: part.count)
    var low = order
    var open: [Int] = []
    var path: [(arc: Int, turn: Int)] = []
    var counter = 0
    for root in part.indices where order[root] == 0 {
      path.append((root, Int(arcs.firstTurn[root])))
      while let (arc, turn) = path.last {
        if order[arc] == 0 {
          counter += 1
          order[arc] = counter
          low[arc] = counter
          open.append(arc)
        }
        if turn < Int(arcs.firstTurn[arc + 1]) {
          path[path.count - 1].turn += 1
          let next = Int(arcs.turns[turn].target)
          if graph.isClosedByDefault(arcs.directedSegments[next]) { continue }
          if order[next] == 0 {
            path.append((next, Int(arcs.firstTurn[next])))
          } else if part[next] < 0 {
            low[arc] = min(low[arc], order[next])
          }
          continue
        }
        path.removeLast()
        if let before = path.last?.arc { low[before] = min(low[before], low[arc]) }
        guard low[arc] == order[arc], let start = open.lastIndex(of: arc) else { continue }
        for member in open[start...] { part[member] = sizes.count }
        sizes.append(open.count - start)
        ordered += open[start...]
        open.removeSubrange(start...)
      }
    }
  }
}
