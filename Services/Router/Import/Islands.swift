/// Finds the segments in small parts of the network that are cut off from the rest: OSRM's "tiny
/// components".
///
/// Parts are strongly connected components of the directed segments, by all drives that exist: also
/// those over destination-only roads, but not over roads closed except at certain times. A part is
/// an island if it has fewer directed segments than `minimumDirectedSegments`, and fewer than a
/// tenth of the largest part: Gozo without its ferry is not an island, an unconnected car park is.
struct Islands {
  static let minimumDirectedSegments = 500

  /// By segment.
  let isIsland: [Bool]

  init(_ arcs: ArcGraph, _ graph: RoadGraph) {
    let sizes = Self.componentSizes(Neighbors(arcs, graph))
    let largest = sizes.max() ?? 0
    isIsland = (0..<graph.directedSegmentCount / 2).map { segment in
      Self.isSmall(max(sizes[2 * segment], sizes[2 * segment + 1]), beside: largest)
    }
  }

  /// The successors of each directed segment.
  struct Neighbors {
    /// By directed segment: its first among `directedSegments`; one more entry at the end.
    private(set) var first: [UInt32] = [0]
    private(set) var directedSegments: [UInt32] = []

    var count: Int { first.count - 1 }

    init(_ arcs: ArcGraph, _ graph: RoadGraph) {
      first.reserveCapacity(graph.directedSegmentCount + 1)
      directedSegments.reserveCapacity(arcs.turns.count)
      var arc = 0
      for directedSegment in 0..<UInt32(graph.directedSegmentCount) {
        while arc < arcs.directedSegments.count, arcs.directedSegments[arc] == directedSegment {
          for turn in arcs.turns[Int(arcs.firstTurn[arc])..<Int(arcs.firstTurn[arc + 1])]
          where !graph.isClosedByDefault(arcs.directedSegments[Int(turn.target)]) {
            directedSegments.append(arcs.directedSegments[Int(turn.target)])
          }
          arc += 1
        }
        first.append(UInt32(directedSegments.count))
      }
    }
  }

  /// Whether a part is small, compared with the largest of the map.
  static func isSmall(_ directedSegments: Int, beside largest: Int) -> Bool {
    directedSegments < minimumDirectedSegments && directedSegments < largest / 10
  }

  /// By node: the size of its strongly connected component.
  ///
  /// Source: Tarjan, "Depth-first search and linear graph algorithms" (1972), without recursion.
  static func componentSizes(_ neighbors: Neighbors) -> [Int] {
    var sizes = [Int](repeating: 0, count: neighbors.count)
    var order = [Int](repeating: 0, count: neighbors.count)
    var low = order
    var isOpen = [Bool](repeating: false, count: neighbors.count)
    var open: [Int] = []
    var path: [(node: Int, next: Int)] = []
    var counter = 0
    for root in 0..<neighbors.count where order[root] == 0 {
      path.append((root, 0))
      while let (node, next) = path.last {
        if next == 0 {
          counter += 1
          order[node] = counter
          low[node] = counter
          open.append(node)
          isOpen[node] = true
        }
        let first = Int(neighbors.first[node])
        if first + next < Int(neighbors.first[node + 1]) {
          path[path.count - 1].next += 1
          let other = Int(neighbors.directedSegments[first + next])
          if order[other] == 0 {
            path.append((other, 0))
          } else if isOpen[other] {
            low[node] = min(low[node], order[other])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == order[node], let start = open.lastIndex(of: node) else { continue }
        for member in open[start...] {
          sizes[member] = open.count - start
          isOpen[member] = false
        }
        open.removeSubrange(start...)
      }
    }
    return sizes
  }
}
