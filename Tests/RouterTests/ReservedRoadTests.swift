import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// Roads that are for journeys that start or end there, at certain times.
@Suite("Roads reserved at certain times")
struct ReservedRoadTests {
  private static let reserved: Tags = [
    "highway": "residential", "motor_vehicle:conditional": "destination @ (Mo-Fr 08:00-09:00)",
  ]
  /// Streets with a zone in the middle, and a way round it.
  private static let zone = RoadMap(
    """
    A--B--C--D--E--H
       |  |  |  |
       |  X  Y  |
       F--------G
    """,
    ways: [
      "AB": street, "BC": reserved, "CD": reserved, "DE": reserved, "CX": reserved,
      "DY": reserved, "EH": street, "BFGE": street,
    ])
  private static let morning = Timestamp("2026-11-23T08:30:00+02:00")
  private static let noon = Timestamp("2026-11-23T12:30:00+02:00")

  @Test(
    "A zone is gone round, but within it the quickest way counts, not the fewest roads",
    arguments: [
      ("AH", "ABFGEH"), ("HA", "HEGFBA"), ("AY", "ABCDY"), ("YA", "YDCBA"), ("XY", "XCDY"),
      ("HX", "HEDCX"),
    ])
  func paths(ends: String, expected: String) throws {
    let map = Self.zone
    let router = ProfileRouter(
      RoadSnapshot(try DrawnNetwork(map).network, speedSchedule: .emptyRoads))
    let replies = try [Self.morning, Self.noon].map { time in
      try router.answer(
        RouteRequest(
          waypoints: ends.map { map.coordinate(of: $0) }, departure: time, geometry: true,
          verify: true))
    }
    let letters = try replies.map { map.letters(along: try #require($0.geometry?.coordinates)) }
    #expect(letters[0] == expected)
    // Without what the search adds, the same way takes the same time.
    if letters[0] == letters[1] {
      #expect(replies[0].durationSeconds == replies[1].durationSeconds)
    }
    #expect(replies.map(\.verified) == [true, true])
  }

  @Test("Entering a zone costs as much as a last resort, once, and whatever else it is")
  func turns() throws {
    var (entries, both, within) = (0, 0, 0)
    for seed in 1...6 as ClosedRange<UInt64> {
      let network = try Self.town(
        seed: seed, reserving: [Self.reserved, ["access": "destination"]])
      let changes = try Self.changes(of: network)
      let metric = TravelMetric(network, changes: changes)
      for arc in 0..<network.arcCount {
        let origin = network.directedSegment(of: ArcID(arc))
        for turn in network.turns(from: ArcID(arc)) {
          let target = network.directedSegment(of: network.target(ofTurn: turn, from: ArcID(arc)))
          let isEntry = changes.reserved.contains(target) && !changes.reserved.contains(origin)
          let isLastResort = network.flags(ofTurn: turn).contains(.lastResort)
          let penalty: UInt32 = isEntry || isLastResort ? 250_000_000 : 0
          #expect(metric.turnMilliseconds[turn] == network.cost(ofTurn: turn) + penalty)
          #expect(metric.penalty(ofTurn: turn, from: ArcID(arc)) == penalty)
          entries += isEntry ? 1 : 0
          both += isEntry && isLastResort ? 1 : 0
          within += changes.reserved.contains(target) && !isEntry ? 1 : 0
        }
      }
    }
    #expect(entries > 20 && both > 0 && within > 20, "\(entries) \(both) \(within)")
  }

  @Test("Weights with a zone follow from those of any other hour")
  func updates() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let network = try Self.town(seed: seed, reserving: [Self.reserved])
      let usual = TravelMetric(network)
      let changes = try Self.changes(of: network)
      let there = usual.updated(to: changes, under: .none).metric
      #expect(there.turnMilliseconds == TravelMetric(network, changes: changes).turnMilliseconds)
      let back = there.updated(to: usual.changes, under: .none).metric
      #expect(back.turnMilliseconds == usual.turnMilliseconds)
      // A road may be left that is not reserved any more, for one that is.
      var part = changes
      part.reserved = changes.reserved.filter { $0.rawValue % 4 < 2 }
      let less = there.updated(to: part, under: .none).metric
      #expect(less.turnMilliseconds == TravelMetric(network, changes: part).turnMilliseconds)
    }
  }

  @Test("One reserved road leaves long drives exact: no cell is searched again")
  func exactCosts() throws {
    let network = try Self.town(seed: 1, reserving: [Self.reserved])
    let query = RouteQuery(network, TravelMetric(network, changes: try Self.changes(of: network)))
    #expect(query.isExact(24 * 3_600_000))
    #expect(!query.isExact(250_000_000))
  }

  /// A random town, of whose streets some have further tags.
  private static func town(seed: UInt64, reserving tags: [Tags]) throws -> RoadNetwork {
    var random = SeededGenerator(seed: seed)
    var elements = RandomTown(side: 7, seed: 700 + seed).elements
    elements.ways = elements.ways.map { way in
      guard Int.random(in: 0..<3, using: &random) == 0,
        let more = tags.randomElement(using: &random)
      else { return way }
      return MapWay(
        id: way.id, nodeIDs: way.nodeIDs, coordinates: way.coordinates,
        tags: Tags(Array(way.tags.pairs) + more.pairs.filter { $0.key != "highway" }))
    }
    return try DrawnNetwork.network(elements).0
  }

  private static func changes(of network: RoadNetwork) throws -> RoadChanges {
    let changes = RoadChanges(network, at: RuleClock(network).hour(of: morning))
    try #require(!changes.reserved.isEmpty)
    return changes
  }
}
