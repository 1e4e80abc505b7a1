/// The limits of what this module parses and searches.
package enum HoursLimits {
  /// The longest value that is parsed, in bytes; OpenStreetMap allows 255 characters.
  package static let valueBytes = 4096
  /// How many days `nextChange` looks ahead: five years.
  package static let searchDays = 5 * 366
  /// The longest time, in days, that `intervals` covers: a hundred years.
  package static let intervalDays = 100 * 366
  /// The furthest end of a time range, in minutes after its day's midnight: `48:00`.
  static let lastMinute = 2 * minutesInDay
  /// The years that a value may name.
  static let years = 1900...9999
  /// The largest offset such as `easter +100 days`, in days.
  static let offsetDays = 366

  static let minutesInDay = 1440
}
