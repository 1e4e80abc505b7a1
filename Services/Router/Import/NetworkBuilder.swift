import Geography
import Messages
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

  /// Reads a map and writes the network of one profile.
  ///
  /// - Throws: `MapFileError` of the source; `NetworkBuildError`.
  package static func build(
    _ source: some MapSource, for profile: TravelProfile = .car, drivingSide: DrivingSide? = nil,
    to path: String
  ) throws -> Summary {
    try build(
      RoadSurvey(source) { _ in }, for: profile, drivingSide: drivingSide, to: path
    ) { _ in }
  }

  /// Writes the network of one profile. Memory: about 1 kB a segment.
  ///
  /// - Parameters:
  ///   - drivingSide: `nil`: as the map says.
  ///   - progress: called now and then with the part done, 0 ... 1.
  /// - Throws: `NetworkBuildError`.
  static func build(
    _ survey: RoadSurvey, for profile: TravelProfile, drivingSide: DrivingSide?, to path: String,
    progress: (Double) -> Void
  ) throws -> Summary {
    let cutter = RoadCutter(survey, for: profile)
    guard !cutter.pieces.isEmpty else { throw NetworkBuildError.noRoads(profile) }
    guard cutter.pieces.count < NetworkFormat.maximumCount / 16 else {
      throw NetworkBuildError.tooLarge(segments: cutter.pieces.count)
    }
    progress(0.2)
    let graph = CourseGraph(survey, cutter)
    let rules = TurnRules(survey, cutter, graph)
    let arcs = ArcGraph(graph, rules, cutter)
    progress(0.5)
    let islands = Islands(arcs, graph)
    progress(0.6)
    var columns = NetworkColumns(survey, cutter, islands)
    columns.add(arcs, TurnCosts(for: profile))
    columns.add(profile, drivingSide ?? survey.drivingSides.side)
    progress(0.8)
    let bytes = columns.writer.bytes()
    try NetworkWriter.write(bytes, to: path)
    progress(1)
    var report = survey.reports[profile.number]
    report.merge(rules.report)
    return Summary(
      segments: cutter.pieces.count, arcs: arcs.courses.count,
      turns: arcs.turns.reduce(0) { $0 + $1.count },
      restrictions: survey.rules[profile.number].count - rules.report.total,
      byteCount: bytes.count, report: report)
  }
}

/// The columns of the file, from what the importer made.
struct NetworkColumns {
  private(set) var writer = NetworkWriter()
  private let courseCount: Int

  init(_ survey: RoadSurvey, _ cutter: RoadCutter, _ islands: Islands) {
    courseCount = 2 * cutter.pieces.count
    addPoints(survey, cutter)
    addSegments(survey, cutter, islands)
    addWays(survey, cutter)
    addNames(survey.names)
    addBoxes(survey, cutter)
  }

  private mutating func addPoints(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    var first: [UInt32] = [0]
    var points: [Int32] = []
    var lengths: [UInt32] = []
    for piece in cutter.pieces {
      let line = survey.points[piece.points]
      for point in line { points += [point.latitude, point.longitude] }
      first.append(UInt32(points.count / 2))
      // Rounded up, so that no drive is shorter than the straight line.
      lengths.append(UInt32(max(1, (RoadSurvey.length(of: line) * 100).rounded(.up))))
    }
    writer.set(.firstPoint, first)
    writer.set(.points, points)
    writer.set(.lengths, lengths)
  }

  private mutating func addSegments(
    _ survey: RoadSurvey, _ cutter: RoadCutter, _ islands: Islands
  ) {
    let travels = cutter.pieces.map { survey.roads[$0.road].travel(cutter.profile) }
    writer.set(.speeds, travels.flatMap { [$0.forwardSpeed, $0.backwardSpeed] })
    writer.set(.names, cutter.pieces.map { survey.roads[$0.road].name })
    writer.set(.classes, cutter.pieces.map { survey.roads[$0.road].roadClass.rawValue })
    writer.set(
      .flags,
      travels.enumerated().map { index, travel in
        islands.isIsland[index] ? travel.flags.union(.island).rawValue : travel.flags.rawValue
      })
  }

  private mutating func addWays(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    let ways = cutter.pieces.map { survey.roads[$0.road].wayID }
    let order = cutter.pieces.indices.sorted {
      (ways[$0], cutter.pieces[$0].points.lowerBound)
        < (ways[$1], cutter.pieces[$1].points.lowerBound)
    }
    writer.set(.ways, ways)
    writer.set(.segmentsByWay, order.map { UInt32($0) })
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
  private mutating func addBoxes(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    var level = cutter.pieces.map { piece in
      var box = FixedBox()
      for point in survey.points[piece.points] { box.extend(to: point) }
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

  mutating func add(_ profile: TravelProfile, _ side: DrivingSide) {
    writer.set(
      .facts,
      NetworkFact.allCases.map { fact -> UInt32 in
        switch fact {
        case .profile: UInt32(profile.number)
        case .drivingSide: side.rawValue
        }
      })
  }

  mutating func add(_ arcs: ArcGraph, _ costs: TurnCosts) {
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
    writer.set(.turnCosts, turns.map { costs.cost(angle: $0.angle, flags: $0.flags) })
    let incoming = turns.indices.sorted { (turns[$0].target, $0) < (turns[$1].target, $1) }
    writer.set(.firstIncoming, Self.starts(turns.map(\.target), count: arcs.courses.count))
    writer.set(.incomingTurns, incoming.map { UInt32($0) })
    writer.set(.incomingOrigins, incoming.map { origins[$0] })
  }

  /// Where each number's run starts once `numbers` is sorted; one more entry at the end.
  private static func starts(_ numbers: [Int], count: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: count + 1)
    for number in numbers { starts[number + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return starts
  }
}
