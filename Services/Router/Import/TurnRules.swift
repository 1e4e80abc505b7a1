import OpenStreetMap

/// The restrictions of a map laid on its segments.
struct TurnRules {
  /// Turns from course to course that nobody may make.
  private(set) var forbidden: Set<Turn> = []
  /// Chains over a way between.
  private(set) var chains: [Chain] = []
  private(set) var report = ImportReport()

  struct Turn: Hashable {
    let from: UInt32
    let to: UInt32
  }

  struct Chain {
    /// The course from, those between, the course to: at least three.
    let courses: [UInt32]
    /// Whether the chain is the only way on, not the one way that is closed.
    let isOnly: Bool
  }

  private let graph: CourseGraph
  private var coursesOfWay: [Int64: [UInt32]] = [:]

  init(_ survey: RoadSurvey, _ cutter: RoadCutter, _ graph: CourseGraph) {
    self.graph = graph
    let all = survey.rules[cutter.profile.number]
    var needed: Set<Int64> = []
    for rule in all {
      needed.formUnion(rule.from + rule.to)
      if case .ways(let ways) = rule.via { needed.formUnion(ways) }
    }
    for (index, piece) in cutter.pieces.enumerated() {
      let way = survey.roads[piece.road].wayID
      guard needed.contains(way) else { continue }
      for course in [UInt32(2 * index), UInt32(2 * index + 1)] where graph.isOpen(course) {
        coursesOfWay[way, default: []].append(course)
      }
    }
    for rule in all {
      let isLaid =
        switch rule.via {
        case .node(let id): layNode(rule, survey.node(id).flatMap { cutter.graphNode(of: $0) })
        case .ways(let ways): layWays(rule, ways)
        }
      if !isLaid {
        report.skip(
          "restriction whose ways do not meet, or are closed to \(cutter.profile.rules.travellers)",
          .relation, rule.relationID)
      }
    }
  }

  private func courses(_ ways: [Int64], _ isFit: (UInt32) -> Bool) -> [UInt32] {
    ways.flatMap { coursesOfWay[$0] ?? [] }.filter(isFit)
  }

  private mutating func layNode(_ rule: TurnRule, _ via: UInt32?) -> Bool {
    guard let via else { return false }
    let from = courses(rule.from) { graph.head($0) == via }
    let to = courses(rule.to) { graph.tail($0) == via }
    let pairs = fitting(rule, from.flatMap { from in to.map { Turn(from: from, to: $0) } })
    guard !pairs.isEmpty else { return false }
    switch rule.kind {
    case .no: forbidden.formUnion(pairs)
    case .only:
      for from in Set(pairs.map(\.from)) {
        for other in graph.leaving(via)
        where !pairs.contains(Turn(from: from, to: other)) {
          forbidden.insert(Turn(from: from, to: other))
        }
      }
    }
    return true
  }

  /// Where ways run on through the junction several turns fit the members: those that bend as the
  /// restriction says, if there are any, are meant.
  private func fitting(_ rule: TurnRule, _ pairs: [Turn]) -> [Turn] {
    let isSameWay = rule.from == rule.to
    let candidates =
      isSameWay && rule.side == .uTurn ? pairs.filter { $0.to == $0.from ^ 1 } : pairs
    guard candidates.count > 1 else { return candidates }
    let bent = candidates.filter { turn in
      let angle = graph.angle(from: turn.from, to: turn.to)
      switch rule.side {
      case .left: return angle < -20 && turn.to != turn.from ^ 1
      case .right: return angle > 20 && turn.to != turn.from ^ 1
      case .straight: return abs(angle) < 45
      case .uTurn: return abs(angle) > 135
      case .any: return true
      }
    }
    return bent.isEmpty ? candidates : bent
  }

  /// Finds the chain of courses from `from` over the ways between to `to`.
  private mutating func layWays(_ rule: TurnRule, _ ways: [Int64]) -> Bool {
    var laid = false
    for start in courses(rule.from, { _ in true }) {
      guard let between = walk(ways, from: graph.head(start)), let last = between.last,
        !between.contains(start ^ 1)
      else { continue }
      let ends = courses(rule.to) { graph.tail($0) == graph.head(last) && $0 != last }
      let chains = ends.map { Chain(courses: [start] + between + [$0], isOnly: rule.kind == .only) }
      self.chains += chains
      laid = laid || !chains.isEmpty
    }
    return laid
  }

  /// Follows each way from end to end; `nil` where one does not go on from `node`.
  private func walk(_ ways: [Int64], from node: UInt32) -> [UInt32]? {
    var node = node
    var walked: [UInt32] = []
    for way in ways {
      var left = Set(coursesOfWay[way] ?? [])
      var isFirst = true
      while let next = left.filter({ graph.tail($0) == node }).min() {
        // In the middle of a way both of its sides go on; its start has only one.
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
