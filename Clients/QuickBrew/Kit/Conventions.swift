import OpeningHours
import Phrases
import Time

/// How a reader writes numbers, dates and times: by language and region, or as the reader says.
///
/// Without a language, in English without a region, and in a language without a file of its own,
/// dates are those of ISO 8601, hours count to 24, and distances are metric.
struct Conventions: Sendable {
  private static let book = PhraseBook(phraseTexts)

  /// The reader's language, such as `pt-BR`; `en` where none is given.
  let language: String
  /// The words of that language, or English ones.
  let phrases: Phrases
  let units: DistanceUnits
  /// What stands before the decimal places.
  let decimalMark: String
  private let region: String?
  /// Those that the reader reads: Latin ones, and those of the language's own script.
  private let letters: [ClosedRange<UInt32>]
  private let has12Hours: Bool

  /// Sources: Unicode CLDR, of which `Phrases/` has what is needed; POSIX, 8.2, for the names.
  ///
  /// - Parameters:
  ///   - locale: a language tag, or what `LANG` has: `de-CH`, `pt_BR.UTF-8`, `C`; `nil` for none.
  ///   - units: those of distances; `nil` for the region's.
  ///   - clock: how far hours count; `nil` for the region's.
  init(_ locale: String? = nil, units: DistanceUnits? = nil, clock: ClockHours? = nil) {
    let tag = locale?.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
    let phrases = Self.book.phrases(for: locale)
    let region = tag?.dropFirst().last { $0.count == 2 }?.uppercased()
    // "C" and "POSIX" are no languages.
    let isLanguage = tag?.first.map { 2...3 ~= $0.count } ?? false
    language = isLanguage ? tag?.joined(separator: "-") ?? "en" : "en"
    self.phrases = phrases
    self.region = region
    let words = { (row: String, phrases: Phrases) in
      (phrases.optional(row) ?? "").split(separator: " ").map(String.init)
    }
    let isIn = { (rule: String, phrases: Phrases) in words(rule, phrases).contains(region ?? "") }
    let english = Self.book.phrases(for: nil)
    self.units =
      units ?? (isIn("miles", english) ? .imperial : isIn("yards", english) ? .uk : .metric)
    has12Hours = clock.map { $0 == .twelve } ?? isIn("clock.12.regions", phrases)
    decimalMark =
      isIn("decimal.comma", phrases)
      ? "," : isIn("decimal.point", phrases) ? "." : phrases("decimal")
    let spoken = language.lowercased().prefix { $0 != "-" }
    let own = words("scripts", english).filter {
      words("script.\($0)", english).contains(String(spoken))
    }
    letters = (["Latn"] + own).flatMap { words("letters.\($0)", english) }.compactMap { range in
      let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      return ends.count == 2 ? ends[0]...ends[1] : nil
    }
  }

  /// `08:06:10`, `8:06:10 AM`, `8.06.10`; the hour 24 is a day's end.
  func clock(_ time: CivilTime, hasSeconds: Bool = true) -> String {
    ofRegion(
      has12Hours ? "clock.12" : "clock",
      [
        "H": "\(time.hour)", "HH": time.hour.padded(to: 2), "K": "\(time.hour % 12)",
        "h": "\((time.hour + 11) % 12 + 1)", "mm": time.minute.padded(to: 2),
        "ss": hasSeconds ? time.second.padded(to: 2) : "",
        "half": ofRegion(time.hour % 24 < 12 ? "am" : "pm"),
      ])
  }

  /// `2026-11-21`, `Sat, Nov 21, 2026`, `Sa. 21. Nov. 2026`.
  func date(_ time: CivilTime) -> String {
    ofRegion(
      "date",
      [
        "year": time.year.padded(to: 4), "M": "\(time.month)", "MM": time.month.padded(to: 2),
        "day": "\(time.day)", "dd": time.day.padded(to: 2), "month": word("months", time.month),
        "weekday": word("weekdays", Day(time).weekday.rawValue + 1),
      ])
  }

  /// Whether the reader reads any letter of a text, or it has none.
  func reads(_ text: String) -> Bool {
    let used = text.unicodeScalars.filter(\.properties.isAlphabetic).map(\.value)
    return used.isEmpty || used.contains { letter in letters.contains { $0.contains(letter) } }
  }

  /// The phrase of the region, else of the language.
  private func ofRegion(_ key: String, _ slots: [String: String] = [:]) -> String {
    region.flatMap { phrases.optional("\(key).\($0)", slots) } ?? phrases(key, slots)
  }

  /// A word of a row, by its number from 1: "Mon", the first of `weekdays`.
  func word(_ row: String, _ number: Int) -> String {
    ofRegion(row).split(separator: " ").dropFirst(number - 1).first.map(String.init) ?? ""
  }
}

/// How far the hours of a printed clock count.
enum ClockHours: String, CaseIterable {
  case twelve = "12"
  case twentyFour = "24"
}
