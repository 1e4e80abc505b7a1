import Foundation
import Messages
import Phrases
import Testing
import Time

@testable import QuickBrew

/// How readers write numbers and times. The oracle is the CLDR of full Foundation, which the client
/// does without.
@Suite struct ConventionsTests {
  /// Each month, weekday and hour is among them.
  private static let times = (0..<84).map { index in
    CivilTime(
      year: 2026, month: index % 12 + 1, day: index % 28 + 1, hour: index % 24,
      minute: 5 * (index % 12), second: index % 60)
  }

  /// Without a locale's no-break spaces, which nobody can search a terminal for.
  private static func plain(_ text: String) -> String {
    text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
  }

  private static func text(_ time: CivilTime, _ template: String, _ locale: String) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.setLocalizedDateFormatFromTemplate(template)
    return plain(
      formatter.string(from: Date(timeIntervalSince1970: Double(time.secondsSince1970))))
  }

  @Test(
    "dates are those of the CLDR",
    arguments: [
      "de_DE", "de_AT", "de_CH", "fr_FR", "fr_CA", "fr_BE", "es_ES", "es_AR", "es_MX", "es_US",
      "pt_BR", "pt_PT", "pt_AO", "fi_FI", "ru_RU", "ru_UA", "ja_JP", "en_US", "en_CA", "en_PH",
      "en_GB", "en_IE", "en_AU", "en_NZ", "en_IN", "en_ZA", "en_SG",
    ])
  func dates(locale: String) {
    let conventions = Conventions(locale)
    #expect(
      Self.times.map(conventions.date) == Self.times.map { Self.text($0, "yMMMEd", locale) })
  }

  @Test(
    "clocks are those of the CLDR, of 24 and of 12 hours",
    arguments: [
      "de_DE", "fr_FR", "es_ES", "es_AR", "pt_BR", "pt_PT", "fi_FI", "ru_RU", "ja_JP", "en_US",
      "en_CA", "en_PH", "en_GB", "en_AU", "en_IN",
    ])
  func clocks(locale: String) {
    for (hours, template) in [(ClockHours.twentyFour, "Hm"), (.twelve, "hm"), (nil, "jm")] {
      let conventions = Conventions(locale, clock: hours)
      #expect(
        Self.times.map { conventions.clock($0) }
          == Self.times.map { Self.text($0, template + "s", locale) })
      #expect(
        Self.times.map { conventions.clock($0, hasSeconds: false) }
          == Self.times.map { Self.text($0, template, locale) })
    }
  }

  @Test(
    "hours, decimal marks and miles are those of every region of a language",
    arguments: ["de", "en", "es", "fi", "fr", "ja", "pt", "ru"])
  func regions(language: String) {
    let regions = Locale.availableIdentifiers.filter {
      $0.wholeMatch(of: /[a-z]{2}_[A-Z]{2}/) != nil && $0.hasPrefix(language + "_")
    }
    #expect(!regions.isEmpty)
    let one = CivilTime(year: 2026, month: 1, day: 1, hour: 13, minute: 0)
    for name in regions {
      let (locale, conventions) = (Locale(identifier: name), Conventions(name))
      let isOf24Hours = Self.text(one, "jm", name).contains("13")
      #expect(conventions.clock(one).contains("13") == isOf24Hours, "\(name)")
      #expect(conventions.decimalMark == locale.decimalSeparator, "\(name)")
      let units: DistanceUnits? =
        switch locale.measurementSystem {
        case .metric: .metric
        case .us: .imperial
        case .uk: .uk
        default: nil
        }
      #expect(conventions.units == units, "\(name)")
    }
  }

  @Test(
    "a language without a region, none, and one that has no file",
    arguments: [
      (nil, "2026-11-21", "15:05:00"), ("", "2026-11-21", "15:05:00"),
      ("C", "2026-11-21", "15:05:00"), ("C.UTF-8", "2026-11-21", "15:05:00"),
      ("POSIX", "2026-11-21", "15:05:00"), ("en", "2026-11-21", "15:05:00"),
      ("sv_SE.UTF-8", "2026-11-21", "15:05:00"), ("de", "Sa. 21. Nov. 2026", "15:05:00"),
      ("en_US.UTF-8", "Sat, Nov 21, 2026", "3:05:00 PM"),
      ("de_DE@euro", "Sa. 21. Nov. 2026", "15:05:00"), ("ja-JP", "2026年11月21日(土)", "15:05:00"),
    ])
  func names(name: String?, date: String, clock: String) {
    let time = CivilTime(year: 2026, month: 11, day: 21, hour: 15, minute: 5)
    #expect(Conventions(name).date(time) == date)
    #expect(Conventions(name).clock(time) == clock)
  }

  @Test(
    "every language has the names of months and days",
    arguments: Set(phraseTexts.map(\.language)).sorted())
  func rows(language: String) throws {
    let book = PhraseBook(phraseTexts)
    let own = book.phrases(for: language)
    #expect(own.malformed == [])
    #expect(own("months").split(separator: " ").count == 12)
    #expect(own("weekdays").split(separator: " ").count == 7)
  }

  @Test(
    "a list follows flags, settings and the environment, in this order",
    arguments: [
      ("C", "", [], "2.3 km"), ("de_DE.UTF-8", "", [], "2,3 km"), ("en_US", "", [], "1.4 mi"),
      ("en_GB", "", [], "1.4 mi"), ("en_US", "units = metric", [], "2.3 km"),
      ("en_US", "lang = ru", [], "2,3 км"), ("C", "lang = ru", ["--lang", "de"], "2,3 km"),
      ("de_DE", "", ["--lang", "ja"], "2.3 km"),
      ("de_DE", "units = uk", ["--units", "imperial"], "1,4 mi"),
    ])
  func sources(environment: String, settings: String, flags: [String], text: String) async throws {
    let bus = FakeClientBus().answering(RouteRequest.self) { _ in
      RouteReply(
        durationSeconds: 370, distanceMeters: 2300, name: nil, geometry: nil, legs: [],
        waypoints: [], verified: nil, mapVersion: "1")
    }
    let run = await CommandRun(
      ["route", "1,2", "3,4"] + flags, bus: bus, environment: ["LANG": environment],
      settings: try Configuration(settings, from: "settings"))
    #expect(run.output.contains(text), "\(run.output)\(run.messages)")
    let json = await CommandRun(
      ["route", "1,2", "3,4", "--json"] + flags, bus: bus, environment: ["LANG": environment])
    #expect(json.output.contains(#""distanceMeters":2300"#))
  }

  @Test("short distances are in feet or yards; durations have the language's words")
  func units() {
    for (locale, units, text) in [
      ("en_US", nil, "328 ft"), ("en_GB", nil, "109 yd"), ("de_DE", nil, "100 m"),
      ("ru_RU", nil, "100 м"), ("ru_RU", DistanceUnits.uk, "109 ярд."),
    ] {
      Formats.$conventions.withValue(Conventions(locale, units: units)) {
        #expect(Formats.distance(100) == text)
      }
    }
    Formats.$conventions.withValue(Conventions("ja")) {
      #expect(Formats.duration(-3723) == "-1 時間 2 分 3 秒")
      #expect(Formats.duration(0) == "0 秒")
    }
  }

  @Test("what programs read is the same in every language")
  func machines() {
    Formats.$conventions.withValue(Conventions("de_DE")) {
      #expect(Formats.coordinate(Fixtures.origin) == "37.785834,-122.406417")
      #expect(Formats.digits(1.25, places: 2) == "1.25")
      #expect(Formats.day(Fixtures.departure) == "2026-11-21")
      #expect(Formats.decimal(1.25, places: 2) == "1,25")
      let file = GPXFile(waypoints: [.init(name: "x", coordinate: Fixtures.origin)]).text
      #expect(file.contains(#"lat="37.785834" lon="-122.406417""#), "\(file)")
    }
  }
}
