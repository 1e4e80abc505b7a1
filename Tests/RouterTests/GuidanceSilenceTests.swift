import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// What a driver need not be told.
@Suite("Guidance: silence")
struct GuidanceSilenceTests {
  private static func named(_ name: String, _ highway: String = "residential") -> Tags {
    GuidanceTurnTests.named(name, highway)
  }

  private static func oneWay(_ name: String, _ highway: String = "secondary") -> Tags {
    GuidanceTurnTests.oneWay(name, highway)
  }

  @Test("A bend without choice, with a driveway or without")
  func bend() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---M---X
            |
            B
        """, ways: ["AMB": Self.named("Main Street"), "MX": ["highway": "service"]]))
    #expect(try drawn.told("AB") == [])
    #expect(try drawn.told("XB") == ["Turn left onto Main Street"])
  }

  @Test("A street between others that it crosses, and where others branch off")
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
    #expect(try drawn.told("AB") == [])
    #expect(try drawn.told("BA") == [])
  }

  @Test("A name that changes for a few metres, and a stretch without one")
  func shortNames() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        "A---B-C---D---E---F", step: 20,
        ways: [
          "AB": Self.named("Main Street"), "BC": Self.named("Old Bridge"),
          "CD": Self.named("Main Street"), "DE": ["highway": "residential"],
          "EF": Self.named("Main Street"),
        ]))
    #expect(try drawn.told("AF") == [])
    #expect(try drawn.told("FA") == [])
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
  func carriageways(letters: String, told: [String]) throws {
    #expect(try DrawnNetwork(Self.dual()).told(letters) == told)
  }

  @Test("A lane that cuts the corner is one turn")
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

  @Test("A street that goes on a few metres to one side goes straight on")
  func jog() throws {
    let map = { (step: Meters) in
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
          "AM": Self.named("Main Street"), "NB": Self.named("Main Street"),
          "CMND": Self.named("Cross Street"),
        ])
    }
    #expect(try DrawnNetwork(map(6)).told("AB") == [])
    #expect(
      try DrawnNetwork(map(30)).told("AB") == [
        "At the end of the road, turn right onto Cross Street", "Turn left onto Main Street",
      ])
  }

  @Test("Two turns of the same kind in a row are told apart")
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
    #expect(try drawn.told("AB") == ["Turn right", "Turn right again"])
  }
}
