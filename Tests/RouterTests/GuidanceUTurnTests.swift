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

  @Test("A link to the left is a turn to the left, also where the way back bears to the right")
  func otherRoad() throws {
    let steps = try DrawnNetwork(Self.carriageways("North Road")).steps("AD")
    #expect(steps[1].maneuver.direction == .sharpLeft)
    #expect(steps[1].instruction == "Turn sharp left onto North Road")
  }
}
