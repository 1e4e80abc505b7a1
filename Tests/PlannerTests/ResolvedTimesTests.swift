import CommandLineKit
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

@Suite struct ResolvedTimesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let zone: String
    let now: String
    let depart: String
    let by: String
    /// Departure and deadline, or the start of the error.
    let expected: [String]

    init(
      _ now: String, _ depart: String, _ by: String, _ expected: String...,
      zone: String = "America/Los_Angeles"
    ) {
      (self.zone, self.now, self.depart, self.by) = (zone, now, depart, by)
      self.expected = expected
    }
    var testDescription: String { "\(now): \(depart) to \(by)" }
  }

  static let plainDays = [
    Row(
      "2026-11-21T07:30:00-08:00", "08:00", "08:45",
      "2026-11-21T08:00:00-08:00", "2026-11-21T08:45:00-08:00"),
    // 08:00 has passed: tomorrow.
    Row(
      "2026-11-21T14:00:00-08:00", "08:00", "08:45",
      "2026-11-22T08:00:00-08:00", "2026-11-22T08:45:00-08:00"),
    // It has only just passed: still today.
    Row(
      "2026-11-21T08:01:00-08:00", "08:00", "08:45",
      "2026-11-21T08:00:00-08:00", "2026-11-21T08:45:00-08:00"),
    Row(
      "2026-11-21T08:01:01-08:00", "08:00", "08:45",
      "2026-11-22T08:00:00-08:00", "2026-11-22T08:45:00-08:00"),
    // `now` has the offset of another zone than the map's: the map's date counts.
    Row(
      "2026-11-22T04:00:00Z", "23:00", "23:30",
      "2026-11-21T23:00:00-08:00", "2026-11-21T23:30:00-08:00"),
    Row(
      "2026-11-21T08:00:00.250-08:00", "now", "08:45",
      "2026-11-21T08:00:01-08:00", "2026-11-21T08:45:00-08:00"),
    Row(
      "2026-11-21T07:00:00-08:00", "2026-11-21T17:00:00Z", "2026-11-21T18:30:00.900+01:00",
      "2026-11-21T09:00:00-08:00", "2026-11-21T09:30:00-08:00"),
    // Fractions: a departure up, a deadline down.
    Row(
      "2026-11-21T07:00:00-08:00", "2026-11-21T17:00:00.001Z", "2026-11-21T17:30:00.999Z",
      "2026-11-21T09:00:01-08:00", "2026-11-21T09:30:00-08:00"),
    Row(
      "2026-11-21T08:00:00.001-08:00", "in 30m", "in 60m",
      "2026-11-21T08:30:01-08:00", "2026-11-21T09:00:00-08:00"),
    Row(
      "2026-11-21T07:00:00-08:00", "2026-12-01T08:15", "08:45",
      "2026-12-01T08:15:00-08:00", "2026-12-01T08:45:00-08:00"),
    Row(
      "2026-11-21T07:00:00-08:00", "08:15", "2026-11-21T08:45:30",
      "2026-11-21T08:15:00-08:00", "2026-11-21T08:45:30-08:00"),
  ]

  static let midnight = [
    Row(
      "2026-11-21T22:00:00-08:00", "23:30", "00:15",
      "2026-11-21T23:30:00-08:00", "2026-11-22T00:15:00-08:00"),
    // Just passed, and yet over midnight.
    Row(
      "2026-11-22T00:00:30-08:00", "00:00", "00:15",
      "2026-11-22T00:00:00-08:00", "2026-11-22T00:15:00-08:00"),
    Row(
      "2026-11-21T12:00:00-08:00", "20:00", "08:00",
      "2026-11-21T20:00:00-08:00", "2026-11-22T08:00:00-08:00"),
    Row(
      "2026-11-21T12:00:00-08:00", "20:00", "08:01",
      "The deadline 08:01 is before the departure 20:00."),
    Row(
      "2026-11-21T07:00:00-08:00", "08:00", "07:30",
      "The deadline 07:30 is before the departure 08:00. Give a later deadline, or its date as "
        + "well, such as 2026-11-22T07:30."),
    Row(
      "2026-11-21T07:00:00-08:00", "08:00", "08:00",
      "The deadline 08:00 is not after the departure 08:00."),
    Row(
      "2026-11-21T14:00:00-08:00", "08:00", "2026-11-21T08:45",
      "The deadline 2026-11-21 08:45 is before the departure 2026-11-22 08:00."),
    Row(
      "2026-11-21T07:00:00-08:00", "08:00", "now",
      "The deadline 07:00 is before the departure 08:00."),
    Row(
      "2026-11-21T07:00:00-08:00", "08:00", "2026-11-28T08:00:01",
      "The deadline 2026-11-28T08:00:01-08:00 is 168 hours after the departure"),
    Row(
      "2026-11-21T07:00:00-08:00", "08:00", "2026-11-28T08:00:00",
      "2026-11-21T08:00:00-08:00", "2026-11-28T08:00:00-08:00"),
  ]

  /// The clocks go from 02:00 to 03:00.
  static let spring = [
    Row(
      "2026-03-08T01:00:00-08:00", "01:45", "03:15",
      "2026-03-08T01:45:00-08:00", "2026-03-08T03:15:00-07:00"),
    // A time that the clocks skip is shifted forward.
    Row(
      "2026-03-08T01:00:00-08:00", "02:30", "04:00",
      "2026-03-08T03:30:00-07:00", "2026-03-08T04:00:00-07:00"),
    Row(
      "2026-03-08T01:00:00-08:00", "01:50", "2026-03-08T02:20",
      "2026-03-08T01:50:00-08:00", "2026-03-08T03:20:00-07:00"),
    // A day of 23 hours.
    Row(
      "2026-03-07T20:00:00-08:00", "19:00", "19:30",
      "2026-03-08T19:00:00-07:00", "2026-03-08T19:30:00-07:00"),
    Row(
      "2026-03-29T01:00:00+02:00", "03:30", "05:00",
      "2026-03-29T04:30:00+03:00", "2026-03-29T05:00:00+03:00", zone: "Europe/Helsinki"),
  ]

  /// The clocks go from 02:00 back to 01:00.
  static let autumn = [
    // A time that the clocks show twice means the first occurrence.
    Row(
      "2026-11-01T00:30:00-07:00", "01:15", "01:45",
      "2026-11-01T01:15:00-07:00", "2026-11-01T01:45:00-07:00"),
    // The first 01:15 has passed, the second has not.
    Row(
      "2026-11-01T01:30:00-07:00", "01:15", "01:45",
      "2026-11-01T01:15:00-08:00", "2026-11-01T01:45:00-08:00"),
    // The deadline's first occurrence is before the departure, its second is after.
    Row(
      "2026-11-01T00:30:00-07:00", "01:45", "01:15",
      "2026-11-01T01:45:00-07:00", "2026-11-01T01:15:00-08:00"),
    Row(
      "2026-11-01T01:30:00-08:00", "01:15", "01:45",
      "2026-11-02T01:15:00-08:00", "2026-11-02T01:45:00-08:00"),
    // An hour more than the clocks show.
    Row(
      "2026-11-01T00:00:00-07:00", "00:30", "02:30",
      "2026-11-01T00:30:00-07:00", "2026-11-01T02:30:00-08:00"),
    Row(
      "2026-10-25T02:00:00+03:00", "03:30", "2026-10-25T03:10",
      "2026-10-25T03:30:00+03:00", "2026-10-25T03:10:00+02:00", zone: "Europe/Helsinki"),
  ]

  /// 21 November 2026 is a Saturday.
  static let spoken = [
    Row(
      "2026-11-21T07:30:00-08:00", "8am", "+45m",
      "2026-11-21T08:00:00-08:00", "2026-11-21T08:45:00-08:00"),
    Row(
      "2026-11-21T07:30:00.500-08:00", "+30m", "in 1 hour",
      "2026-11-21T08:00:01-08:00", "2026-11-21T08:30:00-08:00"),
    Row("2026-11-21T07:30:00-08:00", "8am", "in 10 minutes", "The deadline 07:40 is before"),
    Row(
      "2026-11-21T07:30:00-08:00", "tomorrow 9:00", "tomorrow noon",
      "2026-11-22T09:00:00-08:00", "2026-11-22T12:00:00-08:00"),
    Row(
      "2026-11-21T07:30:00-08:00", "mon 8:00", "mon 8:30",
      "2026-11-23T08:00:00-08:00", "2026-11-23T08:30:00-08:00"),
    // It is Saturday: today, or in a week where that has passed.
    Row(
      "2026-11-21T07:30:00-08:00", "sat 8am", "9am",
      "2026-11-21T08:00:00-08:00", "2026-11-21T09:00:00-08:00"),
    Row(
      "2026-11-21T08:30:00-08:00", "sat 8am", "9am",
      "2026-11-28T08:00:00-08:00", "2026-11-28T09:00:00-08:00"),
    // The deadline's Monday is the one after the departure.
    Row(
      "2026-11-21T08:30:00-08:00", "2026-11-24T08:00", "mon 9:00",
      "2026-11-24T08:00:00-08:00", "2026-11-30T09:00:00-08:00"),
    // Past midnight in the map's zone, not yet in the reader's.
    Row(
      "2026-11-22T07:30:00Z", "tomorrow 1:00", "+1h",
      "2026-11-22T01:00:00-08:00", "2026-11-22T02:00:00-08:00"),
    // 02:30 is skipped on 14 March 2027 and comes twice on 31 October 2027.
    Row(
      "2027-03-13T12:00:00-08:00", "tomorrow 2:30am", "+30m",
      "2027-03-14T03:30:00-07:00", "2027-03-14T04:00:00-07:00"),
    Row(
      "2026-10-31T12:00:00-07:00", "sun 1:30am", "sunday 1:15am",
      "2026-11-01T01:30:00-07:00", "2026-11-01T01:15:00-08:00"),
    // An hour is an hour, also where the clocks are put back in it.
    Row(
      "2026-11-01T00:30:00-07:00", "now", "+1h45m",
      "2026-11-01T00:30:00-07:00", "2026-11-01T01:15:00-08:00"),
  ]

  @Test(
    "requested times become the instants that are meant",
    arguments: plainDays + midnight + spring + autumn + spoken)
  func window(_ row: Row) throws {
    let zone = try #require(MapTimeZone(identifier: row.zone))
    let depart = try #require(RequestedTime(row.depart))
    let by = try #require(RequestedTime(row.by))
    let now = try #require(Timestamp(row.now))
    do {
      let window = try TripWindow(departure: depart, deadline: by, now: now, in: zone)
      #expect([window.departure.description, window.deadline.description] == row.expected)
    } catch {
      #expect(error.code == .invalidRequest)
      #expect(
        row.expected.count == 1 && error.message.hasPrefix(row.expected[0]), "\(error.message)")
    }
  }
}

@Suite struct OpenDepartureTimesTests {
  @Test(
    "a deadline without a departure is its next occurrence, however far that is",
    arguments: [
      ("20:29", "09:15", "2026-11-22T09:15:00-08:00"),
      ("20:29", "21:00", "2026-11-21T21:00:00-08:00"),
      ("08:00", "07:59", "2026-11-22T07:59:00-08:00"),
      ("08:00", "+45m", "2026-11-21T08:45:00-08:00"),
      ("08:00", "tomorrow 7:00", "2026-11-22T07:00:00-08:00"),
      ("23:30", "00:15", "2026-11-22T00:15:00-08:00"),
    ])
  func deadline(now: String, asked: String, expected: String) throws {
    let zone = try #require(MapTimeZone(identifier: "America/Los_Angeles"))
    let now = try #require(Timestamp("2026-11-21T\(now):00-08:00"))
    let window = try TripWindow(
      departure: nil, deadline: try #require(RequestedTime(asked)), now: now, in: zone)
    #expect(window.departure.description == now.description)
    #expect(window.deadline.description == expected)
  }

  @Test("a deadline in four months is no trip of four months: it begins at most a week before")
  func farAhead() throws {
    let zone = try #require(MapTimeZone(identifier: "America/Los_Angeles"))
    let now = try #require(Timestamp("2026-11-21T08:00:00-08:00"))
    let deadline = try #require(RequestedTime("2027-03-18T09:00"))
    let window = try TripWindow(departure: nil, deadline: deadline, now: now, in: zone)
    // The clocks are put forward in that week.
    #expect(window.departure.description == "2027-03-11T08:00:00-08:00")
    #expect(window.deadline.description == "2027-03-18T09:00:00-07:00")
  }
}

@Suite struct MapTimesTests {
  @Test(
    "instants are answered in the map's time zone",
    arguments: [
      ("08:00", nil, "2026-11-22T08:00:00-08:00", nil),
      (nil, "14:30", nil, "2026-11-21T14:30:00-08:00"),
      // Without a departure it means the next 08:45, not one that has passed.
      (nil, "08:45", nil, "2026-11-22T08:45:00-08:00"),
      ("08:00", "08:45", "2026-11-22T08:00:00-08:00", "2026-11-22T08:45:00-08:00"),
      // An instant gets the map's offset.
      ("2026-06-21T15:00:00Z", nil, "2026-06-21T08:00:00-07:00", nil), (nil, nil, nil, nil),
    ] as [(String?, String?, String?, String?)])
  func mapTimes(
    departure: String?, deadline: String?, start: String?, end: String?
  ) throws {
    let zone = try #require(MapTimeZone(identifier: "America/Los_Angeles"))
    let request = MapTimesRequest(
      departure: departure.flatMap { RequestedTime($0) },
      deadline: deadline.flatMap { RequestedTime($0) })
    let now = try #require(Timestamp("2026-11-21T14:00:00-08:00"))
    let reply = zone.times(request, now: now)
    #expect(reply.departure?.description == start)
    #expect(reply.deadline?.description == end)
  }
}

@Suite struct MapTimeZoneTests {
  @Test("a time zone needs a name of the database")
  func unknownZone() {
    #expect(MapTimeZone(identifier: "America/San_Francisco") == nil)
    #expect(MapTimeZone(identifier: "") == nil)
    #expect(MapTimeZone(identifier: "Europe/Helsinki")?.identifier == "Europe/Helsinki")
  }

  @Test("a time on a skipped day is shifted forward")
  func skippedDay() throws {
    // Samoa went over the date line: 30 December 2011 does not exist.
    let zone = try #require(MapTimeZone(identifier: "Pacific/Apia"))
    let found = zone.occurrences(
      of: CivilTime(year: 2011, month: 12, day: 30, hour: 12, minute: 0))
    #expect(found.first.description == "2011-12-31T12:00:00+14:00")
    #expect(found.second == nil)
  }

  @Test(
    "every instant is one of the occurrences of its local time",
    arguments: [
      "America/Los_Angeles", "Europe/Helsinki", "Australia/Lord_Howe", "Asia/Kolkata",
    ])
  func roundTrip(_ name: String) throws {
    let zone = try #require(MapTimeZone(identifier: name))
    let seed: UInt64 = 11
    var generator = SeededGenerator(seed: seed)
    var instants = (0..<500).map { _ in
      Timestamp(secondsSince1970: .random(in: 1_700_000_000...1_900_000_000, using: &generator))
    }
    // And densely around the changes of 2026.
    for change in ["2026-03-08T10:00:00Z", "2026-11-01T09:00:00Z", "2026-04-04T15:00:00Z"] {
      instants += (-20...20).map { Timestamp(change)!.adding(seconds: $0 * 449) }
    }
    for instant in instants {
      let local = zone.localized(instant)
      let found = zone.occurrences(of: local.civil)
      #expect(
        found.first == local || found.second == local,
        "seed \(seed): \(local) is not one of \(found)")
    }
  }
}
