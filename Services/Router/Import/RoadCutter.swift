import Geography

/// Roads cut at their junctions: what lies between becomes a segment with its geometry.
///
/// A node is a junction where roads meet, end, or signals stand. A barrier that stops cars ends
/// each road that comes to it, so nothing passes.
struct RoadCutter {
  struct Piece {
    let road: Int
    /// Graph nodes at the first and last point.
    let tail: UInt32
    let head: UInt32
    let points: ArraySlice<FixedPoint>
  }

  private(set) var pieces: [Piece] = []
  /// By graph node: what stands there.
  private(set) var tags: [NodeTags] = []
  /// Graph nodes by the map's number; barriers are not among them.
  private(set) var graphNodes: [Int64: UInt32] = [:]

  init(_ survey: RoadSurvey) {
    let junctions = Self.junctions(survey)
    for (index, road) in survey.roads.enumerated() { cut(road, index, junctions, survey) }
    Self.sortAlongHilbertCurve(&pieces)
  }

  /// How often roads touch each node; ends count twice.
  private static func junctions(_ survey: RoadSurvey) -> Set<Int64> {
    var seen: Set<Int64> = []
    var junctions: Set<Int64> = []
    for road in survey.roads {
      for id in road.nodeIDs where !seen.insert(id).inserted { junctions.insert(id) }
      if let first = road.nodeIDs.first { junctions.insert(first) }
      if let last = road.nodeIDs.last { junctions.insert(last) }
    }
    for id in survey.nodes.keys where seen.contains(id) { junctions.insert(id) }
    return junctions
  }

  private mutating func cut(
    _ road: RoadSurvey.Road, _ index: Int, _ junctions: Set<Int64>, _ survey: RoadSurvey
  ) {
    var start = 0
    var tail = graphNode(road.nodeIDs[0], survey)
    for end in 1..<road.nodeIDs.count where junctions.contains(road.nodeIDs[end]) {
      let head = graphNode(road.nodeIDs[end], survey)
      pieces.append(Piece(road: index, tail: tail, head: head, points: road.points[start...end]))
      start = end
      // At a barrier the road goes on from a node of its own.
      tail = graphNode(road.nodeIDs[end], survey)
    }
  }

  private mutating func graphNode(_ id: Int64, _ survey: RoadSurvey) -> UInt32 {
    if let known = graphNodes[id] { return known }
    let node = UInt32(tags.count)
    let nodeTags = survey.nodes[id] ?? NodeTags()
    tags.append(nodeTags)
    if !nodeTags.isBlocked { graphNodes[id] = node }
    return node
  }

  /// Neighbours on the ground become neighbours in the numbering.
  private static func sortAlongHilbertCurve(_ pieces: inout [Piece]) {
    var box = FixedBox()
    for piece in pieces {
      for point in piece.points { box.extend(to: point) }
    }
    let curve = HilbertCurve(over: box)
    var keyed = pieces.enumerated().map { index, piece in
      (
        key: curve.position(
          of: piece.points[(piece.points.startIndex + piece.points.endIndex) / 2]),
        index: index
      )
    }
    keyed.sort { ($0.key, $0.index) < ($1.key, $1.index) }
    pieces = keyed.map { pieces[$0.index] }
  }
}

/// A curve through every cell of a square that keeps neighbours together.
///
/// Source: Wikipedia, "Hilbert curve", xy2d.
struct HilbertCurve {
  private static let order: UInt64 = 1 << 20
  private let box: FixedBox

  init(over box: FixedBox) { self.box = box }

  func position(of point: FixedPoint) -> UInt64 {
    var x = cell(point.longitude, box.west, box.east)
    var y = cell(point.latitude, box.south, box.north)
    var position: UInt64 = 0
    var side = Self.order / 2
    while side > 0 {
      let right: UInt64 = x & side > 0 ? 1 : 0
      let upper: UInt64 = y & side > 0 ? 1 : 0
      position += side * side * ((3 * right) ^ upper)
      if upper == 0 {
        if right == 1 {
          x = Self.order - 1 - x
          y = Self.order - 1 - y
        }
        swap(&x, &y)
      }
      side /= 2
    }
    return position
  }

  private func cell(_ value: Int32, _ low: Int32, _ high: Int32) -> UInt64 {
    let range = max(1, Int64(high) - Int64(low))
    return UInt64((Int64(value) - Int64(low)) * Int64(Self.order - 1) / range)
  }
}
