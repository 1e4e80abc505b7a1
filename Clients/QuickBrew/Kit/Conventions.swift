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
    let isIn = { (rule: String, phrases: Phrases) in
      phrases.optional(rule)?.split(separator: " ").contains { $0 == region ?? "" } ?? false
    }
    let english = Self.book.phrases(for: nil)
    self.units =
      units ?? (isIn("miles", english) ? .imperial : isIn("yards", english) ? .uk : .metric)
    has12Hours = clock.map { $0 == .twelve } ?? isIn("clock.12.regions", phrases)
    decimalMark =
      isIn("decimal.comma", phrases)
      ? "," : isIn("decimal.point", phrases) ? "." : phrases("decimal")
  }

  /// `08:06:10`, `8:06:10 AM`, `8.06.10`.
  func clock(_ time: CivilTime, hasSeconds: Bool = true) -> String {
    ofRegion(
      has12Hours ? "clock.12" : "clock",
      [
        "H": "\(time.hour)", "HH": time.hour.padded(to: 2), "K": "\(time.hour % 12)",
        "h": "\((time.hour + 11) % 12 + 1)", "mm": time.minute.padded(to: 2),
        "ss": hasSeconds ? time.second.padded(to: 2) : "",
        "half": ofRegion(time.hour < 12 ? "am" : "pm"),
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

  /// Whether the reader reads the letters of a text: only of the Latin ones it is known that a
  /// language written in them reads no others.
  func reads(_ text: String) -> Bool {
    let isLatin = { (text: String) in
      text.unicodeScalars.contains { $0.properties.isAlphabetic && $0.value < 0x250 }
    }
    let isOwn = language.lowercased().hasPrefix(phrases.language)
    return isLatin(text) || !isOwn || !isLatin(phrases("today"))
  }

  /// The phrase of the region, else of the language.
  private func ofRegion(_ key: String, _ slots: [String: String] = [:]) -> String {
    region.flatMap { phrases.optional("\(key).\($0)", slots) } ?? phrases(key, slots)
  }

  /// A word of a row, by its number from 1.
  private func word(_ row: String, _ number: Int) -> String {
    ofRegion(row).split(separator: " ").dropFirst(number - 1).first.map(String.init) ?? ""
  }
}

/// How far the hours of a printed clock count.
enum ClockHours: String, CaseIterable {
  case twelve = "12"
  case twentyFour = "24"
}
