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

  /// The name of the public holiday on a day; `nil` for other days. Costs about ten nanoseconds per
  /// holiday.
  package func name(of day: Day) -> String? {
    let properties = DayProperties(day, holidays: nil, HolidayStatus())
    return holidays.first { $0.days.matches(properties) }?.name
  }
}

/// The school holidays of a state.
struct SchoolHolidays: Sendable, Hashable {
  /// The period for which they are decreed.
  let known: ClosedRange<Day>
  let holidays: [ClosedRange<Day>]

  /// Whether a day is a school holiday; `nil` outside the known period.
  func contains(_ day: Day) -> Bool? {
    known.contains(day) ? holidays.contains { $0.contains(day) } : nil
  }
}
