import OpenStreetMap
import TestSupport
import Testing

@testable import Router

@Suite("The side of the road")
struct DrivingSideTests {
  /// A car park's ramp beside a long street, in San Francisco.
  private static func town(_ ramp: Tags, _ main: Tags = street) -> RoadMap {
    RoadMap(
      """
      A---------------------------B---C
                                  |
                                  D
      """, ways: ["ABC": main, "BD": ramp])
  }

  @Test(
    "Roads vote with their length, those without a tag for the country they lie in",
    arguments: [
      (street, street, .right, .location),
      (["highway": "service", "driving_side": "left"], street, .right, .location),
      (street, ["highway": "primary", "driving_side": "left"], .left, .tags),
      (
        ["highway": "service", "driving_side": "left"],
        ["highway": "primary", "driving_side": "right"],
        .right, .tags
      ),
      // A river is not a road.
      (["waterway": "river", "driving_side": "left"], street, .right, .location),
    ] as [(Tags, Tags, DrivingSide, DrivingSideReason)])
  func roads(ramp: Tags, main: Tags, side: DrivingSide, reason: DrivingSideReason) throws {
    let network = try DrawnNetwork(Self.town(ramp, main)).network
    #expect(network.drivingSide == side)
    #expect(network.drivingSideReason == reason)
  }

  @Test(
    "Many country codes are the country, a handful may be wrong",
    arguments: [
      ("addr:country", "GB", 20, .left), ("addr:country", "GB", 19, .right),
      ("addr:country", "de", 40, .right), ("ISO3166-1", "IE", 20, .left),
      ("ISO3166-1:alpha2", "JP", 1, .right),
    ] as [(String, String, Int, DrivingSide)])
  func codes(key: String, code: String, count: Int, side: DrivingSide) throws {
    var elements = Self.town(street).elements
    for number in 0..<count {
      elements.nodes.append(
        MapNode(
          id: Int64(1000 + number), coordinate: elements.nodes[0].coordinate,
          tags: Tags([(key, code)])))
    }
    let network = try DrawnNetwork.network(elements).0
    #expect(network.drivingSide == side)
    #expect(network.drivingSideReason == (count < 20 ? .location : .countryCodes))
  }
}
