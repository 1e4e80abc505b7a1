import CommandLineKit
import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// The hierarchy against Dijkstra's algorithm: every cost and every leg to the millisecond.
@Suite("The hierarchy")
struct HierarchyTests {
  @Test(
    "Tables, routes and via points are exact in random towns",
    arguments: 1...12 as ClosedRange<UInt64>)
  func towns(seed: UInt64) throws {
    let network = try Self.town(side: 3 + Int(seed % 5), seed: seed)
    var comparison = RouteComparison(HierarchyMetric(network, TravelMetric(network)), seed: seed)
    comparison.expectTables(count: 14, "seed \(seed)")
    comparison.expectRoutes(count: 60, waypoints: 2...5, "seed \(seed)")
  }

  @Test(
    "Tables and routes are exact at random times with closed roads",
    arguments: 31...36 as ClosedRange<UInt64>)
  func times(seed: UInt64) throws {
    let network = try Self.town(side: 5, seed: seed)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      var comparison = RouteComparison(
        HierarchyMetric(network, .random(network, &random)), seed: seed)
      comparison.expectTables(count: 10, "seed \(seed)")
      comparison.expectRoutes(count: 20, waypoints: 2...4, "seed \(seed)")
    }
  }

  @Test("A query can switch from one metric to another")
  func changedMetric() throws {
    let network = try Self.town(side: 5, seed: 41)
    var random = SeededGenerator(seed: 41)
    var sample = RandomPositions(network, seed: 41)
    let query = HierarchyQuery(HierarchyMetric(network, TravelMetric(network)))
    for _ in 0..<5 {
      let travel = TravelMetric.random(network, &random)
      query.use(HierarchyMetric(network, travel))
      let points = sample.positions(12)
      let expected = RouteQuery(network, travel).table(from: points, to: points)
      #expect(query.table(from: points, to: points) == expected)
    }
  }

  @Test("The comparison with Dijkstra's algorithm detects wrong times")
  func comparisonDetectsFaults() throws {
    let network = try Self.town(side: 5, seed: 45)
    var random = SeededGenerator(seed: 45)
    var comparison = RouteComparison(HierarchyMetric(network, TravelMetric(network)), seed: 45)
    comparison.query.use(HierarchyMetric(network, .random(network, &random)))
    #expect(comparison.routes(50).fault != nil)
    #expect(comparison.tables(6).fault != nil)
  }

  @Test("Every edge is a turn or a shortcut over two lower edges, and no lower triangle is quicker")
  func triangles() throws {
    let network = try Self.town(side: 6, seed: 51)
    let travel = TravelMetric(network)
    let metric = HierarchyMetric(network, travel)
    let hierarchy = network.hierarchy
    for rank in 0..<hierarchy.rankCount {
      let (into, out) = (hierarchy.intoRow(rank), hierarchy.outRow(rank))
      for (lower, tail) in zip(hierarchy.edges(row: into), hierarchy.heads(row: into)) {
        for (upper, head) in zip(hierarchy.edges(row: out), hierarchy.heads(row: out))
        where tail != head {
          let edge = try #require(hierarchy.edge(from: tail, to: head))
          let sum = metric.edges[lower, into].weight + metric.edges[upper, out].weight
          let row = hierarchy.row(from: tail, to: head)
          let weight = metric.edges[edge, row].weight
          #expect(weight <= sum)
          if metric.middles[edge, row] == UInt32(rank) { #expect(weight == sum) }
        }
      }
    }
    for arc in 0..<network.arcCount {
      for turn in network.turns(from: ArcID(arc)) {
        let (tail, head) = (UInt32(arc), network.target(ofTurn: turn, from: ArcID(arc)).rawValue)
        guard tail != head else { continue }
        let edge = try #require(hierarchy.edge(from: tail, to: head))
        let weight = travel.arcMilliseconds[arc] + travel.turnMilliseconds[turn]
        #expect(metric.edges[edge, hierarchy.row(from: tail, to: head)].weight <= weight)
      }
    }
  }

  @Test("The same map gives the same network file")
  func isDeterministic() throws {
    let maps = try (0..<2).map { _ in try Self.town(side: 8, seed: 61) }
    #expect(maps[0].version == maps[1].version)
  }

  @Test("A reply contains whether its times were verified, if requested")
  func verified() throws {
    let drawn = try DrawnNetwork(RoadMap("A---B---C", ways: ["AB": street, "BC": street]))
    let ends = ["A", "C"].map { drawn.map.coordinate(of: Character($0)) }
    let plain = try drawn.router.answer(RouteRequest(waypoints: ends))
    #expect(plain.verified == nil)
    let verified = try drawn.router.answer(RouteRequest(waypoints: ends, verify: true))
    #expect(verified.verified == true)
    #expect(verified.durationSeconds == plain.durationSeconds)
  }

  @Test("A route round a one-way loop returns to the road it left")
  func loop() throws {
    // The loop is one segment that ends where it begins.
    let map = RoadMap(
      """
      A---B---C
          |   |
          E---D
      """, ways: ["AB": street, "BCDEB": oneWay])
    let network = try DrawnNetwork.network(map.elements).0
    var comparison = RouteComparison(HierarchyMetric(network, TravelMetric(network)), seed: 71)
    comparison.expectTables(count: 20, "seed 71")
    comparison.expectRoutes(count: 100, waypoints: 2...4, "seed 71")
    let drawn = try DrawnNetwork(map)
    let (first, second) = (map.point(0.5, from: "B", to: "C"), map.point(0.5, from: "D", to: "E"))
    #expect(try drawn.path([first, second]) == "CD")
    #expect(try drawn.path([second, first]) == "EB")
  }

  /// A random town with private roads, loops and an island.
  static func town(side: Int, seed: UInt64) throws -> RoadNetwork {
    var town = RandomTown(side: side, seed: seed).elements
    town.ways = town.ways.enumerated().map { index, way in
      guard index % 6 == 2 else { return way }
      return MapWay(
        id: way.id, nodeIDs: way.nodeIDs,
        tags: Tags(Array(way.tags.pairs) + [(key: "access", value: "private")]))
    }
    let corner = Coordinate(latitude: 50.02, longitude: 10)
    let first = Int64(town.nodes.count + 1)
    for index in 0..<4 {
      town.nodes.append(
        MapNode(
          id: first + Int64(index), coordinate: corner.moved(by: 80, bearing: 90 * Double(index))))
    }
    let ring = [0, 1, 2, 3, 0].map { first + $0 }
    town.ways.append(MapWay(id: 9001, nodeIDs: ring, tags: oneWay))
    town.ways.append(MapWay(id: 9002, nodeIDs: [first, first + 2], tags: street))
    return try DrawnNetwork.network(town).0
  }
}

private let pairsAsked = ProcessInfo.processInfo.environment["QUICKBREW_PAIRS"].flatMap(Int.init)

/// The hierarchy on real maps; with QUICKBREW_PAIRS=10000 that many pairs per map.
@Suite(
  "The hierarchy on real maps", .computing,
  .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct HierarchyMapTests {
  @Test(
    "Random pairs are exact, also at random times",
    arguments: [
      "monaco_2020.osm.pbf", "helsinki.osm.pbf", "baltimore_2015.osm.pbf", "lauf_2020.osm.pbf",
    ])
  func pairs(name: String) throws {
    try expectPairs(name, .car, count: 300)
  }

  @Test(
    "As many random pairs as QUICKBREW_PAIRS gives are exact",
    .enabled(if: pairsAsked != nil, "set QUICKBREW_PAIRS to a number"),
    arguments: [
      "monaco_2020.osm.pbf", "helsinki.osm.pbf", "baltimore_2015.osm.pbf", "lauf_2020.osm.pbf",
      "liechtenstein_2021.osm.pbf", "malta_2016.osm.pbf", "reisterstown_md.osm.pbf",
      "sf_demo_derived.osm.pbf", "rhein-neckar_roads_2016.osm.pbf", "dreieich_brouter.osm.gz",
      "laufamholzstr_gh.osm", "west-oakland_osmnx.osm.bz2",
    ], TravelProfile.allCases)
  func manyPairs(name: String, profile: TravelProfile) throws {
    try expectPairs(name, profile, count: #require(pairsAsked))
  }

  private func expectPairs(_ name: String, _ profile: TravelProfile, count: Int) throws {
    let (network, _) = try RealMapTests.network(name, for: profile)
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    var comparison = RouteComparison(HierarchyMetric(network, TravelMetric(network)), seed: seed)
    comparison.expectRoutes(count: count, waypoints: 2...2, "seed \(seed)")
    comparison.expectTables(count: 8, "seed \(seed)")
    var changed = RouteComparison(
      HierarchyMetric(network, .random(network, &random)), seed: seed)
    changed.expectRoutes(count: count / 10, waypoints: 2...4, "seed \(seed)")
    changed.expectTables(count: 8, "seed \(seed)")
    print("\(name), \(profile.rawValue): \(count) pairs equal, seed \(seed)")
  }
}
