import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Alternative routes. A failure names its seed.
@Suite("Alternatives", .computing)
struct AlternativeTests {
  private func alternatives(
    _ map: RoadMap, _ ends: String, count: Int = 3
  ) throws -> (best: String, others: [String]) {
    let drawn = try DrawnNetwork(map)
    let reply = try drawn.router.answer(
      RouteRequest(
        waypoints: ends.map { map.coordinate(of: $0) }, alternatives: count, geometry: true,
        steps: true))
    let others = try #require(reply.alternatives)
    for other in others {
      #expect(other.durationSeconds >= reply.durationSeconds)
      #expect(other.durationSeconds == other.legs.reduce(0) { $0 + $1.durationSeconds })
      #expect(other.legs.count == 1)
      let steps = try #require(other.legs[0].steps)
      #expect(steps.reduce(0) { $0 + $1.distanceMeters } == other.distanceMeters)
    }
    let letters = { (line: EncodedPolyline?) in
      map.letters(along: try #require(line?.coordinates))
    }
    return (try letters(reply.geometry), try others.map { try letters($0.geometry) })
  }

  @Test("The other side of the block is an alternative if it is not much farther")
  func block() throws {
    let map = RoadMap(
      """
      A-B---------------C-D
        E---------------F
      """, step: 100, ways: ["ABCD": street, "BE": street, "EF": street, "FC": street])
    let found = try alternatives(map, "AD")
    #expect(found.best == "ABCD")
    #expect(found.others == ["ABEFCD"])
    let deep = RoadMap(
      """
      A-B---------------C-D
        |               |
        |               |
        |               |
        |               |
        E---------------F
      """, step: 100, ways: ["ABCD": street, "BE": street, "EF": street, "FC": street])
    #expect(try alternatives(deep, "AD").others.isEmpty)
  }

  @Test("A route that shares most of its way with the quickest one is not an alternative")
  func sharing() throws {
    let map = RoadMap(
      """
      A-----------------B---C-----------------D
                        |   |
                        E---F
      """, step: 100, ways: ["ABCD": street, "BEFC": street])
    let found = try alternatives(map, "AD")
    #expect(found.best == "ABCD")
    #expect(found.others.isEmpty)
  }

  @Test("A way round of its own is an alternative where it differs by a quarter, and no rat run")
  func shortDifference() throws {
    // The plateau is the street drawn below: shorter than a quarter of the whole way.
    let map = RoadMap(
      """
      A--------------B-------C--------------D
                     |       |
                     E-------F
      """, step: 100, ways: ["ABCD": street, "BEFC": street])
    #expect(try alternatives(map, "AD").others.isEmpty)
    let apart = RoadMap(
      """
      A----------B---------------C----------D
                 E---F---G---H---I
      """, step: 100, ways: ["ABCD": street, "BE": street, "EFGHI": street, "IC": street])
    #expect(try alternatives(apart, "AD").others == ["ABEFGHICD"])
  }

  @Test("Neither a detour into a dead end nor one round a block is an alternative")
  func pointlessDetours() throws {
    let map = RoadMap(
      """
      A---------B---------C
                |
                D
      """, step: 100, ways: ["ABC": street, "BD": street])
    #expect(try alternatives(map, "AC").others.isEmpty)
  }

  @Test("As many as requested are found, quickest first, different from each other")
  func count() throws {
    let ways: KeyValuePairs<String, Tags> = [
      "AD": street, "ABCD": street, "AEFD": street, "AGHD": street,
    ]
    let map = RoadMap(
      """
        B---------C
      A---------------D
        E---------F

        G---------H
      """, step: 100, ways: ways)
    let found = try alternatives(map, "AD")
    #expect(found.best == "AD")
    #expect(Set(found.others) == ["ABCD", "AEFD", "AGHD"])
    #expect(found.others.last == "AGHD")
    #expect(try alternatives(map, "AD", count: 1).others.count == 1)
  }

  @Test(
    "Alternatives are left out unless requested, and refused with via points or above the limit")
  func requests() throws {
    let drawn = try RequestTests.town()
    let (a, b) = (drawn.map.coordinate(of: "A"), drawn.map.coordinate(of: "B"))
    #expect(try drawn.router.answer(RouteRequest(waypoints: [a, b])).alternatives == nil)
    #expect(
      try drawn.router.answer(RouteRequest(waypoints: [a, b], alternatives: 2)).alternatives
        == [])
    for (waypoints, count) in [([a, b, a], 1), ([a, b], 4), ([a, b], -1)] {
      #expect {
        try drawn.router.answer(RouteRequest(waypoints: waypoints, alternatives: count))
      } throws: { ($0 as? ServiceError)?.code == .invalidRequest }
    }
  }

  @Test(
    "Random towns: drivable, exact, apart and locally optimal",
    arguments: 1...6 as ClosedRange<UInt64>)
  func randomTowns(seed: UInt64) throws {
    let (network, _) = try DrawnNetwork.network(RandomTown(side: 12, seed: 500 + seed).elements)
    let found = try Self.expectSound(network, pairs: 12, seed: seed)
    #expect(found > 0, "seed \(seed)")
  }

  @Test(
    "Real maps", .enabled(if: RealMaps.areAvailable, RealMaps.absence),
    arguments: ["helsinki.osm.pbf", "liechtenstein_2021.osm.pbf"])
  func realMaps(name: String) throws {
    let (network, _) = try RealMapTests.network(name)
    let found = try Self.expectSound(network, pairs: 12, seed: 41)
    #expect(found > 5)
  }

  /// How many alternatives were found between random pairs of points.
  static func expectSound(_ network: RoadNetwork, pairs: Int, seed: UInt64) throws -> Int {
    var random = SeededGenerator(seed: seed)
    let query = RouteQuery(network, TravelMetric(network))
    let alternatives = AlternativeQuery(network)
    let snapper = Snapper(network)
    var found = 0
    for _ in 0..<pairs {
      let ends = try (0..<2).map { _ in
        let segment = SegmentID(.random(in: 0..<network.segmentCount, using: &random))
        let start = network.point(network.pointRange(of: segment).lowerBound).coordinate
        return try #require(snapper.snap(start.moved(by: 15, bearing: 40))).mainland
      }
      guard let best = try? query.path(through: ends)[0] else { continue }
      let others = alternatives.alternatives(
        to: best, from: ends[0], to: ends[1], count: 3, query.partial)
      found += others.count
      for (index, other) in others.enumerated() {
        let label: Comment = "seed \(seed), \(ends[0].coordinate) to \(ends[1].coordinate)"
        expectDrivable(other, query.partial, label)
        #expect(other.milliseconds >= best.milliseconds, label)
        #expect(Double(other.milliseconds) <= Double(best.milliseconds) * 1.4, label)
        for rival in [best] + others[..<index] {
          #expect(
            share(of: other, on: rival, query.partial) <= 0.75 * Double(best.milliseconds), label)
        }
        expectLocallyOptimal(other, best, query, &random, label)
      }
    }
    return found
  }

  /// Every turn exists, and the pieces add up to the leg.
  private static func expectDrivable(_ leg: PathLeg, _ costs: PartialCosts, _ label: Comment) {
    let pieces = costs.pieces(of: leg)
    #expect(pieces.dropFirst().allSatisfy { $0.turn != nil }, label)
    let sum = pieces.reduce(0) { $0 + $1.roadMilliseconds + $1.turnMilliseconds }
    #expect(sum == leg.milliseconds, label)
    #expect(Set(pieces.map(\.directedSegment.segment)).count == pieces.count, label)
  }

  private static func share(of leg: PathLeg, on other: PathLeg, _ costs: PartialCosts) -> Double {
    let directedSegments = Set(costs.pieces(of: other).map(\.directedSegment))
    return costs.pieces(of: leg).reduce(0) { sum, piece in
      // The first and the last piece cover only a part of their directed segments.
      let isPart = [leg.arcs.first, leg.arcs.last].contains(piece.arc)
      return directedSegments.contains(piece.directedSegment) && !isPart
        ? sum + Double(piece.roadMilliseconds) : sum
    }
  }

  /// Every stretch of up to a quarter of what is not on the quickest path is a quickest path.
  private static func expectLocallyOptimal(
    _ leg: PathLeg, _ best: PathLeg, _ query: RouteQuery, _ random: inout SeededGenerator,
    _ label: Comment
  ) {
    let pieces = query.partial.pieces(of: leg)
    let shared = Set(query.partial.pieces(of: best).map(\.directedSegment))
    let own = pieces.reduce(0.0) {
      shared.contains($1.directedSegment) ? $0 : $0 + Double($1.roadMilliseconds)
    }
    for _ in 0..<6 where pieces.count > 3 {
      let first = Int.random(in: 1..<pieces.count - 1, using: &random)
      var last = first
      var cost: UInt32 = pieces[first].roadMilliseconds
      while last + 2 < pieces.count {
        let next = pieces[last + 1]
        let more = cost + next.turnMilliseconds + next.roadMilliseconds
        guard Double(more) <= 0.25 * own else { break }
        cost = more
        last += 1
      }
      guard last > first else { continue }
      let ends = [(pieces[first], pieces[first].start), (pieces[last], pieces[last].end)].map {
        RoadPosition(
          segment: $0.0.directedSegment.segment, offset: $0.1, coordinate: leg.start.coordinate,
          distance: 0,
          onlyDirectedSegment: $0.0.directedSegment)
      }
      let quickest = query.costs(from: ends[0], to: [ends[1]])[0]
      #expect(quickest == cost, label)
    }
  }
}
