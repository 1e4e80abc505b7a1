import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Which ways are open to bicycles and walkers, on a block with one way to test: A–B. The street
/// round it by C–D is so long that even the slowest open way is quicker.
@Suite("Rules for bicycles and walkers")
struct ProfileRuleTests {
  /// Whether the route from S to T uses the way, and back; for bicycles without pushing them there.
  private func passes(
    _ tags: Tags, _ profile: TravelProfile, nodes: [Character: Tags] = [:]
  ) throws -> [Bool] {
    let map = RoadMap(
      """
      S---A-B---T
          | |
          | |
          | |
          C-D
      """, ways: ["SA": street, "AB": tags, "BT": street, "ACDB": street], nodes: nodes)
    let drawn = try DrawnNetwork(map, for: profile)
    return try [("ST", "SABT"), ("TS", "TBAS")].map { ends, through in
      let isPushed = try drawn.route(ends).notes?.contains { $0.kind == .pushed } ?? false
      return try drawn.path(ends) == through && !isPushed
    }
  }

  private func passesBoth(_ tags: Tags, _ profile: TravelProfile) throws -> Bool {
    let both = try passes(tags, profile)
    #expect(both[0] == both[1], "\(tags)")
    return both[0]
  }

  @Test(
    "Who may use which kind of way: car, bicycle, foot",
    arguments: [
      ("motorway", false, false), ("motorway_link", false, false), ("trunk", true, true),
      ("primary", true, true), ("tertiary_link", true, true), ("residential", true, true),
      ("living_street", true, true), ("service", true, true), ("track", true, true),
      ("pedestrian", false, true), ("cycleway", true, false), ("footway", false, true),
      ("path", true, true), ("bridleway", false, false), ("steps", false, true),
      ("construction", false, false), ("proposed", false, false),
    ] as [(String, Bool, Bool)])
  func classes(highway: String, bicycle: Bool, foot: Bool) throws {
    let tags: Tags = ["highway": highway]
    #expect(try passesBoth(tags, .bicycle) == bicycle)
    #expect(try passesBoth(tags, .foot) == foot)
  }

  @Test(
    "Access of bicycles",
    arguments: [
      (["highway": "residential", "bicycle": "no"], false),
      (["highway": "residential", "vehicle": "no"], false),
      (["highway": "residential", "vehicle": "no", "bicycle": "yes"], true),
      (["highway": "residential", "motor_vehicle": "no"], true),
      (["highway": "residential", "motorcar": "no"], true),
      (["highway": "residential", "access": "no"], false),
      (["highway": "residential", "access": "private"], false),
      (["highway": "residential", "bicycle": "use_sidepath"], false),
      (["highway": "residential", "bicycle": "dismount"], false),
      (["highway": "residential", "vehicle": "destination"], false),
      (["highway": "residential", "access": "bicycle"], true),
      (["highway": "footway", "bicycle": "yes"], true),
      (["highway": "footway", "bicycle": "designated"], true),
      (["highway": "footway", "access": "yes"], false),
      (["highway": "pedestrian", "bicycle": "permissive"], true),
      (["highway": "path", "bicycle": "no"], false),
      (["highway": "path", "sac_scale": "hiking"], true),
      (["highway": "path", "sac_scale": "mountain_hiking"], false),
      (["highway": "path", "sac_scale": "mountain_hiking", "bicycle": "yes"], true),
      (["highway": "steps", "bicycle": "yes"], false),
      (["highway": "motorway", "bicycle": "yes", "oneway": "no"], true),
      (["highway": "trunk", "motorroad": "yes"], false),
      (["route": "ferry", "duration": "00:00:20"], true),
      (["route": "ferry", "duration": "00:00:20", "bicycle": "no"], false),
      (["bridge": "movable", "bicycle": "yes"], true),
      (["bridge": "yes", "bicycle": "yes"], false),
      (["route": "shuttle_train"], false),
      (["man_made": "pier"], false),
    ] as [(Tags, Bool)])
  func bicycleAccess(tags: Tags, isOpen: Bool) throws {
    #expect(try passesBoth(tags, .bicycle) == isOpen)
  }

  @Test(
    "Access of walkers",
    arguments: [
      (["highway": "residential", "foot": "no"], false),
      (["highway": "residential", "vehicle": "no"], true),
      (["highway": "residential", "access": "no"], false),
      (["highway": "residential", "access": "no", "foot": "yes"], true),
      (["highway": "residential", "access": "private"], false),
      (["highway": "residential", "foot": "use_sidepath"], false),
      (["highway": "residential", "sidewalk": "separate"], false),
      (["highway": "residential", "sidewalk:both": "separate"], false),
      (["highway": "residential", "sidewalk": "separate", "foot": "yes"], true),
      (["highway": "residential", "sidewalk": "both"], true),
      (["highway": "cycleway", "foot": "designated"], true),
      (["highway": "cycleway", "sidewalk": "right"], true),
      (["highway": "bridleway", "foot": "yes"], true),
      (["highway": "motorway", "foot": "yes"], true),
      (["highway": "trunk", "motorroad": "yes"], false),
      (["highway": "pedestrian", "area": "yes"], true),
      (["highway": "service", "area": "yes"], false),
      (["highway": "platform"], true),
      (["man_made": "pier"], true),
      (["route": "ferry", "duration": "00:00:20"], true),
      (["route": "ferry", "duration": "00:00:20", "foot": "no"], false),
      (["route": "shuttle_train"], false),
    ] as [(Tags, Bool)])
  func footAccess(tags: Tags, isOpen: Bool) throws {
    #expect(try passesBoth(tags, .foot) == isOpen)
  }

  @Test(
    "One-way streets, for bicycles",
    arguments: [
      (["oneway": "yes"], true, false),
      (["oneway": "-1"], false, true),
      (["oneway": "yes", "oneway:bicycle": "no"], true, true),
      (["oneway": "no", "oneway:bicycle": "yes"], true, false),
      (["oneway": "yes", "cycleway": "opposite"], true, true),
      (["oneway": "yes", "cycleway": "opposite_lane"], true, true),
      (["oneway": "yes", "cycleway:left": "opposite_track"], true, true),
      (["oneway": "-1", "cycleway:right": "opposite_lane"], true, true),
      (["oneway": "yes", "cycleway:left": "lane", "cycleway:left:oneway": "-1"], true, true),
      (["oneway": "yes", "cycleway:both": "lane", "cycleway:both:oneway": "no"], true, true),
      (["oneway": "yes", "cycleway": "lane"], true, false),
      (["junction": "roundabout"], true, false),
      (["bicycle:backward": "no"], true, false),
    ] as [(Tags, Bool, Bool)])
  func bicycleOneWay(more: Tags, forward: Bool, backward: Bool) throws {
    let tags = Tags([("highway", "residential")] + Array(more.pairs))
    #expect(try passes(tags, .bicycle) == [forward, backward])
  }

  @Test("One-way streets do not apply to walkers, unless a tag is about them")
  func footOneWay() throws {
    for more: Tags in [["oneway": "yes"], ["oneway": "-1"], ["junction": "roundabout"]] {
      let tags = Tags([("highway", "residential")] + Array(more.pairs))
      #expect(try passes(tags, .foot) == [true, true], "\(more)")
    }
    #expect(try passes(["highway": "steps", "oneway:foot": "yes"], .foot) == [true, false])
  }

  @Test(
    "Barriers: bicycle, foot",
    arguments: [
      (["barrier": "bollard"], true, true),
      (["barrier": "block"], true, true),
      (["barrier": "cycle_barrier"], true, true),
      (["barrier": "stile"], false, true),
      (["barrier": "kissing_gate"], false, true),
      (["barrier": "turnstile"], false, true),
      (["barrier": "yes"], false, true),
      (["barrier": "wall"], false, false),
      (["barrier": "fence"], false, false),
      (["barrier": "fence", "sensory": "audio"], true, true),
      (["barrier": "gate"], true, true),
      (["barrier": "gate", "access": "no"], false, false),
      (["barrier": "gate", "access": "no", "foot": "yes"], false, true),
      (["barrier": "gate", "motor_vehicle": "no"], true, true),
      (["barrier": "bollard", "bicycle": "no"], false, true),
      (["barrier": "gate", "foot": "no"], true, false),
    ] as [(Tags, Bool, Bool)])
  func barriers(tags: Tags, bicycle: Bool, foot: Bool) throws {
    for (profile, isOpen) in [(TravelProfile.bicycle, bicycle), (.foot, foot)] {
      let map = RoadMap(
        "A---X---B", ways: ["AXB": street], nodes: ["X": tags])
      let path = try DrawnNetwork(map, for: profile).path("AB")
      #expect(path == (isOpen ? "AXB" : "no route"), "\(profile)")
    }
  }

  @Test(
    "Turn restrictions: car, bicycle; walkers ignore them",
    arguments: [
      (["restriction": "no_left_turn"], false, false),
      (["restriction": "no_left_turn", "except": "bicycle"], false, true),
      (["restriction": "no_left_turn", "except": "motorcar"], true, false),
      (["restriction:bicycle": "no_left_turn"], true, false),
      (["restriction:motorcar": "no_left_turn"], false, true),
      (["restriction:vehicle": "no_left_turn"], false, false),
      (["restriction": "no_turning_off"], false, false),
      (["restriction": "only_straight_ahead"], true, true),
      (["restriction": "no_left_turn_on_red"], true, true),
    ] as [(Tags, Bool, Bool)])
  func restrictions(tags: Tags, car: Bool, bicycle: Bool) throws {
    var map = TurnRestrictionTests.crossing()
    map.restrict("", from: "WX", via: "X", to: "NX", tags: tags)
    for (profile, isOpen) in [(TravelProfile.car, car), (.bicycle, bicycle), (.foot, true)] {
      let path = try DrawnNetwork(map, for: profile).path("WN")
      #expect((path == "WXN") == isOpen, "\(profile)")
    }
  }

  @Test(
    "Speeds, kilometres an hour",
    arguments: [
      (.bicycle, ["highway": "residential"], 16.5), (.bicycle, ["highway": "path"], 13),
      (.bicycle, ["highway": "track"], 12),
      (.bicycle, ["highway": "footway", "bicycle": "yes"], 6),
      (.bicycle, ["highway": "footway", "bicycle": "designated"], 16.5),
      (.bicycle, ["highway": "residential", "surface": "cobblestone"], 12.5),
      (.bicycle, ["highway": "residential", "surface": "mud"], 7),
      (.bicycle, ["highway": "living_street", "maxspeed": "walk"], 7),
      (.foot, ["highway": "primary", "maxspeed": "100"], 5), (.foot, ["highway": "steps"], 3),
      (.foot, ["highway": "path", "surface": "gravel"], 3.75),
      (.foot, ["highway": "path", "surface": "sand"], 2.5),
    ] as [(TravelProfile, Tags, Double)])
  func speeds(profile: TravelProfile, tags: Tags, speed: Double) throws {
    let rules = profile.rules
    let road = try RoadTags(tags, #require(RoadClass(tags)), for: rules)
    #expect(road.forwardSpeed == speed)
    #expect(road.backwardSpeed == speed)
  }
}
