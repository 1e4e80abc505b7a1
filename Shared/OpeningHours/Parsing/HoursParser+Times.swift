/// Times of day.
extension HoursParser {
  /// A time as written, before it is resolved together with the other end of its span.
  private struct WrittenTime {
    var point: TimePoint
    var hasMinutes = true
    var digits = 2
    var isAfternoon: Bool?
    /// The byte where it begins.
    let byteOffset: Int

    var isNumber: Bool { point.event == nil }
  }

  /// Parses spans joined by commas.
  mutating func timeSpans() throws(HoursError) -> [TimeSpan] {
    var spans: [TimeSpan] = []
    repeat {
      spans += try timeSpan()
      if symbol() == "-" {
        // “8:15-13:15 - 17:30-21:15”: a hyphen between two whole spans can only separate them.
        warn("“,” is meant by “-”")
        advance()
        let next = try timeSpan()
        if next.contains(where: \.isOpenEnd) { throw expected("“,” instead of “-”") }
        spans += next
      }
    } while acceptComma(before: { $0.isTime(1) })
    return Self.cutOpenEnds(spans)
  }

  private func isTime(_ ahead: Int) -> Bool {
    switch peek(ahead)?.kind {
    case .number: !isYear(ahead) && symbol(ahead + 1) != "/"
    case .symbol("("), .keyword(.sun), .keyword(.clock), .keyword(.daylight): true
    default: false
    }
  }

  /// An open end lasts at most until another span of its list begins: `07:00+,12:00-16:00`.
  private static func cutOpenEnds(_ spans: [TimeSpan]) -> [TimeSpan] {
    let starts = spans.filter { !$0.isOpenEnd }.map(\.start)
    return spans.map { span in
      guard span.isOpenEnd,
        let cut = starts.filter({ $0.nominal >= span.start.nominal })
          .min(by: { $0.nominal < $1.nominal }),
        cut.nominal < span.end.nominal
      else { return span }
      return TimeSpan(start: span.start, end: cut, isOpenEnd: true, wraps: false)
    }
  }

  /// Parses one span; it becomes two if an open end follows a known one, `17:00-22:00+`.
  private mutating func timeSpan() throws(HoursError) -> [TimeSpan] {
    if acceptKeyword(.daylight) {
      let (start, end) = (
        TimePoint(event: .sunrise, minutes: 0), TimePoint(event: .sunset, minutes: 0)
      )
      return [TimeSpan(start: start, end: end, isOpenEnd: false, wraps: false)]
    }
    var start = try writtenTime()
    if acceptSymbol("+") {
      return [openEnd(from: try resolve(start))]
    }
    guard symbol() == "-" else { throw expected("“-” or “+” after a time") }
    advance()
    if acceptKeyword(.openEnd) { return [openEnd(from: try resolve(start))] }
    if isAtEnd || symbol() == "," || symbol() == ";" || peek()?.kind == .fallback {
      warn("“+” is meant by “-” without an end")
      return [openEnd(from: try resolve(start))]
    }
    var end = try writtenTime()
    try resolveAmbiguity(&start, &end)
    let span = try span(from: try resolve(start), to: end)
    if symbol() == "/" { throw expected("no “/”: points in time are no opening hours") }
    guard acceptSymbol("+") || acceptKeyword(.openEnd) else { return [span] }
    let isTomorrow = span.wraps && span.end.event != nil
    let later = isTomorrow ? span.end.nominal + HoursLimits.minutesInDay : 0
    return [openEnd(from: isTomorrow ? TimePoint(minutes: later) : span.end), span]
  }

  /// Parses `08:30`, `8`, `8:30 pm`, `noon`, `sunset` or `(sunset-01:00)`.
  private mutating func writtenTime() throws(HoursError) -> WrittenTime {
    let byteOffset = byteOffset
    switch peek()?.kind {
    case .keyword(.clock(let minutes)):
      advance()
      // Midnight is the beginning of the day, unless it ends a span.
      let begins = symbol() == "-" || symbol() == "+"
      return WrittenTime(
        point: TimePoint(minutes: begins ? minutes % HoursLimits.minutesInDay : minutes),
        byteOffset: byteOffset)
    case .keyword(.sun(let event)):
      advance()
      return WrittenTime(point: TimePoint(event: event, minutes: 0), byteOffset: byteOffset)
    case .symbol("("):
      advance()
      let point = try shiftedEvent()
      return WrittenTime(point: point, byteOffset: byteOffset)
    case .number: return try clockTime()
    default: throw expected("a time")
    }
  }

  /// Parses the rest of `(sunset-01:00)`.
  private mutating func shiftedEvent() throws(HoursError) -> TimePoint {
    guard case .sun(let event) = keyword() else {
      throw expected("sunrise, sunset, dawn or dusk")
    }
    advance()
    guard let sign = symbol(), sign == "+" || sign == "-" else { throw expected("“+” or “-”") }
    advance()
    let shift = try clockTime()
    guard acceptSymbol(")") else { throw expected("“)”") }
    return TimePoint(
      event: event, minutes: sign == "+" ? shift.point.minutes : -shift.point.minutes)
  }

  private mutating func clockTime() throws(HoursError) -> WrittenTime {
    guard case .number(let hour, let digits) = peek()?.kind else {
      throw expected("a time like 08:30")
    }
    if digits == 4 { return try compactTime(hour) }
    guard hour <= 48, digits <= 2 else { throw expected("a time like 08:30") }
    let byteOffset = byteOffset
    advance()
    var time = WrittenTime(
      point: TimePoint(minutes: hour * 60), hasMinutes: false, digits: digits,
      byteOffset: byteOffset)
    if symbol() == ":", number(1) != nil {
      advance()
      // “8:3” may be half past; no minutes begin with a digit from 6 on.
      guard case .number(let minute, let digits) = peek()?.kind, minute < 60,
        digits == 2 || (digits == 1 && (minute == 0 || minute > 5))
      else { throw expected("minutes from 00 to 59") }
      if digits == 1 { warn("“0\(minute)” is meant by “\(minute)”") }
      time.point.minutes += minute
      time.hasMinutes = true
      advance()
    }
    guard time.point.minutes <= HoursLimits.lastMinute else { throw expected("at most 48:00") }
    if case .meridiem(let isAfternoon) = keyword() {
      guard (1...12).contains(hour) else { throw expected("an hour from 1 to 12 before it") }
      time.isAfternoon = isAfternoon
      advance()
    }
    return time
  }

  /// Parses `0830`.
  private mutating func compactTime(_ number: Int) throws(HoursError) -> WrittenTime {
    let (minutes, byteOffset) = (number / 100 * 60 + number % 100, byteOffset)
    guard number % 100 < 60, minutes <= HoursLimits.lastMinute else {
      throw expected("a time like 08:30")
    }
    warn("a time is written with “:”")
    hasCompactTimes = true
    advance()
    return WrittenTime(point: TimePoint(minutes: minutes), byteOffset: byteOffset)
  }

  /// Resolves what the two times of a span leave open: the half of the day, and missing minutes.
  private mutating func resolveAmbiguity(
    _ start: inout WrittenTime, _ end: inout WrittenTime
  ) throws(HoursError) {
    guard start.isNumber, end.isNumber else { return }
    let (from, to) = (start.point.minutes, end.point.minutes)
    if start.isAfternoon == nil, let isAfternoon = end.isAfternoon, from < 720 {
      // “9-5 pm” can only begin in the morning; “1-5 pm” could begin in either half.
      guard from > to % 720 || !isAfternoon else { throw ambiguous(start) }
      start.isAfternoon = false
    }
    if end.isAfternoon == nil, start.isAfternoon != nil, to <= 720 { throw ambiguous(end) }
    if start.isAfternoon != nil || end.isAfternoon != nil { return }
    let isLoose = !start.hasMinutes || !end.hasMinutes
    if isLoose, end.digits == 1, to <= from, from <= 720 { throw ambiguous(end) }
    if isLoose { warn("the minutes are missing: “08:00”") }
  }

  private func ambiguous(_ time: WrittenTime) -> HoursError {
    expected(
      "a time of 24 hours like 08:30", at: time.byteOffset,
      found: "one that could be before or after noon")
  }

  /// The beginning of a span as minutes of its day.
  private func resolve(_ time: WrittenTime) throws(HoursError) -> TimePoint {
    var point = time.point
    if let isAfternoon = time.isAfternoon {
      point.minutes = point.minutes % 720 + (isAfternoon ? 720 : 0)
    }
    guard point.nominal < HoursLimits.minutesInDay else {
      throw expected("a beginning before 24:00", at: time.byteOffset, found: "a later one")
    }
    return point
  }

  private func span(from start: TimePoint, to end: WrittenTime) throws(HoursError) -> TimeSpan {
    var last = end.point
    if let isAfternoon = end.isAfternoon {
      last.minutes = last.minutes % 720 + (isAfternoon ? 720 : 0)
    }
    let areNumbers = start.event == nil && last.event == nil
    let wraps = last.nominal < start.nominal || (areNumbers && last.nominal == start.nominal)
    guard last.event == nil else {
      return TimeSpan(start: start, end: last, isOpenEnd: false, wraps: wraps)
    }
    if wraps { last.minutes += HoursLimits.minutesInDay }
    return TimeSpan(
      start: start, end: last, isOpenEnd: false, wraps: last.minutes > HoursLimits.minutesInDay)
  }

  /// From `start` to an unknown end. The guess is that of opening_hours.js: 8 hours from 22:00 on,
  /// 10 hours from 17:00 on, else until midnight.
  private func openEnd(from start: TimePoint) -> TimeSpan {
    let from = start.nominal
    let end =
      switch from {
      case 1320...: min(from + 480, HoursLimits.lastMinute)
      case 1020...: from + 600
      default: HoursLimits.minutesInDay
      }
    return TimeSpan(
      start: start, end: TimePoint(minutes: end), isOpenEnd: true,
      wraps: end > HoursLimits.minutesInDay)
  }
}
