import Geography
package import Messages
package import OpenStreetMap

/// Builds the road network of a map.
package enum NetworkBuilder {
  /// The figures of a finished build.
  package struct Summary: Sendable {
    package let segments: Int
    package let arcs: Int
    package let turns: Int
    package let restrictions: Int
    /// Ways with rules that hold at times, and turns with such restrictions.
    package let timedWays: Int
    package let timedTurns: Int
    /// Turns whose instruction the map gives.
    package let maneuvers: Int
    /// Ways that are too small for some vehicles.
    package let limitedWays: Int
    package let byteCount: Int
    package let drivingSide: DrivingSide
    package let drivingSideReason: DrivingSideReason
    package let report: ImportReport
    /// `nil` for cars, and without heights.
    let heights: RoadHeights?
  }

  /// Reads a map and writes the network of one profile, and the `SharedRoads` beside it.
  ///
  /// - Throws: `MapFileError` of the source; `NetworkBuildError`.
  package static func build(
    _ source: some MapSource, for profile: TravelProfile = .car, drivingSide: DrivingSide? = nil,
    to path: String
  ) throws -> Summary {
    let survey = try RoadSurvey(source) { _ in }
    try RoadOrder(survey).write(to: NetworkFormat.path(of: SharedRoads.fileName, beside: path))
    return try build(
      survey, for: profile, drivingSide: drivingSide, heights: nil, to: path
    ) { _ in }
  }

  /// Writes the network of one profile, which belongs to the `SharedRoads` that are already beside
  /// it. Memory: `docs/measured.md`, "Build".
  ///
  /// - Parameters:
  ///   - drivingSide: `nil` to use the map's own.
  ///   - heights: of the ground, for the speeds of bicycles and walkers; `nil` for a level map.
  ///   - progress: called from time to time with the part done, 0 ... 1.
  /// - Throws: `NetworkBuildError`; `NetworkFileError` where the `SharedRoads` are damaged.
  static func build(
    _ survey: RoadSurvey, for profile: TravelProfile, drivingSide: DrivingSide?,
    heights: HeightMap?, to path: String, progress: (Double) -> Void
  ) throws -> Summary {
    let cutter = RoadCutter(survey, for: profile)
    guard !cutter.pieces.isEmpty else { throw NetworkBuildError.noRoads(profile) }
    guard cutter.pieces.count < NetworkFormat.maximumCount / 16 else {
      throw NetworkBuildError.tooLarge(segments: cutter.pieces.count)
    }
    progress(0.2)
    let graph = RoadGraph(survey, cutter)
    let restrictions = TurnRestrictions(survey, cutter, graph)
    let driving: (side: DrivingSide, reason: DrivingSideReason) =
      drivingSide.map { ($0, .option) } ?? survey.drivingSides.choice
    let arcs = ArcGraph(graph, restrictions, cutter, TurnCosts(for: profile, driving: driving.side))
    progress(0.5)
    let islands = Islands(arcs, graph)
    progress(0.6)
    let slopes = (profile == .car ? nil : heights).map {
      SlopedSpeeds(
        heights: RoadHeights(survey, cutter, $0), survey: survey, cutter: cutter,
        lengths: graph.lengths)
    }
    var columns = NetworkColumns(survey, cutter, islands, slopes)
    columns.add(arcs, graph, cutter)
    columns.writer.set(.lengths, inBlocks: graph.lengths, as: UInt16.self)
    let maneuvers = ManeuverOverrides(survey, cutter, graph)
    maneuvers.write(to: &columns.writer)
    columns.add(profile, driving.side, driving.reason)
    columns.writer.set(.sharedRoads, [try SharedRoads(beside: path).checksum])
    progress(0.8)
    let byteCount = try columns.writer.write(to: path)
    progress(1)
    var report = survey.reports[profile.number]
    report.merge(cutter.report)
    report.merge(restrictions.report)
    report.merge(maneuvers.report)
    return Summary(
      segments: cutter.pieces.count, arcs: arcs.directedSegments.count,
      turns: arcs.turns.count,
      restrictions: survey.restrictions[profile.number].count { !$0.isConditional }
        - restrictions.report.total,
      timedWays: survey.conditions[profile.number].count,
      timedTurns: arcs.turns.count { $0.hours > 0 },
      maneuvers: maneuvers.count,
      limitedWays: profile == .car ? survey.limits.count : 0,
      byteCount: byteCount, drivingSide: driving.side, drivingSideReason: driving.reason,
      report: report, heights: slopes?.heights)
  }
}

/// Fills the columns of the file from the importer's results.
struct NetworkColumns {
  var writer = NetworkWriter()
  private let directedSegmentCount: Int
  /// The survey's, which `SharedRoads` keeps: none is added here.
  private var names: NameList
  /// The distinct times of rules, by their number: the index of a name.
  private var hours: [UInt32] = []
  private var hoursNumbers: [String: Int] = [:]
  /// `nil` for a level map.
  private let slopes: SlopedSpeeds?

  init(
    _ survey: RoadSurvey, _ cutter: RoadCutter, _ islands: Islands, _ slopes: SlopedSpeeds?
  ) {
    self.slopes = slopes
    directedSegmentCount = 2 * cutter.pieces.count
    names = survey.names
    addPoints(survey, cutter)
    addSegments(survey, cutter, islands)
    addWays(survey, cutter)
    addSigns(survey, cutter)
    addLimits(survey, cutter)
    addRules(survey, cutter)
    addBoxes(survey, cutter)
  }

  private mutating func addPoints(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    let numbers = cutter.pieces.map(RoadOrder(survey).numbers(of:))
    writer.set(.roads, inBlocks: numbers.map(\.road), as: Int16.self)
    writer.set(.firstPoint, inBlocks: numbers.map(\.firstPoint), as: Int16.self)
    let counts = cutter.pieces.map { UInt32($0.points.count) }
    writer.set(.pointCounts, inBlocks: counts, as: UInt8.self)
  }

  private mutating func addSegments(
    _ survey: RoadSurvey, _ cutter: RoadCutter, _ islands: Islands
  ) {
    let attributes = cutter.pieces.map { survey.roads[$0.road].attributes(for: cutter.profile) }
    let kinds = attributes.enumerated().map { segment, attributes in
      var flags = attributes.flags
      if islands.isIsland[segment] { flags.insert(.island) }
      if cutter.pieces[segment].isDestinationOnly { flags.insert(.destinationOnly) }
      let forward = speed(attributes.forwardSpeed, segment, isBackward: false)
      let backward = speed(attributes.backwardSpeed, segment, isBackward: true)
      return UInt64(forward) << 32 | UInt64(backward) << 16 | UInt64(flags.rawValue)
    }
    writer.set(.segmentKinds, distinct: kinds)
  }

  private func speed(_ level: UInt16, _ segment: Int, isBackward: Bool) -> UInt16 {
    slopes?.speed(level, onSegment: segment, isBackward: isBackward) ?? level
  }

  private mutating func addWays(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    let ways = cutter.pieces.map { survey.roads[$0.road].wayID }
    let order = cutter.pieces.indices.sorted {
      (ways[$0], cutter.pieces[$0].points.lowerBound)
        < (ways[$1], cutter.pieces[$1].points.lowerBound)
    }
    writer.set(.segmentsByWay, order.map { UInt32($0) })
  }

  /// Adds the signs of the roads; the exit signs of a node go to the ramps that begin there.
  private mutating func addSigns(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    var columns = SignColumns()
    for (segment, piece) in cutter.pieces.enumerated() {
      let road = survey.roads[piece.road]
      var signs = road.signs
      let entry = road.attributes(for: cutter.profile).forwardSpeed > 0 ? piece.tail : piece.head
      if road.roadClass.isLink, let exit = cutter.tags[Int(entry)].exit {
        if signs.exit == 0 { signs.exit = names.index(of: exit.ref) }
        signs.exitName = names.index(of: exit.name)
      }
      columns.add(signs, to: segment)
    }
    writer.set(.signedSegments, columns.segments)
    writer.set(.signNumbers, columns.numbers)
    writer.set(.signs, columns.fields)
  }

  private mutating func addLimits(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    let limited = cutter.pieces.enumerated().compactMap { segment, piece in
      cutter.profile == .car
        ? survey.limits[survey.roads[piece.road].wayID].map { (UInt32(segment), $0.packed) } : nil
    }
    writer.set(.limitedSegments, limited.map(\.0))
    writer.set(.segmentLimits, limited.map(\.1))
  }

  private mutating func addRules(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    let conditions = survey.conditions[cutter.profile.number]
    var (segments, rules): ([UInt32], [UInt64]) = ([], [])
    for (segment, piece) in cutter.pieces.enumerated() where !conditions.isEmpty {
      let all = conditions[survey.roads[piece.road].wayID] ?? []
      for isBackward in [false, true] {
        for rule in all where rule.isBackward == isBackward {
          segments.append(DirectedSegment(SegmentID(segment), isBackward: isBackward).rawValue)
          var effect = rule.effect
          if case .speed(let level) = effect {
            effect = .speed(speed(level, segment, isBackward: isBackward))
          }
          rules.append(RoadRule(hours: number(ofHours: rule.hours), effect: effect).packed)
        }
      }
    }
    writer.set(.ruledSegments, segments)
    writer.set(.segmentRules, rules)
  }

  private mutating func number(ofHours text: String) -> Int {
    if let known = hoursNumbers[text] { return known }
    hours.append(names.index(of: text))
    hoursNumbers[text] = hours.count - 1
    return hours.count - 1
  }

  /// Adds the turns that not every vehicle may take, or not at all times.
  private mutating func addTurnRules(_ arcs: ArcGraph, _ graph: RoadGraph, _ cutter: RoadCutter) {
    var limited: [(turn: UInt32, limits: UInt64)] = []
    var ruled: [(turn: UInt32, hours: UInt32)] = []
    for arc in arcs.directedSegments.indices {
      let limits = cutter.tags[Int(graph.head(arcs.directedSegments[arc]))].limits
      for turn in arcs.firstTurn[arc]..<arcs.firstTurn[arc + 1] {
        if cutter.profile == .car, !limits.isNone { limited.append((turn, limits.packed)) }
        let hours = arcs.turns[Int(turn)].hours
        if hours > 0 {
          ruled.append((turn, UInt32(number(ofHours: arcs.hours.texts[Int(hours)]))))
        }
      }
    }
    writer.set(.limitedTurns, limited.map(\.turn))
    writer.set(.turnLimits, limited.map(\.limits))
    writer.set(.ruledTurns, ruled.map(\.turn))
    writer.set(.turnHours, ruled.map(\.hours))
    writer.set(.hours, hours)
  }

  /// The packed R-tree, see `SegmentIndex`.
  private mutating func addBoxes(_ survey: RoadSurvey, _ cutter: RoadCutter) {
    var level = cutter.pieces.map { FixedBox(of: survey.points[$0.points]) }
    var first: [UInt32] = [0]
    var boxes: [FixedBox] = []
    for size in SegmentIndex.levelSizes(segments: level.count) {
      level = (0..<size).map { index in
        var box = FixedBox(of: [])
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

  mutating func add(
    _ profile: TravelProfile, _ side: DrivingSide, _ reason: DrivingSideReason
  ) {
    writer.set(
      .properties,
      NetworkProperty.allCases.map { property -> UInt32 in
        switch property {
        case .profile: UInt32(profile.number)
        case .drivingSide: side.rawValue
        case .drivingSideReason: reason.rawValue
        }
      })
  }

  mutating func add(_ arcs: consuming ArcGraph, _ graph: RoadGraph, _ cutter: RoadCutter) {
    let order = ArcOrder(
      origins: arcs.origins, targets: arcs.turns.map(\.target),
      arcCount: arcs.directedSegments.count)
    addArcs(order, Self.starts(arcs.directedSegments, count: directedSegmentCount))
    arcs.renumber(order.arcs.map { Int($0) })
    addTurnRules(arcs, graph, cutter)
    writer.set(.directedSegments, inBlocks: arcs.directedSegments, as: Int16.self)
    writer.set(.firstTurn, inBlocks: arcs.firstTurn, as: UInt8.self)
    let (origins, targets) = (arcs.origins, arcs.turns.map(\.target))
    writer.set(.turnTargets, targets, near: origins, as: Int16.self)
    writer.set(.turnKinds, distinct: arcs.turns.map(\.kind))
    let incoming = zip(targets, origins).sorted(by: <)
    let firstIncoming = Self.starts(targets, count: arcs.directedSegments.count)
    writer.set(.firstIncoming, inBlocks: firstIncoming, as: UInt8.self)
    writer.set(.incomingOrigins, incoming.map(\.1), near: incoming.map(\.0), as: Int16.self)
    let contraction = Contraction(
      Array(zip(origins, targets)), rankCount: arcs.directedSegments.count)
    let parents = contraction.parents
    writer.set(.parents, parents, near: parents.indices.map { UInt32($0) }, as: UInt16.self)
    writer.set(.firstEdge, contraction.firstEdge)
    writer.set(
      .heads, contraction.heads,
      near: Self.rows(contraction.firstEdge).map { $0 % UInt32(parents.count) },
      as: UInt16.self)
  }

  /// Adds the arcs of each directed segment.
  ///
  /// - Parameter first: by directed segment: its first arc, before the arcs are ordered.
  private mutating func addArcs(_ order: ArcOrder, _ first: [UInt32]) {
    var (arcs, lists): ([UInt32], [UInt32]) = ([], [0])
    for (start, end) in zip(first, first.dropFirst()) {
      let own = order.ranks[Int(start)..<Int(end)]
      if own.count == 1 {
        arcs += own
      } else {
        arcs.append(RoadNetwork.arcListMark | (own.isEmpty ? 0 : UInt32(lists.count)))
        if !own.isEmpty { lists += [UInt32(own.count)] + own }
      }
    }
    writer.set(.arcs, arcs)
    writer.set(.arcLists, lists)
  }

  /// By index: the row it lies in.
  ///
  /// - Parameter first: by row: its first index; one more entry at the end.
  static func rows(_ first: [UInt32]) -> [UInt32] {
    first.indices.dropLast().flatMap { row in
      repeatElement(UInt32(row), count: Int(first[row + 1] - first[row]))
    }
  }

  /// By number: the index at which it starts once `numbers` is sorted; one more entry at the end.
  private static func starts(_ numbers: [UInt32], count: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: count + 1)
    for number in numbers { starts[Int(number) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return starts
  }
}
