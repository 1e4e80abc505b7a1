/// Asks the hierarchy and its referee the same random questions, and tells where they differ.
struct RouteJudge {
  let referee: RouteQuery
  let query: HierarchyQuery
  private let network: RoadNetwork
  private var places: RandomPlaces

  init(_ metric: HierarchyMetric, seed: UInt64) {
    network = metric.network
    referee = RouteQuery(network, metric.travel)
    query = HierarchyQuery(metric)
    places = RandomPlaces(network, seed: seed)
  }

  /// Judges these times of the same network from now on.
  func use(_ metric: HierarchyMetric) {
    referee.use(metric.travel)
    query.use(metric)
  }

  /// How many of the questions have an answer, and the first fault.
  typealias Verdict = (answered: Int, fault: String?)

  /// Drives: equal times leg by leg, over arcs that follow one another and take as long.
  mutating func routes(_ count: Int, waypoints: ClosedRange<Int> = 2...2) -> Verdict {
    var answered = 0
    for _ in 0..<count {
      let points = places.positions(places.number(in: waypoints))
      let expected = try? referee.path(through: points)
      let found = try? query.path(through: points)
      if found?.map(\.milliseconds) != expected?.map(\.milliseconds) {
        let times = [found, expected].map { $0?.map { "\($0.milliseconds)" } ?? ["none"] }
        return (answered, "\(told(points)) takes \(times[0]) ms, by the referee \(times[1]) ms")
      }
      for leg in found ?? [] where !isSound(leg) {
        return (answered, "the roads of \(told(points)) do not add up")
      }
      if found != nil { answered += 1 }
    }
    return (answered, nil)
  }

  /// A table of each of so many points to each: whole, by row and by column.
  mutating func tables(_ count: Int) -> Verdict {
    let points = places.positions(count)
    let expected = referee.table(from: points, to: points)
    let answered = expected.reduce(0) { $0 + $1.count { $0 != nil } }
    guard query.table(from: points, to: points) == expected else {
      return (answered, "the table of \(told(points)) is not the referee's")
    }
    for (index, point) in points.enumerated() {
      guard query.costs(from: points, to: point) == expected.map({ $0[index] }),
        query.costs(from: point, to: points) == expected[index]
      else { return (answered, "row or column \(index) of \(told(points)) is not the referee's") }
    }
    return (answered, nil)
  }

  private func isSound(_ leg: PathLeg) -> Bool {
    for (arc, next) in zip(leg.arcs, leg.arcs.dropFirst()) {
      let leads = network.turns(from: arc).contains { network.target(ofTurn: $0) == next }
      guard leads else { return false }
    }
    let pieces = query.partial.pieces(of: leg)
    return pieces.reduce(0) { $0 + $1.roadMilliseconds + $1.turnMilliseconds } == leg.milliseconds
  }

  private func told(_ points: [RoadPosition]) -> String {
    points.map { "way \(network.way(of: $0.segment)) (\($0.coordinate)) at \($0.offset) cm" }
      .joined(separator: ", ")
  }
}
