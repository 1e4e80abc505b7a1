import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Which roads are open to cars, on a block with one street to test: A–B, and a way round by C–D.
@Suite("Rules of the road")
struct TravelRuleTests {
  static let block = """
    S---A---B---T
        |   |
        C---D
    """

  func block(_ tags: Tags, nodes: [Character: Tags] = [:]) throws -> DrawnNetwork {
    try DrawnNetwork(
      RoadMap(
        Self.block, ways: ["SA": street, "AB": tags, "BT": street, "ACDB": street], nodes: nodes))
  }

  static let through = "SABT"
  static let around = "SACDBT"

  @Test(
    "One-way streets",
    arguments: [
      (["highway": "residential"], true, true),
      (["highway": "residential", "oneway": "yes"], true, false),
      (["highway": "residential", "oneway": "1"], true, false),
      (["highway": "residential", "oneway": "true"], true, false),
      (["highway": "residential", "oneway": "-1"], false, true),
      (["highway": "residential", "oneway": "reverse"], false, true),
      (["highway": "residential", "oneway": "no"], true, true),
      (["highway": "residential", "oneway": "alternating"], true, true),
      (["highway": "residential", "oneway": "reversible"], false, false),
      (["highway": "residential", "oneway": "banana"], true, true),
      (["highway": "residential", "oneway": "yes", "oneway:motor_vehicle": "no"], true, true),
      (["highway": "residential", "motor_vehicle:backward": "no"], true, false),
      (["highway": "residential", "vehicle:forward": "no"], false, true),
      (["highway": "motorway"], true, false),
      (["highway": "motorway", "oneway": "no"], true, true),
      (["highway": "motorway", "oneway": "alternating"], true, false),
      (["highway": "residential", "junction": "circular"], true, false),
      (["highway": "residential", "junction": "roundabout"], true, false),
    ] as [(Tags, Bool, Bool)])
  func oneWay(tags: Tags, forward: Bool, backward: Bool) throws {
    let drawn = try block(tags)
    #expect(try drawn.path("ST") == (forward ? Self.through : Self.around))
    #expect(try drawn.path("TS") == String((backward ? Self.through : Self.around).reversed()))
  }

  @Test(
    "Access",
    arguments: [
      (["highway": "residential", "access": "no"], false),
      (["highway": "residential", "access": "private"], false),
      (["highway": "residential", "access": "destination"], false),
      (["highway": "residential", "access": "customers"], false),
      (["highway": "residential", "vehicle": "no"], false),
      (["highway": "residential", "motor_vehicle": "no"], false),
      (["highway": "residential", "motorcar": "no"], false),
      (["highway": "residential", "motor_vehicle": "forestry"], false),
      (["highway": "residential", "access": "no", "motor_vehicle": "yes"], true),
      (["highway": "residential", "vehicle": "no", "motorcar": "designated"], true),
      (["highway": "residential", "access": "permissive"], true),
      (["highway": "residential", "motor_vehicle": "no;yes"], true),
      (["highway": "footway"], false),
      (["highway": "construction"], false),
      (["highway": "pedestrian"], false),
      (["highway": "pedestrian", "motor_vehicle": "yes", "maxspeed": "50"], true),
      (["highway": "track"], false),
      (["highway": "track", "tracktype": "grade1", "maxspeed": "50"], true),
      (["highway": "track", "motorcar": "yes", "maxspeed": "50"], true),
      (["highway": "service", "area": "yes"], false),
      (["building": "yes"], false),
    ] as [(Tags, Bool)])
  func access(tags: Tags, isOpen: Bool) throws {
    #expect(try block(tags).path("ST") == (isOpen ? Self.through : Self.around))
  }

  @Test(
    "A destination-only road is entered to arrive and left to depart, but never used to cut through"
  )
  func destinationOnly() throws {
    let drawn = try block(["highway": "residential", "access": "private"])
    let inside = drawn.map.point(0.5, from: "A", to: "B")
    let (south, east) = (drawn.map.coordinate(of: "S"), drawn.map.coordinate(of: "T"))
    #expect(try drawn.path([south, inside]) == "SA")
    #expect(try drawn.path([inside, east]) == "BT")
    #expect(try drawn.path([east, inside]) == "TB")
    // With a via point inside, the route may enter on one side and leave on the other.
    #expect(try drawn.path([south, inside, east]) == Self.through)
  }

  @Test("A road that is for destinations in one direction only is a way through in the other")
  func destinationBackward() throws {
    let drawn = try block(["highway": "residential", "motor_vehicle:backward": "destination"])
    #expect(try drawn.path("ST") == Self.through)
    #expect(try drawn.path("TS") == String(Self.around.reversed()))
    let inside = drawn.map.point(0.5, from: "A", to: "B")
    #expect(try drawn.path([drawn.map.coordinate(of: "T"), inside]) == "TB")
  }

  @Test("A route within private roads stays there; open roads between private ones are used")
  func privateChain() throws {
    let gate: Tags = ["highway": "service", "access": "private"]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B---C---D
        """, ways: ["AB": gate, "BC": street, "CD": gate]))
    #expect(try drawn.path("AD") == "ABCD")
    let inner = drawn.map.point(0.3, from: "A", to: "B")
    #expect(try drawn.path([drawn.map.coordinate(of: "A"), inner]) == "A")
  }

  @Test(
    "Where a private road or gate is the only way, the route passes it and says so",
    arguments: [
      (["highway": "residential", "access": "private"], [:]),
      (["highway": "residential", "motor_vehicle": "destination"], [:]),
      (["highway": "residential"], ["barrier": "gate", "access": "private"]),
    ] as [(Tags, Tags)])
  func onlyWay(tags: Tags, gate: Tags) throws {
    // Both sides are large enough to be no mere yards behind the private road.
    let ways: KeyValuePairs<String, Tags> = [
      "SA": street, "AXB": tags, "BT": street, "SEFA": street, "BGHT": street,
    ]
    let map = RoadMap(
      """
      S---A-X-B---T
      |   |   |   |
      E---F   G---H
      """, step: 100, ways: ways, nodes: ["X": gate])
    let drawn = try DrawnNetwork(map)
    #expect(try drawn.path("ST") == "SAXBT")
    let route = try drawn.route("ST")
    #expect(route.notes?.map(\.kind) == [.privateRoad])
    #expect(route.durationSeconds < 300)
    let points = "SFTX".map { map.coordinate(of: $0) }
    let table = try drawn.router.answer(TableRequest(sources: points, destinations: points))
    for (row, start) in points.enumerated() {
      for (column, end) in points.enumerated() {
        let reply = try drawn.router.answer(RouteRequest(waypoints: [start, end], verify: true))
        #expect(table.durationsSeconds?[row][column] == reply.durationSeconds)
        #expect(reply.verified == true)
      }
    }
    // A via point is passed likewise.
    #expect(try drawn.path("SATH") == "SAXBTH")
  }

  @Test("A pocket that one-way streets lead into is left over a private road")
  func oneWayPocket() throws {
    let yard: Tags = ["highway": "service", "access": "private"]
    let inward: Tags = ["highway": "residential", "oneway": "yes"]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        S---A---B---T
            |   |
            C---D
        """, step: 100,
        ways: ["SA": street, "ABT": street, "AC": inward, "CD": street, "DB": yard]))
    #expect(try drawn.path("CT") == "CDBT")
    #expect(try drawn.path("SC") == "SAC")
    let flags = (0..<drawn.network.segmentCount).map { drawn.network.flags(of: SegmentID($0)) }
    #expect(!flags.contains { $0.contains(.island) })
  }

  @Test(
    "Barriers",
    arguments: [
      (["barrier": "bollard"], false),
      (["barrier": "bollard", "bollard": "rising"], true),
      (["barrier": "block"], false),
      (["barrier": "gate"], true),
      (["barrier": "gate", "access": "private"], false),
      (["barrier": "gate", "access": "no"], false),
      (["barrier": "gate", "motor_vehicle": "no"], false),
      (["barrier": "lift_gate"], true),
      (["barrier": "toll_booth"], true),
      (["barrier": "cattle_grid"], true),
      (["barrier": "bollard", "motor_vehicle": "yes"], true),
      (["barrier": "bollard", "access": "no", "motorcar": "yes"], true),
      (["highway": "traffic_signals"], true),
    ] as [(Tags, Bool)])
  func barriers(tags: Tags, isOpen: Bool) throws {
    // The barrier is between A and B, and then at a junction.
    let map = RoadMap(
      """
      S---A-X-B---T
          |   |
          C---D
      """, step: 200, ways: ["SA": street, "AXB": street, "BT": street, "ACDB": street],
      nodes: ["X": tags])
    #expect(
      try DrawnNetwork(map).path("ST") == (isOpen ? "SABT" : Self.around).replacingX(isOpen, map))
    let junction = try block(street, nodes: ["B": tags])
    #expect(try junction.path("SC") == "SAC")
    let isPrivate = tags["access"] == "private"
    if !isOpen { #expect(try junction.path("ST") == (isPrivate ? Self.through : "no route")) }
  }

  @Test("Ways with missing nodes keep the parts that exist, and are counted")
  func missingNodes() throws {
    var map = RoadMap(
      """
      A---B---C---D---E
      """, ways: ["ABCDE": street])
    let lost = MapWay(
      id: 1, nodeIDs: [65, 66, 999, 67, 68, 69, 998], tags: street)
    map = RoadMap("A---B---C---D---E", ways: ["AB": street, "CDE": street])
    var elements = map.elements
    elements.ways = [lost]
    let drawn = try DrawnNetwork(map, elements: elements)
    #expect(drawn.network.segmentCount == 2)
    #expect(try drawn.path("CE") == "CDE")
    #expect(try drawn.path("AE") == "no route")
    #expect(drawn.summary.report.count(of: "part of a road with missing or doubled nodes") == 1)
  }

  @Test("Invalid tags are counted with their reason")
  func invalidTags() throws {
    let drawn = try block([
      "highway": "residential", "oneway": "banana", "maxspeed": "fast",
      "motor_vehicle:conditional": "no @ (Mo-Fr)",
    ])
    let report = drawn.summary.report
    #expect(report.count(of: "odd oneway") == 1)
    #expect(report.count(of: "odd maxspeed") == 1)
    #expect(report.count(of: "condition that is not about times or sizes") == 0)
    let closed = try block(["highway": "residential", "access": "no"])
    #expect(closed.summary.report.count(of: "road closed to cars") == 1)
  }

  @Test("A map without roads gives no network")
  func noRoads() {
    let map = RoadMap("A---B", ways: ["AB": ["highway": "footway"]])
    #expect(throws: NetworkBuildError.noRoads(.car)) { try DrawnNetwork(map) }
  }

  @Test("A road whose directions take turns is not reported")
  func alternating() throws {
    for (value, isOdd) in [("alternating", false), ("banana", true)] {
      let road: Tags = ["highway": "residential", "oneway": value]
      let tags = try RoadTags(road, .residential, for: CarRules())
      #expect(tags.warnings.contains("odd oneway") == isOdd)
    }
  }
}

extension String {
  /// The path with the node X inserted between A and B, if it passes X.
  fileprivate func replacingX(_ isPassed: Bool, _ map: RoadMap) -> String {
    isPassed ? "SAXBT" : self
  }
}
