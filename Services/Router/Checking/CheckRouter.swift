import CommandLineKit
import Messages
import ServiceRuntime
import Time

/// `router check FILE`: whether a road network is sound, and its hierarchy as exact as plain
/// Dijkstra.
package enum CheckRouter: ServiceCommand {
  package static let name = "check"
  package static let usage = """
    router check FILE [--pairs 10000] [--seed N]
          whether every number in FILE, a router.PROFILE.network, leads somewhere, and whether the
          hierarchy answers random pairs as plain Dijkstra does: on empty roads, then as many again
          while the traffic changes, and once more for vans, roads to avoid and hours of the week
    """

  /// - Throws: `UsageError`; `NetworkFileError`; `CheckError` where the answers differ.
  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["pairs", "seed"])
    let path = try arguments.positionals(["FILE"])[0]
    let pairs = try arguments.integer("pairs", in: 0...10_000_000) ?? 10_000
    let seed = try arguments.integer("seed", in: 0...Int.max) ?? .random(in: 0..<1_000_000)
    try HierarchyCheck(
      network: .checked(path: path), pairs: pairs, seed: UInt64(seed)
    ).run()
  }
}

/// Where the hierarchy is wrong.
package struct CheckError: Error, CustomStringConvertible {
  package let description: String
}

/// Random questions on one network.
private struct HierarchyCheck {
  let network: RoadNetwork
  let pairs: Int
  let seed: UInt64
  private let log = Log("router-check")

  /// How often the traffic changes.
  private static let changes = 20
  private static let tablePoints = 12

  func run() throws(CheckError) {
    var metric = HierarchyMetric(network, TravelMetric(network))
    var comparison = RouteComparison(metric, seed: seed)
    var answered = try compare(&comparison, pairs, "on empty roads")
    var traffic = RoadTraffic.none
    var random = SeededGenerator(seed: seed)
    for change in 1...Self.changes {
      let next = traffic.changed(on: network, using: &random)
      metric = metric.updated(to: next, on: next.difference(from: traffic))
      traffic = next
      comparison.use(metric)
      let count = (pairs * change / Self.changes) - pairs * (change - 1) / Self.changes
      answered += try compare(&comparison, count, "after change \(change) of the traffic")
    }
    answered += try selections(&comparison, traffic, &random)
    log.info(
      """
      \(network.profile.rawValue): \(3 * pairs) pairs equal, \(answered) of them with a drive; \
      \(traffic.conditions.count) segments under traffic at the end; seed \(seed)
      """)
  }

  /// What requests ask of roads, each at a random hour of a week, under the last traffic.
  private func selections(
    _ comparison: inout RouteComparison, _ traffic: RoadTraffic, _ random: inout SeededGenerator
  ) throws(CheckError) -> Int {
    let snapshot = RoadSnapshot(network, traffic: traffic)
    let vans = [(2.6, 3.5), (4.0, 18), (3.1, 7.5)].map { height, weight in
      RoadSelection(vehicle: VehicleSize(heightMeters: height, weightTonnes: weight))
    }
    let avoided = AvoidedRoad.allCases.map { RoadSelection(avoid: [$0]) }
    let all =
      avoided + (network.profile == .car ? vans : [])
      + [RoadSelection(avoid: AvoidedRoad.allCases), RoadSelection()]
    var answered = 0
    for (number, selection) in all.enumerated() {
      let seconds = Int64.random(in: 0..<7 * 86_400, using: &random)
      let time = Timestamp(secondsSince1970: 1_700_000_000 + seconds, offsetSeconds: 0)
      comparison.use(snapshot.metric(at: time, for: selection))
      let count = (pairs * (number + 1) / all.count) - pairs * number / all.count
      answered += try compare(&comparison, count, "at \(time) with \(selection)")
    }
    return answered
  }

  private func compare(
    _ comparison: inout RouteComparison, _ count: Int, _ when: String
  ) throws(CheckError) -> Int {
    let routes = comparison.routes(count)
    let fault = routes.fault ?? comparison.routes(count / 100, waypoints: 3...4).fault
    guard let fault = fault ?? comparison.tables(Self.tablePoints).fault else {
      return routes.answered
    }
    throw CheckError(description: "\(when), seed \(seed): \(fault)")
  }
}

extension RoadTraffic {
  /// Random traffic upon this: up to a thousand segments closed, slowed, sped up or cleared.
  fileprivate func changed(
    on network: RoadNetwork, using random: inout SeededGenerator
  ) -> RoadTraffic {
    var conditions = self.conditions
    for _ in 0..<(1 << Int.random(in: 0...10, using: &random)) {
      let segment = UInt32.random(in: 0..<UInt32(2 * network.segmentCount), using: &random)
      let condition: TrafficCondition? =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .closed
        case 1: .speed(.random(in: 1_000...10_000, using: &random))
        case 2: .speed(.random(in: 10_000...38_000, using: &random))
        default: nil
        }
      conditions[DirectedSegment(rawValue: segment)] = condition
    }
    return RoadTraffic(state: .empty, segmentsByRoad: [:], conditions: conditions)
  }
}
