import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Instructions on foot and by bicycle.
@Suite("Guidance: on foot and by bicycle")
struct GuidanceProfileTests {
  private static let footway: Tags = ["highway": "footway"]
  private static let crossing: Tags = ["highway": "footway", "footway": "crossing"]

  @Test("Stairs and the kinds of nameless ways are named")
  func stairs() throws {
    let map = RoadMap(
      """
      A-------C---X
              |
          G---D---E
              |
              F
      """,
      ways: [
        "ACX": GuidanceTurnTests.named("Main Street"), "CD": ["highway": "steps"],
        "GDE": ["highway": "path"], "DF": ["highway": "cycleway"],
      ])
    let onFoot = try DrawnNetwork(map, for: .foot)
    #expect(try onFoot.instructions("AE") == ["Take the stairs", "Turn left onto the path"])
    #expect(try onFoot.steps("DE").first?.instruction == "Head east on the path")
    let riding = try DrawnNetwork(map, for: .bicycle)
    #expect(try riding.instructions("EF") == ["Turn left onto the cycle path"])
  }

  @Test("A marked crossing is not a step, but the turn behind it is")
  func crossings() throws {
    let map = RoadMap(
      """
      A----B----C
           |
      X----M----Y
           |
      D----E----F
      """, step: 8,
      ways: [
        "ABC": Self.footway, "XMY": GuidanceTurnTests.named("Main Street"), "BM": Self.crossing,
        "ME": Self.crossing, "DEF": Self.footway,
      ])
    let drawn = try DrawnNetwork(map, for: .foot)
    #expect(try drawn.instructions("AF") == [])
    #expect(try drawn.instructions("AD") == ["Turn sharp right onto the footpath"])
  }

  @Test("On foot the exits of a roundabout are not counted")
  func roundabout() throws {
    let drawn = try DrawnNetwork(GuidanceRoundaboutTests.circle(), for: .foot)
    #expect(try drawn.instructions("AC") == ["Go round the roundabout onto East Road"])
    #expect(try drawn.steps("AC")[1].maneuver.exit == nil)
    let riding = try DrawnNetwork(GuidanceRoundaboutTests.circle(), for: .bicycle)
    #expect(
      try riding.instructions("AC") == ["At the roundabout, take the second exit onto East Road"])
  }

  @Test("In left-hand traffic the exits of a mini-roundabout are counted the other way round")
  func leftHand() throws {
    let map = RoadMap(
      """
          B
          |
      A---M---C
          |
          D
      """,
      ways: [
        "AM": GuidanceTurnTests.named("A Street"), "MB": GuidanceTurnTests.named("B Street"),
        "MC": GuidanceTurnTests.named("C Street"), "MD": GuidanceTurnTests.named("D Street"),
      ], nodes: ["M": ["highway": "mini_roundabout"]])
    let network = try TemporaryDirectory.with { directory in
      let path = directory.path("left.network")
      _ = try NetworkBuilder.build(map.elements, drivingSide: .left, to: path)
      return try RoadNetwork(path: path)
    }
    let router = ProfileRouter(RoadSnapshot(network))
    let ends = "AB".map { map.coordinate(of: $0) }
    let reply = try router.answer(RouteRequest(waypoints: ends, steps: true))
    #expect(reply.legs[0].steps?[1].maneuver.exit == 1)
    #expect(
      LaneArrows.lanes("through|right", toward: .uturn, drivingOn: .left)?.map(\.isValid)
        == [false, true])
  }
}
