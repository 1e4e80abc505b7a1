import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// The instructions of routes through a small town.
@Suite("Guidance")
struct GuidanceTests {
  static func named(_ name: String, _ highway: String = "residential") -> Tags {
    ["highway": highway, "name": name]
  }

  static func town() -> RoadMap {
    RoadMap(
      """
              F
              |
      A---B---C---D
              |
      G--E----H
      """,
      ways: [
        "AB": named("Market Street"), "BC": named("Market Street"), "CD": named("Market Street"),
        "CF": named("Columbus Avenue"), "CH": named("Kearny Street"), "HE": named("Pine Street"),
        "EG": named("Bush Street"),
      ])
  }

  @Test(
    "Turns, continuations and arrivals",
    arguments: [
      ("AD", ["Head east on Market Street", "Arrive at the destination"]),
      (
        "AF",
        [
          "Head east on Market Street", "Turn left onto Columbus Avenue",
          "Arrive at the destination",
        ]
      ),
      (
        "FD",
        [
          "Head south on Columbus Avenue", "Turn left onto Market Street",
          "Arrive at the destination",
        ]
      ),
      (
        "AG",
        [
          "Head east on Market Street", "Turn right onto Kearny Street",
          "Continue onto Pine Street", "Continue onto Bush Street", "Arrive at the destination",
        ]
      ),
      (
        "AFD",
        [
          "Head east on Market Street", "Turn left onto Columbus Avenue", "Arrive at stop 1",
          "Head south on Columbus Avenue", "Turn left onto Market Street",
          "Arrive at the destination",
        ]
      ),
    ])
  func sentences(letters: String, sentences: [String]) throws {
    let reply = try DrawnNetwork(Self.town()).route(letters, steps: true)
    #expect(reply.legs.flatMap { $0.steps ?? [] }.map(\.instruction) == sentences)
    for leg in reply.legs {
      #expect(leg.steps?.reduce(0) { $0 + $1.durationSeconds } == leg.durationSeconds)
      #expect(leg.steps?.reduce(0) { $0 + $1.distanceMeters } == leg.distanceMeters)
    }
    #expect(reply.legs.reduce(0) { $0 + $1.durationSeconds } == reply.durationSeconds)
  }

  @Test("A maneuver has its coordinate, direction and kind")
  func maneuver() throws {
    let drawn = try DrawnNetwork(Self.town())
    let steps = try #require(try drawn.route("AF", steps: true).legs[0].steps)
    #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .arrive])
    #expect(steps[1].maneuver.direction == .left)
    #expect(steps[1].maneuver.coordinate.distance(to: drawn.map.coordinate(of: "C")) < 0.1)
    #expect(steps[1].name == "Columbus Avenue")
    #expect(steps[2].durationSeconds == 0)
    #expect(try drawn.route("AF").legs[0].steps == nil)
  }

  @Test(
    "A route is called after the one or two streets that carry it",
    arguments: [
      ("AD", "Market Street"),
      ("AF", "Market Street and Columbus Avenue"),
      ("FA", "Columbus Avenue and Market Street"),
      ("AG", "Market Street and Pine Street"),
    ])
  func names(letters: String, name: String) throws {
    let reply = try DrawnNetwork(Self.town()).route(letters)
    #expect(reply.name == name)
    #expect(reply.legs[0].name == name)
  }

  @Test("A street that changes how it is written is named once")
  func spellings() throws {
    let map = RoadMap(
      "A---B---C", ways: ["AB": Self.named("Triq ir-Re"), "BC": Self.named("Triq Ir-Re")])
    #expect(try DrawnNetwork(map).route("AC").name == "Triq ir-Re")
  }

  @Test("A road number is used in instructions where there is no name, but is not a name")
  func numbers() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B---C
            |
            D
        """,
        ways: ["ABC": ["highway": "primary", "ref": "B 3;B 37"], "BD": Self.named("Elm Street")]))
    let steps = try drawn.steps("DC")
    #expect(
      steps.map(\.instruction) == [
        "Head north on Elm Street", "At the end of the road, turn right onto B 3 / B 37",
        "Arrive at the destination",
      ])
    #expect(steps.map(\.name) == ["Elm Street", nil, nil])
  }

  @Test("A route over nameless roads has no name; a road number replaces a missing name")
  func unnamed() throws {
    let map = { (tags: Tags) in RoadMap("A---B", ways: ["AB": tags]) }
    #expect(try DrawnNetwork(map(street)).route("AB").name == nil)
    #expect(try DrawnNetwork(map(["highway": "primary", "ref": "A 5"])).route("AB").name == "A 5")
  }

  @Test("Without a request for geometry the reply has none")
  func noGeometry() throws {
    let drawn = try DrawnNetwork(Self.town())
    let reply = try drawn.router.answer(
      RouteRequest(waypoints: [drawn.map.coordinate(of: "A"), drawn.map.coordinate(of: "D")]))
    #expect(reply.geometry == nil)
    #expect(reply.mapVersion.count == 16)
  }
}

extension DrawnNetwork {
  /// The steps of a route through the letters, all legs in a row.
  func steps(_ letters: String) throws -> [RouteStep] {
    try route(letters, steps: true).legs.flatMap { $0.steps ?? [] }
  }

  func steps(_ waypoints: [Coordinate]) throws -> [RouteStep] {
    try router.answer(RouteRequest(waypoints: waypoints, steps: true)).legs
      .flatMap { $0.steps ?? [] }
  }

  /// The instructions without the first and the last.
  func instructions(_ letters: String) throws -> [String] {
    try steps(letters).dropFirst().dropLast().map(\.instruction)
  }
}
