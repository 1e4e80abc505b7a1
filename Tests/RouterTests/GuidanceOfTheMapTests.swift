import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Instructions that the map itself gives by maneuver relations.
@Suite("Guidance: the map's own maneuvers")
struct GuidanceOfTheMapTests {
  private static func relation(_ word: String, _ direction: String? = nil) -> Tags {
    Tags(
      [("type", "manoeuvre"), ("manoeuvre", word)]
        + (direction.map { [("direction", $0)] } ?? []) as [Tags.Pair])
  }

  /// Elm Street leaves Main Street, and Oak Street leaves Elm Street.
  private static let streets = RoadMap(
    """
    A---M---B
        |
        C---D
        |
        E
    """,
    ways: [
      "AM": GuidanceTurnTests.named("Main Street"), "MB": GuidanceTurnTests.named("Main Street"),
      "MC": GuidanceTurnTests.named("Elm Street"), "CD": GuidanceTurnTests.named("Oak Street"),
      "CE": GuidanceTurnTests.named("Elm Street"),
    ])

  /// The streets, with a relation at the corner M.
  private func corner(_ tags: Tags, from: String = "AM", to: String) throws -> DrawnNetwork {
    var map = Self.streets
    map.relate(tags, from: [from], via: ["M"], to: [to])
    return try DrawnNetwork(map)
  }

  @Test(
    "The kind and the direction are the map's",
    arguments: [
      ("turn", "sharp_right", ManeuverKind.turn, TurnDirection.sharpRight),
      ("turn", nil, .turn, .right),
      ("fork", "slight_right", .fork, .slightRight),
      ("end_of_road", "right", .endOfRoad, .right),
      ("off ramp", "slight right", .ramp, .slightRight),
      ("merge", "straight", .merge, .straight),
    ] as [(String, String?, ManeuverKind, TurnDirection)])
  func kinds(word: String, side: String?, kind: ManeuverKind, direction: TurnDirection) throws {
    let steps = try corner(Self.relation(word, side), to: "MC").steps("AE")
    #expect(steps.map(\.maneuver.kind) == [.depart, kind, .arrive])
    #expect(steps[1].maneuver.direction == direction)
  }

  @Test("A turn is told that would not be, and another not at all")
  func toldAndSuppressed() throws {
    let told = try corner(Self.relation("turn", "slight_left"), to: "MB")
    #expect(try told.steps("AB").map(\.maneuver.direction) == [nil, .slightLeft, nil])
    // Only from the road of the relation.
    #expect(try told.instructions("BA") == [])
    let suppressed = try corner(Self.relation("suppress"), to: "MC")
    #expect(try suppressed.instructions("AE") == [])
    #expect(try suppressed.instructions("BE").count == 1)
    for (word, spelling) in [("suppress", "maneuver"), ("suppressed", "maneuvre")] {
      let tags: Tags = ["type": spelling, spelling: word]
      #expect(try corner(tags, to: "MC").instructions("AE") == [])
    }
  }

  @Test("Over a way between, only for the path that follows all of it")
  func viaWays() throws {
    var map = Self.streets
    map.relate(Self.relation("suppress"), from: ["AM"], via: ["C", "MC"], to: ["CD"])
    let drawn = try DrawnNetwork(map)
    #expect(drawn.summary.maneuvers == 1)
    #expect(try drawn.instructions("AD") == ["Turn right onto Elm Street"])
    #expect(try drawn.instructions("BD").count == 2)
    // Given at its beginning it is one, too: Oak Street is entered at C, not at its other end.
    var early = Self.streets
    early.relate(Self.relation("suppress"), from: ["AM"], via: ["M", "MC"], to: ["CD"])
    #expect(try DrawnNetwork(early).summary.maneuvers == 1)
  }

  @Test("A U-turn over two carriageways is one")
  func uTurn() throws {
    let oneWay = GuidanceTurnTests.oneWay("Marsh Road")
    var map = RoadMap(
      """
      A   D
      |   |
      |   |
      B---C---E
      |   |
      R   W
      """, step: 20,
      ways: [
        "AB": oneWay, "BR": oneWay, "WC": oneWay, "CD": oneWay,
        "BC": ["highway": "service", "name": "Yard"], "CE": ["highway": "service", "name": "Yard"],
      ])
    map.relate(Self.relation("uturn"), from: ["AB"], via: ["C", "BC"], to: ["CD"])
    map.relate(Self.relation("suppress"), from: ["AB"], via: ["B", "BC"], to: ["CD"])
    let steps = try DrawnNetwork(map).steps("AD")
    #expect(steps.map(\.maneuver.kind) == [.depart, .uTurn, .arrive])
    #expect(steps[1].maneuver.direction == .uturn)
  }

  @Test(
    "A relation that cannot be understood is counted, and changes nothing",
    arguments: [
      (["AM"], ["M"], ["CD"], "turn"), (["AM"], [], ["MC"], "turn"), ([], ["M"], ["MC"], "turn"),
      (["AM"], ["M", "C"], ["MC"], "turn"), (["AM"], ["M"], ["MC"], "hop"),
    ] as [([String], [String], [String], String)])
  func unusable(from: [String], via: [String], to: [String], word: String) throws {
    var map = RoadMap(
      """
      A---M---B
          |
          C---D
      """,
      ways: [
        "AMB": GuidanceTurnTests.named("Main Street"), "MC": GuidanceTurnTests.named("Elm Street"),
        "CD": GuidanceTurnTests.named("Elm Street"),
      ])
    map.relate(Self.relation(word, "sharp_left"), from: from, via: via, to: to)
    let drawn = try DrawnNetwork(map)
    #expect(drawn.summary.maneuvers == 0)
    #expect(drawn.summary.report.total == 1)
    #expect(try drawn.steps("AC")[1].maneuver.direction == .right)
  }
}
