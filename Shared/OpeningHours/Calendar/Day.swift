package import Time

/// A date of the proleptic Gregorian calendar.
package struct Day: Sendable, Hashable, Comparable {
  /// Days since 1 January 1970.
  package let number: Int

  package init(number: Int) { self.number = number }

  /// The date; a day beyond the end of the month counts on from its first, so that 30 February is
  /// 1 or 2 March.
  package init(year: Int, month: Int, day: Int) {
    number = GregorianCalendar.days(year: year, month: month, day: day)
  }

  /// The date of a time.
  package init(_ time: CivilTime) {
    self.init(year: time.year, month: time.month, day: time.day)
  }

  /// Year, month and day of the month.
  package var civil: (year: Int, month: Int, day: Int) { GregorianCalendar.date(days: number) }

  /// 1 January 1970 was a Thursday.
  package var weekday: Weekday {
    let index = (number + 3) % 7
    return Weekday.allCases[index < 0 ? index + 7 : index]
  }

  /// The week of ISO 8601, 1 to 53: it belongs to the year of its Thursday.
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
