import Messages

/// The turn-expanded graph that the search runs on: arcs and the turns between them, made from
/// directed segments and turn restrictions.
///
/// A destination-only road has two arcs per directed segment: one for *leaving* it at the start of
/// a journey, from which all roads can be reached, and one for *entering* it at the end, from which
/// open roads are reached only by turns with the flag `lastResort`. Those cost so much that a path
/// cuts through only where there is no other, and the search needs no special case.
struct ArcGraph {
  struct Turn {
    /// The arc it leads to.
    var target: UInt32
    let angle: Int8
    var flags: TurnFlags
    /// Hundredths of a second.
    let cost: UInt16
    /// When it is forbidden: an index in `hours`, 0 for never.
    var hours: UInt32 = 0

    /// `TurnKind.packed`.
    var kind: UInt32 {
      UInt32(UInt8(bitPattern: angle)) << 24 | UInt32(flags.rawValue) << 16 | UInt32(cost)
    }
  }

  /// By arc: its directed segment; ascending until `renumber`.
  private(set) var directedSegments: [UInt32] = []
  /// By arc: its first turn; one more entry at the end.
  private(set) var firstTurn: [UInt32] = [0]
  private(set) var turns: [Turn] = []
  /// The distinct times at which turns are forbidden.
  private(set) var hours = NameList()
  private var firstArc: [Int] = []
  /// The turns of arcs that via-way restrictions have changed or added, until `renumber`.
  private var changedTurns: [Int: [Turn]] = [:]
  /// By directed segment: the arcs that via-way restrictions have added, until `renumber`.
  private var copies: [UInt32: [Int]] = [:]
  private let graph: RoadGraph
  private let restrictions: TurnRestrictions
  private let nodeTags: [NodeTags]
  /// The graph nodes at private gates between open roads.
  private let gates: Set<UInt32>
  private let profile: TravelProfile
  private let costs: TurnCosts

  init(
    _ graph: RoadGraph, _ restrictions: TurnRestrictions, _ cutter: RoadCutter, _ costs: TurnCosts
  ) {
    self.graph = graph
    self.restrictions = restrictions
    self.costs = costs
    profile = cutter.profile
    nodeTags = cutter.tags
    gates = cutter.gatesBetween
    for directedSegment in 0..<UInt32(graph.directedSegmentCount) {
      firstArc.append(directedSegments.count)
      guard graph.isOpen(directedSegment) else { continue }
      directedSegments.append(directedSegment)
      if graph.isDestinationOnly(directedSegment) { directedSegments.append(directedSegment) }
    }
    firstArc.append(directedSegments.count)
    for arc in directedSegments.indices {
      addTurns(from: arc)
      firstTurn.append(UInt32(turns.count))
    }
    for restriction in restrictions.viaWayRestrictions { apply(restriction) }
    // The added arcs come next to those they were copied from.
    if !changedTurns.isEmpty {
      renumber(
        directedSegments.indices.sorted {
          (directedSegments[$0], $0) < (directedSegments[$1], $1)
        })
    }
  }

  private func isEntering(_ arc: Int) -> Bool {
    graph.isDestinationOnly(directedSegments[arc]) && arc > firstArc[Int(directedSegments[arc])]
  }

  /// One turns round where nothing else leads on, and at places laid out for it; where all that
  /// leads on is one-way only as a last resort: a map may end there, or it is an expressway.
  private mutating func addTurns(from arc: Int) {
    let directedSegment = directedSegments[arc]
    let node = graph.head(directedSegment)
    let isEntering = isEntering(arc)
    let comesFromOpen = !graph.isDestinationOnly(directedSegment)
    var (hasWayOn, hasTwoWayOn) = (false, false)
    for other in graph.leaving(node) where other != directedSegment ^ 1 {
      let isDestinationOnly = graph.isDestinationOnly(other)
      let isThrough =
        !isDestinationOnly && (isEntering || comesFromOpen && gates.contains(node))
      // Cutting through is not a way on, nor is a destination-only road from an open one.
      let leadsOn =
        !isThrough && (!isDestinationOnly || !comesFromOpen) && !graph.isClosedByDefault(other)
      if leadsOn, graph.isOpen(other ^ 1) || graph.isRoundabout(other) { hasTwoWayOn = true }
      guard
        !restrictions.forbidden.contains(TurnRestrictions.Turn(from: directedSegment, to: other))
      else { continue }
      if leadsOn { hasWayOn = true }
      let isLeaving = !comesFromOpen && !isEntering
      let target = firstArc[Int(other)] + (isDestinationOnly && !isLeaving ? 1 : 0)
      turns.append(
        turn(
          from: directedSegment, to: other, target: target, isThrough ? .lastResort : []))
    }
    let back = directedSegment ^ 1
    let isUsual = !hasWayOn || nodeTags[Int(node)].isTurningPlace
    if isUsual || !hasTwoWayOn, graph.isOpen(back),
      !restrictions.forbidden.contains(TurnRestrictions.Turn(from: directedSegment, to: back))
    {
      let target = firstArc[Int(back)] + (isEntering ? 1 : 0)
      turns.append(
        turn(from: directedSegment, to: back, target: target, isUsual ? [] : .lastResort))
    }
  }

  private mutating func turn(
    from directedSegment: UInt32, to other: UInt32, target: Int, _ passage: TurnFlags = []
  ) -> Turn {
    let node = Int(graph.head(directedSegment))
    var flags = passage
    if graph.degrees[node] > 2 { flags.insert(.junction) }
    if other == directedSegment ^ 1 { flags.insert(.uTurn) }
    let condition = restrictions.conditional[
      TurnRestrictions.Turn(from: directedSegment, to: other)]
    if condition != nil { flags.insert(.conditional) }
    if nodeTags[node].isMiniRoundabout { flags.insert(.miniRoundabout) }
    let control = control(from: directedSegment, to: other)
    if control == .signals { flags.insert(.signals) }
    let degrees = other == directedSegment ^ 1 ? 180 : graph.angle(from: directedSegment, to: other)
    let angle = Int8((degrees / 1.5).rounded())
    let features = TurnCosts.Turn(
      angle: angle, flags: flags, control: control,
      isGated: nodeTags[node].isGated(for: profile),
      isTolled: nodeTags[node].isTolled(for: profile),
      isAtRoundabout: graph.isRoundabout(directedSegment) || graph.isRoundabout(other))
    return Turn(
      target: UInt32(target), angle: angle, flags: flags, cost: costs.cost(of: features),
      hours: hours.index(of: condition ?? nil))
  }

  /// The traffic control that applies to a turn.
  private func control(from directedSegment: UInt32, to other: UInt32) -> NodeTags.Control {
    let node = Int(graph.head(directedSegment))
    let tags = nodeTags[node]
    let control = directedSegment & 1 == 0 ? tags.forward : tags.backward
    switch control {
    case .none, .signals: return control
    case .minorStop: return graph.isMinor(directedSegment) ? control : .none
    case .stop, .giveWay:
      // A sign shortly after a junction applies to the opposite direction.
      let isBehind =
        graph.degrees[node] == 2 && !tags.isDirected
        && graph.lengths[Int(directedSegment >> 1)] < Self.signReach
        && graph.lengths[Int(other >> 1)] > Self.signReach
      return isBehind ? .none : control
    }
  }

  /// The maximum distance of a sign from its junction, in centimetres: OSRM's 20 m.
  private static let signReach: UInt32 = 2_000

  /// Adds separate arcs along the restriction's directed segments, without the forbidden last turn.
  /// An "only" restriction binds from its second turn on: a path that has entered the first via way
  /// must follow it to the end.
  private mutating func apply(_ restriction: TurnRestrictions.ViaWayRestriction) {
    let first = Int(restriction.directedSegments[0])
    var current =
      Array(firstArc[first]..<firstArc[first + 1]) + (copies[restriction.directedSegments[0]] ?? [])
    for (step, next) in restriction.directedSegments.enumerated().dropFirst() {
      var made: [UInt32: UInt32] = [:]
      for arc in current {
        var turns = turns(of: arc)
        if restriction.isOnly, step > 1 {
          turns = forbidding(turns, restriction.hours) { $0 != next }
        }
        for index in turns.indices where directedSegments[Int(turns[index].target)] == next {
          turns[index].target = copy(turns[index].target, &made)
        }
        changedTurns[arc] = turns
      }
      current = made.values.map(Int.init).sorted()
    }
    for arc in current {
      // Turning round on the last via way would lead past the restriction.
      let back = directedSegments[arc] ^ 1
      changedTurns[arc] = forbidding(turns(of: arc), restriction.hours) {
        $0 == back || restriction.ends.contains($0) != restriction.isOnly
      }
    }
  }

  /// The turns without those onto directed segments that are forbidden, or with when they are.
  private mutating func forbidding(
    _ turns: [Turn], _ when: String?, where isForbidden: (UInt32) -> Bool
  ) -> [Turn] {
    guard let when else {
      return turns.filter { !isForbidden(directedSegments[Int($0.target)]) }
    }
    let number = hours.index(of: when)
    return turns.map { turn in
      guard isForbidden(directedSegments[Int(turn.target)]) else { return turn }
      var turn = turn
      turn.hours = number
      turn.flags.insert(.conditional)
      return turn
    }
  }

  private func turns(of arc: Int) -> [Turn] {
    changedTurns[arc] ?? Array(turns[Int(firstTurn[arc])..<Int(firstTurn[arc + 1])])
  }

  private mutating func copy(_ arc: UInt32, _ made: inout [UInt32: UInt32]) -> UInt32 {
    if let known = made[arc] { return known }
    let (directedSegment, copy) = (directedSegments[Int(arc)], UInt32(directedSegments.count))
    directedSegments.append(directedSegment)
    changedTurns[Int(copy)] = turns(of: Int(arc))
    copies[directedSegment, default: []].append(Int(copy))
    made[arc] = copy
    return copy
  }

  /// By turn: the arc it leaves.
  var origins: [UInt32] { NetworkColumns.rows(firstTurn) }

  /// Renumbers the arcs.
  ///
  /// - Parameter order: by new number: the old one.
  mutating func renumber(_ order: [Int]) {
    var newIndices = [UInt32](repeating: 0, count: directedSegments.count)
    for (index, arc) in order.enumerated() { newIndices[arc] = UInt32(index) }
    var (first, renumbered): ([UInt32], [Turn]) = ([0], [])
    renumbered.reserveCapacity(turns.count)
    for arc in order {
      for var turn in turns(of: arc) {
        turn.target = newIndices[Int(turn.target)]
        renumbered.append(turn)
      }
      first.append(UInt32(renumbered.count))
    }
    (firstTurn, turns) = (first, renumbered)
    directedSegments = order.map { directedSegments[$0] }
    (changedTurns, copies) = ([:], [:])
  }
}
