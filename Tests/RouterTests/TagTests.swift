import OpenStreetMap
import Testing

@testable import Router

/// What mappers type, and what it means.
@Suite("Tags")
struct TagTests {
  @Test(
    "Speed limits",
    arguments: [
      ("50", .limited(50)), (" 50 ", .limited(50)), ("50 km/h", .limited(50)),
      ("50kmh", .limited(50)), ("30 mph", .limited(30 * 1.609344)),
      ("30mph", .limited(30 * 1.609344)), ("10 knots", .limited(18.52)),
      ("walk", .limited(7)), ("none", .unlimited), ("signals", .variable),
      ("DE:urban", .limited(50)), ("DE:rural", .limited(100)), ("de:motorway", .unlimited),
      ("DE:zone30", .limited(30)), ("DE:zone:30", .limited(30)), ("RO:urban", .limited(50)),
      ("GB:nsl_single", .limited(60 * 1.609344)), ("IT:trunk", .limited(80)),
      ("FR:rural", .limited(80)), ("XX:rural", .limited(90)), ("50;30", .limited(30)),
      ("DE:30", .limited(30)), ("", .odd), ("fast", .odd), ("-5", .odd), ("0", .odd),
      ("50 bananas", .odd), ("1e9", .odd), ("DE:lunar", .odd), ("inf", .odd), ("nan", .odd),
    ] as [(String, SpeedLimit)])
  func speedLimits(text: String, limit: SpeedLimit) {
    #expect(SpeedLimit(text) == limit)
  }

  @Test(
    "Driven speeds, forward and backward",
    arguments: [
      (["highway": "motorway"], 90, nil),
      (["highway": "residential"], 25, 25),
      (["highway": "residential", "maxspeed": "50"], 40, 40),
      (["highway": "primary", "maxspeed": "100", "maxspeed:backward": "50"], 80, 40),
      (["highway": "primary", "maxspeed:forward": "50"], 40, 65),
      (["highway": "motorway", "maxspeed": "none"], 112, nil),
      (["highway": "motorway", "maxspeed": "900"], 140, nil),
      (["highway": "service"], 15, 15),
      (["highway": "service", "service": "parking_aisle"], 10, 10),
      (["highway": "tertiary", "surface": "gravel", "maxspeed": "100"], 40, 40),
      (["highway": "tertiary", "surface": "mud"], 10, 10),
      (["highway": "primary", "maxspeed": "0.5"], 1, 1),
      (["highway": "primary", "maxspeed": "nonsense"], 65, 65),
    ] as [(Tags, Double?, Double?)])
  func speeds(tags: Tags, forward: Double?, backward: Double?) throws {
    let road = try RoadTags(tags, #require(RoadClass(tags)), for: CarRules())
    #expect(road.forwardSpeed.map { ($0 * 100).rounded() / 100 } == forward)
    #expect(road.backwardSpeed.map { ($0 * 100).rounded() / 100 } == backward)
  }

  @Test("No road is faster than the promise to others")
  func topSpeed() throws {
    for highway in ["motorway", "trunk_link", "residential", "service", "track", "pedestrian"] {
      let tags: Tags = ["highway": highway, "maxspeed": "999", "motor_vehicle": "yes"]
      let road = try RoadTags(tags, #require(RoadClass(tags)), for: CarRules())
      #expect(try #require(road.forwardSpeed) <= RoadTags.top)
    }
  }

  @Test(
    "Durations of ferries",
    arguments: [
      ("25", 1500), ("00:25", 1500), ("1:30", 5400), ("01:30:15", 5415), ("PT25M", 1500),
      ("PT1H30M", 5400), ("0", nil), ("-5", nil), ("soon", nil), ("1:2:3:4", nil), ("PT", nil),
      ("PT5", nil), ("P1D", nil), ("", nil), ("inf", nil), ("nan", nil),
    ] as [(String, Double?)])
  func durations(text: String, seconds: Double?) {
    #expect(FerryDuration.seconds(text) == seconds)
  }

  @Test(
    "Signals hold for a direction where it is told",
    arguments: [
      (["highway": "traffic_signals"], true, true),
      (["highway": "traffic_signals", "traffic_signals:direction": "forward"], true, false),
      (["highway": "traffic_signals", "traffic_signals:direction": "backward"], false, true),
      (["highway": "crossing", "crossing": "traffic_signals"], true, true),
      (["highway": "crossing"], false, false),
    ] as [(Tags, Bool, Bool)])
  func signals(tags: Tags, forward: Bool, backward: Bool) {
    #expect(NodeTags(tags).signalsForward == forward)
    #expect(NodeTags(tags).signalsBackward == backward)
  }
}
