import Foundation
import Testing

@testable import OpeningHours

/// Dates and clocks.
@Suite struct ClockTests {
  @Test func daysAgreeWithFoundation() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    // A step of 37 days covers all weekdays.
    for number in stride(from: -30_000, through: 60_000, by: 37) {
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday, .weekOfYear], from: date)
      let day = Day(number: number)
      let (year, month, dayOfMonth) = day.civil
      // Foundation counts from Sunday, 1.
      let weekday = (day.weekday.rawValue + 1) % 7 + 1
      let actual = [year, month, dayOfMonth, day.isoWeek, weekday]
      let expected = [parts.year, parts.month, parts.day, parts.weekOfYear, parts.weekday]
      #expect(actual == expected)
      #expect(Day(year: year, month: month, day: dayOfMonth) == day)
    }
  }

  @Test(arguments: [
    (1818, 3, 22), (1943, 4, 25), (2000, 4, 23), (2008, 3, 23), (2011, 4, 24), (2019, 4, 21),
    (2024, 3, 31), (2026, 4, 5), (2038, 4, 25), (2285, 3, 22),
  ])
  func easter(_ year: Int, _ month: Int, _ day: Int) {
    #expect(Day.easter(year) == Day(year: year, month: month, day: day))
  }

  /// The clocks are put forward on 29 March 2026 from 02:00 to 03:00, and back on 25 October from
  /// 03:00 to 02:00.
  @Test(arguments: [
    // An hour is missing from this night, and doubled in that.
    ("Sa 22:00-06:00", "2026-03-28 22:00", 7.0), ("Sa 22:00-06:00", "2026-10-24 22:00", 9.0),
    ("Su 00:00-24:00", "2026-03-29 00:00", 23.0), ("Su 00:00-24:00", "2026-10-25 00:00", 25.0),
    // A skipped time is that of a clock not put forward: 02:30 is 03:30.
    ("Sa 22:00-02:30", "2026-03-28 22:00", 4.5), ("Su 02:30-06:00", "2026-03-29 03:30", 2.5),
    // Of a time that occurs twice the first counts.
    ("Sa 22:00-02:30", "2026-10-24 22:00", 4.5), ("Su 02:15-02:45", "2026-10-25 02:15", 0.5),
    ("Su 02:30-06:00", "2026-10-25 02:30", 4.5),
  ])
  func clocksChange(_ value: String, _ start: String, hours: Double) throws {
    let local = try LocalHours(value, HoursSamples.clock("Europe/Berlin"))
    let begin = HoursSamples.instant(start, local.context.zone)
    let found = local.intervals(in: begin - 3 * 86_400..<begin + 3 * 86_400)
    #expect(found.map(\.start) == [begin])
    #expect(found.map { Double($0.end - $0.start) / 3600 } == [hours])
  }

  /// Every minute of the two nights agrees with the intervals.
  @Test(arguments: [
    ("Europe/Berlin", "2026-03-29"), ("Europe/Berlin", "2026-10-25"),
    ("America/Sao_Paulo", "2018-02-18"), ("America/Sao_Paulo", "2018-11-04"),
    ("Pacific/Apia", "2011-12-31"), ("Australia/Lord_Howe", "2026-04-05"),
  ])
  func everyMinuteAgrees(_ zone: String, _ date: String) throws {
    let local = try LocalHours(
      "00:15-00:45,01:30-02:15,02:30-02:50,03:10-05:00,20:00-23:30", HoursSamples.clock(zone))
    let noon = HoursSamples.instant("\(date) 12:00", local.context.zone)
    let span = noon - 2 * 86_400..<noon + 2 * 86_400
    let intervals = local.intervals(in: span)
    let wrong = stride(from: span.lowerBound, to: span.upperBound, by: 60).filter { instant in
      let isOpen = intervals.contains { $0.start <= instant && instant < $0.end }
      return (local.state(at: instant) == .open) != isOpen
    }
    #expect(wrong.isEmpty)
  }
}
