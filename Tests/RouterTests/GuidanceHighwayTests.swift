import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Motorways, ramps, signs, lanes and ferries.
@Suite("Guidance: motorways, ramps and lanes")
struct GuidanceHighwayTests {
  static let motorway: Tags = ["highway": "motorway", "ref": "A 6"]
  static let link: Tags = ["highway": "motorway_link", "oneway": "yes"]

  private static func link(_ pairs: [Tags.Pair]) -> Tags {
    Tags([("highway", "motorway_link"), ("oneway", "yes")] + pairs)
  }

  /// A motorway A–D eastwards, with an exit at B onto the road X–Y, from which a ramp leads back at
  /// C.
  static func interchange(exit: Tags = [:], off: [Tags.Pair] = [], on: [Tags.Pair] = []) -> RoadMap
  {
    RoadMap(
      """
      A------B-----------C-------D
              --        /
                --     /
      X-----------E---F----------Y
      """,
      ways: [
        "AB": motorway, "BC": motorway, "CD": motorway, "BE": link(off), "FC": link(on),
        "XEFY": ["highway": "secondary", "name": "Mill Road"],
      ], nodes: ["B": exit])
  }

  @Test("A motorway exit is announced with its number, name and destinations")
  func exit() throws {
    let junction: Tags = ["highway": "motorway_junction", "ref": "31", "name": "Millfield"]
    let drawn = try DrawnNetwork(
      Self.interchange(
        exit: junction, off: [("destination", "Airport;San José"), ("destination:ref", "B 3")]))
    let step = try drawn.steps("AX")[1]
    #expect(step.maneuver.kind == .ramp)
    #expect(step.maneuver.direction == .slightRight)
    #expect(step.maneuver.exitNumber == "31")
    #expect(step.maneuver.destinations == "Airport, San José")
    #expect(
      step.instruction == "Take exit 31, Millfield, on the right to B 3 towards Airport, San José")
    #expect(step.name == nil)
    #expect(try drawn.instructions("AD") == [])
    #expect(try drawn.instructions("AX").last == "Turn sharp right onto Mill Road")
  }

  @Test("An exit number may be on the ramp itself, or missing")
  func exitNumbers() throws {
    let numbered = try DrawnNetwork(Self.interchange(off: [("junction:ref", "27B")]))
    #expect(try numbered.instructions("AY").first == "Take exit 27B on the right")
    #expect(
      try DrawnNetwork(Self.interchange()).instructions("AY").first == "Take the exit on the right")
    let street = Self.interchange(off: [("destination:street", "Mill Road")])
    #expect(
      try DrawnNetwork(street).instructions("AY").first
        == "Take the exit on the right towards Mill Road")
  }

  @Test("The road that a ramp leads to may be signed farther along it")
  func signBehind() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-------B-----------C
                  --D-------E
        """, step: 20,
        ways: [
          "AB": Self.motorway, "BC": Self.motorway, "BD": Self.link,
          "DE": Self.link([("destination:ref", "B 9")]),
        ]))
    #expect(try drawn.instructions("AE") == ["Take the exit on the right to B 9"])
  }

  @Test("Onto a motorway there are two steps: the ramp, then the merge")
  func merge() throws {
    let drawn = try DrawnNetwork(Self.interchange(on: [("destination", "Mannheim")]))
    let steps = try drawn.steps("XD")
    #expect(steps.map(\.maneuver.kind) == [.depart, .ramp, .merge, .arrive])
    #expect(
      steps.dropFirst().dropLast().map(\.instruction) == [
        "Take the ramp on the left to A 6 towards Mannheim", "Merge onto A 6",
      ])
    #expect(steps[2].maneuver.direction == .slightLeft)
    #expect(steps[2].name == nil)
  }

  @Test("A ramp that bears the motorway's number is on it already")
  func numberedRamp() throws {
    for (number, isSaid) in [("A 6", false), ("A 67", true), ("A 67;A 6", false)] {
      let drawn = try DrawnNetwork(
        RoadMap(
          """
          A-----------C-------D
          X---F
          """,
          ways: [
            "ACD": Self.motorway, "FC": Self.link([("ref", number)]),
            "XF": ["highway": "secondary", "name": "Mill Road"],
          ]))
      #expect(try drawn.steps("XD").map(\.maneuver.kind).contains(.merge) == isSaid)
    }
  }

  @Test("Forks of motorways and ramps are announced")
  func forks() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
                          --D
                 B---C---
        A---M---          --E
                 --F
        """, step: 100,
        ways: [
          "AM": Self.motorway, "MBC": Self.motorway,
          "MF": ["highway": "motorway", "ref": "A 67", "destination": "Darmstadt"],
          "CD": Self.link([("destination", "Mainz")]), "CE": Self.link([("destination", "Worms")]),
        ]))
    let right = try drawn.steps("AF")[1]
    #expect(right.maneuver.kind == .fork)
    #expect(right.instruction == "Keep right onto A 67 towards Darmstadt")
    #expect(
      try drawn.instructions("AD") == [
        "Keep left to stay on A 6", "Take the exit on the left towards Mainz",
      ])
    let links = try DrawnNetwork(
      RoadMap(
        """
                 --D
        A---M---
                 --E
        """, step: 100,
        ways: [
          "AM": Self.link, "MD": Self.link([("destination", "Mainz")]), "ME": Self.link,
        ]))
    #expect(try links.instructions("AD") == ["Keep left towards Mainz"])
    #expect(try links.instructions("AE") == ["Keep right at the fork"])
  }

  /// Three lanes before a crossing.
  static func lanes(_ tags: [Tags.Pair]) -> RoadMap {
    RoadMap(
      """
          C
          |
      A---M---B
          |
          D
      """,
      ways: [
        "AM": Tags([("highway", "primary"), ("name", "Main Street")] + tags),
        "MB": ["highway": "primary", "name": "Main Street"],
        "CM": ["highway": "residential", "name": "C Street"],
        "MD": ["highway": "residential", "name": "D Street"],
      ])
  }

  @Test("Lanes are listed from left to right, with those that are valid")
  func lanesAhead() throws {
    let forward = try DrawnNetwork(
      Self.lanes([("turn:lanes:forward", "left|through|through;right")]))
    let left = try forward.steps("AC")[1]
    #expect(
      left.maneuver.lanes == [
        Lane(directions: [.left], isValid: true), Lane(directions: [.straight], isValid: false),
        Lane(directions: [.straight, .right], isValid: false),
      ])
    #expect(left.instruction == "Use the left lane to turn left onto C Street")
    #expect(try forward.steps("AD")[1].maneuver.lanes?.map(\.isValid) == [false, false, true])
    // In the other direction no lanes are tagged.
    #expect(try forward.steps("BC")[1].maneuver.lanes == nil)
    let oneWay = try DrawnNetwork(Self.lanes([("oneway", "yes"), ("turn:lanes", "left|none")]))
    #expect(
      try oneWay.steps("AC")[1].maneuver.lanes == [
        Lane(directions: [.left], isValid: true), Lane(directions: [], isValid: false),
      ])
    #expect(try oneWay.steps("AC")[1].instruction == "Turn left onto C Street")
  }

  @Test(
    "Which lanes lead where",
    arguments: [
      ("left|left|right", TurnDirection.left, "110"), ("left;through|right", .straight, "10"),
      ("through|slight_right", .right, "01"), ("none|none|right", .straight, "110"),
      ("reverse|left|through", .uturn, "100"), ("left|through", .uturn, "10"),
      ("through|merge_to_left", .straight, "11"), ("through|through", .slightLeft, "11"),
      ("|right", .right, "01"),
    ])
  func validity(tag: String, direction: TurnDirection, valid: String) {
    let lanes = LaneArrows.lanes(tag, toward: direction)
    #expect(lanes?.map { $0.isValid ? "1" : "0" }.joined() == valid)
  }

  @Test("Unusable tags give no lanes", arguments: ["left", "", "right|right", "a|b;c|"])
  func unusableLanes(tag: String) {
    #expect(LaneArrows.lanes(tag, toward: .left) == nil)
  }

  @Test("There is a step for boarding a ferry and one for leaving it")
  func ferry() throws {
    let ferry: Tags = ["route": "ferry", "duration": "00:20", "name": "Bay Line"]
    let drawn = try DrawnNetwork(
      RoadMap(
        "A---B-------C---D", step: 200,
        ways: [
          "AB": GuidanceTurnTests.named("Pier Road"), "BC": ferry,
          "CD": GuidanceTurnTests.named("Harbour Road"),
        ]))
    let steps = try drawn.steps("AD")
    #expect(steps.map(\.maneuver.kind) == [.depart, .ferry, .continue, .arrive])
    #expect(
      steps.map(\.instruction) == [
        "Head east on Pier Road", "Take the ferry Bay Line",
        "Leave the ferry and continue on Harbour Road", "Arrive at the destination",
      ])
    #expect((1195...1206).contains(steps[1].durationSeconds))
  }

  @Test("A street that bends into a motorway's ramp is told, one that runs straight into it is not")
  func bendIntoRamp() throws {
    for (drawing, told) in [
      ("A---B\n    |\n    C", ["Turn right onto the ramp"]), ("A---B---C", []),
    ] {
      let drawn = try DrawnNetwork(
        RoadMap(
          drawing, ways: ["AB": ["highway": "primary", "name": "Main Road"], "BC": Self.link]))
      #expect(try drawn.instructions("AC") == told)
    }
  }
}
