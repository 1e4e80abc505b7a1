import Messages
import Testing
import Time

@testable import QuickBrew

@Suite struct FormatsTests {
  @Test(arguments: [
    (0, "0 s"), (59, "59 s"), (60, "1 min"), (370, "6 min 10 s"), (3599, "59 min 59 s"),
    (3600, "1 h"), (3603, "1 h 3 s"), (3723, "1 h 2 min 3 s"), (-200, "-3 min 20 s"),
    (-3723, "-1 h 2 min 3 s"), (360_000, "100 h"),
  ])
  func durations(seconds: Int, text: String) {
    #expect(Formats.duration(seconds) == text)
    #expect(Formats.signedDuration(seconds) == (seconds < 0 ? text : "+" + text))
  }

  @Test(arguments: [
    (0.0, "0 m"), (849.6, "850 m"), (999.4, "999 m"), (999.5, "1.0 km"), (2310, "2.3 km"),
    (123_456, "123.5 km"),
  ])
  func distances(meters: Double, text: String) { #expect(Formats.distance(meters) == text) }

  @Test(arguments: [
    (1.005, 1, "1.0"), (-0.04, 1, "0.0"), (-1.25, 2, "-1.25"), (9.99, 1, "10.0"), (7.5, 0, "8"),
    (0.000001, 6, "0.000001"),
  ])
  func decimals(value: Double, places: Int, text: String) {
    #expect(Formats.decimal(value, places: places) == text)
  }

  @Test("clock times are in the time's own offset")
  func clocks() {
    #expect(Formats.clock(Fixtures.departure) == "08:00:00")
    #expect(Formats.offset(Fixtures.departure) == "UTC-08:00")
    #expect(
      Formats.clock(Fixtures.departure, unlessOn: "2026-11-20") == "2026-11-21 08:00:00")
  }

  @Test("days are called today and tomorrow by the clock of their own offset")
  func days() {
    let evening = Fixtures.departure.adding(seconds: 15 * 3600)
    // In UTC that is a day later.
    let now = Timestamp(millisecondsSince1970: evening.millisecondsSince1970)
    Formats.$now.withValue(now) {
      #expect(Formats.clock(Fixtures.departure, unlessOn: "") == "today 08:00:00")
      #expect(Formats.minute(evening.adding(seconds: 7200), unlessOn: "") == "tomorrow 01:00")
      #expect(Formats.minute(evening, unlessOn: "2026-11-21") == "23:00")
      #expect(Formats.onDate(Fixtures.departure) == "today")
      #expect(Formats.date(Fixtures.departure.adding(seconds: 2 * 86_400)) == "2026-11-23")
      #expect(Formats.date(Fixtures.departure.adding(seconds: -86_400)) == "2026-11-20")
    }
    #expect(Formats.onDate(Fixtures.departure) == "on 2026-11-21")
  }

  @Test(arguments: [(5, "5s"), (60, "1m"), (3_900, "1h 5m"), (273_600, "3d 4h")])
  func uptimes(seconds: Int, text: String) { #expect(Formats.uptime(seconds) == text) }
}

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("Café", 4), ("Cafe\u{301}", 4), ("咖啡", 4), ("한글", 4), ("ｆｕｌｌ", 8), ("☕️", 2),
    ("👩‍👩‍👧", 2), ("🇫🇮", 2), ("Ærøskøbing", 10), ("Кофе", 4), ("a\u{200B}b", 2),
  ])
  func columns(text: String, width: Int) { #expect(text.displayWidth == width) }

  @Test(arguments: [
    ("coffee", 6, "coffee"), ("coffee", 5, "coff…"), ("咖啡咖啡", 6, "咖啡…"), ("ab", 0, ""),
  ])
  func cuts(text: String, width: Int, result: String) {
    #expect(text.shortened(to: width) == result)
    #expect(text.shortened(to: width).displayWidth <= width)
  }

  @Test(arguments: [
    ("plain ☕️", "plain ☕️"), ("a\u{1B}[31mb", "a [31mb"), ("a\r\nb", "a  b"),
    ("a\u{202E}b", "a b"), ("\u{9B}x", " x"), ("👩‍👩‍👧", "👩‍👩‍👧"),
  ])
  func controlsBecomeSpaces(text: String, result: String) { #expect(text.printable == result) }
}

@Suite struct TerminalColorTests {
  @Test(
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
      (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
      (false, ["FORCE_COLOR": "1"], true), (false, ["FORCE_COLOR": "0"], false),
      (true, ["FORCE_COLOR": "1", "NO_COLOR": "1"], true),
    ] as [(Bool, [String: String], Bool)])
  func color(isTerminal: Bool, environment: [String: String], hasColor: Bool) {
    let style = Style(isTerminal: isTerminal, width: 80, environment: environment)
    #expect(style.hasColor == hasColor)
    #expect(style.width == (isTerminal ? 80 : nil))
  }
}
