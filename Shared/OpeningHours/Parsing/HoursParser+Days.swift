/// Days: years, dates, weeks, weekdays and holidays.
extension HoursParser {
  /// Whether the next token begins a selector of days.
  var isDayStart: Bool {
    switch peek()?.kind {
    case .keyword(.weekday), .keyword(.weekdays), .keyword(.everyDay), .keyword(.publicHoliday),
      .keyword(.schoolHoliday), .keyword(.month), .keyword(.easter), .keyword(.week):
      true
    case .number: isYear() || isDayBeforeMonth
    default: false
    }
  }

  mutating func readDays(_ draft: inout RuleDraft) throws(HoursError) {
    draft.noteDays()
    switch peek()?.kind {
    case .keyword(.week):
      guard draft.rule.days.weeks.isEmpty else { throw expected("“,” and another week") }
      draft.rule.days.weeks = try weeks()
    case .keyword(.month), .keyword(.easter):
      try readDates(&draft)
    case .number:
      if isYear(), !isDate(after: 1) {
        // “Mo 2000-2200” means hours.
        guard draft.rule.days.weekdays.isEmpty || draft.hasTimes else {
          throw expected("a time like 20:00")
        }
        guard draft.rule.days.years.isEmpty else { throw expected("“,” and another year") }
        draft.rule.days.years = try years()
      } else {
        try readDates(&draft)
      }
    default: try readWeekdays(&draft)
    }
  }

  private mutating func readDates(_ draft: inout RuleDraft) throws(HoursError) {
    let (start, range) = (byteOffset, peek()?.range ?? 0..<0)
    let dates = try dates()
    if draft.rule.days.dates.isEmpty {
      draft.rule.days.dates = dates
      return
    }
    // Months restrict the dates after them: “Jan-Feb Jan 09-15”.
    guard draft.rule.days.months.isEmpty, draft.rule.days.dates.allSatisfy(\.isMonths),
      !dates.contains(where: \.isMonths)
    else { throw expected("“,” and another date", at: start, found: "“\(text[range])”") }
    draft.rule.days.months = draft.rule.days.dates
    draft.rule.days.dates = dates
  }

  func isYear(_ ahead: Int = 0) -> Bool {
    guard case .number(let year, digits: 4) = peek(ahead)?.kind, !hasCompactTimes else {
      return false
    }
    return HoursLimits.years.contains(year) && !isClock(ahead)
  }

  // MARK: Years and weeks

  private mutating func years() throws(HoursError) -> [YearRange] {
    var years: [YearRange] = []
    repeat {
      guard isYear(), let first = number() else { throw expected("a year") }
      advance()
      if acceptSymbol("+") {
        years.append(YearRange(first: first, last: HoursLimits.years.upperBound, step: 1))
        continue
      }
      var last = first
      if symbol() == "-" {
        advance()
        guard isYear(), let year = number(), year > first else {
          throw expected("a year after \(first)")
        }
        last = year
        advance()
      }
      let step = try step(upTo: HoursLimits.years.count)
      let endless = step != nil && last == first
      years.append(
        YearRange(
          first: first, last: endless ? HoursLimits.years.upperBound : last, step: step ?? 1))
    } while acceptComma(before: { $0.isYear(1) && !$0.isDate(after: 2) })
    return years
  }

  private mutating func weeks() throws(HoursError) -> [WeekRange] {
    var weeks: [WeekRange] = []
    repeat {
      _ = acceptKeyword(.week)
      let first = try week()
      var last = first
      if acceptSymbol("-") {
        guard let end = number(), end > first else { throw expected("a week after \(first)") }
        last = try week()
      }
      weeks.append(WeekRange(first: first, last: last, step: try step(upTo: 53) ?? 1))
    } while acceptComma(before: { $0.number(1) != nil && !$0.isClock(1) || $0.keyword(1) == .week })
    return weeks
  }

  private mutating func week() throws(HoursError) -> Int {
    guard let week = number(), (1...53).contains(week), !isClock() else {
      throw expected("a week from 1 to 53")
    }
    advance()
    return week
  }

  /// Parses `/2`; `nil` without one.
  mutating func step(upTo limit: Int) throws(HoursError) -> Int? {
    guard acceptSymbol("/") else { return nil }
    guard let step = number(), (1...limit).contains(step) else {
      throw expected("a number from 1 to \(limit)")
    }
    advance()
    return step
  }

  /// Consumes a comma if more of the same follows it.
  mutating func acceptComma(before isMore: (HoursParser) -> Bool) -> Bool {
    guard symbol() == ",", isMore(self) else { return false }
    advance()
    return true
  }

  // MARK: Weekdays and holidays

  /// Parses groups of weekdays and holidays. Commas join them into one group. Without a comma,
  /// holidays restrict weekdays, and between weekdays a comma is missing.
  private mutating func readWeekdays(_ draft: inout RuleDraft) throws(HoursError) {
    repeat {
      var group: [WeekdaySelector] = []
      let start = peek()
      repeat { group += try weekdaySelectors() } while acceptComma(before: { $0.isWeekday(1) })
      try add(group, at: start, to: &draft.rule.days)
    } while isWeekday()
  }

  private mutating func add(
    _ group: [WeekdaySelector], at start: HoursToken?, to days: inout DaySelectors
  ) throws(HoursError) {
    let areHolidays = group.allSatisfy(\.isHoliday)
    if days.weekdays.isEmpty {
      days.weekdays = group
    } else if days.holidays.isEmpty, areHolidays {
      days.holidays = group
    } else if days.holidays.isEmpty, days.weekdays.allSatisfy(\.isHoliday) {
      days.holidays = days.weekdays
      days.weekdays = group
    } else {
      guard days.holidays.isEmpty, !areHolidays else { throw expected("a time") }
      warn("a “,” is missing between weekdays", at: start)
      days.weekdays += group
    }
  }

  private func isWeekday(_ ahead: Int = 0) -> Bool {
    switch keyword(ahead) {
    case .weekday, .weekdays, .everyDay, .publicHoliday, .schoolHoliday: true
    default: false
    }
  }

  private mutating func weekdaySelectors() throws(HoursError) -> [WeekdaySelector] {
    let keyword = keyword()
    advance()
    switch keyword {
    case .publicHoliday(let offset):
      return [.publicHoliday(offset: offset + (try dayOffset() ?? 0))]
    case .schoolHoliday: return [.schoolHoliday]
    case .everyDay: return [.range(first: .monday, last: .sunday)]
    case .weekdays(let first, let last): return [.range(first: first, last: last)]
    case .weekday(let first):
      if acceptSymbol("[") { return try numbered(first) }
      guard symbol() == "-" else { return [.range(first: first, last: first)] }
      advance()
      guard case .weekday(let last) = self.keyword() else { throw expected("a weekday") }
      advance()
      // A range that ends the day before it begins is the whole week: `Fr-Th`.
      return [.range(first: first, last: last)]
    default: throw expected("a weekday")
    }
  }

  /// Parses the rest of `Su[1,-1] +2 days`, after the bracket.
  private mutating func numbered(_ weekday: Weekday) throws(HoursError) -> [WeekdaySelector] {
    var numbers: [Int] = []
    repeat {
      let first = try weekdayNumber()
      let last = symbol() == "-" ? try lastWeekdayNumber(after: first) : first
      numbers += Array(first...last)
    } while acceptSymbol(",")
    guard acceptSymbol("]") else { throw expected("“]” or “,”") }
    let (start, sign) = (byteOffset, peek().map { "“\(text[$0.range])”" } ?? "")
    let offset = try dayOffset() ?? 0
    // A week from the second Monday is the third.
    guard abs(offset) < 7 else {
      throw expected("at most 6 days from a numbered weekday", at: start, found: sign)
    }
    return numbers.filter { $0 != 0 }.map { .ofMonth(weekday, number: $0, offset: offset) }
  }

  private mutating func lastWeekdayNumber(after first: Int) throws(HoursError) -> Int {
    advance()
    let last = try weekdayNumber()
    guard last >= first else { throw expected("a number not before \(first)") }
    return last
  }

  /// 1 to 5, or -1 to -5.
  mutating func weekdayNumber() throws(HoursError) -> Int {
    let isBack = acceptSymbol("-")
    guard let number = number(), (1...5).contains(number) else {
      throw expected("a number from 1 to 5, or from -5 to -1")
    }
    advance()
    return isBack ? -number : number
  }

  /// Parses `+2 days`; `nil` without one.
  mutating func dayOffset() throws(HoursError) -> Int? {
    guard let sign = symbol(), sign == "+" || sign == "-", let days = number(1),
      keyword(2) == .dayUnit
    else { return nil }
    guard days <= HoursLimits.offsetDays else {
      throw expected("at most \(HoursLimits.offsetDays) days")
    }
    advance(3)
    return sign == "+" ? days : -days
  }
}

extension WeekdaySelector {
  fileprivate var isHoliday: Bool {
    switch self {
    case .publicHoliday, .schoolHoliday: true
    case .range, .ofMonth: false
    }
  }
}
