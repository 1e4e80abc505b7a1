/// The days that a rule, or a public holiday, is about. Kinds of selectors restrict each other; the
/// selectors of one kind add up. No selector stands for every day.
struct DaySelectors: Sendable, Hashable {
  var years: [YearRange] = []
  var dates: [DateSelector] = []
  var weeks: [WeekRange] = []
  /// Weekdays, and holidays joined to them by commas: `PH,Su`.
  var weekdays: [WeekdaySelector] = []
  /// Holidays that restrict the weekdays: `SH Mo-Fr`.
  var holidays: [WeekdaySelector] = []

  var isEmpty: Bool {
    years.isEmpty && dates.isEmpty && weeks.isEmpty && weekdays.isEmpty && holidays.isEmpty
  }

  /// The weekdays, where nothing else is named.
  var plainWeekdays: Set<Weekday>? {
    guard years.isEmpty, dates.isEmpty, weeks.isEmpty, holidays.isEmpty else { return nil }
    var days: Set<Weekday> = []
    for case .range(let first, let last) in weekdays {
      var day = first
      while day != last {
        days.insert(day)
        day = day.next
      }
      days.insert(last)
    }
    return weekdays.isEmpty ? Set(Weekday.allCases) : days
  }

  /// Whether a school holiday can decide.
  var mentionsSchoolHolidays: Bool {
    (weekdays + holidays).contains { $0 == .schoolHoliday }
  }

  /// Whether a public holiday can decide.
  var mentionsPublicHolidays: Bool {
    (weekdays + holidays).contains { if case .publicHoliday = $0 { true } else { false } }
  }

  func match(_ facts: DayFacts) -> Bool {
    (years.isEmpty || years.contains { $0.contains(facts.year) })
      && (dates.isEmpty || dates.contains { $0.match(facts) })
      && (weeks.isEmpty || weeks.contains { $0.contains(facts.day.isoWeek) })
      && (weekdays.isEmpty || weekdays.contains { $0.match(facts) })
      && (holidays.isEmpty || holidays.contains { $0.match(facts) })
  }
}

/// What selectors ask about a day, worked out once.
struct DayFacts {
  let day: Day
  let year: Int
  let month: Int
  let dayOfMonth: Int
  let weekday: Weekday
  let holidays: HolidayCalendar?
  let kind: DayKind

  init(_ day: Day, holidays: HolidayCalendar?, _ kind: DayKind) {
    self.day = day
    (year, month, dayOfMonth) = day.civil
    weekday = day.weekday
    self.holidays = holidays
    self.kind = kind
  }
}

/// Which holidays a day is, or is taken to be.
struct DayKind {
  /// Whether `PH`, and each `PH +1 day`, is about this day; `nil` where the calendar tells.
  var isPublicHoliday: Bool?
  var isSchoolHoliday = false
}

/// `2026`, `2026-2029`, `2026-2036/2`, `2026+`.
struct YearRange: Sendable, Hashable {
  let first: Int
  let last: Int
  let step: Int

  func contains(_ year: Int) -> Bool {
    year >= first && year <= last && (year - first) % step == 0
  }
}

/// `week 10`, `week 10-20`, `week 1-53/2`; over new year where `first` is after `last`.
struct WeekRange: Sendable, Hashable {
  let first: Int
  let last: Int
  let step: Int

  func contains(_ week: Int) -> Bool {
    if first > last { return week >= first || week <= last }
    return week >= first && week <= last && (week - first) % step == 0
  }
}

/// `Mo`, `Mo-Fr`, `Su[1]`, `PH`, `SH`.
enum WeekdaySelector: Sendable, Hashable {
  /// Over Sunday where `first` is after `last`.
  case range(first: Weekday, last: Weekday)
  /// The days that lie `offset` after the `number`th such weekday of a month, counted from its end
  /// where `number` is negative.
  case ofMonth(Weekday, number: Int, offset: Int)
  /// The days that lie `offset` after a public holiday.
  case publicHoliday(offset: Int)
  case schoolHoliday

  func match(_ facts: DayFacts) -> Bool {
    switch self {
    case .range(let first, let last):
      let day = facts.weekday.rawValue
      if first.rawValue <= last.rawValue { return day >= first.rawValue && day <= last.rawValue }
      return day >= first.rawValue || day <= last.rawValue
    case .ofMonth(let weekday, let number, 0):
      return facts.weekday == weekday
        && Self.isNumber(number, facts.dayOfMonth, facts.month, facts.year)
    case .ofMonth(let weekday, let number, let offset):
      let origin = facts.day.advanced(by: -offset)
      guard origin.weekday == weekday else { return false }
      let (year, month, day) = origin.civil
      return Self.isNumber(number, day, month, year)
    case .publicHoliday(let offset):
      if let assumed = facts.kind.isPublicHoliday { return assumed }
      guard let holidays = facts.holidays else { return false }
      return holidays.name(of: facts.day.advanced(by: -offset)) != nil
    case .schoolHoliday: return facts.kind.isSchoolHoliday
    }
  }

  private static func isNumber(_ number: Int, _ day: Int, _ month: Int, _ year: Int) -> Bool {
    if number > 0 { return (day - 1) / 7 + 1 == number }
    return (Day.count(inMonth: month, of: year) - day) / 7 + 1 == -number
  }
}
