/// A date of the Gregorian calendar, which is taken to have always been in force.
package struct Day: Sendable, Hashable, Comparable {
  /// Days since 1 January 1970.
  package let number: Int

  package init(number: Int) { self.number = number }

  /// The date; a day that the month has not is counted on from its first, so that 30 February is
  /// 1 or 2 March.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
  package init(year: Int, month: Int, day: Int) {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    number = era * 146_097 + dayOfEra - 719_468
  }

  /// Year, month and day of the month.
  ///
  /// Source: as above, civil_from_days.
  package var civil: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  /// 1 January 1970 was a Thursday.
  package var weekday: Weekday {
    let index = (number + 3) % 7
    return Weekday.allCases[index < 0 ? index + 7 : index]
  }

  /// The week of ISO 8601, 1 to 53: it belongs to the year that has its Thursday.
  var isoWeek: Int {
    let thursday = advanced(by: 3 - weekday.rawValue)
    return (thursday.number - Day(year: thursday.civil.year, month: 1, day: 1).number) / 7 + 1
  }

  package func advanced(by days: Int) -> Day { Day(number: number + days) }

  package static func < (left: Day, right: Day) -> Bool { left.number < right.number }

  /// How many days a month has.
  static func count(inMonth month: Int, of year: Int) -> Int {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return Day(year: next.0, month: next.1, day: 1).number
      - Day(year: year, month: month, day: 1).number
  }

  /// Easter Sunday of the western churches.
  ///
  /// Source: Jean Meeus, "Astronomical Algorithms", chapter 8: the anonymous Gregorian algorithm.
  static func easter(_ year: Int) -> Day {
    let golden = year % 19
    let (century, yearOfCentury) = (year / 100, year % 100)
    let (leapCenturies, centuryRest) = (century / 4, century % 4)
    let correction = (century - (century + 8) / 25 + 1) / 3
    let epact = (19 * golden + century - leapCenturies - correction + 15) % 30
    let (leapYears, yearRest) = (yearOfCentury / 4, yearOfCentury % 4)
    let toSunday = (32 + 2 * centuryRest + 2 * leapYears - epact - yearRest) % 7
    let late = (golden + 11 * epact + 22 * toSunday) / 451
    let sum = epact + toSunday - 7 * late + 114
    return Day(year: year, month: sum / 31, day: sum % 31 + 1)
  }
}

/// A day of the week, Monday first.
package enum Weekday: Int, Sendable, Hashable, CaseIterable {
  case monday
  case tuesday
  case wednesday
  case thursday
  case friday
  case saturday
  case sunday

  var next: Weekday { Self.allCases[(rawValue + 1) % 7] }

  /// As the grammar writes it: `Mo`.
  package var abbreviation: String {
    ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"][rawValue]
  }
}
