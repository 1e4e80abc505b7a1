import Foundation
import Geography

/// Where a value holds: what its times, holidays and sunsets depend on.
package struct HoursPlace: Sendable {
  package let zone: HoursZone
  /// Where the sun is looked for; without it, sunrise is 06:00 and sunset 18:00.
  package let coordinate: Coordinate?
  /// Without it, no day is a public holiday; or nobody knows, see `knowsPublicHolidays`.
  package let holidays: HolidayCalendar?
  /// Where this is false and there is no calendar, nobody knows which days are public holidays, so
  /// that the state is unknown wherever they decide.
  package let knowsPublicHolidays: Bool
  /// The days of the school holidays; `nil` for those that `holidays` knows.
  package let schoolHolidays: [ClosedRange<Day>]?

  package init(
    zone: HoursZone, coordinate: Coordinate? = nil, holidays: HolidayCalendar? = nil,
    knowsPublicHolidays: Bool = true, schoolHolidays: [ClosedRange<Day>]? = nil
  ) {
    self.zone = zone
    self.coordinate = coordinate
    self.holidays = holidays
    self.knowsPublicHolidays = knowsPublicHolidays || holidays != nil
    self.schoolHolidays = schoolHolidays
  }

  /// The same with another coordinate, where the sun rises at another time.
  package func at(_ coordinate: Coordinate) -> HoursPlace {
    HoursPlace(
      zone: zone, coordinate: coordinate, holidays: holidays,
      knowsPublicHolidays: knowsPublicHolidays, schoolHolidays: schoolHolidays)
  }

  /// Whether a day is a school holiday; `nil` where nobody knows, which makes the state unknown
  /// wherever it decides.
  package func isSchoolHoliday(_ day: Day) -> Bool? {
    if let schoolHolidays { return schoolHolidays.contains { $0.contains(day) } }
    return holidays?.schoolHolidays?.contains(day)
  }
}

/// Whole seconds since 1 January 1970, 00:00 UTC.
package typealias UnixSeconds = Int64

/// A time zone: tells instants as its clocks show them, and finds the instants at which its clocks
/// show a time.
package struct HoursZone: Sendable, Hashable {
  private let zone: TimeZone

  /// `nil` where there is no zone of that name. Names are those of the IANA time zone database,
  /// such as `Europe/Helsinki`.
  package init?(identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.zone = zone
  }

  /// The zone of this machine's clock.
  package static var current: HoursZone { HoursZone(.current) }

  private init(_ zone: TimeZone) { self.zone = zone }

  package var identifier: String { zone.identifier }

  /// Seconds east of Greenwich at an instant. Costs a quarter of a microsecond.
  package func offsetSeconds(at instant: UnixSeconds) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
  }

  /// The date that clocks show at an instant, and the seconds since their midnight.
  package func local(_ instant: UnixSeconds) -> (day: Day, second: Int) {
    let seconds = Int(instant) + offsetSeconds(at: instant)
    let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    return (Day(number: day), seconds - day * 86_400)
  }

  /// The instant at which clocks show a time of a day.
  ///
  /// Where the clocks are put back over it, the earlier of the two instants; where they are put
  /// forward over it, the instant that a clock not yet put forward would show, so 02:30 of a
  /// skipped hour is 03:30. This is the rule of RFC 5545, section 3.3.5.
  ///
  /// - Parameter minute: minutes after the day's midnight, also beyond 24:00.
  package func instant(of day: Day, minute: Int) -> UnixSeconds {
    let asGreenwich = Int64(day.number) * 86_400 + Int64(minute) * 60
    // No zone is a day away from Greenwich, and none changes twice in two days.
    let before = Int64(offsetSeconds(at: asGreenwich - 86_400))
    let after = Int64(offsetSeconds(at: asGreenwich + 86_400))
    let early = asGreenwich - before
    if before == after { return early }
    // Clocks that have not changed yet at `early` show the time then.
    if Int64(offsetSeconds(at: early)) == before { return early }
    let late = asGreenwich - after
    return Int64(offsetSeconds(at: late)) == after ? late : early
  }
}
