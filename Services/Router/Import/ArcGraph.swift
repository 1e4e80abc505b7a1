/// The arcs and turns that the search runs on, made from courses and rules.
///
/// A road for its neighbours only (`endsOnly`) has two arcs a course: one for those who *leave* it
/// at the start of a journey, from where all roads open, and one for those who *enter* it at the
/// end, which leads no more to open roads. So no drive cuts through, and the search needs no rule.
struct ArcGraph {
  struct Turn {
    var target: Int
    let angle: Int8
    let flags: TurnFlags
  }

  /// By arc: its course.
  private(set) var courses: [UInt32] = []
  private(set) var turns: [[Turn]] = []
  private var firstArc: [Int] = []
  private let graph: CourseGraph
  private let rules: TurnRules
  private let nodeTags: [NodeTags]

  init(_ graph: CourseGraph, _ rules: TurnRules, _ cutter: RoadCutter) {
    self.graph = graph
    self.rules = rules
    nodeTags = cutter.tags
    for course in 0..<UInt32(graph.courseCount) {
      firstArc.append(courses.count)
      guard graph.isOpen(course) else { continue }
      courses.append(course)
      if graph.isEndsOnly(course) { courses.append(course) }
    }
    firstArc.append(courses.count)
    turns = courses.indices.map { makeTurns(from: $0) }
    for chain in rules.chains { apply(chain) }
    sortByCourse()
  }

  private func isEntering(_ arc: Int) -> Bool {
    graph.isEndsOnly(courses[arc]) && arc > firstArc[Int(courses[arc])]
  }

  private func makeTurns(from arc: Int) -> [Turn] {
    let course = courses[arc]
    let node = graph.head(course)
    let isEntering = isEntering(arc)
    var turns: [Turn] = []
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
    return turns
  }

  private func turn(from course: UInt32, to other: UInt32, target: Int) -> Turn {
    let node = Int(graph.head(course))
    var flags: TurnFlags = []
    if graph.degrees[node] > 2 { flags.insert(.junction) }
    if other == course ^ 1 { flags.insert(.uTurn) }
    if graph.isCrossing(from: course, to: other) { flags.insert(.crossing) }
    let tags = nodeTags[node]
    if course & 1 == 0 ? tags.signalsForward : tags.signalsBackward { flags.insert(.signals) }
    let angle = other == course ^ 1 ? 180 : graph.angle(from: course, to: other)
    return Turn(target: target, angle: Int8((angle / 1.5).rounded()), flags: flags)
  }

  /// Gives who comes along the chain arcs of their own, on which its last turn is missing (or, of
  /// an "only" chain, all others are).
  private mutating func apply(_ chain: TurnRules.Chain) {
    let path = chain.courses
    var current = courses.indices.filter { courses[$0] == path[0] }
    for (step, next) in path.enumerated().dropFirst() {
      if step == path.count - 1 {
        for arc in current {
          turns[arc].removeAll { (courses[$0.target] == next) != chain.isOnly }
        }
        return
      }
      var copies: [Int: Int] = [:]
      for arc in current {
        for index in turns[arc].indices where courses[turns[arc][index].target] == next {
          turns[arc][index].target = copy(turns[arc][index].target, &copies)
        }
      }
      current = copies.values.sorted()
    }
  }

  private mutating func copy(_ arc: Int, _ copies: inout [Int: Int]) -> Int {
    if let known = copies[arc] { return known }
    let copy = courses.count
    courses.append(courses[arc])
    turns.append(turns[arc])
    copies[arc] = copy
    return copy
  }

  /// Brings the copies beside the arcs they were made of.
  private mutating func sortByCourse() {
    guard courses.count > firstArc[graph.courseCount] else { return }
    let order = courses.indices.sorted { (courses[$0], $0) < (courses[$1], $1) }
    var places = [Int](repeating: 0, count: courses.count)
    for (place, arc) in order.enumerated() { places[arc] = place }
    courses = order.map { courses[$0] }
    turns = order.map { arc in
      turns[arc].map { Turn(target: places[$0.target], angle: $0.angle, flags: $0.flags) }
    }
  }
}
