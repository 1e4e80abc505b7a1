/// When something is open: a value together with the context that its meaning depends on.
///
/// Nothing is computed ahead. A query of an instant paints one day, which takes about a microsecond
/// for a simple value; queries of the future paint day after day.
package struct LocalHours: Sendable {
  package let hours: OpeningHours
  package let context: HoursContext
  /// For each rule, whether on its days it replaces the rules before it.
  private let replaces: [Bool]
  /// Whether the result depends on school holidays.
  private let mentionsSchool: Bool
  /// Whether the result depends on public holidays, and those are unknown.
  private let missesPublic: Bool
  /// Whether every day is the same from midnight to midnight.
  let isConstant: Bool

  package init(_ hours: OpeningHours, at context: HoursContext) {
    self.hours = hours
    self.context = context
    replaces = hours.rules.indices.map { Self.replaces(hours.rules, $0) }
    isConstant = hours.rules.allSatisfy { $0.days.isEmpty && $0.spans.isEmpty }
    mentionsSchool = hours.mentionsSchoolHolidays
    missesPublic = !context.knowsPublicHolidays && hours.mentionsPublicHolidays
  }

  /// A normal rule replaces, on its days, all earlier rules, including nights that reach into them.
  /// A rule that closes, or one without days that follows rules with days, only covers its own
  /// times.
  private static func replaces(_ rules: [HoursRule], _ index: Int) -> Bool {
    let rule = rules[index]
    guard rule.join == .normal, rule.state != .closed else { return false }
    if !rule.days.isEmpty { return true }
    return index > 0 && rule.state == .open && rules[index - 1].days.isEmpty
  }

  // MARK: Days

  /// The states of a day, minute by minute.
  func canvas(of day: Day) -> DayCanvas {
    let before = day.advanced(by: -1)
    guard mentionsSchool || missesPublic else {
      return canvas(
        properties(day, HolidayStatus()), yesterday: properties(before, HolidayStatus()))
    }
    var possible: [DayCanvas] = []
    for today in possibleStatuses(of: day) {
      for yesterday in possibleStatuses(of: before) {
        possible.append(canvas(properties(day, today), yesterday: properties(before, yesterday)))
      }
    }
    return DayCanvas.merged(possible)
  }

  /// The kinds of holiday that a day may be: more than one if it is not known.
  private func possibleStatuses(of day: Day) -> [HolidayStatus] {
    let isSchool = mentionsSchool ? context.isSchoolHoliday(day) : false
    let school = isSchool.map { [$0] } ?? [false, true]
    let publicly: [Bool?] = missesPublic ? [false, true] : [nil]
    return school.flatMap { isSchool in
      publicly.map { HolidayStatus(isPublicHoliday: $0, isSchoolHoliday: isSchool) }
    }
  }

  private func properties(_ day: Day, _ status: HolidayStatus) -> DayProperties {
    DayProperties(day, holidays: context.holidays, status)
  }

  private func canvas(_ today: DayProperties, yesterday: DayProperties) -> DayCanvas {
    var canvas = DayCanvas()
    for (index, rule) in hours.rules.enumerated() {
      if rule.days.matches(today) {
        if replaces[index] { canvas.clear() }
        paint(rule, index, on: today.day, &canvas)
      }
      if rule.spans.contains(where: \.wraps), rule.days.matches(yesterday) {
        paintNight(rule, index, on: today.day, &canvas)
      }
    }
    return canvas
  }

  /// Paints a rule on a day to which it applies.
  private func paint(_ rule: HoursRule, _ index: Int, on day: Day, _ canvas: inout DayCanvas) {
    let onlyClosed = rule.join == .fallback
    if rule.spans.isEmpty {
      let paint = DayCanvas.Paint(state: rule.state, rule: index, isOpenEnd: false)
      canvas.paint(0, HoursLimits.minutesInDay, paint, onlyClosed: onlyClosed)
    }
    for span in rule.spans {
      let end = span.wraps ? HoursLimits.minutesInDay : minute(of: span.end, on: day)
      canvas.paint(
        minute(of: span.start, on: day), end, paint(rule, index, span), onlyClosed: onlyClosed)
    }
  }

  /// Paints the part after midnight of a rule that applies to the day before.
  private func paintNight(
    _ rule: HoursRule, _ index: Int, on day: Day, _ canvas: inout DayCanvas
  ) {
    for span in rule.spans where span.wraps {
      let start = span.start.event == nil ? span.start.minutes - HoursLimits.minutesInDay : 0
      let end =
        span.end.event == nil
        ? span.end.minutes - HoursLimits.minutesInDay : minute(of: span.end, on: day)
      canvas.paint(start, end, paint(rule, index, span), onlyClosed: rule.join == .fallback)
    }
  }

  private func paint(_ rule: HoursRule, _ index: Int, _ span: TimeSpan) -> DayCanvas.Paint {
    let isGuess = span.isOpenEnd && rule.state != .closed
    return DayCanvas.Paint(
      state: isGuess ? .unknown : rule.state, rule: index, isOpenEnd: isGuess)
  }

  private func minute(of point: TimePoint, on day: Day) -> Int {
    guard let event = point.event else { return point.minutes }
    guard let coordinate = context.coordinate else { return point.nominal }
    let noon = Int64(day.number) * 86_400 + 43_200
    return point.minutes
      + SunTimes.minute(
        of: event, on: day, at: coordinate, offsetSeconds: context.zone.offsetSeconds(at: noon))
  }

  /// A remark for people about the state.
  func comment(_ paint: DayCanvas.Paint) -> String? {
    if paint.rule < 0 {
      if paint.state != .unknown { return nil }
      let kind = !missesPublic ? "school " : !mentionsSchool ? "public " : ""
      return "depends on the \(kind)holidays"
    }
    if let comment = hours.rules[paint.rule].comment { return comment }
    return paint.isOpenEnd ? "open end" : nil
  }
}
