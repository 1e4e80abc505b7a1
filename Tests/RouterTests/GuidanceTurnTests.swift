import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Each maneuver on streets.
@Suite("Guidance: turns")
struct GuidanceTurnTests {
  static func named(_ name: String, _ highway: String = "residential") -> Tags {
    ["highway": highway, "name": name]
  }

  static func oneWay(_ name: String, _ highway: String = "secondary") -> Tags {
    ["highway": highway, "name": name, "oneway": "yes"]
  }

  /// A star: from A by way of M into each direction.
  static let star = """
    B   C   D
     \\  |  /
      \\ | /
    A---M---E
      / | \\
     /  |  \\
    F   G   H
    """

  @Test(
    "Turns to every side",
    arguments: [
      ("AD", TurnDirection.slightLeft, "Bear left onto D Street"),
      ("AC", .left, "Turn left onto C Street"),
      ("AB", .sharpLeft, "Turn sharp left onto B Street"),
      ("AH", .slightRight, "Bear right onto H Street"),
      ("AG", .right, "Turn right onto G Street"),
      ("AF", .sharpRight, "Turn sharp right onto F Street"),
    ])
  func everySide(letters: String, direction: TurnDirection, sentence: String) throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        Self.star,
        ways: [
          "AM": Self.named("A Street"), "MB": Self.named("B Street"), "MC": Self.named("C Street"),
          "MD": Self.named("D Street"), "ME": Self.named("A Street"), "MF": Self.named("F Street"),
          "MG": Self.named("G Street"), "MH": Self.named("H Street"),
        ]))
    let steps = try drawn.steps(letters)
    #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .arrive])
    #expect(steps[1].maneuver.direction == direction)
    #expect(steps[1].instruction == sentence)
    #expect(try drawn.instructions("AE") == [])
  }

  @Test("A turn is named after the street behind the junction, not the metres within it")
  func nameBehindJunction() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B-C--------D
            | |
            E F
        """, step: 6,
        ways: [
          "EB": Self.named("South Lane"), "AB": Self.named("Mill Road"),
          "BC": Self.named("Mill Road"), "CF": Self.named("Back Lane"),
          "CD": Self.named("High Street"),
        ]))
    let instructions = try drawn.instructions("ED")
    #expect(instructions == ["At the end of the road, turn right onto High Street"])
  }

  @Test("A short piece with another name is not announced where the road goes straight on")
  func shortName() throws {
    let instructions = { (step: Double) in
      try DrawnNetwork(
        RoadMap(
          """
          A----------B----C----------D
                     |    |
                     E    F
          """, step: step,
          ways: [
            "AB": Self.named("West Street"), "BC": Self.named("Long Bridge"),
            "CD": Self.named("East Street"), "BE": Self.named("Quay"), "CF": Self.named("Shore"),
          ])
      ).instructions("AD")
    }
    #expect(try instructions(15) == ["Continue onto East Street"])
    #expect(try instructions(30) == ["Continue onto Long Bridge", "Continue onto East Street"])
  }

  @Test("Where a street bends a little and only lesser ones leave it, there is nothing to say")
  func mainRoad() throws {
    let main = Self.named("Main Street", "secondary")
    let fork = { (straight: Tags) in
      try DrawnNetwork(
        RoadMap(
          """
          A------B------C
                  -
                       D
          """, step: 12,
          ways: ["AB": main, "BC": straight, "BD": main])
      ).instructions("AD")
    }
    #expect(try fork(Self.named("Side Street")) == [])
    #expect(try fork(Self.named("High Street", "secondary")).count == 1)
    #expect(try fork(main) != [])
  }

  @Test("A road that ends at a street across is announced as its end")
  func endOfRoad() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---M---B
            |
            C
        """, ways: ["AMB": Self.named("Main Street"), "MC": Self.named("Elm Street")]))
    let steps = try drawn.steps("CA")
    #expect(steps[1].maneuver.kind == .endOfRoad)
    #expect(steps[1].maneuver.direction == .left)
    #expect(steps[1].instruction == "At the end of the road, turn left onto Main Street")
    #expect(try drawn.instructions("CB") == ["At the end of the road, turn right onto Main Street"])
    #expect(try drawn.instructions("AC") == ["Turn right onto Elm Street"])
    #expect(try drawn.instructions("AB") == [])
  }

  @Test("A turn into a one-way street is announced although there is no choice")
  func ontoOneWay() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---M---B
            |
            C
        """,
        ways: [
          "AM": Self.oneWay("Main Street"), "MB": Self.oneWay("Main Street"),
          "CM": Self.named("Elm Street"),
        ]))
    #expect(try drawn.instructions("CB") == ["At the end of the road, turn right onto Main Street"])
    #expect(try drawn.instructions("AB") == [])
  }

  @Test("A turn along the same street is announced as staying on it")
  func staying() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---M---B
            |
            C
        """, ways: ["AMC": Self.named("Main Street"), "MB": Self.named("Elm Street")]))
    let steps = try drawn.steps("AC")
    #expect(steps.map(\.maneuver.kind) == [.depart, .continue, .arrive])
    #expect(steps[1].maneuver.direction == .right)
    #expect(steps[1].instruction == "Turn right to stay on Main Street")
    #expect(try drawn.instructions("AB") == ["Continue onto Elm Street"])
  }

  @Test("A street that splits into two alike is a fork")
  func fork() throws {
    let map = { (right: String) in
      RoadMap(
        """
                 B
               /
        A----M
               \\
                 C
        """,
        ways: [
          "AM": Self.named("Main Street"), "MB": Self.named("Left Street"),
          "MC": Self.named(right),
        ])
    }
    let drawn = try DrawnNetwork(map("Right Street"))
    let steps = try drawn.steps("AB")
    #expect(steps.map(\.maneuver.kind) == [.depart, .fork, .arrive])
    #expect(steps[1].maneuver.direction == .slightLeft)
    #expect(steps[1].instruction == "Keep left onto Left Street")
    #expect(try drawn.instructions("AC") == ["Keep right onto Right Street"])
    #expect(
      try DrawnNetwork(map("Main Street")).instructions("AC") == [
        "Keep right to stay on Main Street"
      ])
  }

  @Test("A new name of the same road is announced")
  func newName() throws {
    let drawn = try DrawnNetwork(
      RoadMap("A---B---C", ways: ["AB": Self.named("First"), "BC": Self.named("Second")]))
    let steps = try drawn.steps("AC")
    #expect(steps.map(\.maneuver.kind) == [.depart, .newName, .arrive])
    #expect(steps[1].instruction == "Continue onto Second")
  }

  @Test("U-turns are announced at a dead end and elsewhere")
  func uTurn() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A----B----C
        """,
        ways: ["AB": Self.named("Main Street"), "BC": Self.named("Main Street")]))
    let start = drawn.map.point(0.3, from: "A", to: "B")
    let end = drawn.map.point(0.6, from: "A", to: "B")
    let steps = try drawn.steps([end, drawn.map.coordinate(of: "C"), start])
    #expect(
      steps.map(\.instruction) == [
        "Head east on Main Street", "Arrive at stop 1", "Head west on Main Street",
        "Arrive at the destination",
      ])
    var map = RoadMap(
      """
      A---M---B
          |
          C
      """,
      ways: [
        "AM": Self.named("Main Street"), "MB": Self.named("Main Street"),
        "MC": Self.named("Dead End"),
      ])
    map.restrict("no_left_turn", from: "MC", via: "M", to: "AM")
    map.restrict("no_right_turn", from: "AM", via: "M", to: "MC")
    let turning = try DrawnNetwork(map)
    let turningSteps = try turning.steps("CA")
    #expect(turningSteps.map(\.maneuver.kind) == [.depart, .endOfRoad, .uTurn, .arrive])
    #expect(turningSteps[2].instruction == "Turn round at the end of the road")
    #expect(turningSteps[2].maneuver.direction == .uturn)
  }

  @Test(
    "Where the coordinate asked for lies",
    arguments: [
      (0.0, 20.0, ", on the right", TurnDirection.right), (0, -20, ", on the left", .left),
      (30, 1, ", straight ahead", .straight),
    ])
  func side(ahead: Meters, right: Meters, text: String, direction: TurnDirection) throws {
    let drawn = try DrawnNetwork(RoadMap("A---B---C", ways: ["ABC": Self.named("Main Street")]))
    let end = drawn.map.coordinate(of: "C")
    let asked = end.moved(by: ahead, bearing: 90).moved(by: right, bearing: 180)
    let stop = drawn.map.coordinate(of: "B").moved(by: right, bearing: 180)
    let steps = try drawn.steps([drawn.map.coordinate(of: "A"), stop, asked])
    #expect(steps.last?.instruction == "Arrive at the destination\(text)")
    #expect(steps.last?.maneuver.direction == direction)
    if ahead == 0 { #expect(steps[1].instruction == "Arrive at stop 1\(text)") }
  }

  @Test("A waypoint nearer than a few metres is on neither side")
  func noSide() throws {
    let drawn = try DrawnNetwork(RoadMap("A---B", ways: ["AB": Self.named("Main Street")]))
    let asked = drawn.map.coordinate(of: "B").moved(by: 3, bearing: 0)
    let last = try drawn.steps([drawn.map.coordinate(of: "A"), asked]).last
    #expect(last?.instruction == "Arrive at the destination")
    #expect(last?.maneuver.direction == nil)
  }
}
