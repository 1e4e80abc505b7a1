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
  /// By the directed segment before a junction: where `only_*` restrictions demand to go on.
  private var demanded: [UInt32: Set<UInt32>] = [:]

  private enum Outcome: String {
    case applied
    case unmatched = "restriction whose ways do not meet, or are closed to"
    case ambiguous = "restriction over ways from or to a way that goes on beyond them"
    case contradictory = "restriction that leaves no turn of those another demands"
  }

  init(_ survey: RoadSurvey, _ cutter: RoadCutter, _ graph: RoadGraph) {
    self.graph = graph
    let all = survey.restrictions[cutter.profile.number]
    var needed: Set<Int64> = []
    for restriction in all {
      needed.formUnion(restriction.from + restriction.to)
      if case .ways(let ways) = restriction.via { needed.formUnion(ways) }
    }
    ways = WaySegments(needed, survey, cutter, graph)
    // Of two that contradict each other the first counts.
    for restriction in (0..<4).flatMap({ rank in all.filter { $0.rank == rank } }) {
      let outcome =
        switch restriction.via {
        case .node(let id):
          applyViaNode(restriction, survey.node(id).flatMap { cutter.graphNode(of: $0) })
        case .ways(let ways): applyViaWays(restriction, ways)
        }
      guard outcome != .applied else { continue }
      let travellers = outcome == .unmatched ? " \(cutter.profile.rules.travellers)" : ""
      report.skip(outcome.rawValue + travellers, .relation, restriction.relationID)
    }
  }

  private mutating func applyViaNode(_ restriction: TurnRestriction, _ via: UInt32?) -> Outcome {
    guard let via else { return .unmatched }
    let pairs = restriction.from.flatMap { from in
      restriction.to.flatMap { matchingTurns(restriction.direction, from: from, to: $0, via) }
    }
    guard !pairs.isEmpty else { return .unmatched }
    let turns = Dictionary(grouping: pairs, by: \.from).mapValues { Set($0.map(\.to)) }
    let isOnly = restriction.kind == .only
    for (from, targets) in turns {
      let wanted = isOnly ? targets : demanded[from, default: []].subtracting(targets)
      // What is demanded must stay open; without a demand a dead end is a dead end.
      guard isOnly || demanded[from] != nil else { continue }
      if wanted.allSatisfy({ forbidden.contains(Turn(from: from, to: $0)) }) {
        return .contradictory
      }
    }
    let closed =
      isOnly
      ? turns.flatMap { from, targets in
        graph.leaving(via).filter { !targets.contains($0) }.map { Turn(from: from, to: $0) }
      } : pairs
    if restriction.isConditional {
      for turn in closed { conditional[turn] = .some(restriction.hours) }
      return .applied
    }
    forbidden.formUnion(closed)
    guard isOnly else { return .applied }
    for (from, targets) in turns {
      demanded[from] = demanded[from].map(targets.intersection) ?? targets
    }
    return .applied
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
  private mutating func applyViaWays(_ restriction: TurnRestriction, _ ways: [Int64]) -> Outcome {
    let found = viaWayRestrictions(restriction, ways)
    guard let first = found.first else { return .unmatched }
    if found.count > restriction.from.count || first.ends.count > restriction.to.count {
      return .ambiguous
    }
    if found.contains(where: isContradicted) { return .contradictory }
    if restriction.isConditional, restriction.hours == nil {
      for path in found {
        for end in path.ends {
          conditional[Turn(from: path.directedSegments.last ?? end, to: end)] = .some(nil)
        }
      }
    } else {
      viaWayRestrictions += found
    }
    return .applied
  }

  private func viaWayRestrictions(
    _ restriction: TurnRestriction, _ ways: [Int64]
  ) -> [ViaWayRestriction] {
    self.ways.directedSegments(restriction.from) { _ in true }.compactMap { start in
      guard let between = self.ways.walk(ways, from: graph.head(start)), let last = between.last,
        !between.contains(start ^ 1)
      else { return nil }
      let ends = self.ways.directedSegments(restriction.to) {
        graph.tail($0) == graph.head(last) && $0 != last
      }
      guard !ends.isEmpty else { return nil }
      return ViaWayRestriction(
        directedSegments: [start] + between, ends: Set(ends), isOnly: restriction.kind == .only,
        hours: restriction.hours)
    }
  }

  /// Whether a path that this demands is forbidden, or all that an earlier one demands is forbidden
  /// by this one.
  private func isContradicted(_ restriction: ViaWayRestriction) -> Bool {
    let path = restriction.directedSegments
    let demands = viaWayRestrictions.filter {
      $0.isOnly && $0.hours == nil && $0.directedSegments == path
    }
    if demands.contains(where: {
      $0.ends.allSatisfy { restriction.ends.contains($0) != restriction.isOnly }
    }) {
      return true
    }
    let isForbidden = { [forbidden] (from: UInt32, to: UInt32) in
      forbidden.contains(Turn(from: from, to: to))
    }
    return restriction.isOnly
      && (restriction.ends.allSatisfy { isForbidden(path[path.count - 1], $0) }
        || zip(path.dropFirst(), path.dropFirst(2)).contains(where: isForbidden))
  }
}
