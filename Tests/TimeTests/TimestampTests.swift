import CommandLineKit
import Foundation
import Messages
import TestSupport
import Testing
import Time

@Suite struct TimestampTests {
  @Test(arguments: [
    // Text, milliseconds since 1970, seconds east.
    ("1970-01-01T00:00:00Z", 0, 0),
    ("2026-11-21T08:00:00-08:00", 1_795_276_800_000, -28_800),
    ("2026-11-21T16:00:00.125Z", 1_795_276_800_125, 0),
    ("2026-11-21T21:30:00+05:30", 1_795_276_800_000, 19_800),
    ("2024-02-29T23:59:59Z", 1_709_251_199_000, 0),
    ("2000-02-29T00:00:00+14:00", 951_732_000_000, 50_400),
    ("1969-12-31T23:59:59.999Z", -1, 0),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000, 0),
    ("9999-12-31T23:59:59Z", 253_402_300_799_000, 0),
  ])
  func roundTrips(_ text: String, _ milliseconds: Int64, _ offset: Int) throws {
    let time = try #require(Timestamp(text))
    #expect(time.millisecondsSince1970 == milliseconds)
    #expect(time.offsetSeconds == offset)
    #expect(time.description == text)
  }

  @Test(arguments: [
    ("2026-11-21T08:00Z", "2026-11-21T08:00:00Z"),
    ("2026-11-21 08:00:00z", "2026-11-21T08:00:00Z"),
    ("2026-11-21T08:00:00-0800", "2026-11-21T08:00:00-08:00"),
    ("2026-11-21T08:00:00-00:00", "2026-11-21T08:00:00Z"),
    ("2026-11-21T08:00:00.5Z", "2026-11-21T08:00:00.500Z"),
    ("2026-11-21T08:00:00.000Z", "2026-11-21T08:00:00Z"),
    ("2026-11-21T08:00:00.123999999999999999999Z", "2026-11-21T08:00:00.123Z"),
    ("2026-11-21T08:00:00+23:59", "2026-11-21T08:00:00+23:59"),
  ])
  func otherSpellings(_ text: String, _ expected: String) {
    #expect(Timestamp(text)?.description == expected)
  }

  @Test(arguments: [
    "", "now", "2026-11-21", "2026-11-21T08:00:00", "2026-11-21T08:00:00 Z",
    "2026-11-21T08:00:00Zx", "2026-11-21T08:00:00+0", "2026-11-21T08:00:00+24:00",
    "2026-11-21T08:00:00+08:60", "2026-11-21T08:00:00.Z", "2026-11-21T8:00:00Z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z",
    "26-01-01T00:00:00Z", "2026-01-01T00:00:00-08:00:00", "２０２６-01-01T00:00:00Z",
  ])
  func refused(_ text: String) {
    #expect(Timestamp(text) == nil)
  }

  /// Against Foundation, over five centuries.
  @Test(arguments: 1...8)
  func agreesWithFoundation(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let formatter = ISO8601DateFormatter()
    for _ in 0..<300 {
      let seconds = Int64.random(in: -10_000_000_000...16_000_000_000, using: &generator)
      let offset = 900 * Int.random(in: -56...56, using: &generator)
      let time = Timestamp(secondsSince1970: seconds, offsetSeconds: offset)
      let date = Date(timeIntervalSince1970: Double(seconds))

      formatter.timeZone = TimeZone(secondsFromGMT: offset)
      #expect(time.description == formatter.string(from: date).withColon, "seed \(seed)")
      #expect(Timestamp(time.description) == time, "seed \(seed)")

      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: Double(seconds + Int64(offset))))
      let civil = time.civil
      #expect(
        [civil.year, civil.month, civil.day, civil.hour, civil.minute, civil.second]
          == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second],
        "seed \(seed)")
      #expect(civil.secondsSince1970 == seconds + Int64(offset), "seed \(seed)")
    }
  }

  /// Before railways, offsets had seconds; ISO 8601 has none.
  @Test("a text with a truncated offset has the same instant") func oddOffsets() {
    let time = Timestamp(secondsSince1970: -3_000_000_000, offsetSeconds: -28_378)
    #expect(Timestamp(time.description)?.millisecondsSince1970 == time.millisecondsSince1970)
    let tiny = Timestamp(secondsSince1970: 0, offsetSeconds: -30)
    #expect(tiny.description == "1970-01-01T00:00:00Z")
  }

  @Test func arithmetic() {
    let time = Timestamp(millisecondsSince1970: -1500, offsetSeconds: 3600)
    #expect(time.secondsSince1970 == -2)
    #expect(time.adding(seconds: -3).millisecondsSince1970 == -4500)
    #expect(time.adding(seconds: 3).offsetSeconds == 3600)
    let later = Timestamp(millisecondsSince1970: 999)
    #expect(later.seconds(since: time) == 2)
    #expect(time.seconds(since: later) == -2)
    #expect(Timestamp(millisecondsSince1970: 1499).seconds(since: .init(secondsSince1970: 0)) == 1)
    #expect(Timestamp(millisecondsSince1970: 1500).seconds(since: .init(secondsSince1970: 0)) == 2)
  }

  @Test func orderIsByTheInstantAlone() throws {
    let west = try #require(Timestamp("2026-11-21T08:00:00-08:00"))
    let east = try #require(Timestamp("2026-11-21T17:00:00+01:00"))
    #expect(!(west < east) && !(east < west))
    #expect(west != east)
    #expect(west < east.adding(seconds: 1))
  }
}

extension String {
  /// Foundation writes `+0530` on some systems.
  fileprivate var withColon: String {
    guard hasSuffix("Z") == false, let sign = lastIndex(where: { "+-".contains($0) }),
      self[sign...].count == 5
    else { return self }
    return prefix(count - 2) + ":" + suffix(2)
  }
}
