import Foundation
package import Geography

/// What the meaning of a value depends on: time zone, holidays, and the coordinate for the sun.
package struct HoursContext: Sendable {
  package let zone: HoursZone
  /// For the times of the sun; without it, sunrise is 06:00 and sunset 18:00.
  package let coordinate: Coordinate?
  /// Without it, no day is a public holiday, or it is unknown; see `knowsPublicHolidays`.
  package let holidays: HolidayCalendar?
  /// If this is false and there is no calendar, it is unknown which days are public holidays; the
  /// state is then unknown wherever it depends on them.
  package let knowsPublicHolidays: Bool
  /// The school holidays; `nil` to use those of `holidays`.
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

  /// A place of a map: in its time zone, with the holidays of its country and state. Where the
  /// country is not known, nobody knows which days are public holidays.
  ///
  /// `nil` where the time zone does not exist.
  ///
  /// - Parameters:
  ///   - timeZone: a name of the IANA database, such as `Europe/Helsinki`.
  ///   - country: its ISO 3166-1 code; `state` that of a part of it, as OpenStreetMap writes it.
  ///   - coordinate: where sunrise and sunset are reckoned.
  package init?(timeZone: String, country: String?, state: String?, at coordinate: Coordinate) {
    guard let zone = HoursZone(identifier: timeZone) else { return nil }
    self.init(
      zone: zone, coordinate: coordinate,
      holidays: country.flatMap { HolidayCalendar(country: $0, state: state) },
      knowsPublicHolidays: false)
  }

  /// The same context with another coordinate, which changes the times of the sun.
  package func at(_ coordinate: Coordinate) -> HoursContext {
    HoursContext(
      zone: zone, coordinate: coordinate, holidays: holidays,
      knowsPublicHolidays: knowsPublicHolidays, schoolHolidays: schoolHolidays)
  }

  /// Whether a day is a school holiday; `nil` if unknown, which makes the state unknown wherever it
  /// depends on it.
  package func isSchoolHoliday(_ day: Day) -> Bool? {
    if let schoolHolidays { return schoolHolidays.contains { $0.contains(day) } }
    return holidays?.schoolHolidays?.contains(day)
  }
}

/// Whole seconds since 1 January 1970, 00:00 UTC.
package typealias UnixSeconds = Int64

/// A time zone: converts between instants and local times.
package struct HoursZone: Sendable, Hashable {
  private let zone: TimeZone

  /// `nil` if there is no zone of that name. Names are those of the IANA time zone database, such
  /// as `Europe/Helsinki`.
  package init?(identifier: String) {
    guard !Self.dataVersion.isEmpty, let zone = TimeZone(identifier: identifier) else {
      return nil
    }
    self.zone = zone
  }

  /// Where the Swift runtime is linked in, it has other zones than GMT only if something is named
  /// that lies beside them.
  private static let dataVersion = TimeZone.timeZoneDataVersion

  /// The zone of this machine's clock.
  package static var current: HoursZone { HoursZone(.current) }

  private init(_ zone: TimeZone) { self.zone = zone }

  package var identifier: String { zone.identifier }

  /// Seconds east of Greenwich at an instant. Costs a quarter of a microsecond.
  package func offsetSeconds(at instant: UnixSeconds) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
  }

  /// The local date at an instant, and the seconds on the clock since midnight.
  package func local(_ instant: UnixSeconds) -> (day: Day, second: Int) {
    let seconds = Int(instant) + offsetSeconds(at: instant)
    let day = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    return (Day(number: day), seconds - day * 86_400)
  }

  /// The instant of a local time.
  ///
  /// A local time that occurs twice means the earlier of the two instants. One that is skipped
  /// means the instant at which a clock not yet put forward would show it, so 02:30 of a skipped
  /// hour is 03:30. This is the rule of RFC 5545, section 3.3.5.
  ///
  /// - Parameter minute: minutes after the day's midnight; may be beyond 24:00.
  package func instant(of day: Day, minute: Int) -> UnixSeconds {
    let asUTC = Int64(day.number) * 86_400 + Int64(minute) * 60
    // No zone is a day away from UTC, and none changes twice in two days.
    let before = Int64(offsetSeconds(at: asUTC - 86_400))
    let after = Int64(offsetSeconds(at: asUTC + 86_400))
    let early = asUTC - before
    if before == after { return early }
    // If the clocks have not changed yet at `early`, they show the time then.
    if Int64(offsetSeconds(at: early)) == before { return early }
    let late = asUTC - after
    return Int64(offsetSeconds(at: late)) == after ? late : early
  }
}
