/// `Jan`, `Nov-Mar`, `Dec 24`, `Dec 24-Jan 06`, `easter -2 days`, `2026 Jul 01-2026 Aug 08`.
enum DateSelector: Sendable, Hashable {
  /// Wraps over new year if `first` is after `last`.
  case months(first: Int, last: Int)
  case single(DatePoint)
  /// Both days included, every `step`th day counted from the first; wraps over new year if the
  /// first is after the last.
  case range(from: DatePoint, to: DatePoint, step: Int)
  /// From the point on: for ever if it names its year, else until the end of each year.
  case onwards(from: DatePoint)

  /// Whether it names whole months.
  var isMonths: Bool { if case .months = self { true } else { false } }

  func matches(_ date: DayProperties) -> Bool {
    switch self {
    case .months(let first, let last):
      if first <= last { return date.month >= first && date.month <= last }
      return date.month >= first || date.month <= last
    case .single(let point): return point.matches(date)
    case .onwards(let point):
      guard let from = point.day(in: date.year, ifMissing: .after) else { return false }
      return date.day >= from
    case .range(let from, let to, let step): return Self.matches(date, from, to, step)
    }
  }

  private static func matches(
    _ date: DayProperties, _ from: DatePoint, _ to: DatePoint, _ step: Int
  ) -> Bool {
    if (from.anchor == .easter) != (to.anchor == .easter), from.year == nil, to.year == nil {
      return matchesMovable(date, from, to, step)
    }
    // A range may have begun last year, and an offset may cross new year.
    let years = from.year.map { $0...$0 } ?? date.year - 1...date.year + 1
    return years.contains { year in
      guard let first = from.day(in: year, ifMissing: .after), first <= date.day,
        let last = to.day(in: year, ifMissing: .before)
      else { return false }
      let end = last < first && to.year == nil ? to.day(in: year + 1, ifMissing: .before) : last
      guard let end, date.day <= end else { return false }
      return (date.day.number - first.number) % step == 0
    }
  }

  /// A range with Easter at one end, such as `easter-Apr 20`, may wrap in one year and not in the
  /// next: each year is looked at alone.
  private static func matchesMovable(
    _ date: DayProperties, _ from: DatePoint, _ to: DatePoint, _ step: Int
  ) -> Bool {
    guard let first = from.day(in: date.year, ifMissing: .after),
      let last = to.day(in: date.year, ifMissing: .before)
    else { return false }
    let isIn =
      first <= last
      ? first <= date.day && date.day <= last : first <= date.day || date.day <= last
    let origin = date.day < first ? from.day(in: date.year - 1, ifMissing: .after) ?? first : first
    return isIn && (date.day.number - origin.number) % step == 0
  }
}

/// A day of the year, or of one year: `Dec 24`, `2026 Dec 24`, `easter -2 days`, `Jan Mo[1]`.
struct DatePoint: Sendable, Hashable {
  enum Anchor: Sendable, Hashable {
    case fixed(month: Int, day: Int)
    /// The last day of a month.
    case endOfMonth(Int)
    case weekday(Weekday, number: Int, month: Int)
    case easter
  }

  /// `+Su`, `-Su`: the first such weekday from the anchor on, or back.
  struct WeekdayShift: Sendable, Hashable {
    let weekday: Weekday
    let isForward: Bool
  }

  /// What to use for a day that does not exist in a year: the one before or the one after.
  enum Substitute { case before, after }

  let anchor: Anchor
  /// `nil` for every year.
  var year: Int?
  var shift: WeekdayShift?
  var offset = 0

  init(_ anchor: Anchor, year: Int? = nil) {
    self.anchor = anchor
    self.year = year
  }

  /// Whether the day is this one.
  func matches(_ date: DayProperties) -> Bool {
    if case .fixed(let month, let day) = anchor, offset == 0, shift == nil {
      return date.dayOfMonth == day && date.month == month && (year ?? date.year) == date.year
    }
    // An offset may cross new year.
    let years = year.map { $0...$0 } ?? date.year - 1...date.year + 1
    return years.contains { day(in: $0, ifMissing: nil) == date.day }
  }

  /// The day in `year`, or in its own year if it names one; `nil` if it does not exist.
  func day(in year: Int, ifMissing substitute: Substitute?) -> Day? {
    guard var day = anchorDay(in: self.year ?? year, ifMissing: substitute) else { return nil }
    if let shift {
      let ahead = (shift.weekday.rawValue - day.weekday.rawValue + 7) % 7
      day = day.advanced(by: shift.isForward || ahead == 0 ? ahead : ahead - 7)
    }
    return day.advanced(by: offset)
  }

  private func anchorDay(in year: Int, ifMissing substitute: Substitute?) -> Day? {
    switch anchor {
    case .easter: return Day.easter(year)
    case .endOfMonth(let month):
      return Day(year: year, month: month, day: Day.count(inMonth: month, of: year))
    case .fixed(let month, let day):
      let count = Day.count(inMonth: month, of: year)
      if day <= count { return Day(year: year, month: month, day: day) }
      switch substitute {
      case nil: return nil
      case .before: return Day(year: year, month: month, day: count)
      case .after: return Day(year: year, month: month, day: count + 1)
      }
    case .weekday(let weekday, let number, let month):
      let count = Day.count(inMonth: month, of: year)
      let edge = Day(year: year, month: month, day: number > 0 ? 1 : count)
      let ahead = (weekday.rawValue - edge.weekday.rawValue + 7) % 7
      let nearest = number > 0 || ahead == 0 ? ahead : ahead - 7
      return edge.advanced(by: nearest + 7 * (number > 0 ? number - 1 : number + 1))
    }
  }
}
