/// Compares the hierarchy with plain Dijkstra, the reference, on the same random queries.
struct RouteComparison {
  let reference: RouteQuery
  let query: HierarchyQuery
  private let network: RoadNetwork
  private var random: RandomPositions

  init(_ metric: HierarchyMetric, seed: UInt64) {
    network = metric.network
    reference = RouteQuery(network, metric.travel)
    query = HierarchyQuery(metric)
    random = RandomPositions(network, seed: seed)
  }

  /// Switches both to other weights of the same network.
  func use(_ metric: HierarchyMetric) {
    reference.use(metric.travel)
    query.use(metric)
  }

  /// How many of the queries have a route, and the first difference.
  typealias Verdict = (answered: Int, fault: String?)

  /// Routes: equal times leg by leg, over connected arcs whose times add up.
  mutating func routes(_ count: Int, waypoints: ClosedRange<Int> = 2...2) -> Verdict {
    var answered = 0
    for _ in 0..<count {
      let points = random.positions(random.number(in: waypoints))
      let expected = try? reference.path(through: points)
      let found = try? query.path(through: points)
      if found?.map(\.milliseconds) != expected?.map(\.milliseconds) {
        let times = [found, expected].map { $0?.map { "\($0.milliseconds)" } ?? ["none"] }
        return (
          answered,
          "\(description(of: points)) takes \(times[0]) ms, by the reference \(times[1]) ms"
        )
      }
      for leg in found ?? [] where !isSound(leg) {
        return (answered, "the roads of \(description(of: points)) do not add up")
      }
      if found != nil { answered += 1 }
    }
    return (answered, nil)
  }

  /// A table between `count` points: as a whole, by row and by column.
  mutating func tables(_ count: Int) -> Verdict {
    let points = random.positions(count)
    let expected = reference.table(from: points, to: points)
    let answered = expected.reduce(0) { $0 + $1.count { $0 != nil } }
    guard query.table(from: points, to: points) == expected else {
      return (answered, "the table of \(description(of: points)) is not the reference's")
    }
    for (index, point) in points.enumerated() {
      guard query.costs(from: points, to: point) == expected.map({ $0[index] }),
        query.costs(from: point, to: points) == expected[index]
      else {
        return (
          answered, "row or column \(index) of \(description(of: points)) is not the reference's"
        )
      }
    }
    return (answered, nil)
  }

  private func isSound(_ leg: PathLeg) -> Bool {
    for (arc, next) in zip(leg.arcs, leg.arcs.dropFirst()) {
      guard network.targets(from: arc).contains(next) else { return false }
    }
    let pieces = query.partial.pieces(of: leg)
    return pieces.reduce(0) { $0 + $1.roadMilliseconds + $1.turnMilliseconds } == leg.milliseconds
  }

  private func description(of points: [RoadPosition]) -> String {
    points.map { "way \(network.way(of: $0.segment)) (\($0.coordinate)) at \($0.offset) cm" }
      .joined(separator: ", ")
  }
}
