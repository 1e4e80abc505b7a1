import OpenStreetMap
import Testing

@testable import Router

/// Values of tags, and how they are read.
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
      ("DE:30", .limited(30)), ("", .invalid), ("fast", .invalid), ("-5", .invalid),
      ("0", .invalid),
      ("50 bananas", .invalid), ("1e9", .invalid), ("DE:lunar", .invalid), ("inf", .invalid),
      ("nan", .invalid),
    ] as [(String, SpeedLimit)])
  func speedLimits(text: String, limit: SpeedLimit) {
    #expect(SpeedLimit(text) == limit)
  }

  @Test(
    "Driven speeds, forward and backward",
    arguments: [
      (["highway": "motorway"], 94, nil),
      (["highway": "residential"], 29, 29),
      (["highway": "residential", "maxspeed": "50"], 45, 45),
      (["highway": "primary", "maxspeed": "100", "maxspeed:backward": "50"], 90, 45),
      (["highway": "primary", "maxspeed:forward": "50"], 45, 66),
      (["highway": "motorway", "maxspeed": "none"], 126, nil),
      (["highway": "motorway", "maxspeed": "900"], 140, nil),
      (["highway": "service"], 19, 19),
      (["highway": "service", "service": "parking_aisle"], 15, 15),
      (["highway": "service", "service": "driveway"], 12, 12),
      (["highway": "tertiary", "surface": "gravel", "maxspeed": "100"], 40, 40),
      (["highway": "tertiary", "surface": "mud"], 10, 10),
      (["highway": "tertiary", "smoothness": "very_bad"], 20, 20),
      (["highway": "tertiary", "smoothness": "good"], 43, 43),
      (["highway": "tertiary", "tracktype": "grade3"], 30, 30),
      (["highway": "track", "tracktype": "grade1"], 15, 15),
      (["highway": "track", "motorcar": "yes", "tracktype": "grade4"], 10, 10),
      (["highway": "track", "motorcar": "yes"], 7, 7),
      (["highway": "primary", "maxspeed": "0.5"], 1, 1),
      (["highway": "primary", "maxspeed": "nonsense"], 66, 66),
    ] as [(Tags, Double?, Double?)])
  func speeds(tags: Tags, forward: Double?, backward: Double?) throws {
    let road = try RoadTags(tags, #require(RoadClass(tags)), for: CarRules())
    #expect(road.forwardSpeed.map { ($0 * 100).rounded() / 100 } == forward)
    #expect(road.backwardSpeed.map { ($0 * 100).rounded() / 100 } == backward)
  }

  @Test(
    "Lengths and weights",
    arguments: [
      ("3.1", 3.1, 3.1), ("3,1 m", 3.1, nil), ("310 cm", 3.1, nil), ("10 ft", 3.048, nil),
      ("6'2\"", 1.8796, nil), ("6'", 1.8288, nil), ("6’2”", 1.8796, nil),
      ("6'0\"", 1.8288, nil), ("0", nil, nil), ("6 ft 2 in", 1.8796, nil),
      ("74\"", 1.8796, nil), ("6'2", 1.8796, nil), ("6' x", nil, nil),
      ("3.5 t", nil, 3.5), ("35000 kg", nil, 35),
      ("2000 lbs", nil, 0.9072), ("none", nil, nil), ("default", nil, nil), ("", nil, nil),
      ("-3", nil, nil), ("'", nil, nil), ("below_default", nil, nil),
    ] as [(String, Double?, Double?)])
  func sizes(text: String, meters: Double?, tonnes: Double?) {
    let rounded = { (value: Double?) in value.map { ($0 * 10_000).rounded() / 10_000 } }
    #expect(rounded(SizeTags.meters(text)) == meters)
    #expect(rounded(SizeTags.tonnes(text)) == tonnes)
  }

  @Test("No road is faster than the promised top speed")
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
    "A traffic control applies to one direction if a tag gives it",
    arguments: [
      (["highway": "traffic_signals"], .signals, .signals),
      (["highway": "traffic_signals", "traffic_signals:direction": "forward"], .signals, .none),
      (["highway": "traffic_signals", "traffic_signals:direction": "backward"], .none, .signals),
      (["highway": "stop", "direction": "forward"], .stop, .none),
      (["highway": "stop", "direction": "both"], .stop, .stop),
      (["highway": "stop", "stop": "minor"], .minorStop, .minorStop),
      (["highway": "give_way", "direction": "backward"], .none, .giveWay),
      // Signals of crossings are ignored, since those of the junction count already.
      (["highway": "crossing", "crossing": "traffic_signals"], .none, .none),
    ] as [(Tags, NodeTags.Control, NodeTags.Control)])
  func controls(tags: Tags, forward: NodeTags.Control, backward: NodeTags.Control) {
    #expect(NodeTags(tags).forward == forward)
    #expect(NodeTags(tags).backward == backward)
  }
}
