package import Geography

extension HoursContext {
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
}
