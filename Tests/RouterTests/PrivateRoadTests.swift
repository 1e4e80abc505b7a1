import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// A private road P–Q that is shorter than the public one round it, and public junctions at both of
/// its ends.
@Suite("Private roads from junction to junction")
struct PrivateRoadTests {
  private static let access: Tags = ["highway": "service", "access": "private"]

  private func drawn(_ tags: Tags = access) throws -> DrawnNetwork {
    try DrawnNetwork(
      RoadMap(
        """
        A---P-------Q---B
            |   X   |
            |       |
            C-------D
        """, ways: ["AP": street, "QB": street, "PXQ": tags, "PCDQ": street]))
  }

  @Test("An end at a public junction is no destination on the private road that begins there")
  func ends() throws {
    let drawn = try drawn()
    for (ends, path) in [("PQ", "PCDQ"), ("QP", "QDCP"), ("PB", "PCDQB"), ("AQ", "APCDQ")] {
      #expect(try drawn.path(ends) == path)
      let table = try drawn.router.answer(
        TableRequest(
          sources: [drawn.map.coordinate(of: try #require(ends.first))],
          destinations: [drawn.map.coordinate(of: try #require(ends.last))]))
      #expect(try table.durationsSeconds?[0][0] == drawn.route(ends).durationSeconds)
    }
    // With a public road the shorter way is taken.
    #expect(try self.drawn(street).path("PQ") == "PXQ")
  }

  @Test("From a junction one drives to a destination on its private road, and back")
  func destinations() throws {
    let drawn = try drawn()
    let (p, inside) = (drawn.map.coordinate(of: "P"), drawn.map.point(0.4, from: "P", to: "X"))
    #expect(try drawn.path([p, inside]) == "P")
    #expect(try drawn.path([inside, p]) == "P")
    #expect(try drawn.path([drawn.map.coordinate(of: "Q"), inside]) == "QX")
    let steps = try drawn.router.answer(
      RouteRequest(waypoints: [p, inside], geometry: true, steps: true)
    ).legs[0].steps
    #expect(steps?.map(\.maneuver.kind) == [.depart, .arrive])
  }

  @Test("Where no public road leads on, the private one is used")
  func onlyWay() throws {
    let drawn = try DrawnNetwork(
      RoadMap("A---P---Q---B", ways: ["AP": street, "QB": street, "PQ": Self.access]))
    for ends in ["PQ", "QP"] { #expect(try drawn.path(ends) == ends) }
    #expect(try drawn.path("AB") == "APQB")
  }

  @Test("A road that is private in one direction is one in that direction only")
  func oneDirection() throws {
    let drawn = try drawn(["highway": "service", "motor_vehicle:backward": "private"])
    #expect(try drawn.path("PQ") == "PXQ")
    #expect(try drawn.path("QP") == "QDCP")
  }
}
