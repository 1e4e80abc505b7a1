import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// The router's answers against brute force, on random towns. A failure names its seed.
@Suite("Against the slow oracle", .computing)
struct OracleTests {
  @Test("Durations are those of brute force", arguments: 1...8 as ClosedRange<UInt64>)
  func bruteForce(seed: UInt64) throws {
    let town = RandomTown(side: 5, seed: seed)
    let (network, summary) = try DrawnNetwork.network(town.elements)
    #expect(
      summary.report.total == town.contradictions, "seed \(seed): \(summary.report.lines)")
    let query = RouteQuery(network, TravelMetric(network))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<30 {
      let ends = (0..<2).map { _ in
        (
          street: Int.random(in: town.streets.indices, using: &random),
          part: Double.random(in: 0.1...0.9, using: &random)
        )
      }
      let positions = try ends.map { end in
        let nodes = town.streets[end.street].nodes.map { town.coordinates[$0] }
        let point = Coordinate(
          latitude: nodes[0].latitude + (nodes[1].latitude - nodes[0].latitude) * end.part,
          longitude: nodes[0].longitude + (nodes[1].longitude - nodes[0].longitude) * end.part)
        // The exact street, on an island or not.
        var index = SegmentIndex(network, from: point)
        let hit = index.next()
        return network.project(point, onto: try #require(hit).segment).position
      }
      let slow = town.seconds(from: ends[0], to: ends[1])
      let fast = query.costs(from: positions[0], to: [positions[1]])[0].map { Double($0) / 1000 }
      switch (slow, fast) {
      case (nil, nil): break
      case (let slow?, let fast?):
        #expect(abs(slow - fast) < 0.3, "seed \(seed): \(ends) slow \(slow) fast \(fast)")
      default: Issue.record("seed \(seed): \(ends) slow \(slow as Any) fast \(fast as Any)")
      }
    }
  }

  @Test(
    "Table, backward table and route agree to the millisecond",
    arguments: 1...6 as ClosedRange<UInt64>)
  func agreement(seed: UInt64) throws {
    let town = RandomTown(side: 6, seed: 100 + seed)
    let (network, _) = try DrawnNetwork.network(town.elements)
    try Self.expectAgreement(network, in: network.box, count: 8, seed: seed)
  }

  /// Every pair of random points: one to many, many to one, the whole table, and the route.
  static func expectAgreement(
    _ network: RoadNetwork, in box: BoundingBox, count: Int, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let snapper = Snapper(network)
    var points: [RoadPosition] = []
    while points.count < count {
      // Every third is a junction, where several roads are equally near.
      let segment = SegmentID(.random(in: 0..<network.segmentCount, using: &random))
      let point =
        points.count % 3 == 2
        ? network.point(network.pointRange(of: segment).lowerBound).coordinate
        : Coordinate(
          latitude: .random(in: box.south...box.north, using: &random),
          longitude: .random(in: box.west...box.east, using: &random))
      if let found = snapper.snap(point) { points.append(found.mainland) }
    }
    let query = RouteQuery(network, TravelMetric(network))
    let table = query.table(from: points, to: points)
    for (row, source) in points.enumerated() {
      for (column, target) in points.enumerated() {
        let label: Comment = "seed \(seed), \(row) to \(column)"
        let cell = table[row][column]
        #expect(query.costs(from: [source], to: target) == [cell], label)
        guard let legs = try? query.path(through: [source, target]) else {
          #expect(cell == nil, label)
          continue
        }
        #expect(legs[0].milliseconds == cell, label)
        let pieces = query.partial.pieces(of: legs[0])
        let sum = pieces.reduce(0) { $0 + $1.roadMilliseconds + $1.turnMilliseconds }
        #expect(sum == legs[0].milliseconds, label)
        // A via point never makes the route quicker, except for rounding.
        if let stop = points.first, let around = try? query.path(through: [source, stop, target]) {
          #expect(
            around[0].milliseconds + around[1].milliseconds + 2 >= legs[0].milliseconds, label)
        }
      }
      #expect(query.costs(from: points, to: source) == table.map { $0[row] }, "seed \(seed)")
      #expect(table[row][row] == 0, "seed \(seed)")
    }
  }

  @Test(
    "Where every street is two-way and no turn costs, the way back takes as long",
    arguments: [7, 8])
  func symmetry(seed: UInt64) throws {
    var town = RandomTown(side: 5, seed: seed).elements
    town.relations = []
    town.ways = town.ways.map {
      MapWay(id: $0.id, nodeIDs: $0.nodeIDs, tags: ["highway": "residential"])
    }
    let (network, _) = try DrawnNetwork.network(town, for: .foot)
    let query = RouteQuery(network, TravelMetric(network))
    let snapper = Snapper(network)
    let points = try town.nodes.enumerated().filter { $0.offset % 4 == 1 }.map {
      try #require(snapper.snap($0.element.coordinate.moved(by: 20, bearing: 77))).mainland
    }
    let table = query.table(from: points, to: points)
    for row in points.indices {
      for column in points.indices {
        #expect(table[row][column] == table[column][row], "seed \(seed)")
      }
    }
  }

  @Test("The index finds the nearest segments of a linear scan, in order", arguments: [1, 2, 3])
  func spatialIndex(seed: UInt64) throws {
    let (network, _) = try DrawnNetwork.network(RandomTown(side: 8, seed: seed).elements)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let point = Coordinate(
        latitude: .random(in: network.box.south - 0.01...network.box.north, using: &random),
        longitude: .random(in: network.box.west...network.box.east + 0.01, using: &random))
      let projection = LocalProjection(at: point)
      let scan = (0..<network.segmentCount).map { segment in
        SegmentIndex.squaredDistance(to: SegmentID(segment), of: network, projection)
      }.sorted()
      var index = SegmentIndex(network, from: point)
      var found: [Double] = []
      while let hit = index.next() { found.append(hit.squaredDistance) }
      #expect(found == scan, "seed \(seed)")
      // The same distance by another formula.
      let nearest = network.project(point, onto: try #require(SegmentIndex.first(network, point)))
      #expect(abs(nearest.position.distance - scan[0].squareRoot()) < 0.5, "seed \(seed)")
    }
  }
}

extension SegmentIndex {
  fileprivate static func first(_ network: RoadNetwork, _ point: Coordinate) -> SegmentID? {
    var index = SegmentIndex(network, from: point)
    return index.next()?.segment
  }
}
