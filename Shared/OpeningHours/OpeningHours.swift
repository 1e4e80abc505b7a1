/// What an `opening_hours` value of OpenStreetMap says: when something is open.
///
/// Reading a value knows no place and no time; `LocalHours` tells what it means at a place.
///
///     let hours = try OpeningHours("Mo-Fr 08:00-18:00; Sa 09:00-13:00; PH off")
///     LocalHours(hours, at: place).state(at: time)
///
/// The grammar is that of the page "Key:opening_hours/specification" of the OpenStreetMap wiki,
/// version 0.7.2; where the page leaves the meaning open, it is that of the reference
/// implementation opening_hours.js. Words and signs that mappers often use instead are read too,
/// each with a warning, where they can only mean one thing.
package struct OpeningHours: Sendable, Hashable {
  /// The value as given.
  package let value: String
  /// What was read otherwise than it is written, or may surprise.
  package let warnings: [HoursWarning]
  let rules: [HoursRule]

  /// Reads a value. Costs some microseconds.
  ///
  /// - Throws: `HoursError` that tells where the value makes no sense, and what would.
  package init(_ value: String) throws(HoursError) {
    guard value.utf8.count <= HoursLimits.valueBytes else {
      throw HoursError(
        value: String(value.prefix(40)) + "…", position: 0,
        expected: "at most \(HoursLimits.valueBytes) bytes", found: "\(value.utf8.count)")
    }
    let text = HoursText(value)
    var tokenizer = Tokenizer(text)
    var reader = WordReader(text, try tokenizer.run())
    var parser = HoursParser(text, tokens: reader.run())
    rules = try parser.run()
    warnings = (tokenizer.warnings + reader.warnings + parser.warnings)
      .sorted { $0.position < $1.position }
    self.value = value
  }

  /// Whether public holidays matter.
  package var mentionsPublicHolidays: Bool { rules.contains { $0.days.mentionsPublicHolidays } }

  /// Whether school holidays matter.
  package var mentionsSchoolHolidays: Bool { rules.contains { $0.days.mentionsSchoolHolidays } }

  /// Whether the times of sunrise and sunset matter.
  package var mentionsSun: Bool {
    rules.contains { $0.spans.contains { $0.start.event != nil || $0.end.event != nil } }
  }
}

/// Open, closed, or nobody knows for sure.
package enum HoursState: String, Sendable, Hashable, CaseIterable, Codable {
  case closed
  case open
  case unknown
}

/// A place in a value that was read with good will, or whose meaning may surprise.
package struct HoursWarning: Sendable, Hashable {
  /// Characters before the place.
  package let position: Int
  package let message: String
}

/// Why a value cannot be read.
package struct HoursError: Error, Sendable, Hashable, CustomStringConvertible {
  package let value: String
  /// Characters before the place where it makes no sense.
  package let position: Int
  /// What would make sense there.
  package let expected: String
  /// What is there: a piece of the value, or `the end`.
  package let found: String

  package var description: String {
    "“\(value)”, character \(position + 1): expected \(expected), found \(found)."
  }
}

/// One rule of a value: on which days, at which times, what holds.
struct HoursRule: Sendable, Hashable {
  /// How a rule stands to those before it.
  enum Join: Sendable, Hashable {
    /// `;`: on its days it replaces them.
    case normal
    /// `,`: it adds to them.
    case additional
    /// `||`: it speaks where they leave closed.
    case fallback
  }

  var join = Join.normal
  var days = DaySelectors()
  /// Empty for the whole day.
  var spans: [TimeSpan] = []
  var state = HoursState.open
  var comment: String?

  /// Whether it takes from a night of an earlier rule the part after midnight: it names the weekday
  /// after one on which that rule goes on past midnight. Rules for certain dates are taken to mean
  /// it.
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
  /// Whether it ends at nobody knows what time; `end` is then a guess.
  let isOpenEnd: Bool
  /// The part of the next day, `22:00-02:00`, is the second half of the span.
  let wraps: Bool
}

/// A time of day: so many minutes after midnight, or after the sun's event.
struct TimePoint: Sendable, Hashable {
  var event: SunEvent?
  /// Minutes after the event; without one, after midnight, 0 ... 2880.
  var minutes: Int

  /// The minute where the sun's times are not known.
  var nominal: Int { (event?.nominal ?? 0) + minutes }
}

/// What the sun does each day.
enum SunEvent: String, Sendable, Hashable, CaseIterable {
  case dawn
  case sunrise
  case sunset
  case dusk

  /// The minute of the day that stands for it where the place is not known; the same that
  /// opening_hours.js takes.
  var nominal: Int {
    switch self {
    case .dawn: 330
    case .sunrise: 360
    case .sunset: 1080
    case .dusk: 1110
    }
  }
}
