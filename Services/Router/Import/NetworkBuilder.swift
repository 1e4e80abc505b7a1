import Geography
import OpenStreetMap

/// Makes the road network of a map.
package enum NetworkBuilder {
  /// What came of a map.
  package struct Summary: Sendable {
    package let segments: Int
    package let arcs: Int
    package let turns: Int
    package let restrictions: Int
    package let byteCount: Int
    package let report: ImportReport
  }

  /// Reads a map once and writes its network. Memory: about 1 kB a segment.
  ///
  /// - Parameter progress: called now and then with the part done, 0 ... 1.
  /// - Throws: `MapFileError` of the source; `NetworkBuildError`.
  package static func build(
    _ source: some MapSource, to path: String, progress: (Double) -> Void = { _ in }
  ) throws -> Summary {
    // Reading takes most of the time on a large map; the rest is one step.
    let survey = try RoadSurvey(source) { progress($0 * 0.7) }
    let cutter = RoadCutter(survey)
    guard !cutter.pieces.isEmpty else { throw NetworkBuildError.noRoads }
    guard cutter.pieces.count < NetworkFormat.maximumCount / 16 else {
      throw NetworkBuildError.tooLarge(segments: cutter.pieces.count)
    }
    let graph = CourseGraph(survey, cutter)
    let rules = TurnRules(survey, cutter, graph)
    let arcs = ArcGraph(graph, rules, cutter.tags)
    progress(0.9)
    let islands = Islands(arcs, graph)
    var columns = NetworkColumns(survey, cutter, islands)
    columns.add(arcs)
    let bytes = columns.writer.bytes()
    try NetworkWriter.write(bytes, to: path)
    progress(1)
    var report = survey.report
    report.merge(rules.report)
    return Summary(
      segments: cutter.pieces.count, arcs: arcs.courses.count,
      turns: arcs.turns.reduce(0) { $0 + $1.count },
      restrictions: survey.rules.count - rules.report.total, byteCount: bytes.count,
      report: report)
  }
}

/// The columns of the file, from what the importer made.
struct NetworkColumns {
  private(set) var writer = NetworkWriter()
  private let courseCount: Int

  init(_ survey: RoadSurvey, _ cutter: RoadCutter, _ islands: Islands) {
    courseCount = 2 * cutter.pieces.count
    addPoints(cutter)
    addSegments(survey, cutter, islands)
    addNames(survey.names)
    addBoxes(cutter)
  }

  private mutating func addPoints(_ cutter: RoadCutter) {
    var first: [UInt32] = [0]
    var points: [Int32] = []
    var lengths: [UInt32] = []
    for piece in cutter.pieces {
      for point in piece.points { points += [point.latitude, point.longitude] }
      first.append(UInt32(points.count / 2))
      // Rounded up, so that no drive is shorter than the straight line.
      lengths.append(UInt32(max(1, (RoadSurvey.length(of: piece.points) * 100).rounded(.up))))
    }
    writer.set(.firstPoint, first)
    writer.set(.points, points)
    writer.set(.lengths, lengths)
  }

  private mutating func addSegments(
    _ survey: RoadSurvey, _ cutter: RoadCutter, _ islands: Islands
  ) {
    let roads = cutter.pieces.map { survey.roads[$0.road] }
    writer.set(.speeds, roads.flatMap { [$0.forwardSpeed, $0.backwardSpeed] })
    writer.set(.names, roads.map(\.name))
    writer.set(
      .flags,
      roads.enumerated().map { index, road in
        islands.isIsland[index] ? road.flags.union(.island).rawValue : road.flags.rawValue
      })
  }

  private mutating func addNames(_ names: NameList) {
    var first: [UInt32] = [0]
    var bytes: [UInt8] = []
    for text in names.texts {
      bytes += Array(text.utf8)
      first.append(UInt32(bytes.count))
    }
    writer.set(.firstNameByte, first)
    writer.set(.nameBytes, bytes)
  }

  /// The packed R-tree, see `SegmentIndex`.
  private mutating func addBoxes(_ cutter: RoadCutter) {
    var level = cutter.pieces.map { piece in
      var box = FixedBox()
      for point in piece.points { box.extend(to: point) }
      return box
    }
    var first: [UInt32] = [0]
    var boxes: [FixedBox] = []
    for size in SegmentIndex.levelSizes(segments: level.count) {
      level = (0..<size).map { index in
        var box = FixedBox()
        let start = index * SegmentIndex.fanOut
        for child in level[start..<min(level.count, start + SegmentIndex.fanOut)] {
          box.extend(to: child)
        }
        return box
      }
      boxes += level
      first.append(UInt32(boxes.count))
    }
    let edges = { (box: FixedBox) in [box.south, box.west, box.north, box.east] }
    writer.set(.firstBox, first)
    writer.set(.boxes, boxes.flatMap(edges))
    writer.set(.box, boxes.last.map(edges) ?? [])
  }

  mutating func add(_ arcs: ArcGraph) {
    writer.set(.firstArc, Self.starts(arcs.courses.map(Int.init), count: courseCount))
    writer.set(.courses, arcs.courses)
    var firstTurn: [UInt32] = [0]
    var origins: [UInt32] = []
    for (arc, turns) in arcs.turns.enumerated() {
      origins += turns.map { _ in UInt32(arc) }
      firstTurn.append(UInt32(origins.count))
    }
    let turns = arcs.turns.flatMap { $0 }
    writer.set(.firstTurn, firstTurn)
    writer.set(.turnTargets, turns.map { UInt32($0.target) })
    writer.set(.turnAngles, turns.map(\.angle))
    writer.set(.turnFlags, turns.map(\.flags.rawValue))
    let incoming = turns.indices.sorted { (turns[$0].target, $0) < (turns[$1].target, $1) }
    writer.set(.firstIncoming, Self.starts(turns.map(\.target), count: arcs.courses.count))
    writer.set(.incomingTurns, incoming.map { UInt32($0) })
    writer.set(.incomingOrigins, incoming.map { origins[$0] })
    addHierarchy(origins, turns.map { UInt32($0.target) }, arcCount: arcs.courses.count)
  }

  private mutating func addHierarchy(_ origins: [UInt32], _ targets: [UInt32], arcCount: Int) {
    let order = ArcOrder(origins: origins, targets: targets, arcCount: arcCount)
    let contraction = Contraction(order, origins: origins, targets: targets)
    writer.set(.ranks, order.ranks)
    writer.set(.rankedArcs, order.arcs)
    writer.set(.parents, contraction.parents)
    writer.set(.firstEdge, contraction.firstEdge)
    writer.set(.heads, contraction.heads)
    writer.set(.turnEdges, contraction.turnEdges)
  }

  /// Where each number's run starts once `numbers` is sorted; one more entry at the end.
  private static func starts(_ numbers: [Int], count: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: count + 1)
    for number in numbers { starts[number + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return starts
  }
}
