/// Dates: months, days of months, Easter, and ranges of them.
extension HoursParser {
  /// Whether a date that names its day begins `ahead` tokens from here: `Jan 5`, `Jan Su[1]`,
  /// `easter`.
  func isDate(after ahead: Int) -> Bool {
    switch keyword(ahead) {
    case .easter: return true
    case .month:
      if isDayNumber(ahead + 1) { return true }
      if symbol(ahead + 1) == "-", isYear(ahead + 2) { return true }
      return isWeekdayOfMonthRange(ahead + 1)
    default: return false
    }
  }

  /// Whether the next tokens are the rest of `Jan Su[1]-Jul Su[-1]`. Without the second date,
  /// `Jan Su[1]` is a month and a weekday, which other weekdays may follow.
  private func isWeekdayOfMonthRange(_ ahead: Int) -> Bool {
    guard case .weekday = keyword(ahead), symbol(ahead + 1) == "[" else { return false }
    var end = ahead + (symbol(ahead + 2) == "-" ? 5 : 4)
    guard symbol(end - 1) == "]" else { return false }
    if keyword(end + 2) == .dayUnit { end += 3 }
    return symbol(end) == "-" && (startsDate(end + 1) || isYear(end + 1))
  }

  /// Whether the number is a day of a month, and not an hour.
  func isDayNumber(_ ahead: Int = 0) -> Bool {
    guard case .number(let day, let digits) = peek(ahead)?.kind, digits <= 2, day <= 31 else {
      return false
    }
    if isClock(ahead) { return false }
    if case .meridiem = keyword(ahead + 1) { return false }
    // “Apr 10-18:00” begins at ten o'clock.
    return symbol(ahead + 1) != "-" || !isClock(ahead + 2)
  }

  /// Whether the next token is the hour of `08:30`; the colon of `Oct 30: 08:30` only separates.
  func isClock(_ ahead: Int = 0) -> Bool {
    guard number(ahead) != nil, symbol(ahead + 1) == ":", let colon = peek(ahead + 1),
      number(ahead + 2) != nil, let minute = peek(ahead + 2)
    else { return false }
    return minute.range.lowerBound == colon.range.upperBound && symbol(ahead + 3) != ":"
  }

  /// Whether the next tokens are days before their month: `24 December`, `24, 25 December`,
  /// `24-26 December`.
  var isDayBeforeMonth: Bool {
    var ahead = 0
    while isDayNumber(ahead) {
      if case .month = keyword(ahead + 1) { return true }
      guard let sign = symbol(ahead + 1), sign == "," || sign == "-" else { return false }
      ahead += 2
    }
    return false
  }

  /// Parses dates joined by commas.
  mutating func dates() throws(HoursError) -> [DateSelector] {
    var dates: [DateSelector] = []
    /// What a day without a month belongs to: `Dec 24,26`.
    var month: (month: Int, year: Int?)?
    repeat {
      if isDayBeforeMonth {
        dates += try daysBeforeMonth()
      } else {
        dates.append(try dateSelector(&month))
      }
    } while acceptComma(before: { parser in
      parser.startsDate(1) || (month != nil && parser.isDayNumber(1))
        || parser.isAhead(1) { $0.isDayBeforeMonth }
    })
    return dates
  }

  private func isAhead(_ count: Int, _ predicate: (HoursParser) -> Bool) -> Bool {
    var parser = self
    parser.advance(count)
    return predicate(parser)
  }

  private func startsDate(_ ahead: Int) -> Bool {
    switch keyword(ahead) {
    case .month, .easter: true
    default: isYear(ahead) && isDate(after: ahead + 1)
    }
  }

  private mutating func dateSelector(
    _ month: inout (month: Int, year: Int?)?
  ) throws(HoursError) -> DateSelector {
    let year = parseYear()
    if case .month(let first) = keyword(), !isDate(after: 0) {
      advance()
      month = (first, year)
      return try months(from: first)
    }
    let from = try datePoint(year: year, month: &month)
    if symbol() == "-", let to = try lastPoint(from: from, &month) {
      return .range(from: from, to: to, step: try step(upTo: HoursLimits.offsetDays) ?? 1)
    }
    if symbol() == "+" {
      advance()
      return .onwards(from: from)
    }
    return .single(from)
  }

  private mutating func parseYear() -> Int? {
    guard isYear() else { return nil }
    defer { advance() }
    return number()
  }

  /// Parses the rest of `Nov-Mar` or `Nov`.
  private mutating func months(from first: Int) throws(HoursError) -> DateSelector {
    guard symbol() == "-", case .month(let last) = keyword(1) else {
      return .months(first: first, last: first)
    }
    advance(2)
    return .months(first: first, last: last)
  }

  /// Parses one day: `Dec 24`, `Dec Su[-1]`, `easter`, or `26` of the month before; with its
  /// offset.
  private mutating func datePoint(
    year: Int?, month: inout (month: Int, year: Int?)?
  ) throws(HoursError) -> DatePoint {
    var point: DatePoint
    switch keyword() {
    case .easter(let offset):
      advance()
      point = DatePoint(.easter, year: year)
      point.offset = offset
    case .month(let number):
      advance()
      month = (number, year)
      point = DatePoint(try anchor(in: number), year: year)
    default:
      guard let (number, lastYear) = month, isDayNumber() else { throw expected("a date") }
      point = DatePoint(try day(in: number), year: year ?? lastYear)
    }
    try readOffset(&point)
    return point
  }

  private mutating func anchor(in month: Int) throws(HoursError) -> DatePoint.Anchor {
    if case .weekday(let weekday) = keyword() {
      advance()
      guard acceptSymbol("[") else { throw expected("“[”") }
      let number = try weekdayNumber()
      guard acceptSymbol("]") else { throw expected("“]”") }
      return .weekday(weekday, number: number, month: month)
    }
    return isDayNumber() ? try day(in: month) : .endOfMonth(month)
  }

  private mutating func day(in month: Int) throws(HoursError) -> DatePoint.Anchor {
    // 2024 is a leap year.
    let count = Day.count(inMonth: month, of: 2024)
    guard let day = number(), (1...count).contains(day) else {
      throw expected("a day from 1 to \(count)")
    }
    advance()
    return .fixed(month: month, day: day)
  }

  private mutating func readOffset(_ point: inout DatePoint) throws(HoursError) {
    if let sign = symbol(), sign == "+" || sign == "-", case .weekday(let weekday) = keyword(1),
      symbol(2) != "["
    {
      advance(2)
      point.shift = DatePoint.WeekdayShift(weekday: weekday, isForward: sign == "+")
    }
    if let offset = try dayOffset() { point.offset += offset }
  }

  /// Parses `-` and the last day of a range; `nil` if the hyphen belongs to something else.
  private mutating func lastPoint(
    from: DatePoint, _ month: inout (month: Int, year: Int?)?
  ) throws(HoursError) -> DatePoint? {
    let hasYear = isYear(1)
    switch keyword(hasYear ? 2 : 1) {
    case .month, .easter: break
    default: guard month != nil, isDayNumber(1) else { return nil }
    }
    advance()
    guard from.year != nil || !hasYear else { throw expected("no year, or one before as well") }
    if !hasYear, let last = number(), case .fixed(_, let first) = from.anchor, last < first {
      throw expected("a day after \(first)")
    }
    let year = parseYear()
    return try datePoint(year: year, month: &month)
  }

  /// Parses `24, 25 & 31 December`, `24-26 December` and `24 December-6 January`.
  private mutating func daysBeforeMonth() throws(HoursError) -> [DateSelector] {
    warn("a month stands before its days: “Dec 24”")
    var ranges: [(first: Int, last: Int)] = []
    repeat {
      guard let first = number() else { throw expected("a day") }
      advance()
      var last = first
      if acceptSymbol("-") {
        guard isDayNumber(), let day = number() else { throw expected("a day") }
        last = day
        advance()
      }
      ranges.append((first, last))
    } while acceptComma(before: { $0.isDayNumber(1) })
    guard case .month(let month) = keyword() else { throw expected("a month") }
    let count = Day.count(inMonth: month, of: 2024)
    guard ranges.allSatisfy({ $0.first <= $0.last && $0.first >= 1 && $0.last <= count }) else {
      throw expected("a month that has these days")
    }
    advance()
    if ranges.count == 1, symbol() == "-", isDayNumber(1), case .month(let end) = keyword(2) {
      advance()
      let to = DatePoint(try day(in: end))
      advance()
      let from = DatePoint(.fixed(month: month, day: ranges[0].first))
      return [.range(from: from, to: to, step: 1)]
    }
    return ranges.map { first, last in
      .range(
        from: DatePoint(.fixed(month: month, day: first)),
        to: DatePoint(.fixed(month: month, day: last)), step: 1)
    }
  }
}
