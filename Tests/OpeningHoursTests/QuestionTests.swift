import CommandLineKit
import OpeningHours
import TestSupport
import Testing

/// `status`, `nextChange`, `isOpen` and `intervals`.
@Suite struct QuestionTests {
  private func instant(_ text: String) -> UnixSeconds {
    HoursSamples.instant(text, HoursSamples.frankfurt.zone)
  }

  @Test func threeStates() throws {
    let local = try LocalHours(
      #"Mo-Fr 08:00-18:00; Sa 10:00-12:00 unknown; PH off "closed for the feast""#,
      HoursSamples.frankfurt)
    #expect(local.state(at: instant("2026-11-23 08:00")) == .open)
    #expect(local.state(at: instant("2026-11-23 18:00")) == .closed)
    #expect(local.state(at: instant("2026-11-28 10:30")) == .unknown)
    let feast = local.status(at: instant("2026-12-25 10:00"))
    #expect(feast.state == .closed)
    #expect(feast.comment == "closed for the feast")
  }

  @Test func theNextChangeIsFound() throws {
    let local = try LocalHours("Mo-Fr 08:00-18:00; PH off", HoursSamples.frankfurt)
    let weekend = local.nextChange(after: instant("2026-12-24 18:00"))
    #expect(weekend?.instant == instant("2026-12-28 08:00"))
    #expect(weekend?.status.state == .open)
    let evening = local.nextChange(after: instant("2026-11-23 08:00"))
    #expect(evening?.instant == instant("2026-11-23 18:00"))
  }

  @Test("a change years ahead is found, and nil where none comes") func farChange() throws {
    let leap = try LocalHours("Feb 29 10:00-12:00", HoursSamples.frankfurt)
    #expect(
      leap.nextChange(after: instant("2024-02-29 12:00"))?.instant == instant("2028-02-29 10:00"))
    let past = try LocalHours("2020 Mo 10:00-12:00", HoursSamples.frankfurt)
    #expect(past.nextChange(after: instant("2026-01-01 00:00")) == nil)
    let always = try LocalHours("24/7", HoursSamples.frankfurt)
    #expect(always.nextChange(after: instant("2026-01-01 00:00")) == nil)
    // Every day from midnight to midnight never changes either.
    let daily = try LocalHours("Mo-Su 00:00-24:00", HoursSamples.frankfurt)
    #expect(daily.nextChange(after: instant("2026-01-01 00:00")) == nil)
  }

  @Test(arguments: [
    ("2026-11-23 09:00", "2026-11-23 10:00", HoursState.open),
    ("2026-11-23 07:00", "2026-11-23 10:00", .closed),
    ("2026-11-23 17:30", "2026-11-23 18:00", .open),
    ("2026-11-23 17:30", "2026-11-23 18:01", .unknown),
    ("2026-11-23 18:30", "2026-11-24 09:00", .closed),
    ("2026-11-23 18:00", "2026-11-23 19:00", .unknown),
    ("2026-11-23 09:00", "2026-11-23 09:00", .open),
  ])
  func openAllTheTime(_ start: String, _ end: String, _ state: HoursState) throws {
    let local = try LocalHours(
      "Mo-Fr 08:00-18:00, Mo-Fr 18:00-20:00 unknown", HoursSamples.frankfurt)
    #expect(local.isOpen(during: instant(start)..<instant(end)) == state)
  }

  @Test func schoolHolidaysAreUnknownUnlessGiven() throws {
    let monday = HoursSamples.day("2026-11-23")
    let somewhere = HoursSamples.clock("Europe/Berlin")
    let closed = try LocalHours("Mo-Fr 08:00-12:00; SH off", somewhere)
    #expect(closed.formatted(from: monday, days: 1) == "11-23 08:00-12:00?")
    let both = try LocalHours("SH 08:00-14:00; Sa 10:00-12:00", somewhere)
    #expect(
      both.formatted(from: monday, days: 6) == """
        11-23 08:00-14:00?, 11-24 08:00-14:00?, 11-25 08:00-14:00?, 11-26 08:00-14:00?, \
        11-27 08:00-14:00?, 11-28 10:00-12:00
        """)
    let known = HoursContext(
      zone: somewhere.zone,
      schoolHolidays: [HoursSamples.day("2026-11-24")...HoursSamples.day("2026-11-26")])
    let local = try LocalHours("Mo-Fr 08:00-12:00; SH off", known)
    #expect(
      local.formatted(from: monday, days: 5) == "11-23 08:00-12:00, 11-27 08:00-12:00")
  }

  /// In Hesse they end on 12 January 2027; those of 2030 are not decreed yet.
  @Test func schoolHolidaysOfATableAreUsed() throws {
    let local = try LocalHours("Mo-Fr 08:00-12:00; SH off", HoursSamples.frankfurt)
    #expect(
      local.formatted(from: HoursSamples.day("2027-01-11"), days: 4)
        == "01-13 08:00-12:00, 01-14 08:00-12:00")
    #expect(local.formatted(from: HoursSamples.day("2030-03-04"), days: 1) == "03-04 08:00-12:00?")
  }

  /// For random values at random times: intervals, states and changes agree. All times of the
  /// values are quarters of an hour, so that no change hides between two samples.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func intervalsStatesAndChangesAgree(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let value = RandomValue.rules(&random)
      let local = try LocalHours(value, HoursSamples.frankfurt)
      let start = UnixSeconds.random(in: 1_700_000_000...1_900_000_000, using: &random) / 900 * 900
      let span = start..<start + 3 * 86_400
      let samples = stride(from: start, to: span.upperBound, by: 900)
      let states = samples.map { local.state(at: $0) }

      let intervals = local.intervals(in: span)
      let listed = samples.map { instant in
        intervals.first { $0.start <= instant && instant < $0.end }?.state ?? .closed
      }
      #expect(states == listed, "seed \(seed): \(value) from \(start)")

      let edges = zip(samples.dropFirst(), zip(states, states.dropFirst()))
        .filter { $1.0 != $1.1 }.map { instant, _ in instant }
      let changes = zip([start] + edges, edges).map { instant, _ in
        local.nextChange(after: instant)?.instant
      }
      #expect(changes == edges, "seed \(seed): \(value) from \(start)")
    }
  }
}

/// Values that follow from a seed; all their times are quarters of an hour.
enum RandomValue {
  static func rules(_ random: inout SeededGenerator) -> String {
    var value = rule(&random)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      value += (["; ", "; ", ", ", " || "].randomElement(using: &random) ?? "; ") + rule(&random)
    }
    return value
  }

  private static func rule(_ random: inout SeededGenerator) -> String {
    let wide = [
      "", "", "", "Nov-Mar ", "Dec 24-Jan 06 ", "week 1-53/2 ", "2026+ ", "easter -2 days ",
    ]
    let days = ["", "Mo-Fr ", "Sa ", "Fr-Mo ", "Mo,We ", "Su[1,-1] ", "PH,Sa ", "PH "]
    let ends = ["", "", "", "", " off", " unknown", #" "ask""#]
    let parts = [wide, days].map { $0.randomElement(using: &random) ?? "" }
    let end = ends.randomElement(using: &random) ?? ""
    return parts.joined() + times(&random) + end
  }

  private static func times(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in
      let start = Int.random(in: 0..<96, using: &random)
      let end = start + Int.random(in: 1...80, using: &random)
      let mark = Int.random(in: 0..<8, using: &random) == 0 ? "+" : ""
      return "\(clock(start))-\(clock(end))\(mark)"
    }.joined(separator: ",")
  }

  private static func clock(_ quarters: Int) -> String {
    let (hour, minute) = (quarters / 4, quarters % 4 * 15)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
