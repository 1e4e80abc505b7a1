import CommandLineKit
import TestSupport
import Testing

@testable import OpeningHours

/// `earliestStay`, `latestStay` and `closing`.
@Suite struct StayTests {
  private let monday = HoursSamples.instant("2026-11-23 00:00", HoursSamples.frankfurt.zone)

  private func local(_ value: String) throws -> LocalHours {
    try LocalHours(value, HoursSamples.frankfurt)
  }

  /// `08:15`, with a question mark if it is uncertain; `none`.
  private func formatted(_ stay: HoursStay?) -> String {
    guard let stay else { return "none" }
    let minute = Int(stay.start - monday) / 60
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minute / 60)):\(digits(minute % 60))\(stay.isCertain ? "" : "?")"
  }

  struct Row: Sendable {
    let value: String
    let minutes: Int
    /// Minutes after Monday's midnight.
    let starts: ClosedRange<Int>
    let certainly: Bool
    let earliest: String
    let latest: String

    init(
      _ value: String, _ minutes: Int, _ starts: ClosedRange<Int>, certainly: Bool = false,
      _ earliest: String, _ latest: String
    ) {
      self.value = value
      self.minutes = minutes
      self.starts = starts
      self.certainly = certainly
      self.earliest = earliest
      self.latest = latest
    }
  }

  @Test(arguments: [
    Row("08:00-18:00", 10, 540...600, "09:00", "10:00"),
    Row("08:00-18:00", 10, 420...600, "08:00", "10:00"),
    Row("08:00-18:00", 10, 1000...1200, "16:40", "17:50"),
    Row("08:00-18:00", 10, 1070...1070, "17:50", "17:50"),
    Row("08:00-18:00", 10, 1071...1080, "none", "none"),
    Row("08:00-18:00", 600, 0...1440, "08:00", "08:00"),
    Row("08:00-18:00", 601, 0...2880, "none", "none"),
    // A stay of no time needs an open instant.
    Row("08:00-18:00", 0, 480...480, "08:00", "08:00"),
    Row("08:00-18:00", 0, 1080...1080, "none", "none"),
    Row("08:00-12:00,13:00-18:00", 30, 700...900, "13:00", "15:00"),
    Row("08:00-12:00,12:00-18:00", 30, 700...900, "11:40", "15:00"),
    // Over midnight, and over several days.
    Row("22:00-02:00", 240, 0...1440, "22:00", "22:00"),
    Row("24/7", 4320, 0...100, "00:00", "01:40"),
    Row("Mo-We", 4320, 0...100, "00:00", "00:00"),
    Row("Th", 60, 0...10000, "72:00", "95:00"),
    // Unknown states.
    Row("Mo 08:00-10:00 unknown, Mo 10:00-12:00", 60, 500...1000, "08:20?", "11:00"),
    Row("Mo 08:00-10:00 unknown, Mo 10:00-12:00", 60, 500...560, "08:20?", "09:20?"),
    Row(
      "Mo 08:00-10:00 unknown, Mo 10:00-12:00", 60, 500...1000, certainly: true, "10:00", "11:00"),
    Row(
      "Mo 08:00-10:00 unknown, Mo 10:00-12:00", 60, 500...560, certainly: true, "none", "none"),
    Row("Mo 08:00-10:00, Mo 10:00-12:00 unknown", 60, 570...580, "09:30?", "09:40?"),
  ])
  func stays(_ row: Row) throws {
    let local = try local(row.value)
    let starts =
      monday + Int64(row.starts.lowerBound) * 60...monday + Int64(row.starts.upperBound) * 60
    let earliest = local.earliestStay(
      of: row.minutes * 60, startingIn: starts, certainly: row.certainly)
    #expect(formatted(earliest) == row.earliest)
    let latest = local.latestStay(
      of: row.minutes * 60, startingIn: starts, certainly: row.certainly)
    #expect(formatted(latest) == row.latest)
  }

  /// Random values against a scan of every minute; in Frankfurt the clocks change in between.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func staysAgreeWithAScanOfEveryMinute(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let value = RandomValue.rules(&random)
      let local = try LocalHours(value, HoursSamples.frankfurt)
      // Near a night in which clocks change, or anywhere.
      let nights: [UnixSeconds] = [1_774_746_000, 1_792_890_000, 1_764_000_000]
      let start =
        (nights.randomElement(using: &random) ?? 0)
        + 60 * UnixSeconds.random(in: -2000...600, using: &random)
      let length = Int.random(in: 0...300, using: &random)
      let last = Int.random(in: 0...2000, using: &random)
      let states = (0...last + max(length, 1)).map { local.state(at: start + Int64($0) * 60) }
      for certainly in [false, true] {
        let possible = (0...last).filter { minute in
          states[minute..<minute + max(length, 1)].allSatisfy {
            $0 == .open || !certainly && $0 == .unknown
          }
        }
        let starts = start...start + Int64(last) * 60
        let expected = [possible.first, possible.last].map { minute in
          minute.map { minute in
            HoursStay(
              start: start + Int64(minute) * 60,
              isCertain: states[minute..<minute + max(length, 1)].allSatisfy { $0 == .open })
          }
        }
        let found = [
          local.earliestStay(of: length * 60, startingIn: starts, certainly: certainly),
          local.latestStay(of: length * 60, startingIn: starts, certainly: certainly),
        ]
        #expect(
          found == expected, "seed \(seed): \(value), \(length) min from \(start), \(last) min")
      }
    }
  }

  @Test(
    arguments: [
      ("08:00-18:00", 600, 1080), ("08:00-18:00", 480, 1080), ("08:00-18:00", 1100, 1100),
      ("08:00-12:00,12:00-18:00", 600, 1080), ("22:00-02:00", 1330, 1560), ("24/7", 600, nil),
      ("Mo-We", 600, nil), ("08:00-18:00+", 600, nil), ("08:00-18:00 unknown", 600, nil),
    ] as [(String, Int64, Int64?)])
  func closing(_ value: String, _ minute: Int64, _ expected: Int64?) throws {
    let closing = try local(value).closing(
      after: monday + minute * 60, before: monday + 2 * 86_400)
    #expect(closing.map { ($0 - monday) / 60 } == expected)
  }

  /// Without a calendar the state is unknown where it depends on public holidays, if the context
  /// says that they are unknown.
  @Test("without a calendar public holidays are unknown") func unknownPublicHolidays() throws {
    let day = HoursSamples.day("2026-11-23")
    let context = HoursContext(zone: HoursSamples.frankfurt.zone, knowsPublicHolidays: false)
    let rows = [
      ("Mo-Fr 08:00-12:00; PH off", "11-23 08:00-12:00?"),
      ("Mo-Fr,PH 08:00-12:00", "11-23 08:00-12:00"),
      (
        "Mo-Fr 08:00-12:00; PH 10:00-14:00",
        "11-23 08:00-10:00?, 11-23 10:00-12:00, "
          + "11-23 12:00-14:00?"
      ),
      ("08:00-12:00", "11-23 08:00-12:00"),
      ("PH,SH off; Mo-Fr 08:00-12:00", "11-23 08:00-12:00"),
    ]
    for (value, expected) in rows {
      #expect(try LocalHours(value, context).formatted(from: day, days: 1) == expected, "\(value)")
    }
    func comment(_ value: String) throws -> String? {
      try LocalHours(value, context).status(at: monday + 9 * 3600).comment
    }
    #expect(try comment("Mo-Fr 08:00-12:00; PH off") == "depends on the public holidays")
    #expect(try comment("Mo-Fr 08:00-12:00; SH off") == "depends on the school holidays")
    #expect(try comment("Mo-Fr 08:00-12:00; PH,SH off") == "depends on the holidays")
  }
}
