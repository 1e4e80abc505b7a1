import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Where bicycles are pushed, and how a route says so.
@Suite("Pushing a bicycle")
struct PushingTests {
  /// How a bicycle moves along a way and against it: rides, pushes, or neither.
  private func ways(_ tags: Tags) -> String {
    guard let roadClass = RoadClass(tags) else { return "--" }
    let read = { (rules: any TravelRules) in try? RoadTags(tags, roadClass, for: rules) }
    let ridden = read(BicycleRules())
    guard let road = RoadTags.bicycle(tags, ridden: ridden, walked: read(FootRules())) else {
      return "--"
    }
    let mark = { (speed: Double?, pushed: SegmentFlags) in
      speed == nil ? "-" : road.flags.contains(pushed) ? "p" : "r"
    }
    return mark(road.forwardSpeed, .pushedForward) + mark(road.backwardSpeed, .pushedBackward)
  }

  @Test(
    "On ways for walkers, and against one-way streets, a bicycle is pushed",
    arguments: [
      (["highway": "primary"], "rr"), (["highway": "cycleway"], "rr"),
      (["highway": "pedestrian"], "pp"), (["highway": "footway"], "pp"),
      (["highway": "steps"], "pp"), (["man_made": "pier"], "pp"),
      (["highway": "footway", "foot": "no"], "--"), (["highway": "footway", "access": "no"], "--"),
      (["highway": "footway", "bicycle": "yes"], "rr"),
      (["highway": "footway", "bicycle": "no"], "pp"),
      (["highway": "primary", "oneway": "yes"], "rp"),
      (["highway": "primary", "oneway": "-1"], "pr"),
      (["highway": "primary", "oneway": "yes", "foot": "no"], "r-"),
      (["highway": "primary", "junction": "roundabout"], "r-"),
      (["highway": "path", "sac_scale": "mountain_hiking"], "pp"), (["highway": "path"], "rr"),
      (["highway": "motorway"], "--"), (["highway": "motorway", "foot": "yes"], "pp"),
      (["highway": "residential", "bicycle": "use_sidepath"], "--"),
      (["highway": "residential", "bicycle": "dismount", "foot": "yes"], "pp"),
      (["highway": "construction", "foot": "yes"], "--"),
      (["route": "ferry", "bicycle": "no", "foot": "yes"], "--"),
    ] as [(Tags, String)])
  func ways(tags: Tags, expected: String) {
    #expect(ways(tags) == expected)
  }

  @Test("The steps and a note say where it is pushed")
  func instructions() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B-----C---D
        """,
        ways: [
          "AB": ["highway": "residential", "name": "West Road"],
          "BC": ["highway": "footway"],
          "CD": ["highway": "residential", "name": "East Road"],
        ]), for: .bicycle)
    let route = try drawn.route("AD", steps: true)
    #expect(
      route.legs[0].steps?.map(\.instruction) == [
        "Head east on West Road",
        "Continue straight onto the footpath, pushing the bicycle",
        "Continue onto East Road", "Arrive at the destination",
      ])
    #expect(
      route.notes == [
        RouteWarning(kind: .pushed, text: "A bicycle is pushed for 300 m of this route.")
      ])
    // 300 m at 4 km/h.
    let pushed = try drawn.route("BC").durationSeconds
    #expect((270...272).contains(pushed))
  }

  @Test("Against a one-way street it is pushed where riding round takes longer")
  func contraflow() throws {
    let map = RoadMap(
      """
      A-B-------------C-D
        |             |
        E-------------F
      """, step: 10, ways: ["AB": street, "BC": oneWay, "CD": street, "BEFC": street])
    let drawn = try DrawnNetwork(map, for: .bicycle)
    #expect(try drawn.path("AD") == "ABCD")
    #expect(try drawn.path("DA") == "DCFEBA")
    let far = try DrawnNetwork(
      RoadMap(
        "A---B-C---D", ways: ["AB": street, "BC": oneWay, "CD": street]), for: .bicycle)
    #expect(try far.path("DA") == "DCBA")
  }
}
