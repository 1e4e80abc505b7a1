import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

@Suite("Guidance: roundabouts")
struct GuidanceRoundaboutTests {
  private static func named(_ name: String) -> Tags { GuidanceTurnTests.named(name) }

  /// A roundabout, anticlockwise: P, Q, R, S; arms A, B, C, D.
  static func circle(
    _ junction: String = "roundabout", south: Tags? = nil, east: Tags? = nil, step: Double = 10
  ) -> RoadMap {
    let ring: Tags = ["highway": "tertiary", "junction": junction, "oneway": "yes"]
    return RoadMap(
      """
              B
              |
              Q
             / \\
      A-----P   R-----C
             \\ /
              S
              |
              D
      """, step: step,
      ways: [
        "PSRQP": ring, "AP": named("West Road"), "BQ": named("North Road"),
        "CR": east ?? named("East Road"), "DS": south ?? named("South Road"),
      ])
  }

  @Test(
    "Which exit",
    arguments: [
      ("AD", 1, "At the roundabout, take the first exit onto South Road"),
      ("AC", 2, "At the roundabout, take the second exit onto East Road"),
      ("AB", 3, "At the roundabout, take the third exit onto North Road"),
      ("CB", 1, "At the roundabout, take the first exit onto North Road"),
      ("DA", 3, "At the roundabout, take the third exit onto West Road"),
    ])
  func exits(letters: String, exit: Int, sentence: String) throws {
    for junction in ["roundabout", "circular"] {
      let steps = try DrawnNetwork(Self.circle(junction)).steps(letters)
      #expect(steps.map(\.maneuver.kind) == [.depart, .roundabout, .arrive])
      #expect(steps[1].maneuver.exit == exit)
      #expect(steps[1].instruction == sentence)
    }
  }

  @Test("A large roundabout has a step where one leaves it")
  func large() throws {
    let map = Self.circle(step: 25)
    #expect(
      try DrawnNetwork(map).instructions("AB") == [
        "At the roundabout, take the third exit onto North Road",
        "Leave the roundabout onto North Road",
      ])
    #expect(try DrawnNetwork(map).instructions("AD").count == 1)
    #expect(try DrawnNetwork(map, for: .foot).instructions("AB").count == 1)
    let steps = try DrawnNetwork(map).steps("AB")
    #expect(steps[2].maneuver.kind == .exitRoundabout)
    #expect(steps[1].distanceMeters > 100)
  }

  @Test("Forbidden exits are counted, one-way entries are not, driveways where one is taken")
  func countedExits() throws {
    let count = { (south: Tags) in
      try DrawnNetwork(Self.circle(south: south)).steps("AC")[1].maneuver.exit
    }
    let driveway: Tags = ["highway": "service"]
    #expect(try count(driveway) == 1)
    let drawn = try DrawnNetwork(Self.circle(south: driveway, east: driveway))
    #expect(try drawn.steps("AC")[1].maneuver.exit == 2)
    #expect(try count(["highway": "residential", "access": "private"]) == 2)
    #expect(try count(["highway": "residential", "oneway": "yes"]) == 1)
    var map = Self.circle()
    map.restrict("no_right_turn", from: "PSRQP", via: "S", to: "DS")
    #expect(try DrawnNetwork(map).steps("AC")[1].maneuver.exit == 2)
  }

  @Test(
    "An exit at the very node of the entry is the first, or after a full circle the last",
    arguments: [("X", 2), ("Y", 1)])
  func exitAtEntry(exit: String, number: Int) throws {
    let ring: Tags = ["highway": "tertiary", "junction": "roundabout"]
    let out: Tags = ["highway": "residential", "oneway": "yes"]
    let map = RoadMap(
      """
        Y

              Q
      A-----P   R-----C
              S
        X     |
              D
      """, step: 20,
      ways: [
        "PSRQP": ring, "AP": Self.named("West Road"), "RC": Self.named("East Road"),
        "SD": Self.named("South Road"), exit == "X" ? "PX" : "PY": out,
      ])
    #expect(try DrawnNetwork(map).steps("AD")[1].maneuver.exit == number)
    #expect(try DrawnNetwork(map).steps("AC")[1].maneuver.exit == number + 1)
  }

  @Test("A road that is drawn again over a piece of the ring is no exit")
  func doubled() throws {
    let ring: Tags = ["highway": "tertiary", "junction": "roundabout", "oneway": "yes"]
    let map = RoadMap(
      """
              Q
      A-----P   R-----C
              S
              |
              D
      """, step: 20,
      ways: [
        "PSRQP": ring, "AP": Self.named("West Road"), "RC": Self.named("East Road"),
        "DSR": ["highway": "residential"],
      ])
    let drawn = try DrawnNetwork(map)
    #expect(try drawn.steps("AD")[1].maneuver.exit == 1)
    #expect(try drawn.steps("AC")[1].maneuver.exit == 2)
  }

  @Test("A route may begin or end in a roundabout")
  func inside() throws {
    let drawn = try DrawnNetwork(Self.circle())
    let inside = drawn.map.point(0.5, from: "S", to: "R")
    let into = try drawn.steps([drawn.map.coordinate(of: "A"), inside])
    #expect(
      into.map(\.instruction) == [
        "Head east on West Road", "Enter the roundabout", "Arrive at the destination",
      ])
    #expect(into[1].maneuver.exit == nil)
    let out = try drawn.steps([inside, drawn.map.coordinate(of: "B")])
    #expect(
      out.map(\.instruction) == [
        "Head northeast", "At the roundabout, take the second exit onto North Road",
        "Arrive at the destination",
      ])
  }

  @Test("The road beyond a short nameless exit is named")
  func namedBeyond() throws {
    let ring: Tags = ["highway": "tertiary", "junction": "roundabout"]
    let stub: Tags = ["highway": "tertiary", "oneway": "yes"]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
             Q
            / \\
        A--P   R
            \\ / \\
             S   X---C
              \\ /
               T
        """, step: 10,
        ways: [
          "PSRQP": ring, "AP": Self.named("West Road"), "RX": stub, "XTS": stub,
          "XC": Self.named("East Road"),
        ]))
    #expect(
      try drawn.instructions("AC") == ["At the roundabout, take the first exit onto East Road"])
  }

  @Test(
    "The exits of a mini-roundabout are counted",
    arguments: [("AD", 1, "first"), ("AC", 2, "second"), ("AB", 3, "third")])
  func mini(letters: String, exit: Int, word: String) throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
            B
            |
        A---M---C
            |
            D
        """,
        ways: [
          "AM": Self.named("A Street"), "MB": Self.named("B Street"),
          "MC": Self.named("C Street"), "MD": Self.named("D Street"),
        ], nodes: ["M": ["highway": "mini_roundabout"]]))
    let steps = try drawn.steps(letters)
    #expect(steps[1].maneuver.kind == .roundabout)
    #expect(steps[1].maneuver.exit == exit)
    let end = letters.suffix(1)
    #expect(
      steps[1].instruction == "At the roundabout, take the \(word) exit onto \(end) Street")
  }

  @Test("A street that goes straight on over a mini-roundabout is not announced")
  func miniStraightOn() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
            B
            |
        A---M---C
            |
            D
        """,
        ways: ["AMC": Self.named("A Street"), "BMD": Self.named("B Street")],
        nodes: ["M": ["highway": "mini_roundabout"]]))
    #expect(try drawn.instructions("AC").isEmpty)
    #expect(try drawn.steps("AB")[1].maneuver.exit == 3)
  }

  @Test("A link that leads over a roundabout is not a slip lane")
  func linkIntoRoundabout() throws {
    let link: Tags = ["highway": "secondary_link", "oneway": "yes"]
    let ring: Tags = ["highway": "secondary_link", "junction": "roundabout"]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-----M-----------E
               \\
                \\
                 P
               Q   S-----C
                 R
                 |
                 D
        """, step: 6,
        ways: [
          "AME": GuidanceTurnTests.oneWay("West Road"), "MP": link, "PQRSP": ring,
          "SC": Self.named("East Road"), "RD": Self.named("South Road"),
        ]))
    let steps = try drawn.steps("AC")
    #expect(steps.map(\.maneuver.kind) == [.depart, .ramp, .roundabout, .arrive])
    #expect(steps[2].maneuver.exit == 2)
  }

  @Test("At a mini-roundabout a driveway counts where one is taken")
  func miniDriveway() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
            B
            |
        A---M---C
            |
            D
        """,
        ways: [
          "AM": Self.named("A Street"), "MC": Self.named("C Street"),
          "MB": ["highway": "service"],
          "MD": ["highway": "service"],
        ], nodes: ["M": ["highway": "mini_roundabout"]]))
    #expect(try drawn.steps("AC")[1].maneuver.exit == 1)
    #expect(try drawn.steps("AB")[1].maneuver.exit == 3)
  }

  @Test("At a mini-roundabout a street that only leads in is not an exit")
  func miniWayIn() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
            B
            |
        A---M---C
            |
            D
        """,
        ways: [
          "AM": Self.named("A Street"), "MC": Self.named("C Street"),
          "MB": Self.named("B Street"), "DM": ["highway": "residential", "oneway": "yes"],
        ], nodes: ["M": ["highway": "mini_roundabout"]]))
    #expect(try drawn.steps("AC")[1].maneuver.exit == 1)
    #expect(try drawn.steps("AB")[1].maneuver.exit == 2)
  }
}
