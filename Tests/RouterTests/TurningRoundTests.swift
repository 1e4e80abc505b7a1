import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Trips that have to turn round somewhere, as they pass a point and come back.
@Suite("Where a route turns round")
struct TurningRoundTests {
  /// The nodes from A over the middle of A–B and back to A.
  private func thereAndBack(_ map: RoadMap) throws -> String {
    let (start, via) = (map.coordinate(of: "A"), map.point(0.5, from: "A", to: "B"))
    return try DrawnNetwork(map).path([start, via, start])
  }

  @Test("At a dead end, not on a road or at a junction")
  func deadEnd() throws {
    // From the middle of B–C westwards, past B and back: the U-turn is at the dead end A.
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B-------C---D
        """, ways: ["AB": street, "BC": street, "CD": street]))
    let (west, east) = (
      drawn.map.point(0.25, from: "B", to: "C"), drawn.map.point(0.75, from: "B", to: "C")
    )
    // Via points east, west, east: each leg continues in the direction of the one before.
    #expect(try drawn.path([west, east, west]) == "CDC")
    #expect(try drawn.path([drawn.map.coordinate(of: "A"), east, west]) == "ABCDC")
    let legs = try drawn.router.answer(RouteRequest(waypoints: [west, east, west])).legs
    #expect(legs.count == 2)
    #expect(legs[0].distanceMeters == 200)
    #expect(legs[1].distanceMeters == 100 + 2 * 200 + 300)
  }

  @Test("A no_u_turn at a dead end is honoured")
  func forbiddenAtDeadEnd() throws {
    var map = RoadMap("A---B---C", ways: ["AB": street, "BC": street])
    let there = map.point(0.5, from: "B", to: "C")
    #expect(
      try DrawnNetwork(map).path([map.coordinate(of: "A"), there, map.coordinate(of: "A")])
        == "ABCBA")
    map.restrict("no_u_turn", from: "BC", via: "C", to: "BC")
    #expect(
      try DrawnNetwork(map).path([map.coordinate(of: "A"), there, map.coordinate(of: "A")])
        == "no route")
  }

  @Test("On foot a route may turn round at a via point")
  func walkerTurns() throws {
    let map = RoadMap("A---B---C---D", ways: ["ABCD": street])
    let via = map.point(0.5, from: "B", to: "C")
    let start = map.coordinate(of: "A")
    for (profile, meters) in [(TravelProfile.foot, 600), (.car, 1_200)] {
      let request = RouteRequest(waypoints: [start, via, start])
      let reply = try DrawnNetwork(map, for: profile).router.answer(request)
      #expect(abs(reply.distanceMeters - meters) <= 2, "\(profile)")
    }
  }

  @Test("Where every way on is forbidden, unless the U-turn is forbidden, too")
  func nothingLeft() throws {
    var map = RoadMap(
      """
      W---X---E
          |
          S
      """, ways: ["WX": street, "EX": street, "SX": street])
    map.restrict("no_right_turn", from: "SX", via: "X", to: "EX")
    map.restrict("no_left_turn", from: "SX", via: "X", to: "WX")
    let stop = map.point(0.5, from: "S", to: "X")
    let trip = [map.coordinate(of: "S"), stop, map.coordinate(of: "S")]
    #expect(try DrawnNetwork(map).path(trip) == "SXS")
    map.restrict("no_u_turn", from: "SX", via: "X", to: "SX")
    #expect(try DrawnNetwork(map).path(trip) == "no route")
  }

  @Test("Where all that leads on is one-way, if no road leads back and it is not forbidden")
  func oneWaysOn() throws {
    let picture = """
      A---B---C
      |       |
      F-------E
      """
    #expect(
      try thereAndBack(RoadMap(picture, ways: ["AB": street, "BCEFA": oneWay])) == "ABCEFA")
    var map = RoadMap(picture, ways: ["AB": street, "BC": oneWay, "EB": oneWay])
    #expect(try thereAndBack(map) == "ABA")
    map.restrict("no_u_turn", from: "AB", via: "B", to: "AB")
    #expect(try thereAndBack(map) == "no route")
  }

  @Test("Such a U-turn is no passage over a private road, and costs what any U-turn does")
  func lastResort() throws {
    let replies = try [["AB": street], ["AB": street, "BC": oneWay]].map {
      (ways: KeyValuePairs<String, Tags>) in
      let map = RoadMap("A---B---C", ways: ways)
      let (start, via) = (map.coordinate(of: "A"), map.point(0.5, from: "A", to: "B"))
      return try DrawnNetwork(map).router.answer(RouteRequest(waypoints: [start, via, start]))
    }
    #expect(replies[0].durationSeconds == replies[1].durationSeconds)
    #expect(replies[1].notes == nil)
  }

  @Test("Not beside another street with two directions, may one turn into it or not")
  func otherStreet() throws {
    var map = RoadMap(
      """
          D
          |
      A---B---C
      """, ways: ["AB": street, "BC": oneWay, "BD": street])
    #expect(try thereAndBack(map) == "ABDBA")
    map.restrict("no_left_turn", from: "AB", via: "B", to: "BD")
    #expect(try thereAndBack(map) == "no route")
  }

  @Test("Not before a roundabout, which is for turning")
  func roundabout() throws {
    let map = RoadMap(
      """
              C
             / \\
      A-----B   E
             \\ /
              D
      """,
      ways: ["AB": street, "BDECB": ["highway": "residential", "junction": "roundabout"]])
    #expect(try thereAndBack(map) == "ABDECBA")
  }

  @Test(
    "At a place laid out for it, along a road and at a junction",
    arguments: ["turning_circle", "turning_loop", "mini_roundabout"])
  func turningPlace(kind: String) throws {
    var map = RoadMap(
      """
              D
              |
      A---T---B---C
      """, ways: ["ATB": street, "BC": street, "BD": street])
    let (start, via) = (map.coordinate(of: "A"), map.point(0.5, from: "A", to: "T"))
    let path = { try DrawnNetwork(map).path([start, via, start]) }
    #expect(try ["ATBCBTA", "ATBDBTA"].contains(path()))
    map.tag("B", ["highway": kind])
    #expect(try path() == "ATBTA")
    map.tag("T", ["highway": kind])
    #expect(try path() == "ATA")
  }
}
