import Geography

/// The heights of junctions on bridges and in tunnels: there the ground's height is not the road's.
///
/// A bridge or tunnel goes straight from where it meets the ground to where it does so next. A
/// junction on it is as high as the mean of its neighbours there, weighted by how near they are:
/// the discrete harmonic function, which along a single bridge is linear.
struct Decks {
  private typealias Neighbor = (node: UInt32, length: Meters)

  /// By the survey's node: metres, `nil` where no end's height is known.
  private var heights: [UInt32: Double?] = [:]

  /// - Parameter ground: the height of the ground at a node.
  init(_ survey: RoadSurvey, _ cutter: RoadCutter, ground: (UInt32) -> Double?) {
    var neighbors: [UInt32: [Neighbor]] = [:]
    for piece in cutter.pieces where survey.roads[piece.road].leavesGround {
      let (tail, head) = survey.ends(of: piece)
      guard tail != head else { continue }
      let length = max(1, RoadSurvey.length(of: survey.points[piece.points]))
      neighbors[tail, default: []].append((head, length))
      neighbors[head, default: []].append((tail, length))
    }
    guard !neighbors.isEmpty else { return }
    let grounded = Self.grounded(neighbors, survey, cutter)
    var known: [UInt32: Double] = [:]
    for node in grounded { known[node] = ground(node) }
    let nodes = neighbors.keys.filter { !grounded.contains($0) }.sorted()
    Self.interpolate(nodes, neighbors, &known)
    for node in nodes { heights[node] = .some(known[node]) }
  }

  /// Whether a node is off the ground, and how high; the outer `nil` is for nodes on it.
  func height(atNode node: UInt32) -> Double?? { heights[node] }

  /// Where a road on the ground goes on, or none at all. Steps lead up to bridges, and down into
  /// tunnels.
  private static func grounded(
    _ neighbors: [UInt32: [Neighbor]], _ survey: RoadSurvey, _ cutter: RoadCutter
  ) -> Set<UInt32> {
    var grounded = Set(neighbors.lazy.filter { $0.value.count == 1 }.map(\.key))
    for piece in cutter.pieces {
      let road = survey.roads[piece.road]
      guard !road.leavesGround, road.roadClass != .steps else { continue }
      let (tail, head) = survey.ends(of: piece)
      if neighbors[tail] != nil { grounded.insert(tail) }
      if neighbors[head] != nil { grounded.insert(head) }
    }
    return grounded
  }

  /// Gauss and Seidel's method. A chain of n junctions takes about n² rounds.
  private static func interpolate(
    _ nodes: [UInt32], _ neighbors: [UInt32: [Neighbor]], _ heights: inout [UInt32: Double]
  ) {
    for _ in 0..<2_000 {
      var largest = 0.0
      for node in nodes {
        var (sum, weight) = (0.0, 0.0)
        for neighbor in neighbors[node] ?? [] {
          guard let height = heights[neighbor.node] else { continue }
          sum += height / neighbor.length
          weight += 1 / neighbor.length
        }
        guard weight > 0 else { continue }
        largest = max(largest, abs(sum / weight - (heights[node] ?? .infinity)))
        heights[node] = sum / weight
      }
      if largest < 0.001 { break }
    }
  }
}

extension RoadSurvey {
  /// The nodes at the ends of a piece.
  func ends(of piece: RoadCutter.Piece) -> (tail: UInt32, head: UInt32) {
    (nodeIndices[piece.points.lowerBound], nodeIndices[piece.points.upperBound])
  }
}
