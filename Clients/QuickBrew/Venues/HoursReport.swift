import OpeningHours
import Time

/// The evaluation of an opening_hours value by `quickbrew hours`.
struct HoursReport: Encodable, Sendable {
  struct Change: Encodable, Sendable {
    let at: Timestamp
    let state: HoursState
  }

  struct Interval: Encodable, Sendable {
    let start: Timestamp
    let end: Timestamp
    let state: HoursState
    let comment: String?
  }

  struct Warning: Encodable, Sendable {
    /// The number of characters before the error; absent where it concerns the whole value.
    let position: Int?
    let message: String
  }

  /// A day of the list with its public holiday.
  struct ListedDay: Sendable {
    let day: Day
    let intervals: [Interval]
    let holiday: String?
  }

  let value: String
  let timeZone: String
  let at: Timestamp
  let state: HoursState
  let comment: String?
  /// Absent where the state does not change within `HoursLimits.searchDays`.
  let nextChange: Change?
  let intervals: [Interval]
  let warnings: [Warning]
  let days: [ListedDay]

  private enum CodingKeys: String, CodingKey {
    case value, timeZone, at, state, comment, nextChange, intervals, warnings
  }

  /// The most days that are listed.
  static let listedDays = 31

  init(_ local: LocalHours, at instant: Int64, span: Range<Int64>, country: String?) {
    let clock = HoursClock(zone: local.context.zone, now: instant)
    let status = local.status(at: instant)
    value = local.hours.value
    timeZone = local.context.zone.identifier
    at = clock.timestamp(instant)
    state = status.state
    comment = status.comment
    nextChange = local.nextChange(after: instant).map {
      Change(at: clock.timestamp($0.instant), state: $0.status.state)
    }
    intervals = Self.intervals(local, in: span)
    warnings =
      local.hours.warnings.map { Warning(position: $0.position, message: $0.message) }
      + Self.limitations(local, country: country, from: span.lowerBound)
    days = Self.days(local, in: span)
  }

  private static func intervals(_ local: LocalHours, in span: Range<Int64>) -> [Interval] {
    let clock = HoursClock(zone: local.context.zone, now: span.lowerBound)
    return local.intervals(in: span).map {
      Interval(
        start: clock.timestamp($0.start), end: clock.timestamp($0.end), state: $0.state,
        comment: $0.comment)
    }
  }

  private static func days(_ local: LocalHours, in span: Range<Int64>) -> [ListedDay] {
    let zone = local.context.zone
    let first = zone.local(span.lowerBound).day
    // A span that ends at midnight does not include the following day.
    let last = zone.local(max(span.lowerBound, span.upperBound - 1)).day
    return (first.number...min(last.number, first.number + listedDays - 1)).map { number in
      let day = Day(number: number)
      let begin = max(span.lowerBound, zone.instant(of: day, minute: 0))
      let end = min(span.upperBound, zone.instant(of: day.advanced(by: 1), minute: 0))
      return ListedDay(
        day: day, intervals: begin < end ? intervals(local, in: begin..<end) : [],
        holiday: local.context.holidays?.name(of: day))
    }
  }

  /// Warnings about missing inputs: holidays, school holidays, the coordinate.
  private static func limitations(
    _ local: LocalHours, country: String?, from instant: Int64
  ) -> [Warning] {
    var limitations: [String] = []
    if local.hours.mentionsPublicHolidays, local.context.holidays == nil {
      limitations.append(
        country.map { "The public holidays of \($0) are not known, nor what depends on PH." }
          ?? "No country is given: what depends on PH is not known.")
    }
    let day = local.context.zone.local(instant).day
    if local.hours.mentionsSchoolHolidays, local.context.isSchoolHoliday(day) == nil {
      limitations.append(
        "The school holidays are not known: the state is unknown where they decide.")
    }
    if local.hours.mentionsSun, local.context.coordinate == nil {
      limitations.append("No coordinate is given: the sun rises at 06:00 and sets at 18:00.")
    }
    return limitations.map { Warning(position: nil, message: $0) }
  }
}
