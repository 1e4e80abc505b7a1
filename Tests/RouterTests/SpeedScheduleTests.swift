import Foundation
import Messages
import OpenStreetMap
import TestSupport
import Testing
import Time

@testable import Router

/// Speeds by hour of the week: the hour of a timestamp, and its effect on a route.
@Suite("Speed schedule")
struct SpeedScheduleTests {
  /// A timestamp, and the weekday and hour in its own offset.
  static let hours: [(String, day: Int, hour: Int)] = [
    ("1970-01-01T00:00:00Z", 3, 0), ("1970-01-05T00:00:00Z", 0, 0),
    ("1969-12-31T23:59:59Z", 2, 23), ("2026-11-23T08:15:00-08:00", 0, 8),
    ("2026-11-23T16:15:00Z", 0, 16), ("2026-11-22T23:59:59.999+02:00", 6, 23),
    ("2026-11-23T00:00:00+02:00", 0, 0), ("2026-11-20T10:00:00+05:45", 4, 10),
    // The same hour before and after Helsinki's changes of the clock.
    ("2026-10-24T08:30:00+03:00", 5, 8), ("2026-10-25T08:30:00+02:00", 6, 8),
    ("2026-10-25T03:30:00+03:00", 6, 3), ("2026-10-25T03:30:00+02:00", 6, 3),
    ("2026-03-29T02:59:59+02:00", 6, 2), ("2026-03-29T04:00:00+03:00", 6, 4),
    ("0001-01-01T12:00:00Z", 0, 12), ("9999-12-31T23:00:00Z", 4, 23),
  ]

  @Test("The hour and the weekday are those of the timestamp's own offset", arguments: hours)
  func hourOfWeek(text: String, day: Int, hour: Int) throws {
    let time = try #require(Timestamp(text))
    #expect(SpeedSchedule.hourOfWeek(time) == day * 24 + hour)
  }

  /// A timestamp, and the factors in thousandths of a motorway, a main street and a side street.
  static let standard: [(String, motorway: UInt16, primary: UInt16, residential: UInt16)] = [
    ("2026-11-23T06:59:59+02:00", 1000, 920, 970), ("2026-11-23T07:00:00+02:00", 920, 810, 900),
    ("2026-11-23T09:59:59+02:00", 920, 810, 900), ("2026-11-23T10:00:00+02:00", 1000, 840, 950),
    ("2026-11-27T16:00:00+02:00", 920, 810, 900), ("2026-11-27T19:00:00+02:00", 1000, 920, 970),
    ("2026-11-27T22:00:00+02:00", 1000, 1000, 1000),
    ("2026-11-28T08:00:00+02:00", 1000, 1000, 1000),
    ("2026-11-28T12:00:00+02:00", 1000, 920, 970), ("2026-11-29T17:00:00+02:00", 1000, 920, 970),
    ("2026-11-29T20:00:00+02:00", 1000, 1000, 1000),
  ]

  @Test("The standard schedule has these factors", arguments: standard)
  func week(text: String, motorway: UInt16, primary: UInt16, residential: UInt16) throws {
    let speedSchedule = SpeedSchedule.standard
    let time = try #require(Timestamp(text))
    let permille = speedSchedule.periods[speedSchedule.period(at: time)].permille
    for (roadClass, expected) in [
      (RoadClass.motorway, motorway), (.trunkLink, motorway), (.primary, primary),
      (.tertiaryLink, primary), (.residential, residential), (.ferry, 1000),
    ] {
      let index = try #require(RoadClass.allCases.firstIndex(of: roadClass))
      #expect(permille[index] == expected, "\(roadClass)")
    }
  }

  @Test("Without a time roads are empty, and hours with equal speeds share a period")
  func periods() {
    #expect(SpeedSchedule.standard.period(at: nil) == 0)
    #expect(SpeedSchedule.standard.periods.count == 4)
    #expect(SpeedSchedule.standard.periods[0] == .emptyRoads)
    #expect(SpeedSchedule.emptyRoads.periods == [.emptyRoads])
  }

  static let mainStreet: [(String?, seconds: Int)] = [
    // 1,000 m at 66 km/h, 18.33 m/s; then 0.81, 0.84 and 0.92 of it.
    (nil, 55), ("2026-11-23T03:00:00+02:00", 55), ("2026-11-23T08:00:00+02:00", 67),
    ("2026-11-23T12:00:00+02:00", 65), ("2026-11-23T20:00:00+02:00", 59),
  ]

  @Test("A route uses the speeds of the hour it begins in, or must end in", arguments: mainStreet)
  func drive(text: String?, seconds: Int) throws {
    let drawn = try DrawnNetwork(
      RoadMap("A---------B", step: 100, ways: ["AB": ["highway": "primary"]]))
    let ends = "AB".map { drawn.map.coordinate(of: $0) }
    let time = text.flatMap { Timestamp($0) }
    let leaving = try drawn.router.answer(RouteRequest(waypoints: ends, departure: time))
    let arriving = try drawn.router.answer(RouteRequest(waypoints: ends, arrival: time))
    #expect(leaving.durationSeconds == seconds)
    #expect(leaving.departure == time)
    #expect(leaving.arrival == time?.adding(seconds: seconds))
    #expect(arriving.durationSeconds == seconds)
    #expect(arriving.arrival == time)
    #expect(arriving.departure == time?.adding(seconds: -seconds))
    for request in [
      TableRequest(sources: [ends[0]], destinations: [ends[1]], departure: time),
      TableRequest(sources: [ends[0]], destinations: [ends[1]], arrival: time),
    ] {
      #expect(try drawn.router.answer(request).durationsSeconds == [[seconds]])
    }
  }

  @Test("A departure and an arrival together are refused")
  func refused() throws {
    let drawn = try RequestTests.town()
    let ends = "AB".map { drawn.map.coordinate(of: $0) }
    let time = Timestamp(secondsSince1970: 0)
    let both = RouteRequest(waypoints: ends, departure: time, arrival: time)
    #expect(throws: ServiceError.self) { try drawn.router.answer(both) }
    let table = TableRequest(
      sources: ends, destinations: ends, departure: time, arrival: time)
    let error = #expect(throws: ServiceError.self) { try drawn.router.answer(table) }
    #expect(error?.code == .invalidRequest)
  }

  @Test("No factor makes a road faster than the promised top speed")
  func topSpeed() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        "A---------B", step: 1000, ways: ["AB": ["highway": "motorway", "maxspeed": "none"]]))
    let metric = TravelMetric(drawn.network, factors: SpeedFactors { _ in 1.5 })
    let query = RouteQuery(drawn.network, metric)
    let snapper = Snapper(drawn.network)
    let ends = try "AB".map { try #require(snapper.snap(drawn.map.coordinate(of: $0))).mainland }
    let milliseconds = try #require(query.table(from: [ends[0]], to: [ends[1]])[0][0])
    // 10 km at 140 km/h.
    #expect((257_100...257_400).contains(milliseconds))
  }
}

/// The file of a speed schedule.
@Suite("Speed schedule file")
struct SpeedScheduleFileTests {
  private func read(_ text: String) throws -> SpeedSchedule {
    try TemporaryDirectory.with { directory in
      try SpeedScheduleFile.read(try directory.write(text.utf8, to: "speeds.json"))
    }
  }

  @Test("Factors apply to their class, `other` to the rest, and none outside the periods")
  func factors() throws {
    let speedSchedule = try read(
      """
      {"periods": {"rush": {"motorway_link": 0.5, "other": 0.75}, "late": {"residential": 1.2}},
       "week": [{"days": ["monday", "sunday"], "from": 7, "to": 9, "period": "rush"},
                {"days": ["monday"], "from": 23, "to": 24, "period": "late"}]}
      """)
    func permille(_ roadClass: RoadClass, day: Int, hour: Int) throws -> UInt16 {
      // 1 January 1970 was a Thursday.
      let time = Timestamp(secondsSince1970: Int64((day + 4) * 86_400 + hour * 3600))
      let index = try #require(RoadClass.allCases.firstIndex(of: roadClass))
      return speedSchedule.periods[speedSchedule.period(at: time)].permille[index]
    }
    #expect(try permille(.motorwayLink, day: 0, hour: 7) == 500)
    #expect(try permille(.motorway, day: 6, hour: 8) == 750)
    #expect(try permille(.motorway, day: 0, hour: 9) == 1000)
    #expect(try permille(.motorway, day: 1, hour: 7) == 1000)
    #expect(try permille(.residential, day: 0, hour: 23) == 1200)
    #expect(try permille(.primary, day: 0, hour: 23) == 1000)
    #expect(speedSchedule.periods.count == 3)
  }

  static let faults: [(String, message: String)] = [
    ("", "is not JSON"), ("{\"periods\": {}}", "week is missing"),
    ("{\"periods\": {}, \"week\": [], \"weak\": 1}", "weak"),
    ("{\"periods\": {}, \"week\": [], \"spread\": {}}", "spread"),
    ("{\"periods\": {\"a\": {\"motorways\": 1}}, \"week\": []}", "periods.a.motorways"),
    ("{\"periods\": {\"a\": {\"motorway\": 3}}, \"week\": []}", "periods.a.motorway: 3.0"),
    ("{\"periods\": {\"a\": {\"motorway\": \"fast\"}}, \"week\": []}", "periods.a.motorway"),
    (hours("\"days\": [\"monday\"], \"from\": 7, \"to\": 9, \"period\": \"b\""), "week[0].period"),
    (hours("\"days\": [\"mon\"], \"from\": 7, \"to\": 9, \"period\": \"a\""), "week[0].days[0]"),
    (hours("\"days\": [\"monday\"], \"from\": 9, \"to\": 7, \"period\": \"a\""), "across midnight"),
    (hours("\"days\": [\"monday\"], \"from\": 0, \"to\": 25, \"period\": \"a\""), "week[0]"),
    (hours("\"days\": [\"monday\"], \"form\": 0, \"to\": 2, \"period\": \"a\""), "form"),
    (
      hours("\"days\": [\"friday\", \"friday\"], \"from\": 7, \"to\": 9, \"period\": \"a\""),
      "friday 7:00 has a period already"
    ),
  ]

  private static func hours(_ entry: String) -> String {
    "{\"periods\": {\"a\": {\"other\": 1}}, \"week\": [{\(entry)}]}"
  }

  @Test("An invalid value is reported with its path", arguments: faults)
  func fault(text: String, message: String) {
    let error = #expect(throws: SpeedScheduleFileError.self) { try read(text) }
    #expect(error?.description.contains("speeds.json: ") == true)
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("Too many periods and a missing file are refused")
  func bounds() {
    let many = (0..<SpeedScheduleLimits.maximumPeriods).map { "\"p\($0)\": {}" }.joined(
      separator: ",")
    #expect(throws: SpeedScheduleFileError.self) {
      try read("{\"periods\": {\(many)}, \"week\": []}")
    }
    #expect(throws: SpeedScheduleFileError.self) {
      try SpeedScheduleFile.read("/nowhere/speeds.json")
    }
  }
}
