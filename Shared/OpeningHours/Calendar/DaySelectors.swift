/// The days to which a rule, or a public holiday, applies. Kinds of selectors restrict each other;
/// the selectors of one kind are alternatives. No selector at all means every day.
struct DaySelectors: Sendable, Hashable {
  var years: [YearRange] = []
  /// Whole months that restrict the dates: `Jan-Feb Jan 09-15`.
  var months: [DateSelector] = []
  var dates: [DateSelector] = []
  var weeks: [WeekRange] = []
  /// Weekdays, and holidays joined to them by commas: `PH,Su`.
  var weekdays: [WeekdaySelector] = []
  /// Holidays that restrict the weekdays: `SH Mo-Fr`.
  var holidays: [WeekdaySelector] = []

  var isEmpty: Bool {
    years.isEmpty && dates.isEmpty && weeks.isEmpty && weekdays.isEmpty && holidays.isEmpty
  }

  /// The weekdays, if there are no other selectors; else `nil`.
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

  /// Whether the result can depend on school holidays.
  var mentionsSchoolHolidays: Bool {
    (weekdays + holidays).contains { $0 == .schoolHoliday }
  }

  /// Whether the result can depend on public holidays.
  var mentionsPublicHolidays: Bool {
    (weekdays + holidays).contains { if case .publicHoliday = $0 { true } else { false } }
  }

  func matches(_ date: DayProperties) -> Bool {
    (years.isEmpty || years.contains { $0.contains(date.year) })
      && (months.isEmpty || months.contains { $0.matches(date) })
      && (dates.isEmpty || dates.contains { $0.matches(date) })
      && (weeks.isEmpty || weeks.contains { $0.contains(date.day.isoWeek) })
      && (weekdays.isEmpty || weekdays.contains { $0.matches(date) })
      && (holidays.isEmpty || holidays.contains { $0.matches(date) })
  }
}

/// What selectors need to know of a day, computed once.
struct DayProperties {
  let day: Day
  let year: Int
  let month: Int
  let dayOfMonth: Int
  let weekday: Weekday
  let holidays: HolidayCalendar?
  let holidayStatus: HolidayStatus

  init(_ day: Day, holidays: HolidayCalendar?, _ holidayStatus: HolidayStatus) {
    self.day = day
    (year, month, dayOfMonth) = day.civil
    weekday = day.weekday
    self.holidays = holidays
    self.holidayStatus = holidayStatus
  }
}

/// Which kinds of holiday a day is, or is assumed to be.
struct HolidayStatus {
  /// Whether `PH`, and each `PH +1 day`, applies to this day; `nil` to look it up in the calendar.
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

/// `week 10`, `week 10-20`, `week 1-53/2`; wraps over new year if `first` is after `last`.
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
  /// Wraps over Sunday if `first` is after `last`.
  case range(first: Weekday, last: Weekday)
  /// The days `offset` days after the `number`th such weekday of a month, counted from its end if
  /// `number` is negative.
  case ofMonth(Weekday, number: Int, offset: Int)
  /// The days `offset` days after a public holiday.
  case publicHoliday(offset: Int)
  case schoolHoliday

  func matches(_ date: DayProperties) -> Bool {
    switch self {
    case .range(let first, let last):
      let day = date.weekday.rawValue
      if first.rawValue <= last.rawValue { return day >= first.rawValue && day <= last.rawValue }
      return day >= first.rawValue || day <= last.rawValue
    case .ofMonth(let weekday, let number, 0):
      return date.weekday == weekday
        && Self.isNumber(number, date.dayOfMonth, date.month, date.year)
    case .ofMonth(let weekday, let number, let offset):
      let origin = date.day.advanced(by: -offset)
      guard origin.weekday == weekday else { return false }
      let (year, month, day) = origin.civil
      return Self.isNumber(number, day, month, year)
    case .publicHoliday(let offset):
      if let assumed = date.holidayStatus.isPublicHoliday { return assumed }
      guard let holidays = date.holidays else { return false }
      return holidays.name(of: date.day.advanced(by: -offset)) != nil
    case .schoolHoliday: return date.holidayStatus.isSchoolHoliday
    }
  }

  private static func isNumber(_ number: Int, _ day: Int, _ month: Int, _ year: Int) -> Bool {
    if number > 0 { return (day - 1) / 7 + 1 == number }
    return (Day.count(inMonth: month, of: year) - day) / 7 + 1 == -number
  }
}
