import Messages
import Testing
import Time

@Suite struct CivilTimeTests {
  /// Every day of 800 years, counted by the leap-year rule.
  @Test func everyDayFollowsTheOneBefore() {
    var day = CivilTime(year: 1600, month: 1, day: 1, hour: 0, minute: 0)
    var seconds = day.secondsSince1970
    var faults = 0
    for _ in 0..<292_194 {
      if CivilTime(secondsSince1970: seconds) != day || day.secondsSince1970 != seconds {
        faults += 1
      }
      day.day += 1
      if day.day > daysOf(day.month, day.year) { (day.day, day.month) = (1, day.month + 1) }
      if day.month > 12 { (day.month, day.year) = (1, day.year + 1) }
      seconds += 86_400
    }
    #expect(faults == 0)
    #expect(day == CivilTime(year: 2400, month: 1, day: 1, hour: 0, minute: 0))
  }

  private func daysOf(_ month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  @Test(arguments: [
    ("2026-11-21T08:15", "2026-11-21T08:15:00"), ("2026-11-21 08:15:30", "2026-11-21T08:15:30"),
    ("2000-02-29T00:00", "2000-02-29T00:00:00"), ("0000-01-01T00:00", "0000-01-01T00:00:00"),
  ])
  func reads(_ text: String, _ expected: String) {
    #expect(CivilTime(text)?.description == expected)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T08", "2026-11-21T08:1", "2026-11-21T08:15:", "2100-02-29T08:15",
    "2026-06-31T08:15", "2026-11-21T24:00", "2026-11-21T08:15Z", "2026-11-21T08:15:30.5",
  ])
  func refuses(_ text: String) {
    #expect(CivilTime(text) == nil)
  }

  @Test func secondsBeforeTheEpochRoundDown() {
    #expect(CivilTime(secondsSince1970: -1).description == "1969-12-31T23:59:59")
    #expect(CivilTime(secondsSince1970: -86_400).description == "1969-12-31T00:00:00")
    #expect(CivilTime(secondsSince1970: -86_401).description == "1969-12-30T23:59:59")
  }

  @Test func existence() {
    var time = CivilTime(year: 2026, month: 2, day: 28, hour: 23, minute: 59, second: 59)
    #expect(time.exists)
    time.day = 29
    #expect(!time.exists)
    time.year = 2028
    #expect(time.exists)
    time.hour = -1
    #expect(!time.exists)
  }
}

@Suite struct RequestedTimeTests {
  @Test(arguments: [
    ("now", RequestedTime.now, "now"),
    ("08:15", .clock(hour: 8, minute: 15), "08:15"),
    ("8:15", .clock(hour: 8, minute: 15), "08:15"),
    ("00:00", .clock(hour: 0, minute: 0), "00:00"),
    ("23:59", .clock(hour: 23, minute: 59), "23:59"),
    (
      "2026-11-21T08:15",
      .local(CivilTime(year: 2026, month: 11, day: 21, hour: 8, minute: 15)),
      "2026-11-21T08:15:00"
    ),
    (
      "2026-11-21T08:15Z",
      .instant(Timestamp(secondsSince1970: 1_795_248_900)), "2026-11-21T08:15:00Z"
    ),
    ("Now", .now, "now"), ("8am", .clock(hour: 8, minute: 0), "08:00"),
    ("8:15 PM", .clock(hour: 20, minute: 15), "20:15"),
    ("8:15p.m.", .clock(hour: 20, minute: 15), "20:15"),
    ("12am", .clock(hour: 0, minute: 0), "00:00"), ("12 pm", .clock(hour: 12, minute: 0), "12:00"),
    ("noon", .clock(hour: 12, minute: 0), "12:00"),
    ("midnight", .clock(hour: 0, minute: 0), "00:00"),
    ("tomorrow 9:00", .day(.tomorrow, hour: 9, minute: 0), "tomorrow 09:00"),
    ("today at noon", .day(.today, hour: 12, minute: 0), "today 12:00"),
    ("mon 8:00", .day(.monday, hour: 8, minute: 0), "mon 08:00"),
    ("Thurs at 8 pm", .day(.thursday, hour: 20, minute: 0), "thu 20:00"),
    ("sunday 8am", .day(.sunday, hour: 8, minute: 0), "sun 08:00"),
    ("+30m", .after(seconds: 1800), "+30m"), ("+ 1h 5 min", .after(seconds: 3900), "+1h5m"),
    ("in 30 minutes", .fromNow(seconds: 1800), "in 30m"),
    ("in an hour", .fromNow(seconds: 3600), "in 1h"),
    ("in 1 day 90 seconds", .fromNow(seconds: 86_490), "in 1d1m30s"),
    ("in 0s", .fromNow(seconds: 0), "in 0s"),
  ])
  func forms(_ text: String, _ expected: RequestedTime, _ written: String) throws {
    #expect(RequestedTime(text) == expected)
    #expect(RequestedTime(text[...]) == expected)
    #expect(expected.description == written)
    #expect(RequestedTime(written) == expected)
    let json = try MessageCoder.encode([expected])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(written)\"]")
    #expect(try MessageCoder.decode([RequestedTime].self, from: json) == [expected])
  }

  @Test(arguments: [
    "", "now now", "tomorrow", "24:00", "12:60", "12:5", "012:05", "12", "-1:30", "+8:15",
    "8:15:00", ":15", "８:15", "2026-11-21", "2026-02-30T08:15", "13pm", "0am", "8:60am", "8 15",
    "in", "+", "+30", "in 30", "in minutes", "in 5m 1h", "in 1h 2h", "in 101 days", "in 9999999d",
    "mo 8:00", "someday 8:00", "tomorrow midnight", "tomorrow now", "at", "8:00 tomorrow", "+1.5h",
  ])
  func refused(_ text: String) {
    #expect(RequestedTime(text) == nil)
  }
}

@Suite struct TypedDurationTests {
  @Test(arguments: [
    ("600", 600), ("10m", 600), ("90s", 90), ("1h5m", 3900), ("1d", 86_400), ("0", 0),
    ("1h0m5s", 3605), ("10 m", 600), ("10min", 600), ("an hour", 3600), ("366d", 31_622_400),
  ])
  func reads(text: String, seconds: Int) {
    #expect(DurationParser.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "m", "-5m", "5m1h", "1m1m", "1.5h", "10:30", "+5m", "٣m", "9999999999999999999",
    "9223372036854775807d", "1h5",
  ])
  func refuses(text: String) {
    #expect(DurationParser.seconds(text) == nil)
  }
}
