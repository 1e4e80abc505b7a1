import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Turns of about half a circle over a link.
@Suite("Guidance: U-turns over links")
struct GuidanceUTurnTests {
  /// Two carriageways, and from B a link to the left that leads back at C; K lies beyond.
  private static func carriageways(_ north: String, link: String = "BKC") -> RoadMap {
    RoadMap(
      """
      D-----------------------C
                               -
                                K
                               -
      A                       L
       ------                -
             ----------------B-----------E
      """, step: 5,
      ways: [
        "ABE": GuidanceTurnTests.oneWay("South Road"), "CD": GuidanceTurnTests.oneWay(north),
        link: ["highway": "secondary_link", "oneway": "yes"],
      ])
  }

  @Test("A link between the carriageways of one road is a U-turn")
  func sameRoad() throws {
    for link in ["BKC", "BLKC"] {
      let drawn = try DrawnNetwork(Self.carriageways("South Road", link: link))
      let steps = try drawn.steps("AD")
      #expect(steps.map(\.maneuver.kind) == [.depart, .uTurn, .arrive])
      #expect(steps[1].maneuver.direction == .uturn)
    }
  }

  @Test("A curve over a wide median is a U-turn where it begins, whatever its class and its bends")
  func median() throws {
    let map = { (north: String, link: Tags) in
      RoadMap(
        """
        D-------------C-----F
                        L
                         K
                        M
        A-------------N-----E
        """, step: 8,
        ways: [
          "ANE": GuidanceTurnTests.oneWay("South Road"),
          "FCD": GuidanceTurnTests.oneWay(north), "NMKLC": link,
        ])
    }
    for link in ["secondary", "secondary_link", "unclassified"] {
      let drawn = try DrawnNetwork(
        map("South Road", ["highway": link, "oneway": "yes"]))
      #expect(try drawn.instructions("AD") == ["Make a U-turn onto South Road"])
    }
    let other = try DrawnNetwork(
      map("North Road", ["highway": "unclassified", "oneway": "yes"]))
    #expect(try other.steps("AD").allSatisfy { $0.maneuver.kind != .uTurn })
  }

  @Test("A link to the left is a turn to the left, also where the way back bears to the right")
  func otherRoad() throws {
    let steps = try DrawnNetwork(Self.carriageways("North Road")).steps("AD")
    #expect(steps[1].maneuver.direction == .sharpLeft)
    #expect(steps[1].instruction == "Turn sharp left onto North Road")
  }

  @Test("A way back to the other carriageway over a long link is no U-turn")
  func longLink() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        D-------------C-----F
                      |
                      |
                      |
        A-------------N-----E
        """, step: 30,
        ways: [
          "ANE": GuidanceTurnTests.oneWay("South Road"),
          "FCD": GuidanceTurnTests.oneWay("South Road"), "NC": ["highway": "unclassified"],
        ]))
    #expect(try drawn.steps("AD").allSatisfy { $0.maneuver.kind != .uTurn })
  }
}
