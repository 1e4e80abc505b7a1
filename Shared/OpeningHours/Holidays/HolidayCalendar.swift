/// The holidays of a country, or of one of its states.
package struct HolidayCalendar: Sendable, Hashable {
  struct Holiday: Sendable, Hashable {
    let name: String
    let days: DaySelectors
  }

  /// ISO 3166-1, upper case: `DE`.
  package let country: String
  /// As in the table: `BY`; `nil` for the holidays of the whole country only.
  package let state: String?
  let holidays: [Holiday]
  let schoolHolidays: SchoolHolidays?

  /// The holidays of a country; `nil` if this module has no table of it.
  ///
  /// - Parameters:
  ///   - country: its code of ISO 3166-1, in upper or lower case.
  ///   - state: the state, canton or region whose own holidays are included: its code of
  ///     ISO 3166-2, with or without the country's (`DE-BY`, `by`), or its name (`Bayern`). A state
  ///     that is not in the table has the holidays of the whole country.
  package init?(country: String, state: String? = nil) {
    let code = country.uppercased()
    guard let table = HolidayTable.of(code) else { return nil }
    let known = state.flatMap { table.state(named: $0) }
    self.country = code
    self.state = known
    schoolHolidays = SchoolHolidays(country: code, state: known)
    holidays = table.rows.filter { $0.states.isEmpty || $0.states.contains(known ?? "*") }
      .map { Holiday(name: $0.name, days: $0.days) }
  }

  /// The name of the public holiday on a day; `nil` for other days. Costs about ten nanoseconds per
  /// holiday.
  package func name(of day: Day) -> String? {
    let properties = DayProperties(day, holidays: nil, HolidayStatus())
    return holidays.first { $0.days.matches(properties) }?.name
  }
}
