import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// The signs along roads, as stored in the network.
@Suite("Guidance: signs")
struct GuidanceSignTests {
  @Test("Only roads with signs are stored, and equal signs once")
  func sparse() throws {
    let signed: Tags = ["highway": "primary", "ref": "B 3"]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B---C---D---E
            |   |
            F   G
        """,
        ways: [
          "ABC": signed, "CD": signed, "DE": street, "BF": street,
          "CG": ["highway": "residential", "turn:lanes:backward": "left|right"],
        ]))
    let network = drawn.network
    #expect(network.segmentCount == 6)
    #expect(network.signedSegments.count == 4)
    #expect(network.signs.count == 2 * RoadSigns.fieldCount)
    let refs = (0..<network.segmentCount).map { network.street(of: SegmentID($0)) }
      .map { network.title(of: $0) ?? "-" }
    #expect(refs.sorted() == ["-", "-", "-", "B 3", "B 3", "B 3"])
  }

  @Test(
    "Tags that name no direction mean the one that is driven",
    arguments: [
      (true, false, "a", "-"), (false, true, "-", "a"), (false, false, "-", "-"),
    ])
  func directions(isForwardOnly: Bool, isBackwardOnly: Bool, forward: String, backward: String) {
    let tags = SignTags(
      ["turn:lanes": "a", "destination": "Worms", "destination:backward": "Mainz"],
      isForwardOnly: isForwardOnly, isBackwardOnly: isBackwardOnly)
    #expect(tags.lanesForward ?? "-" == forward)
    #expect(tags.lanesBackward ?? "-" == backward)
    #expect(tags.forward.places == (isForwardOnly ? "Worms" : nil))
    #expect(tags.backward.places == "Mainz")
  }

  @Test("A two-way road shows the sign of the direction that is driven")
  func twoWaySigns() throws {
    let road: Tags = [
      "highway": "secondary", "name": "Mill Road", "destination:forward": "Worms",
      "destination:backward": "Mainz", "destination:street:backward": "Rhine Street",
      "destination:ref:backward": "B 9",
    ]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A       C
        |       |
        B-------D
        |       |
        E       F
        """, step: 40,
        ways: [
          "ABE": GuidanceTurnTests.named("West Street"), "BD": road,
          "CDF": GuidanceTurnTests.named("East Street"),
        ]))
    #expect(try drawn.instructions("AF").first == "Turn left onto Mill Road towards Worms")
    #expect(try drawn.instructions("CE").first == "Turn right onto Mill Road towards Mainz")
    #expect(try drawn.steps("CE")[1].maneuver.destinations == "Mainz")
  }

  @Test("A node is an exit only with a number or a name")
  func exits() {
    let junction = "motorway_junction"
    #expect(ExitTags(["highway": junction, "ref": "31"])?.ref == "31")
    #expect(ExitTags(["highway": junction, "name": "Millfield"])?.name == "Millfield")
    #expect(ExitTags(["highway": junction]) == nil)
    #expect(ExitTags(["highway": "crossing", "ref": "31"]) == nil)
  }

  @Test(
    "Which streets are one",
    arguments: [
      ("Elm", "", "Elm", "", true), ("Elm", "B 3", "Oak", "B 3", false),
      ("Elm", "B 3", "", "B 3", true), ("", "B 3;B 37", "", "B 37", true),
      ("", "B 3", "", "B 37", false), ("", "", "", "", false),
    ])
  func sameStreets(
    name: String, ref: String, otherName: String, otherRef: String, isSame: Bool
  ) throws {
    func tags(_ name: String, _ ref: String) -> Tags {
      let pairs: [Tags.Pair] = [("highway", "primary"), ("name", name), ("ref", ref)]
      return Tags(pairs.filter { !$0.value.isEmpty })
    }
    let drawn = try DrawnNetwork(
      RoadMap("A---B---C", ways: ["AB": tags(name, ref), "BC": tags(otherName, otherRef)]))
    let (one, other) = (
      drawn.network.street(of: SegmentID(0)), drawn.network.street(of: SegmentID(1))
    )
    #expect(drawn.network.isSame(one, other) == isSame)
    #expect(drawn.network.isSame(other, one) == isSame)
  }

  @Test("On motorways the number identifies the street, whatever the name of a bridge")
  func motorways() throws {
    let bridge: Tags = ["highway": "motorway", "ref": "A 6", "name": "Millfield Bridge"]
    let road: Tags = ["highway": "motorway", "ref": "A 6"]
    let drawn = try DrawnNetwork(
      RoadMap("A---B---C", step: 200, ways: ["AB": road, "BC": bridge]))
    #expect(try drawn.instructions("AC") == [])
    #expect(try drawn.steps("BC").first?.instruction == "Head east on A 6, Millfield Bridge")
  }
}
