/// A parsed `opening_hours` value of OpenStreetMap.
///
/// Parsing needs no place and no time; `LocalHours` evaluates the value at a place.
///
///     let hours = try OpeningHours("Mo-Fr 08:00-18:00; Sa 09:00-13:00; PH off")
///     LocalHours(hours, at: place).state(at: time)
///
/// The grammar is that of the page "Key:opening_hours/specification" of the OpenStreetMap wiki,
/// version 0.7.2; where the page leaves the meaning open, it is that of the reference
/// implementation opening_hours.js. Words and signs that mappers often use instead are accepted,
/// with a warning, if they can only mean one thing.
package struct OpeningHours: Sendable, Hashable {
  /// The value as given.
  package let value: String
  /// What was accepted though it is not in the grammar, and what may surprise.
  package let warnings: [HoursWarning]
  let rules: [HoursRule]

  /// Parses a value. Costs a few microseconds.
  ///
  /// - Parameter country: its code of ISO 3166-1, in upper case; decides between languages where a
  ///   name of a day or month could be of several. Without it such a value is refused.
  /// - Throws: `HoursError` with the position of the fault and what was expected there.
  package init(_ value: String, country: String? = nil) throws(HoursError) {
    guard value.utf8.count <= HoursLimits.valueBytes else {
      throw HoursError(
        value: String(value.prefix(40)) + "…", position: 0,
        expected: "at most \(HoursLimits.valueBytes) bytes", found: "\(value.utf8.count)")
    }
    let text = HoursText(value)
    var tokenizer = HoursTokenizer(text)
    var resolver = KeywordResolver(
      text, try tokenizer.run(), preferred: country.map(Language.spoken) ?? [])
    var parser = HoursParser(text, tokens: resolver.run())
    rules = try parser.run()
    warnings = (tokenizer.warnings + resolver.warnings + parser.warnings)
      .sorted { $0.position < $1.position }
    self.value = value
  }

  /// Whether any rule depends on public holidays.
  package var mentionsPublicHolidays: Bool { rules.contains { $0.days.mentionsPublicHolidays } }

  /// Whether any rule depends on school holidays.
  package var mentionsSchoolHolidays: Bool { rules.contains { $0.days.mentionsSchoolHolidays } }

  /// Whether any rule depends on the sun.
  package var mentionsSun: Bool {
    rules.contains { $0.spans.contains { $0.start.event != nil || $0.end.event != nil } }
  }
}

/// Open, closed, or unknown.
package enum HoursState: String, Sendable, Hashable, CaseIterable, Codable {
  case closed
  case open
  case unknown
}

/// A part of a value that is not in the grammar but was accepted, or whose meaning may surprise.
package struct HoursWarning: Sendable, Hashable {
  /// Characters before that part.
  package let position: Int
  package let message: String
}

/// Why a value cannot be parsed.
package struct HoursError: Error, Sendable, Hashable, CustomStringConvertible {
  package let value: String
  /// Characters before the fault.
  package let position: Int
  /// What the grammar allows there.
  package let expected: String
  /// The text found there: a part of the value, or `the end`.
  package let found: String

  package var description: String {
    "“\(value)”, character \(position + 1): expected \(expected), found \(found)."
  }
}

/// One rule of a value: days, times and a state.
struct HoursRule: Sendable, Hashable {
  /// How a rule combines with those before it.
  enum Join: Sendable, Hashable {
    /// `;`: on its days it replaces them.
    case normal
    /// `,`: it adds to them.
    case additional
    /// `||`: it applies where they leave closed.
    case fallback
  }

  var join = Join.normal
  var days = DaySelectors()
  /// Empty for the whole day.
  var spans: [TimeSpan] = []
  var state = HoursState.open
  var comment: String?

  /// Whether it cuts off the part after midnight of an earlier rule: it names the weekday after one
  /// on which that rule goes on past midnight. Rules for certain dates are assumed to intend it.
  func cutsNight(of earlier: ArraySlice<HoursRule>) -> Bool {
    guard join == .normal, state != .closed else { return false }
    return earlier.contains { rule in
      guard rule.spans.contains(where: \.wraps), rule.state != .closed,
        let others = rule.days.plainWeekdays, let mine = days.plainWeekdays
      else { return false }
      return others.contains { !mine.contains($0) && mine.contains($0.next) }
    }
  }
}

/// `08:00-18:00`, `22:00-02:00`, `17:00+`, `sunrise-(sunset-00:30)`.
struct TimeSpan: Sendable, Hashable {
  let start: TimePoint
  let end: TimePoint
  /// Whether the end is unknown; `end` is then a guess.
  let isOpenEnd: Bool
  /// Whether it continues after midnight, as `22:00-02:00`.
  let wraps: Bool
}

/// A time of day: minutes after midnight, or relative to an event of the sun.
struct TimePoint: Sendable, Hashable {
  var event: SunEvent?
  /// Minutes after the event; without one, after midnight, 0 ... 2880.
  var minutes: Int

  /// The minute to assume if the sun's times are not known.
  var nominal: Int { (event?.nominal ?? 0) + minutes }
}

/// A daily event of the sun.
enum SunEvent: String, Sendable, Hashable, CaseIterable {
  case dawn
  case sunrise
  case sunset
  case dusk

  /// The minute of the day to assume without a coordinate; as in opening_hours.js.
  var nominal: Int {
    switch self {
    case .dawn: 330
    case .sunrise: 360
    case .sunset: 1080
    case .dusk: 1110
    }
  }
}
