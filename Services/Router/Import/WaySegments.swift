/// The open directed segments of some ways, for relations that name ways.
struct WaySegments {
  private var byWay: [Int64: [UInt32]] = [:]
  private let graph: RoadGraph

  /// Linear in the segments of the network.
  init(_ ways: Set<Int64>, _ survey: RoadSurvey, _ cutter: RoadCutter, _ graph: RoadGraph) {
    self.graph = graph
    guard !ways.isEmpty else { return }
    for (index, piece) in cutter.pieces.enumerated() {
      let way = survey.roads[piece.road].wayID
      guard ways.contains(way) else { continue }
      for directedSegment in [UInt32(2 * index), UInt32(2 * index + 1)]
      where graph.isOpen(directedSegment) {
        byWay[way, default: []].append(directedSegment)
      }
    }
  }

  func directedSegments(_ ways: [Int64], _ matches: (UInt32) -> Bool) -> [UInt32] {
    ways.flatMap { byWay[$0] ?? [] }.filter(matches)
  }

  /// Follows each way from end to end; `nil` where one does not continue from `node`.
  func walk(_ ways: [Int64], from node: UInt32) -> [UInt32]? {
    var node = node
    var walked: [UInt32] = []
    for way in ways {
      var left = Set(byWay[way] ?? [])
      var isFirst = true
      while let next = left.filter({ graph.tail($0) == node }).min() {
        // Two ways on mean the middle of a way, not its start.
        if isFirst, left.contains(where: { graph.tail($0) == node && $0 != next }) { return nil }
        isFirst = false
        walked.append(next)
        left.remove(next)
        left.remove(next ^ 1)
        node = graph.head(next)
      }
      if isFirst { return nil }
    }
    return walked
  }
}
