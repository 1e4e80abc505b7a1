import Geography

/// When something is open at a place: a value together with what its meaning depends on.
///
/// Nothing is worked out ahead. A question about an instant paints one day, which takes about a
/// microsecond for a simple value; questions about the future paint day after day.
package struct LocalHours: Sendable {
  package let hours: OpeningHours
  package let place: HoursPlace
  /// For each rule, whether it replaces on its days what the rules before it said.
  private let replaces: [Bool]
  private let mentionsSchool: Bool
  /// Whether every day says the same from midnight to midnight.
  let isConstant: Bool

  package init(_ hours: OpeningHours, at place: HoursPlace) {
    self.hours = hours
    self.place = place
    replaces = hours.rules.indices.map { Self.replaces(hours.rules, $0) }
    isConstant = hours.rules.allSatisfy { $0.days.isEmpty && $0.spans.isEmpty }
    mentionsSchool = hours.mentionsSchoolHolidays
  }

  /// A normal rule replaces, on its days, whatever was said before, nights that reach into them
  /// included; one that closes, or that follows rules for certain days without naming days itself,
  /// only covers its own times.
  private static func replaces(_ rules: [HoursRule], _ index: Int) -> Bool {
    let rule = rules[index]
    guard rule.join == .normal, rule.state != .closed else { return false }
    if !rule.days.isEmpty { return true }
    return index > 0 && rule.state == .open && rules[index - 1].days.isEmpty
  }

  // MARK: Days

  /// What holds on a day, minute by minute.
  func canvas(of day: Day) -> DayCanvas {
    let before = day.advanced(by: -1)
    guard mentionsSchool else {
      return canvas(
        facts(day, isSchoolHoliday: false), yesterday: facts(before, isSchoolHoliday: false))
    }
    var possible: [DayCanvas] = []
    for today in schoolDays(day) {
      for yesterday in schoolDays(before) {
        possible.append(
          canvas(
            facts(day, isSchoolHoliday: today), yesterday: facts(before, isSchoolHoliday: yesterday)
          ))
      }
    }
    return DayCanvas.merged(possible)
  }

  /// Whether a day is a school holiday: both where nobody knows.
  private func schoolDays(_ day: Day) -> [Bool] {
    place.isSchoolHoliday(day).map { [$0] } ?? [false, true]
  }

  private func facts(_ day: Day, isSchoolHoliday: Bool) -> DayFacts {
    DayFacts(day, holidays: place.holidays, isSchoolHoliday: isSchoolHoliday)
  }

  private func canvas(_ today: DayFacts, yesterday: DayFacts) -> DayCanvas {
    var canvas = DayCanvas()
    for (index, rule) in hours.rules.enumerated() {
      if rule.days.match(today) {
        if replaces[index] { canvas.clear() }
        paint(rule, index, on: today.day, &canvas)
      }
      if rule.spans.contains(where: \.wraps), rule.days.match(yesterday) {
        paintNight(rule, index, on: today.day, &canvas)
      }
    }
    return canvas
  }

  /// Paints what a rule says of its own day.
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

  /// Paints what a rule that began the day before says of this day.
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
    guard let coordinate = place.coordinate else { return point.nominal }
    let noon = Int64(day.number) * 86_400 + 43_200
    return point.minutes
      + SunTimes.minute(
        of: event, on: day, at: coordinate, offsetSeconds: place.zone.offsetSeconds(at: noon))
  }

  /// What a person should know besides the state.
  func comment(_ paint: DayCanvas.Paint) -> String? {
    if paint.rule < 0 {
      return paint.state == .unknown ? "depends on the school holidays" : nil
    }
    if let comment = hours.rules[paint.rule].comment { return comment }
    return paint.isOpenEnd ? "open end" : nil
  }
}
