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
  /// Whether school holidays decide.
  private let mentionsSchool: Bool
  /// Whether public holidays decide and nobody knows which days they are.
  private let missesPublic: Bool
  /// Whether every day says the same from midnight to midnight.
  let isConstant: Bool

  package init(_ hours: OpeningHours, at place: HoursPlace) {
    self.hours = hours
    self.place = place
    replaces = hours.rules.indices.map { Self.replaces(hours.rules, $0) }
    isConstant = hours.rules.allSatisfy { $0.days.isEmpty && $0.spans.isEmpty }
    mentionsSchool = hours.mentionsSchoolHolidays
    missesPublic = !place.knowsPublicHolidays && hours.mentionsPublicHolidays
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
    guard mentionsSchool || missesPublic else {
      return canvas(facts(day, DayKind()), yesterday: facts(before, DayKind()))
    }
    var possible: [DayCanvas] = []
    for today in kinds(of: day) {
      for yesterday in kinds(of: before) {
        possible.append(canvas(facts(day, today), yesterday: facts(before, yesterday)))
      }
    }
    return DayCanvas.merged(possible)
  }

  /// The holidays that a day may be: more than one where nobody knows.
  private func kinds(of day: Day) -> [DayKind] {
    let isSchool = mentionsSchool ? place.isSchoolHoliday(day) : false
    let school = isSchool.map { [$0] } ?? [false, true]
    let publicly: [Bool?] = missesPublic ? [false, true] : [nil]
    return school.flatMap { isSchool in
      publicly.map { DayKind(isPublicHoliday: $0, isSchoolHoliday: isSchool) }
    }
  }

  private func facts(_ day: Day, _ kind: DayKind) -> DayFacts {
    DayFacts(day, holidays: place.holidays, kind)
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
      if paint.state != .unknown { return nil }
      let kind = !missesPublic ? "school " : !mentionsSchool ? "public " : ""
      return "depends on the \(kind)holidays"
    }
    if let comment = hours.rules[paint.rule].comment { return comment }
    return paint.isOpenEnd ? "open end" : nil
  }
}
