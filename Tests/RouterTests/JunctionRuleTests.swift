import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// The effects of tags at nodes: signs, signals, gates and other barriers.
@Suite("Rules at junctions")
struct JunctionRuleTests {
  /// The sum of the costs of all turns of a map, in milliseconds.
  private func turnCosts(_ map: RoadMap, for profile: TravelProfile = .car) throws -> UInt32 {
    let network = try DrawnNetwork(map, for: profile).network
    return (0..<network.turnCount).reduce(0) { $0 + network.cost(ofTurn: $1) }
  }

  /// A junction of a primary road and a side street: six turns.
  static let mouth = RoadMap(
    """
    A---X---B
        |
        C
    """, ways: ["AXB": ["highway": "primary"], "XC": street])

  @Test(
    "Signs and signals hold up who comes to them, milliseconds: car, bicycle, foot",
    arguments: [
      (["highway": "traffic_signals"], 6 * 2000, 6 * 2000, 6 * 2000),
      (["highway": "stop"], 6 * 2000, 6 * 2000, 0),
      // Only on the side street, which has two turns.
      (["highway": "stop", "stop": "minor"], 2 * 2000, 0, 0),
      (["highway": "give_way"], 6 * 1000, 6 * 1000, 0),
      (["barrier": "gate"], 6 * 45_000, 6 * 15_000, 6 * 15_000),
      (["barrier": "gate", "open": "yes"], 0, 0, 0),
      (["barrier": "toll_booth"], 6 * 15_000, 0, 0),
      (["highway": "crossing"], 0, 0, 0),
    ] as [(Tags, UInt32, UInt32, UInt32)])
  func controls(tags: Tags, car: UInt32, bicycle: UInt32, foot: UInt32) throws {
    var map = Self.mouth
    map.tag("X", tags)
    for (profile, cost) in [(TravelProfile.car, car), (.bicycle, bicycle), (.foot, foot)] {
      let plain = try turnCosts(Self.mouth, for: profile)
      #expect(try turnCosts(map, for: profile) - plain == cost, "\(profile)")
    }
  }

  @Test("A sign shortly after a junction applies to the opposite direction")
  func signBehind() throws {
    let map = RoadMap("A-----X-S--------B", step: 5, ways: ["AX": street, "XSB": street])
    for (tags, count): (Tags, UInt32) in [
      (["highway": "stop"], 1), (["highway": "stop", "direction": "both"], 2),
      (["highway": "stop", "direction": "forward"], 1), (["highway": "traffic_signals"], 2),
    ] {
      var signed = map
      signed.tag("S", tags)
      #expect(try turnCosts(signed) - turnCosts(map) == count * 2000, "\(tags)")
    }
  }

  @Test("Turns across oncoming traffic cost more, depending on the driving side")
  func oncoming() {
    for profile in [TravelProfile.car, .bicycle] {
      for angle: Int8 in [20, 60, 100] {
        let right = TurnCosts(for: profile, driving: .right)
        let left = TurnCosts(for: profile, driving: .left)
        let bend = { (angle: Int8) in TurnCosts.Turn(angle: angle, flags: .junction) }
        #expect(right.cost(of: bend(-angle)) > right.cost(of: bend(angle)))
        #expect(left.cost(of: bend(angle)) == right.cost(of: bend(-angle)))
        #expect(left.cost(of: bend(-angle)) == right.cost(of: bend(angle)))
      }
    }
    // At a roundabout there is no oncoming traffic.
    let costs = TurnCosts(for: .car, driving: .right)
    let turn = TurnCosts.Turn(angle: -60, flags: .junction)
    let round = TurnCosts.Turn(angle: -60, flags: .junction, isAtRoundabout: true)
    #expect(costs.cost(of: turn) - costs.cost(of: round) > 150)
  }

  /// A town that is large compared with the part behind X: signals cut its street into sixteen
  /// segments.
  private func town(_ ways: KeyValuePairs<String, Tags>, gate: Tags) throws -> DrawnNetwork {
    var map = RoadMap(
      """
      abcdefghijklmnopq-X-Y
      |                   |
      Z--------------------
      """, ways: ways)
    for letter in "bcdefghijklmnop" { map.tag(letter, ["highway": "traffic_signals"]) }
    map.tag("X", gate)
    return try DrawnNetwork(map)
  }

  @Test("A private gate is passed to and from destinations behind it")
  func privateGate() throws {
    let drawn = try town(
      ["abcdefghijklmnopq": street, "qXY": street],
      gate: ["barrier": "gate", "access": "private"])
    #expect(try drawn.path("pY") == "pqXY")
    #expect(try drawn.path("Yp") == "YXqp")
    let closed = try town(
      ["abcdefghijklmnopq": street, "qXY": street], gate: ["barrier": "gate", "access": "no"])
    // Then Y is an island, and the nearest road of the town ends at the gate.
    #expect(try closed.path("pY") == "pqX")
  }

  @Test(
    "A private gate or bollard is not passed from one open road to another",
    arguments: ["gate", "bollard"])
  func privateGateBetween(_ barrier: String) throws {
    let ways: KeyValuePairs<String, Tags> = [
      "abcdefghijklmnopq": street, "qXY": street, "YZ": street, "Za": street,
    ]
    let drawn = try town(ways, gate: ["barrier": barrier, "access": "private"])
    #expect(try drawn.path("qY") == "qponmlkjihgfedcbaZY")
    #expect(try town(ways, gate: ["barrier": "gate"]).path("qY") == "qXY")
  }

  @Test("A small part that only private roads lead to is destination-only as well")
  func behindPrivate() throws {
    let drawn = try town(
      [
        "abcdefghijklmnopq": street, "qX": ["highway": "service", "access": "private"],
        "XY": street,
      ], gate: [:])
    #expect(try drawn.path("pY") == "pqXY")
    #expect(try drawn.path("Yp") == "YXqp")
    let flags = (0..<drawn.network.segmentCount).map { drawn.network.flags(of: SegmentID($0)) }
    #expect(flags.count { $0.contains(.destinationOnly) } == 2)
  }

  @Test("In left-hand traffic a roundabout is one-way in the direction of its way, too")
  func leftRoundabout() throws {
    let left: Tags = ["highway": "residential", "driving_side": "left"]
    let round: Tags = ["highway": "residential", "junction": "roundabout", "driving_side": "left"]
    let drawn = try DrawnNetwork(
      RoadMap(
        """
            N
            |
            A
           / \\
        W-D   B-E
           \\ /
            C
        """, ways: ["ABCDA": round, "NA": left, "BE": left, "WD": left]))
    #expect(drawn.network.drivingSide == .left)
    #expect(try drawn.path("WE") == "WDABE")
    #expect(try drawn.path("EW") == "EBCDW")
  }

  @Test("A ferry without a duration is slow, and counted")
  func ferry() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        "A---B---C---D", ways: ["AB": street, "BC": ["route": "ferry"], "CD": street]))
    #expect(drawn.summary.report.count(of: "ferry without duration") == 1)
    // 200 m at 5 km/h.
    #expect(abs(try drawn.route("BC").durationSeconds - 144) <= 1)
  }

  @Test("Impassable roads are closed")
  func impassable() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        "A---B---C",
        ways: ["AB": street, "BC": ["highway": "residential", "smoothness": "impassable"]]))
    #expect(drawn.summary.report.count(of: "impassable road") == 1)
    #expect(drawn.network.segmentCount == 1)
  }
}
