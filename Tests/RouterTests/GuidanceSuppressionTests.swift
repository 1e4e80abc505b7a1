import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Junctions without an instruction.
@Suite("Guidance: suppressed maneuvers")
struct GuidanceSuppressionTests {
  private static func named(_ name: String, _ highway: String = "residential") -> Tags {
    GuidanceTurnTests.named(name, highway)
  }

  private static func oneWay(_ name: String, _ highway: String = "secondary") -> Tags {
    GuidanceTurnTests.oneWay(name, highway)
  }

  @Test("A street that turns where a driveway goes straight on is announced")
  func bend() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---M---X
            |
            B
        """, ways: ["AMB": Self.named("Main Street"), "MX": ["highway": "service"]]))
    #expect(try drawn.instructions("AB") == ["Turn right to stay on Main Street"])
    #expect(try drawn.instructions("XB") == ["Turn left onto Main Street"])
  }

  @Test("Going straight on is not announced, across streets and past branches")
  func straightOn() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
            C     E
            |    /
        A---M---N---B
            |
            D
        """,
        ways: [
          "AMNB": Self.named("Main Street"), "CMD": Self.named("Cross Street"),
          "NE": Self.named("Branch Street"),
        ]))
    #expect(try drawn.instructions("AB") == [])
    #expect(try drawn.instructions("BA") == [])
  }

  @Test("A name that changes or is missing for a few metres is not announced")
  func shortNames() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        "A---B-C---D---E---F", step: 20,
        ways: [
          "AB": Self.named("Main Street"), "BC": Self.named("Old Bridge"),
          "CD": Self.named("Main Street"), "DE": ["highway": "residential"],
          "EF": Self.named("Main Street"),
        ]))
    #expect(try drawn.instructions("AF") == [])
    #expect(try drawn.instructions("FA") == [])
  }

  @Test("A drive that begins just before a fork begins on the street before it")
  func startBeforeFork() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
                      C
        A--B
                      D
        """, step: 8,
        ways: [
          "AB": Self.named("Ash Street"), "BC": Self.named("North Street"),
          "BD": Self.named("South Street"),
        ]))
    let steps = try drawn.steps("AC")
    #expect(steps.map(\.name).prefix(2) == ["Ash Street", "North Street"])
  }

  @Test("A road that is drawn twice is one, and lanes that leave the same street are no fork")
  func sameStreet() throws {
    let twice = try DrawnNetwork(
      RoadMap(
        "A-----M-----B",
        ways: [
          "AM": Self.oneWay("Main Street"), "MB": Self.oneWay("Main Street"),
          "BM": ["highway": "secondary", "name": "Main Street", "oneway": "-1"],
        ]))
    #expect(try twice.instructions("AB") == [])
    let renamed = try DrawnNetwork(
      RoadMap(
        "A-----M-----B",
        ways: [
          "AMB": Self.named("Main Street", "secondary"),
          "MB": Self.named("Old Street", "secondary"),
        ]))
    #expect(try renamed.instructions("AB") == [])
    let lanes = try DrawnNetwork(
      RoadMap(
        """
        A-----M---------B

                D-------C
        """,
        ways: [
          "AM": Self.oneWay("Main Street"), "MB": Self.oneWay("Main Street"),
          "MDC": Self.oneWay("Main Street"),
        ]))
    #expect(try lanes.instructions("AB") == [])
    #expect(try lanes.instructions("AC") != [])
  }

  @Test("A new name is not announced while the road keeps its number")
  func sameNumber() throws {
    func instructions(_ ref: String) throws -> [String] {
      let drawn = try DrawnNetwork(
        RoadMap(
          "A-----B-----C-----D", step: 100,
          ways: [
            "AB": ["highway": "primary", "name": "Lower Road", "ref": "B 35"],
            "BC": ["highway": "primary", "name": "Upper Road", "ref": ref],
            "CD": ["highway": "primary", "name": "Upper Road"],
          ]))
      return try drawn.instructions("AD")
    }
    #expect(try instructions("B 35;B 37") == [])
    #expect(try instructions("B 38") == ["Continue onto Upper Road"])
  }

  /// Main Street in two carriageways, 24 m apart, crossed by Elm Street.
  ///
  ///     A <-- D <-- G
  ///           |
  ///     B --> E --> H
  static func dual() -> RoadMap {
    RoadMap(
      """
              C
              |
      A-------D-------G
              |
      B-------E-------H
              |
              F
      """, step: 12,
      ways: [
        "GD": oneWay("Main Street"), "DA": oneWay("Main Street"), "BE": oneWay("Main Street"),
        "EH": oneWay("Main Street"), "CD": named("Elm Street"), "DE": ["highway": "residential"],
        "EF": named("Elm Street"),
      ])
  }

  @Test(
    "Carriageways apart are one road",
    arguments: [
      ("FA", ["Turn left onto Main Street"]),
      ("FH", ["Turn right onto Main Street"]),
      ("FC", []),
      ("BC", ["Turn left onto Elm Street"]),
      ("BF", ["Turn right onto Elm Street"]),
      ("BH", []),
      ("GF", ["Turn left onto Elm Street"]),
      ("BA", ["Make a U-turn onto Main Street"]),
    ])
  func carriageways(letters: String, instructions: [String]) throws {
    #expect(try DrawnNetwork(Self.dual()).instructions(letters) == instructions)
  }

  @Test("A slip lane is one turn")
  func slipLane() throws {
    let link: Tags = ["highway": "primary_link", "oneway": "yes"]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B---M---C
             \\  |
              --S
                |
                D
        """, step: 20,
        ways: [
          "ABMC": Self.named("Main Street", "primary"), "MSD": Self.named("Elm Street"),
          "BS": link,
        ]))
    let steps = try drawn.steps("AD")
    #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .arrive])
    #expect(steps[1].instruction == "Turn right onto Elm Street")
    #expect(steps[1].maneuver.coordinate.distance(to: drawn.map.coordinate(of: "B")) < 1)
  }

  @Test("A link that turns only where it ends is two turns")
  func lateCorner() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B---------------C
             --         T
               ---------S
                        |
                        D
        """, step: 8,
        ways: [
          "ABC": Self.named("Main Street", "primary"), "TSD": Self.named("Elm Street"),
          "BS": ["highway": "primary_link", "oneway": "yes"],
        ]))
    let steps = try drawn.steps("AD")
    #expect(steps.map(\.maneuver.direction) == [nil, .slightRight, .right, nil])
    #expect(steps[2].instruction == "Turn right onto Elm Street")
    #expect(steps[2].maneuver.coordinate.distance(to: drawn.map.coordinate(of: "S")) < 1)
  }

  @Test("A link that first bends away from where it leads is two turns")
  func hairpin() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
              A
               \\
                B
               / \\
        X-----S   \\         D
                   C
        """, step: 10,
        ways: [
          "ABC": Self.named("Main Street", "primary"), "XSD": Self.named("Ring Road", "primary"),
          "BS": ["highway": "primary_link", "oneway": "yes"],
        ]))
    let steps = try drawn.steps("AD")
    #expect(steps.map(\.maneuver.direction) == [nil, .right, .sharpLeft, nil])
    #expect(steps[2].instruction == "Turn sharp left onto Ring Road")
  }

  @Test("A street that continues slightly offset goes straight on")
  func jog() throws {
    let map = { (step: Meters, name: String) in
      RoadMap(
        """
              C
              |
        A-----M
              |
              N-----B
              |
              D
        """, step: step,
        ways: [
          "AM": Self.named("Main Street"), "NB": Self.named(name),
          "CMND": Self.named("Cross Street"),
        ])
    }
    #expect(try DrawnNetwork(map(1.2, "Main Street")).instructions("AB") == [])
    #expect(
      try DrawnNetwork(map(1.2, "Low Street")).instructions("AB") == [
        "Continue straight onto Low Street"
      ])
    #expect(
      try DrawnNetwork(map(6, "Main Street")).instructions("AB") == [
        "At the end of the road, turn right onto Cross Street", "Turn left onto Main Street",
      ])
  }

  @Test("Two equal instructions in a row are worded differently")
  func again() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---M---X
            |
        B---N---Y
            |
            Z
        """,
        ways: [
          "AMX": ["highway": "residential"], "MNZ": ["highway": "residential"],
          "BNY": ["highway": "residential"],
        ]))
    #expect(try drawn.instructions("AB") == ["Turn right", "Turn right again"])
  }

  @Test(
    "A bridge's name is not told where the street goes on behind it, and told where it does not")
  func bridge() throws {
    let map = { (end: String, step: Meters) in
      RoadMap(
        "A---B---C---D", step: step,
        ways: [
          "AB": GuidanceTurnTests.named("High Street"), "BC": GuidanceTurnTests.named("Old Bridge"),
          "CD": GuidanceTurnTests.named(end),
        ])
    }
    #expect(try DrawnNetwork(map("High Street", 50)).instructions("AD") == [])
    #expect(
      try DrawnNetwork(map("Low Street", 50)).instructions("AD") == [
        "Continue onto Old Bridge", "Continue onto Low Street",
      ])
    #expect(
      try DrawnNetwork(map("High Street", 300)).instructions("AD") == [
        "Continue onto Old Bridge", "Continue onto High Street",
      ])
  }

  @Test("A street that bends far is announced, though only lesser streets leave it")
  func sharpBend() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-----B-----D





                   C
        """,
        ways: [
          "ABC": ["highway": "secondary", "name": "Main Street"],
          "BD": ["highway": "residential", "name": "Elm Street"],
        ]))
    #expect(try drawn.steps("AC").count == 3)
  }

  @Test("The start of a second carriageway is silent on a street, and a fork on a motorway")
  func secondCarriageway() throws {
    for (highway, count) in [("secondary", 2), ("motorway", 3)] {
      let road: Tags = ["highway": highway, "name": "Main Street", "oneway": "yes"]
      let drawn = try DrawnNetwork(
        RoadMap(
          """
          A-----B------C

                       D
          """, ways: ["ABC": road, "BD": road]))
      #expect(try drawn.steps("AC").count == count, "\(highway)")
    }
  }
}
