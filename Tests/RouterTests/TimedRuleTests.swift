import Geography
import Messages
import OpenStreetMap
import OpeningHours
import TestSupport
import Testing
import Time

@testable import Router

/// Rules that hold at certain times.
@Suite("Rules at certain times")
struct TimedRuleTests {
  /// Monday 23 November 2026.
  private static func monday(_ clock: String) -> Timestamp? {
    Timestamp("2026-11-23T\(clock):00+02:00")
  }

  private func path(
    _ map: RoadMap, _ letters: String, at time: Timestamp?, arrival: Bool = false
  ) throws -> String {
    let drawn = try DrawnNetwork(map)
    let reply = try drawn.router.answer(
      RouteRequest(
        waypoints: letters.map { map.coordinate(of: $0) }, departure: arrival ? nil : time,
        arrival: arrival ? time : nil, geometry: true, verify: true))
    #expect(reply.verified == true)
    return map.letters(along: try #require(reply.geometry?.coordinates))
  }

  @Test(
    "A road is closed in the hours of its condition, in both directions",
    arguments: [
      ("access:conditional", "no @ (Mo-Fr 08:00-09:00)", "08:30", false),
      ("access:conditional", "no @ (Mo-Fr 08:00-09:00)", "09:00", true),
      ("access:conditional", "no @ (Sa,Su)", "08:30", true),
      ("motor_vehicle:conditional", "no @ (07:00-09:00,15:00-17:00)", "16:59", false),
      ("motorcar:conditional", "no @ 08:00-09:00", "08:00", false),
      ("bicycle:conditional", "no @ (08:00-09:00)", "08:30", true),
      ("access:conditional", "no @ (08:00-09:00); yes @ (Mo)", "08:30", true),
      ("access:conditional", "no @ (08:00-09:00; PH off)", "08:30", false),
      // School streets, without a calendar of the school's holidays.
      ("motor_vehicle:conditional", "no @ (Mo-Fr 08:00-09:00; SH off)", "08:30", false),
      // A rule counts for the whole hour in which a part of it lies.
      ("access:conditional", "no @ (08:45-09:00)", "08:00", false),
      ("access:conditional", "no @ (wet)", "08:30", true),
    ] as [(String, String, String, Bool)])
  func access(key: String, value: String, clock: String, isOpen: Bool) throws {
    let map = RoadMap.detour([(key, value)])
    for letters in ["AE", "EA"] {
      let path = try path(map, letters, at: Self.monday(clock))
      #expect(path.contains("F") != isOpen, "\(letters) \(path)")
    }
    #expect(try self.path(map, "AE", at: nil) == "ABDE")
    // A drive that ends in the hour; one that ends as it begins is driven in the hour before.
    let end = Self.monday(clock)?.adding(seconds: clock.hasSuffix(":00") ? 600 : 0)
    #expect(try self.path(map, "AE", at: end, arrival: true).contains("F") != isOpen)
  }

  @Test(
    "A road that is closed opens in the hours of its condition",
    arguments: [
      ([("access", "no"), ("motor_vehicle:conditional", "yes @ (19:00-07:00)")], "08:30", false),
      ([("motorcar", "no"), ("motorcar:conditional", "yes @ (19:00-07:00)")], "20:30", true),
      ([("access", "no"), ("motor_vehicle:conditional", "yes @ (08:00-09:00)")], "08:30", true),
      // Only part of the hour.
      ([("access", "no"), ("access:conditional", "yes @ (08:15-09:00)")], "08:30", false),
      // A more specific key decides always.
      ([("motor_vehicle", "no"), ("access:conditional", "yes @ (08:00-09:00)")], "08:30", false),
    ] as [([Tags.Pair], String, Bool)])
  func opens(tags: [Tags.Pair], clock: String, isOpen: Bool) throws {
    let map = RoadMap.detour(tags)
    #expect(try path(map, "AE", at: Self.monday(clock)).contains("F") != isOpen)
    #expect(try path(map, "AE", at: nil) == "ABFGDE")
  }

  @Test(
    "A public holiday is that of the map's country and state",
    arguments: [
      // 6 January 2027, a Wednesday: Epiphany, in Bavaria and not in Berlin.
      ("no @ (Mo-Fr 08:00-09:00; PH off)", "DE", "BY", true),
      ("no @ (Mo-Fr 08:00-09:00; PH off)", "DE", "BE", false),
      ("no @ (Mo-Fr 08:00-09:00; PH off)", nil, nil, false),
      ("no @ (PH 08:00-09:00)", "DE", "BY", false),
      ("no @ (PH 08:00-09:00)", nil, nil, true),
      ("no @ (Su,PH 08:00-09:00)", "SE", nil, false),
      // The school holidays of Bavaria are known to last until 8 January, others are not.
      ("no @ (Mo-Fr 08:00-09:00; SH off)", "DE", "BY", true),
      ("no @ (Mo-Fr 08:00-09:00; SH off)", "SE", nil, false),
    ] as [(String, String?, String?, Bool)])
  func holidays(value: String, country: String?, state: String?, isOpen: Bool) throws {
    let map = RoadMap.detour([("access:conditional", value)])
    let router = ProfileRouter(
      RoadSnapshot(
        try DrawnNetwork(map).network,
        holidays: country.flatMap { HolidayCalendar(country: $0, state: state) }))
    let reply = try router.answer(
      RouteRequest(
        waypoints: "AE".map { map.coordinate(of: $0) },
        departure: Timestamp("2027-01-06T08:30:00+01:00"), geometry: true))
    let path = map.letters(along: try #require(reply.geometry?.coordinates))
    #expect(path.contains("F") != isOpen, "\(path)")
  }

  @Test("A street for walkers opens for deliveries, not for those who pass through")
  func deliveries() throws {
    let map = RoadMap.detour(
      [("motor_vehicle:conditional", "delivery @ (06:00-10:00)")], class: "pedestrian")
    #expect(try path(map, "AE", at: Self.monday("08:30")) == "ABFGDE")
    // Without a time, and at other times, a coordinate in it is served from the next street.
    let middle = map.coordinate(of: "B").moved(by: 120, bearing: 90)
    let drawn = try DrawnNetwork(map)
    let reply = try drawn.router.answer(
      RouteRequest(waypoints: [map.coordinate(of: "A"), middle]))
    #expect(reply.waypoints[1].distanceMeters > 20)
  }

  private static let tide: [Tags.Pair] = [
    ("oneway", "reversible"), ("oneway:conditional", "yes @ (00:00-12:00); -1 @ (12:00-24:00)"),
  ]
  /// Nobody knows the direction of the morning.
  private static let evening: [Tags.Pair] = [
    ("oneway", "reversible"), ("oneway:conditional", "-1 @ (12:00-24:00)"),
  ]
  private static let night: [Tags.Pair] = [
    ("oneway", "yes"), ("oneway:conditional", "no @ (08:00-09:00)"),
  ]

  @Test(
    "One-way streets by the hour",
    arguments: [
      ([("oneway:conditional", "yes @ (08:00-09:00)")], "08:30", "ABDE", "EDGFBA"),
      ([("oneway:conditional", "yes @ (08:00-09:00)")], "10:30", "ABDE", "EDBA"),
      ([("oneway:conditional", "-1 @ (08:00-09:00)")], "08:30", "ABFGDE", "EDBA"),
      (night, "08:30", "ABDE", "EDBA"),
      (night, "10:30", "ABDE", "EDGFBA"),
      (tide, "08:30", "ABDE", "EDGFBA"),
      (tide, "13:30", "ABFGDE", "EDBA"),
      (evening, "08:30", "ABFGDE", "EDGFBA"),
      (evening, "13:30", "ABFGDE", "EDBA"),
    ] as [([Tags.Pair], String, String, String)])
  func oneways(tags: [Tags.Pair], clock: String, there: String, back: String) throws {
    let map = RoadMap.detour(tags)
    #expect(try path(map, "AE", at: Self.monday(clock)) == there)
    #expect(try path(map, "EA", at: Self.monday(clock)) == back)
  }

  @Test("A limit that holds at night slows the road at night")
  func speeds() throws {
    let map = RoadMap(
      "A----------B",
      ways: [
        "AB": [
          "highway": "residential", "maxspeed": "50", "maxspeed:conditional": "10 @ (22:00-06:00)",
        ]
      ])
    let drawn = try DrawnNetwork(map)
    let ends = "AB".map { map.coordinate(of: $0) }
    let seconds = try ["23:10", "04:00", "12:00"].map { clock in
      try drawn.router.answer(
        RouteRequest(waypoints: ends, departure: Self.monday(clock))
      ).durationSeconds
    }
    #expect(seconds[0] == seconds[1])
    #expect(seconds[0] > 4 * seconds[2], "\(seconds)")
  }

  @Test(
    "A turn is forbidden in its hours",
    arguments: [
      ([("restriction:conditional", "no_straight_on @ (Mo-Fr 07:00-09:00)")], "08:30", false),
      ([("restriction:conditional", "no_straight_on @ (Mo-Fr 07:00-09:00)")], "12:30", true),
      (
        [
          ("restriction", "no_straight_on"), ("day_on", "Monday"), ("day_off", "Friday"),
          ("hour_on", "07:00"), ("hour_off", "09:00"),
        ], "08:30", false
      ),
      (
        [
          ("restriction", "no_straight_on"),
          ("restriction:conditional", "no_straight_on @ (Mo-Fr 07:00-09:00)"),
        ], "12:30", true
      ),
    ] as [([Tags.Pair], String, Bool)])
  func turns(tags: [Tags.Pair], clock: String, isOpen: Bool) throws {
    var map = RoadMap.detour([])
    map.restrict("", from: "AB", via: "B", to: "BD", tags: Tags(tags))
    #expect(try path(map, "AE", at: Self.monday(clock)).contains("F") != isOpen)
    #expect(try path(map, "AE", at: nil) == "ABDE")
    // Of all turns of the map, that one has hours.
    #expect(try DrawnNetwork(map).summary.timedTurns == 1)
  }

  @Test("A turn over a via way is forbidden in its hours")
  func viaWays() throws {
    var map = RoadMap.detour([])
    map.restrict(
      "", from: "AB", via: "BD", to: "DE",
      tags: ["restriction:conditional": "no_straight_on @ (07:00-09:00)"])
    #expect(try path(map, "AE", at: Self.monday("08:00")) == "ABFGDE")
    #expect(try path(map, "AE", at: Self.monday("10:00")) == "ABDE")
    #expect(try path(map, "BE", at: Self.monday("08:00")) == "BDE")
  }

  @Test("The detours of an hour are its routes")
  func detours() throws {
    let map = RoadMap.detour([("access:conditional", "no @ (Mo-Fr 08:00-09:00)")])
    let drawn = try DrawnNetwork(map)
    let (a, e) = (map.coordinate(of: "A"), map.coordinate(of: "E"))
    let times = ["07:50", "08:10", "09:00"].compactMap { Self.monday($0) }
    let reply = try drawn.router.answer(
      DetoursRequest(
        origin: e, destination: e, stops: PackedCoordinates([a]), departure: times[0],
        leavings: times))
    let cells = reply.toDestinationSeconds.numbers
    for (time, column) in zip(times, reply.leavingColumns) {
      let route = try drawn.router.answer(RouteRequest(waypoints: [a, e], departure: time))
      #expect(cells[column].map(Int.init) == route.durationSeconds)
    }
    #expect(Set(reply.leavingColumns).count > 1)
  }

  @Test("The note on such rules is for those that are not honoured")
  func notes() throws {
    for (value, time, kinds) in [
      ("no @ (22:00-06:00)", nil, [RouteWarningKind.conditional]),
      ("no @ (22:00-06:00)", Self.monday("12:00"), []),
      ("no @ (wet)", Self.monday("12:00"), [.conditional]),
    ] as [(String, Timestamp?, [RouteWarningKind])] {
      let map = RoadMap.detour([("access:conditional", value)])
      let reply = try DrawnNetwork(map).router.answer(
        RouteRequest(waypoints: "AE".map { map.coordinate(of: $0) }, departure: time))
      #expect((reply.notes ?? []).map(\.kind) == kinds, "\(value)")
    }
  }
}
