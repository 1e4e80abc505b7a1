import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Links between streets: where they are one turn, and where they are two.
@Suite("Guidance: slip lanes")
struct GuidanceSlipLaneTests {
  private static let main = GuidanceTurnTests.oneWay("Main Street", "primary")
  private static let link: Tags = ["highway": "primary_link", "oneway": "yes"]

  @Test("A link that leads straight on along the same street is silent")
  func straightOn() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---------B               D---------E
                     -
                       ----L------
                  X
        """, step: 5,
        ways: [
          "AB": Self.main, "BLD": Self.link, "DE": Self.main,
          "BX": GuidanceTurnTests.named("Elm Street"),
        ]))
    #expect(try drawn.instructions("AE") == [])
  }

  @Test("A long link that leaves to the right is a ramp on the right, though it ends to the left")
  func roundToTheLeft() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
                            N

                            S

                           R
        A------B                    C
                           Q
                   P
        """, step: 5,
        ways: [
          "ABC": Self.main, "BPQRS": Self.link,
          "SN": GuidanceTurnTests.oneWay("North Street", "primary"),
        ]))
    #expect(try drawn.instructions("AN") == ["Take the ramp on the right"])
  }

  @Test("A roundabout within a link has a step")
  func roundabout() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A------B-------------C
                   \\
                    L
                   E F
                    D
                     \\
                      G------H
        """, step: 5,
        ways: [
          "ABC": GuidanceTurnTests.named("Main Street", "primary"), "BL": Self.link,
          "LEDFL": ["highway": "primary_link", "junction": "roundabout", "oneway": "yes"],
          "DGH": GuidanceTurnTests.named("Elm Street"),
        ]))
    let steps = try drawn.steps("AH").dropFirst().dropLast()
    #expect(steps.map(\.maneuver.kind) == [.ramp, .roundabout])
  }

  @Test("A link into a parallel street is told by the side on which it leaves")
  func parallel() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A------B----------------C

                X--L---------D
        """, step: 5,
        ways: [
          "ABC": Self.main, "BL": Self.link,
          "XLD": GuidanceTurnTests.named("Frontage Road", "tertiary"),
        ]))
    #expect(try drawn.instructions("AD") == ["Bear right onto Frontage Road"])
  }

  @Test("A link that ends at a street across, and is left to the other side, is two turns")
  func otherCorner() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A------B----------------C
                 P

                   Q

                    R

              X-----S------------D
        """, step: 5,
        ways: [
          "ABC": Self.main, "BPQRS": Self.link, "XSD": GuidanceTurnTests.named("Elm Street"),
        ]))
    #expect(
      try drawn.instructions("AD") == ["Take the ramp on the right", "Turn left onto Elm Street"])
  }
}
