import CommandLineKit
import Geography
import OpenStreetMap
import TestSupport

@testable import Router

/// A random grid of streets, and a slow oracle for the quickest routes: Bellman–Ford over pairs of
/// neighbouring nodes, written from the rules alone.
struct RandomTown {
  struct Edge: Hashable {
    let from: Int
    let to: Int
  }

  struct Street {
    let nodes: [Int]
    let kilometersPerHour: Int
    let isOneWay: Bool
  }

  let side: Int
  let coordinates: [Coordinate]
  private(set) var streets: [Street] = []
  /// Forbidden turns as triples of nodes.
  private(set) var forbidden: Set<[Int]> = []
  /// How many restrictions contradict one before them, and do not count.
  private(set) var contradictions = 0
  private(set) var elements = MapElements()
  /// Metres a second by directed edge, on empty roads.
  private var speeds: [Edge: Double] = [:]
  /// Metres a second by live traffic; 0 where the edge is closed.
  private var liveSpeeds: [Edge: Double] = [:]

  init(side: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.side = side
    let corner = Coordinate(latitude: 50, longitude: 10)
    coordinates = (0..<side * side).map { index in
      corner.moved(
        by: 120 * Double(index / side) + .random(in: -30...30, using: &random), bearing: 0
      )
      .moved(
        by: 120 * Double(index % side) + .random(in: -30...30, using: &random), bearing: 90)
    }
    for row in 0..<side {
      for column in 0..<side {
        let node = row * side + column
        if column + 1 < side { addStreet([node, node + 1], &random) }
        if row + 1 < side { addStreet([node, node + side], &random) }
      }
    }
    makeElements()
    addRestrictions(&random)
  }

  private mutating func addStreet(_ nodes: [Int], _ random: inout SeededGenerator) {
    guard Int.random(in: 0..<10, using: &random) > 1 else { return }
    let isReversed = Bool.random(using: &random)
    let street = Street(
      nodes: isReversed ? nodes.reversed() : nodes,
      kilometersPerHour: Int.random(in: 2...10, using: &random) * 10,
      isOneWay: Int.random(in: 0..<3, using: &random) == 0)
    streets.append(street)
    let speed = (Double(street.kilometersPerHour) * 0.9 / 3.6 * 100).rounded(.down) / 100
    speeds[Edge(from: street.nodes[0], to: street.nodes[1])] = speed
    if !street.isOneWay { speeds[Edge(from: street.nodes[1], to: street.nodes[0])] = speed }
  }

  private mutating func makeElements() {
    elements.nodes = coordinates.enumerated().map { MapNode(id: Int64($0 + 1), coordinate: $1) }
    elements.ways = streets.enumerated().map { index, street in
      MapWay(
        id: Int64(index + 1), nodeIDs: street.nodes.map { Int64($0 + 1) },
        tags: [
          "highway": "residential", "maxspeed": "\(street.kilometersPerHour)",
          "oneway": street.isOneWay ? "yes" : "no",
        ])
    }
  }

  private mutating func addRestrictions(_ random: inout SeededGenerator) {
    var demands: [Edge: Int] = [:]
    for (index, street) in streets.enumerated() {
      for (other, next) in streets.enumerated() where index != other {
        guard let via = street.nodes.first(where: next.nodes.contains),
          Int.random(in: 0..<12, using: &random) == 0
        else { continue }
        let from = street.nodes[0] == via ? street.nodes[1] : street.nodes[0]
        let to = next.nodes[0] == via ? next.nodes[1] : next.nodes[0]
        guard speeds[Edge(from: from, to: via)] != nil, speeds[Edge(from: via, to: to)] != nil
        else { continue }
        let isOnly = Int.random(in: 0..<4, using: &random) == 0
        // Where one must go on; nobody can obey both of two that leave none of it.
        let demanded = demands[Edge(from: from, to: via)]
        if isOnly ? forbidden.contains([from, via, to]) : demanded == to {
          contradictions += 1
        } else if isOnly {
          demands[Edge(from: from, to: via)] = to
          for way in streets {
            for (tail, head) in [(way.nodes[0], way.nodes[1]), (way.nodes[1], way.nodes[0])]
            where tail == via && head != to { forbidden.insert([from, via, head]) }
          }
        } else {
          forbidden.insert([from, via, to])
        }
        elements.relations.append(
          MapRelation(
            id: Int64(elements.relations.count + 1),
            members: [
              .init(kind: .way, id: Int64(index + 1), role: "from"),
              .init(kind: .node, id: Int64(via + 1), role: "via"),
              .init(kind: .way, id: Int64(other + 1), role: "to"),
            ],
            tags: [
              "type": "restriction",
              "restriction": isOnly ? "only_straight_on" : "no_right_turn",
            ]))
      }
    }
  }

  /// Sets the live speed of a street, in the direction of its nodes, against it, or both: metres a
  /// second, 0 for closed, `nil` for none.
  mutating func setLiveSpeed(
    _ street: Int, _ speed: Double?, forward: Bool = true, backward: Bool = true
  ) {
    let nodes = streets[street].nodes
    if forward { liveSpeeds[Edge(from: nodes[0], to: nodes[1])] = speed }
    if backward { liveSpeeds[Edge(from: nodes[1], to: nodes[0])] = speed }
  }

  // The oracle.

  /// Seconds by directed edge, for those that are open now.
  private func times(permille: Int) -> [Edge: Double] {
    var times: [Edge: Double] = [:]
    for (edge, speed) in speeds {
      let usual = (speed * Double(permille)).rounded(.down) / 1000
      let now = liveSpeeds[edge] ?? usual
      if now > 0 { times[edge] = coordinates[edge.from].distance(to: coordinates[edge.to]) / now }
    }
    return times
  }

  /// Seconds from a position on one street to a position on another; `nil` where there is no path.
  ///
  /// - Parameter permille: the speed of the streets relative to empty ones.
  func seconds(
    from start: (street: Int, part: Double), to end: (street: Int, part: Double),
    permille: Int = 1000
  ) -> Double? {
    let times = times(permille: permille)
    let from = streets[start.street].nodes
    let to = streets[end.street].nodes
    var arrival: [Edge: Double] = [:]  // at the edge's end
    var best: Double?
    for (edge, part) in [
      (Edge(from: from[0], to: from[1]), start.part),
      (Edge(from: from[1], to: from[0]), 1 - start.part),
    ] {
      guard let time = times[edge] else { continue }
      arrival[edge] = min(arrival[edge] ?? .infinity, time * (1 - part))
      let endPart = edge.from == to[0] ? end.part : 1 - end.part
      if start.street == end.street, endPart >= part {
        best = min(best ?? .infinity, time * (endPart - part))
      }
    }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (edge, cost) in arrival {
        for (next, time) in times where next.from == edge.to {
          guard let turn = turnSeconds(edge, next) else { continue }
          let entry = cost + turn
          if entry + time < (arrival[next] ?? .infinity) - 1e-9 {
            arrival[next] = entry + time
            isSettled = false
          }
        }
      }
    }
    for (edge, part) in [
      (Edge(from: to[0], to: to[1]), end.part), (Edge(from: to[1], to: to[0]), 1 - end.part),
    ] {
      guard let time = times[edge] else { continue }
      for (last, cost) in arrival where last.to == edge.from {
        guard let turn = turnSeconds(last, edge) else { continue }
        best = min(best ?? .infinity, cost + turn + time * part)
      }
    }
    return best.map { $0.truncatingRemainder(dividingBy: Self.lastResort) }
  }

  /// Seconds that stand for "only where nothing else leads".
  private static let lastResort = 1e6

  private func turnSeconds(_ first: Edge, _ second: Edge) -> Double? {
    guard !forbidden.contains([first.from, first.to, second.to]) else { return nil }
    // A live closure does not allow a U-turn.
    let exits = speeds.keys.filter {
      $0.from == first.to && !forbidden.contains([first.from, first.to, $0.to])
    }
    let isUTurn = second.to == first.from
    let isDeadEnd = !exits.contains { $0.to != first.from }
    let bothWays = streets.count { $0.nodes.contains(first.to) && !$0.isOneWay }
    if isUTurn, !isDeadEnd, bothWays > 1 { return nil }
    let arms = Set(streets.filter { $0.nodes.contains(first.to) }.flatMap(\.nodes)).count - 1
    let turned =
      coordinates[second.from].bearing(to: coordinates[second.to])
      - coordinates[first.to].bearing(to: coordinates[first.from]) + 180
    // Positive to the right; the town drives on the right.
    let angle = (turned + 900).truncatingRemainder(dividingBy: 360) - 180
    let bend = isUTurn ? 180 : (angle / 1.5).rounded() * 1.5
    let bias = bend >= 0 ? 1.075 : 1 / 1.075
    var cost = 0.0
    if arms > 2 || isUTurn {
      cost += 7.5 / (1 + exp(-(13 / bias * abs(bend) / 180 - 6.5 * bias)))
    }
    if arms > 2, !isUTurn, bend < 0 { cost += 2 / (1 + exp(-(13 * -bend / 180 - 3.25))) }
    if isUTurn { cost += 20 }
    if isUTurn, !isDeadEnd { cost += Self.lastResort }
    return cost
  }
}

private func exp(_ value: Double) -> Double { Double.exponential(value) }

extension Double {
  /// e to a power, by its series: the oracle shares no code with what it verifies.
  static func exponential(_ value: Double) -> Double {
    if value < 0 { return 1 / exponential(-value) }
    var (sum, term) = (1.0, 1.0)
    for index in 1..<80 {
      term *= value / Double(index)
      sum += term
    }
    return sum
  }
}
