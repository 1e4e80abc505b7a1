/// The roads of a survey in the order of `SharedRoads`: along a Hilbert curve.
struct RoadOrder {
  private let survey: RoadSurvey
  /// By number in the file: the road of the survey.
  private let roads: [Int]
  /// By road of the survey: its number in the file, and that of its first point.
  private var numbers: [(road: UInt32, firstPoint: UInt32)]

  init(_ survey: RoadSurvey) {
    self.survey = survey
    let starts = survey.roads.map { survey.points[$0.nodes.lowerBound] }
    roads = HilbertCurve(over: survey.points).order(of: starts)
    numbers = starts.map { _ in (0, 0) }
    var points: UInt32 = 0
    for (number, road) in roads.enumerated() {
      numbers[road] = (UInt32(number), points)
      points += UInt32(survey.roads[road].nodes.count)
    }
  }

  /// The numbers of a piece's road and of its first point in the file.
  func numbers(of piece: RoadCutter.Piece) -> (road: UInt32, firstPoint: UInt32) {
    let (road, first) = numbers[piece.road]
    let skipped = piece.points.lowerBound - survey.roads[piece.road].nodes.lowerBound
    return (road, first + UInt32(skipped))
  }

  /// Writes `SharedRoads`.
  ///
  /// - Throws: `NetworkBuildError.cannotWrite`.
  func write(to path: String) throws(NetworkBuildError) {
    var writer = NetworkWriter()
    let roads = roads.map { survey.roads[$0] }
    let order = roads.flatMap(\.nodes)
    writer.set(.degrees, order.map { survey.points[$0] })
    writer.set(.names, inBlocks: roads.map(\.name), as: Int16.self)
    writer.set(.ways, roads.map(\.wayID))
    writer.set(.classes, roads.map(\.roadClass.rawValue))
    let texts = survey.names.texts.map { Array($0.utf8) }
    let ends = texts.reduce(into: [UInt32(0)]) { $0.append($0[$0.count - 1] + UInt32($1.count)) }
    writer.set(.firstNameByte, ends)
    writer.set(.nameBytes, texts.flatMap { $0 })
    var nodePoints = survey.nodeIDs.map { _ in UInt32(0) }
    for (point, index) in order.enumerated() {
      nodePoints[Int(survey.nodeIndices[index])] = UInt32(point)
    }
    var (runs, steps): ([Int], [UInt16]) = ([], [])
    for (index, node) in survey.nodeIDs.enumerated() {
      let step = runs.last.map { node &- survey.nodeIDs[$0] }
        .flatMap { UInt16(exactly: UInt64(bitPattern: $0)) }
      if step == nil { runs.append(index) }
      steps.append(step ?? 0)
    }
    writer.set(.nodeRuns, runs.map { survey.nodeIDs[$0] })
    writer.set(.firstNode, (runs + [steps.count]).map { UInt32($0) })
    writer.set(.nodeSteps, steps)
    writer.set(.nodePoints, inBlocks: nodePoints, as: Int16.self)
    _ = try writer.write(to: path)
  }
}
