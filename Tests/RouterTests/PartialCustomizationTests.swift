import CommandLineKit
import Geography
import TestSupport
import Testing

@testable import Router

/// The partial customization after changes of a few arcs, against the full one, edge by edge.
@Suite("Partial customization", .computing)
struct PartialCustomizationTests {
  @Test(
    "Towns: closing, slowing, quickening and clearing", arguments: 81...92 as ClosedRange<UInt64>)
  func towns(seed: UInt64) throws {
    let network = try HierarchyTests.town(side: 3 + Int(seed % 6), seed: seed)
    try Self.expectEqual(network, rounds: 40, seed: seed)
  }

  @Test(
    "Real maps", .enabled(if: RealMaps.areAvailable, RealMaps.absence),
    arguments: ["monaco_2020.osm.pbf", "helsinki.osm.pbf", "lauf_2020.osm.pbf"])
  func maps(name: String) throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    try Self.expectEqual(RealMapTests.network(name).0, rounds: 10, seed: seed)
  }

  @Test("A change to the same times changes nothing")
  func unchanged() throws {
    let network = try HierarchyTests.town(side: 4, seed: 93)
    let metric = HierarchyMetric(network, TravelMetric(network))
    let same = HierarchyMetric(metric, to: metric.travel, on: network.directedSegments.indices)
    #expect(Self.difference(metric, same) == nil)
  }

  /// Makes successive changes, each of a few directed segments and based on the metric before.
  private static func expectEqual(_ network: RoadNetwork, rounds: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let usual = TravelMetric(network)
    var times = usual.arcMilliseconds
    var metric = HierarchyMetric(network, usual)
    for round in 0..<rounds {
      var arcs: [Int] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let directedSegment = UInt32.random(
          in: 0..<UInt32(2 * network.segmentCount), using: &random)
        let kind = Int.random(in: 0..<4, using: &random)
        for arc in network.arcs(of: DirectedSegment(rawValue: directedSegment)).map({ Int($0) }) {
          arcs.append(arc)
          times[arc] = Self.time(kind, usual.arcMilliseconds[arc], now: times[arc])
        }
      }
      let travel = TravelMetric(
        network, arcMilliseconds: times, turnMilliseconds: usual.turnMilliseconds)
      let before = metric
      let copy = HierarchyMetric(network, before.travel)
      metric = HierarchyMetric(before, to: travel, on: arcs)
      let label: Comment = "seed \(seed), round \(round)"
      #expect(difference(metric, HierarchyMetric(network, travel)) == nil, label)
      #expect(difference(before, copy) == nil, "the metric before is as it was, \(label)")
    }
    var comparison = RouteComparison(metric, seed: seed)
    comparison.expectTables(count: 8, "seed \(seed)")
    comparison.expectRoutes(count: 10, waypoints: 2...3, "seed \(seed)")
  }

  private static func time(_ kind: Int, _ usual: UInt32, now: UInt32) -> UInt32 {
    switch kind {
    case 0: TravelMetric.infinity
    case 1: usual
    case 2: now >= TravelMetric.infinity ? usual : now * 3
    default: max(1, min(now, usual) / 4)
    }
  }

  /// The first edge whose weight or middle differs.
  private static func difference(_ left: HierarchyMetric, _ right: HierarchyMetric) -> Int? {
    let hierarchy = left.network.hierarchy
    for row in 0..<2 * hierarchy.rankCount {
      for edge in hierarchy.edges(row: row) {
        let weights = [left, right].map { $0.edges[edge, row].weight }
        let middles = [left, right].map { $0.middles[edge, row] }
        if weights[0] != weights[1] || middles[0] != middles[1] { return edge }
      }
    }
    return nil
  }
}
