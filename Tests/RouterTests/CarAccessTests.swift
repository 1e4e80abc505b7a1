import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Which roads and directions are open to cars; rows like those of OSRM's features.
@Suite("Access for cars")
struct CarAccessTests {
  private func speeds(_ tags: Tags) -> String {
    guard let roadClass = RoadClass(tags),
      let road = try? RoadTags(tags, roadClass, for: CarRules())
    else { return "" }
    let marked = { (flag: SegmentFlags, text: String) in
      road.flags.contains(flag) ? text + "?" : text
    }
    let forward = road.forwardSpeed == nil ? "" : marked(.destinationOnlyForward, "f")
    let backward = road.backwardSpeed == nil ? "" : marked(.destinationOnlyBackward, "b")
    return marked(.destinationOnly, forward + backward)
  }

  @Test(
    "A tag for one direction comes before the same key for both, after more specific keys",
    arguments: [
      ([("access", "no"), ("access:forward", "yes")], "f"),
      ([("access", "no"), ("access:backward", "yes")], "b"),
      ([("access", "yes"), ("access:forward", "no")], "b"),
      ([("access:forward", "yes"), ("access:backward", "yes"), ("motorcar", "no")], ""),
      ([("access:forward", "no"), ("motorcar", "yes")], "fb"),
      ([("access", "no"), ("motorcar", "no"), ("motorcar:forward", "yes")], "f"),
      ([("access:forward", "no"), ("motorcar:backward", "no")], ""),
      ([("motor_vehicle:forward", "destination"), ("motor_vehicle:backward", "no")], "f?"),
      ([("motor_vehicle:backward", "destination")], "fb?"),
      ([("motor_vehicle:forward", "destination")], "f?b"),
    ] as [([Tags.Pair], String)])
  func directed(tags: [Tags.Pair], open: String) {
    #expect(speeds(Tags([("highway", "primary")] + tags)) == open)
  }

  @Test("A ferry for bicycles carries no cars, a train for cars does, with bicycles too")
  func carriers() {
    #expect(speeds(["route": "ferry", "duration": "00:10", "bicycle": "yes"]) == "")
    #expect(speeds(["route": "shuttle_train", "duration": "00:10", "bicycle": "yes"]) == "fb")
  }

  @Test(
    "Roads that others use, unfinished and reserved ones",
    arguments: [
      ([("access", "official")], ""), ([("access", "share_taxi")], ""),
      ([("motor_vehicle", "minibus")], ""), ([("access", "emergency_vehicle")], ""),
      ([("access", "official;yes")], "fb"), ([("construction", "yes")], ""),
      ([("construction", "minor")], "fb"), ([("hov", "designated")], "fb?"),
      ([("access", "hov")], "fb?"),
      ([("hov", "yes")], "fb"), ([("maxwidth", "1.9")], "fb"), ([("maxwidth", "2")], "fb"),
      ([("width", "narrow")], "fb"), ([("maxwidth", "1.8")], ""), ([("est_width", "1")], ""),
      ([("maxheight", "1.9")], ""),
      ([("maxheight", "8'")], "fb"), ([("maxheight:physical", "3"), ("maxheight", "1")], "fb"),
      ([("maxlength", "4 m")], ""), ([("maxweight", "1.5")], ""), ([("maxweight", "2")], "fb"),
      ([("maxweightrating", "0.1 lbs")], ""),
    ] as [([Tags.Pair], String)])
  func values(tags: [Tags.Pair], open: String) {
    #expect(speeds(Tags([("highway", "primary")] + tags)) == open)
  }

  @Test(
    "Ways that are not for cars are open only where a tag is about motor vehicles",
    arguments: [
      (["highway": "cycleway", "motor_vehicle": "designated"], "fb"),
      (["highway": "path", "motorcar": "yes"], "fb"), (["highway": "path"], ""),
      (["highway": "footway", "access": "yes"], ""),
      (["highway": "cycleway", "motor_vehicle": "private"], "fb?"),
      (["highway": "steps", "motor_vehicle": "yes"], ""),
      (["highway": "service", "service": "emergency_access"], ""),
      (["highway": "service", "service": "emergency_access", "motor_vehicle": "yes"], "fb"),
      (["highway": "pedestrian", "motorcar:forward": "yes"], "f"),
      (["highway": "winter_road"], "fb"), (["highway": "ice_road", "access": "no"], ""),
    ] as [(Tags, String)])
  func otherWays(tags: Tags, open: String) {
    #expect(speeds(tags) == open)
  }

  @Test(
    "Access at a node, also without a barrier, but not at a crossing",
    arguments: [
      (["access": "no"], ""), (["motor_vehicle": "no"], ""), (["bicycle": "no"], "fb"),
      (["access": "no", "motorcar": "yes"], "fb"), (["access": "emergency_vehicle"], ""),
      (["highway": "crossing", "access": "no"], "fb"),
      (["railway": "level_crossing", "access": "no"], "fb"),
      (["barrier": "kerb"], ""), (["barrier": "kerb", "kerb": "lowered"], "fb"),
      (["barrier": "kerb", "kerb": "raised"], ""), (["barrier": "kerb", "kerb": "flush"], "fb"),
      (["barrier": "kerb", "highway": "crossing"], "fb"),
      (["barrier": "fence"], ""), (["barrier": "fence", "sensory": "audible"], "fb"),
      (["barrier": "fence", "sensory": "tactile"], ""),
      (["barrier": "height_restrictor", "maxheight": "1.9"], ""),
      (["barrier": "height_restrictor", "maxheight": "2.1"], "fb"),
    ] as [(Tags, String)])
  func nodes(tags: Tags, open: String) throws {
    let map = RoadMap("A---X---B", ways: ["AXB": street], nodes: ["X": tags])
    let drawn = try DrawnNetwork(map)
    let isForward = try drawn.path("AB") == "AXB"
    let isBackward = try drawn.path("BA") == "BXA"
    #expect((isForward ? "f" : "") + (isBackward ? "b" : "") == open)
  }
}
