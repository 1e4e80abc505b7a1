import Messages

/// The arcs and turns that the search runs on, made from courses and rules.
///
/// A road for its neighbours only (`endsOnly`) has two arcs a course: one for those who *leave* it
/// at the start of a journey, from where all roads open, and one for those who *enter* it at the
/// end, which leads no more to open roads. So no drive cuts through, and the search needs no rule.
struct ArcGraph {
  struct Turn {
    /// The arc it leads to.
    var target: UInt32
    let angle: Int8
    let flags: TurnFlags
    /// Hundredths of a second.
    let cost: UInt16
  }

  /// By arc: its course; the arcs of a course lie side by side, in the order of the courses.
  private(set) var courses: [UInt32] = []
  /// By arc: its first turn; one more entry at the end.
  private(set) var firstTurn: [UInt32] = [0]
  private(set) var turns: [Turn] = []
  private var firstArc: [Int] = []
  /// The turns of arcs that chains have changed or made, until `gather`.
  private var changedTurns: [Int: [Turn]] = [:]
  /// By course: the arcs that chains have made for it, until `gather`.
  private var copies: [UInt32: [Int]] = [:]
  private let graph: CourseGraph
  private let rules: TurnRules
  private let nodeTags: [NodeTags]
  private let profile: TravelProfile
  private let costs: TurnCosts

  init(_ graph: CourseGraph, _ rules: TurnRules, _ cutter: RoadCutter, _ costs: TurnCosts) {
    self.graph = graph
    self.rules = rules
    self.costs = costs
    profile = cutter.profile
    nodeTags = cutter.tags
    for course in 0..<UInt32(graph.courseCount) {
      firstArc.append(courses.count)
      guard graph.isOpen(course) else { continue }
      courses.append(course)
      if graph.isEndsOnly(course) { courses.append(course) }
    }
    firstArc.append(courses.count)
    for arc in courses.indices {
      addTurns(from: arc)
      firstTurn.append(UInt32(turns.count))
    }
    for chain in rules.chains { apply(chain) }
    if !changedTurns.isEmpty { gather() }
  }

  private func isEntering(_ arc: Int) -> Bool {
    graph.isEndsOnly(courses[arc]) && arc > firstArc[Int(courses[arc])]
  }

  private mutating func addTurns(from arc: Int) {
    let course = courses[arc]
    let node = graph.head(course)
    let isEntering = isEntering(arc)
    var hasWayOn = false
    for other in graph.leaving(node) where other != course ^ 1 {
      let isPrivate = graph.isEndsOnly(other)
      if isEntering, !isPrivate { continue }
      guard !rules.forbidden.contains(TurnRules.Turn(from: course, to: other)) else { continue }
      // A road for neighbours is no way on for who is on an open one: they may turn round.
      if !isPrivate || graph.isEndsOnly(course) { hasWayOn = true }
      let isLeaving = graph.isEndsOnly(course) && !isEntering
      let target = firstArc[Int(other)] + (isPrivate && !isLeaving ? 1 : 0)
      turns.append(turn(from: course, to: other, target: target))
    }
    let back = course ^ 1
    if !hasWayOn, graph.isOpen(back),
      !rules.forbidden.contains(TurnRules.Turn(from: course, to: back))
    {
      let target = firstArc[Int(back)] + (isEntering ? 1 : 0)
      turns.append(turn(from: course, to: back, target: target))
    }
  }

  private func turn(from course: UInt32, to other: UInt32, target: Int) -> Turn {
    let node = Int(graph.head(course))
    var flags: TurnFlags = []
    if graph.degrees[node] > 2 { flags.insert(.junction) }
    if other == course ^ 1 { flags.insert(.uTurn) }
    let isConditional = rules.conditional.contains(TurnRules.Turn(from: course, to: other))
    if isConditional { flags.insert(.conditional) }
    if nodeTags[node].isMiniRoundabout { flags.insert(.miniRoundabout) }
    let control = control(from: course, to: other)
    if control == .signals { flags.insert(.signals) }
    let degrees = other == course ^ 1 ? 180 : graph.angle(from: course, to: other)
    let angle = Int8((degrees / 1.5).rounded())
    let facts = TurnCosts.Turn(
      angle: angle, flags: flags, control: control,
      isGated: nodeTags[node].isGated(for: profile),
      isTolled: nodeTags[node].isTolled(for: profile),
      isAtRoundabout: graph.isRoundabout(course) || graph.isRoundabout(other))
    return Turn(
      target: UInt32(target), angle: angle, flags: flags, cost: costs.cost(of: facts))
  }

  /// What holds up who comes from a course.
  private func control(from course: UInt32, to other: UInt32) -> NodeTags.Control {
    let node = Int(graph.head(course))
    let tags = nodeTags[node]
    let control = course & 1 == 0 ? tags.forward : tags.backward
    switch control {
    case .none, .signals: return control
    case .minorStop: return graph.isMinor(course) ? control : .none
    case .stop, .giveWay:
      // A sign shortly after a junction is for those who come towards it.
      let isBehind =
        graph.degrees[node] == 2 && !tags.isDirected
        && graph.lengths[Int(course >> 1)] < Self.signReach
        && graph.lengths[Int(other >> 1)] > Self.signReach
      return isBehind ? .none : control
    }
  }

  /// How far from a junction a sign stands at most, centimetres: OSRM's 20 m.
  private static let signReach: UInt32 = 2_000

  /// Gives who comes along the chain arcs of their own, on which its last turn is missing. An
  /// "only" chain binds from its second turn on: who has entered it goes on to its end.
  private mutating func apply(_ chain: TurnRules.Chain) {
    let first = Int(chain.courses[0])
    var current = Array(firstArc[first]..<firstArc[first + 1]) + (copies[chain.courses[0]] ?? [])
    for (step, next) in chain.courses.enumerated().dropFirst() {
      var made: [UInt32: UInt32] = [:]
      for arc in current {
        var turns = turns(of: arc)
        if chain.isOnly, step > 1 { turns.removeAll { courses[Int($0.target)] != next } }
        for index in turns.indices where courses[Int(turns[index].target)] == next {
          turns[index].target = copy(turns[index].target, &made)
        }
        changedTurns[arc] = turns
      }
      current = made.values.map(Int.init).sorted()
    }
    for arc in current {
      changedTurns[arc] = turns(of: arc).filter {
        chain.ends.contains(courses[Int($0.target)]) == chain.isOnly
      }
    }
  }

  private func turns(of arc: Int) -> [Turn] {
    changedTurns[arc] ?? Array(turns[Int(firstTurn[arc])..<Int(firstTurn[arc + 1])])
  }

  private mutating func copy(_ arc: UInt32, _ made: inout [UInt32: UInt32]) -> UInt32 {
    if let known = made[arc] { return known }
    let (course, copy) = (courses[Int(arc)], UInt32(courses.count))
    courses.append(course)
    changedTurns[Int(copy)] = turns(of: Int(arc))
    copies[course, default: []].append(Int(copy))
    made[arc] = copy
    return copy
  }

  /// Brings the copies beside the arcs they were made of.
  private mutating func gather() {
    let order = courses.indices.sorted { (courses[$0], $0) < (courses[$1], $1) }
    var places = [UInt32](repeating: 0, count: courses.count)
    for (place, arc) in order.enumerated() { places[arc] = UInt32(place) }
    var (first, gathered): ([UInt32], [Turn]) = ([0], [])
    gathered.reserveCapacity(turns.count)
    for arc in order {
      for var turn in turns(of: arc) {
        turn.target = places[Int(turn.target)]
        gathered.append(turn)
      }
      first.append(UInt32(gathered.count))
    }
    (firstTurn, turns) = (first, gathered)
    courses = order.map { courses[$0] }
    (changedTurns, copies) = ([:], [:])
  }
}
