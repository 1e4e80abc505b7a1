import OpenStreetMap

/// The turn restrictions of a map, resolved to its directed segments.
struct TurnRestrictions {
  /// Forbidden turns.
  private(set) var forbidden: Set<Turn> = []
  /// Turns that are forbidden under a condition, and when; `nil` where that cannot be read.
  private(set) var conditional: [Turn: String?] = [:]
  /// The restrictions with via ways.
  private(set) var viaWayRestrictions: [ViaWayRestriction] = []
  private(set) var report = ImportReport()

  struct Turn: Hashable {
    let from: UInt32
    let to: UInt32
  }

  struct ViaWayRestriction {
    /// The `from` member, then the via ways: at least two.
    let directedSegments: [UInt32]
    /// The `to` members: the only ones allowed, or those forbidden.
    let ends: Set<UInt32>
    /// Whether it is an `only_*` restriction.
    let isOnly: Bool
    /// When it holds; `nil` for always.
    let hours: String?
  }

  private let graph: RoadGraph
  private let ways: WaySegments

  init(_ survey: RoadSurvey, _ cutter: RoadCutter, _ graph: RoadGraph) {
    self.graph = graph
    let all = survey.restrictions[cutter.profile.number]
    var needed: Set<Int64> = []
    for restriction in all {
      needed.formUnion(restriction.from + restriction.to)
      if case .ways(let ways) = restriction.via { needed.formUnion(ways) }
    }
    ways = WaySegments(needed, survey, cutter, graph)
    for restriction in all {
      let isApplied =
        switch restriction.via {
        case .node(let id):
          applyViaNode(restriction, survey.node(id).flatMap { cutter.graphNode(of: $0) })
        case .ways(let ways): applyViaWays(restriction, ways)
        }
      if !isApplied {
        report.skip(
          "restriction whose ways do not meet, or are closed to \(cutter.profile.rules.travellers)",
          .relation, restriction.relationID)
      }
    }
  }

  private mutating func applyViaNode(_ restriction: TurnRestriction, _ via: UInt32?) -> Bool {
    guard let via else { return false }
    let pairs = restriction.from.flatMap { from in
      restriction.to.flatMap { matchingTurns(restriction.direction, from: from, to: $0, via) }
    }
    guard !pairs.isEmpty else { return false }
    let closed =
      switch restriction.kind {
      case .no: pairs
      case .only:
        Set(pairs.map(\.from)).flatMap { from in
          graph.leaving(via).map { Turn(from: from, to: $0) }.filter { !pairs.contains($0) }
        }
      }
    if restriction.isConditional {
      for turn in closed { conditional[turn] = .some(restriction.hours) }
    } else {
      forbidden.formUnion(closed)
    }
    return true
  }

  /// The turns that match the members. Where ways continue through the junction there may be
  /// several: then those in the restriction's direction, if there are any.
  private func matchingTurns(
    _ direction: TurnRestriction.Direction, from: Int64, to: Int64, _ via: UInt32
  ) -> [Turn] {
    let arriving = ways.directedSegments([from]) { graph.head($0) == via }
    let leaving = ways.directedSegments([to]) { graph.tail($0) == via }
    let pairs = arriving.flatMap { from in leaving.map { Turn(from: from, to: $0) } }
    let candidates =
      from == to && direction == .uTurn ? pairs.filter { $0.to == $0.from ^ 1 } : pairs
    guard candidates.count > 1 else { return candidates }
    let bent = candidates.filter { turn in
      let angle = graph.angle(from: turn.from, to: turn.to)
      switch direction {
      case .left: return angle < -20 && turn.to != turn.from ^ 1
      case .right: return angle > 20 && turn.to != turn.from ^ 1
      case .straight: return abs(angle) < 45
      case .uTurn: return abs(angle) > 135
      case .any: return true
      }
    }
    return bent.isEmpty ? candidates : bent
  }

  /// Finds the directed segments from `from` over the via ways to `to`.
  private mutating func applyViaWays(_ restriction: TurnRestriction, _ ways: [Int64]) -> Bool {
    var isApplied = false
    for start in self.ways.directedSegments(restriction.from, { _ in true }) {
      guard let between = self.ways.walk(ways, from: graph.head(start)), let last = between.last,
        !between.contains(start ^ 1)
      else { continue }
      let ends = self.ways.directedSegments(restriction.to) {
        graph.tail($0) == graph.head(last) && $0 != last
      }
      guard !ends.isEmpty else { continue }
      isApplied = true
      if restriction.isConditional, restriction.hours == nil {
        for end in ends { conditional[Turn(from: last, to: end)] = .some(nil) }
      } else {
        let isOnly = restriction.kind == .only
        viaWayRestrictions.append(
          ViaWayRestriction(
            directedSegments: [start] + between, ends: Set(ends), isOnly: isOnly,
            hours: restriction.hours))
      }
    }
    return isApplied
  }
}
