import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Places that OSRM and Valhalla agree on, drawn again.
@Suite("Guidance: where OSRM and Valhalla agree")
struct GuidanceAgreementTests {
  private static let service: Tags = ["highway": "service", "oneway": "yes"]

  private static func named(_ name: String) -> Tags { GuidanceTurnTests.named(name, "secondary") }
  private static func oneWay(_ name: String) -> Tags { GuidanceTurnTests.oneWay(name, "secondary") }

  @Test("A turn of more than 45 degrees is announced, though the other roads turn more")
  func sharpBend() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
                 S



        A-----M



              T
        """, step: 20,
        ways: [
          "AM": Self.named("Main Street"), "MS": ["highway": "service"],
          "MT": ["highway": "service"],
        ]))
    #expect(try drawn.instructions("AS") == ["At the end of the road, bear left"])
  }

  @Test(
    "A turn onto the only way on is announced where other traffic joins, named or not",
    arguments: [(nil, "Turn right"), ("Main Street", "Turn right to stay on Main Street")])
  func onlyWayOn(name: String?, expected: String) throws {
    let own = name.map(Self.oneWay) ?? Self.service
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-----M-----N
              |
              |
              |
              B
        """, step: 20, ways: ["AM": own, "MB": own, "NM": own]))
    #expect(try drawn.instructions("AB") == [expected])
  }

  @Test("A street that bends twice within a few metres, past driveways, is not a turn")
  func bentStreet() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
              X

        A-----M
                N    Y



                  B
        """, step: 12,
        ways: [
          "AMNB": Self.named("Main Street"), "MX": ["highway": "service"],
          "NY": ["highway": "service"],
        ]))
    #expect(try drawn.instructions("AB") == [])
  }

  @Test("A new name is not announced shortly before a turn")
  func nameBeforeTurn() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-----M---N-----C
                  |
                  |
                  |
                  B
        """, step: 20,
        ways: [
          "AM": Self.named("Main Street"), "MNB": Self.named("Old Street"),
          "NC": Self.named("Elm Street"),
        ]))
    #expect(try drawn.instructions("AB") == ["Turn right to stay on Old Street"])
    #expect(try drawn.steps("AB").reduce(0) { $0 + $1.distanceMeters } == 280)
  }

  @Test(
    "Spacing, punctuation and a point of the compass make no new street",
    arguments: [
      ("South Haven Street", "North Haven Street", true),
      ("Haven Street", "Haven Street NW", true),
      ("Dr. Franz Wilhelmstraße", "Dr.-Franz-Wilhelm-Straße", true),
      ("North Street", "South Street", false), ("Haven Street", "Haven Road", false),
    ])
  func oneName(before: String, after: String, isOne: Bool) throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        "A-----M-----B", step: 40, ways: ["AM": Self.named(before), "MB": Self.named(after)]))
    #expect(try drawn.instructions("AB") == (isOne ? [] : ["Continue onto \(after)"]))
  }

  @Test("A numbered road that first gets a name and then loses its number goes on")
  func nameForNumber() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        "A-----B-----C-----D", step: 40,
        ways: [
          "AB": ["highway": "secondary", "ref": "B 35"],
          "BC": ["highway": "secondary", "ref": "B 35", "name": "Upper Road"],
          "CD": Self.named("Upper Road"),
        ]))
    #expect(try drawn.instructions("AD") == [])
  }

  @Test(
    "A turn is named after the street that follows a short piece of another name",
    arguments: ["Elm Street", "Main Street"])
  func nameAfterTurn(short: String) throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A-----M-----C
              |
              N
              |
              |
              |
              |
              |
              B
        """, step: 20,
        ways: [
          "AM": Self.named("Main Street"), "MC": Self.named("High Street"),
          "MN": Self.named(short), "NB": Self.named("Oak Street"),
        ]))
    #expect(try drawn.instructions("AB") == ["Turn right onto Oak Street"])
  }
}
