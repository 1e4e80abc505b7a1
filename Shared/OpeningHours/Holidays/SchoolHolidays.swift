/// The school holidays of a state, over the years for which they are decreed.
///
/// A table is text: a state, a year, and the holidays that begin in it as months and days,
/// `1222-0105`.
struct SchoolHolidays: Sendable, Hashable {
  /// The period that the table covers.
  let known: ClosedRange<Day>
  let holidays: [ClosedRange<Day>]

  /// The school holidays of a state by its code; `nil` without a table.
  init?(country: String, state: String?) {
    guard country == "DE", let state, let holidays = Self.germanStates[state] else { return nil }
    known = Day(year: 2025, month: 1, day: 1)...Day(year: 2029, month: 12, day: 31)
    self.holidays = holidays
  }

  /// Whether a day is a school holiday; `nil` outside the period that the table covers.
  func contains(_ day: Day) -> Bool? {
    known.contains(day) ? holidays.contains { $0.contains(day) } : nil
  }

  static let germanStates: [String: [ClosedRange<Day>]] = {
    var states: [String: [ClosedRange<Day>]] = [:]
    for line in germany.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, let year = Int(words[1]) else { continue }
      states[String(words[0]), default: []] += words[2...].compactMap { range($0, in: year) }
    }
    return states
  }()

  /// Parses `1222-0105`.
  private static func range(_ text: Substring, in year: Int) -> ClosedRange<Day>? {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    let (first, last) = (numbers[0], numbers[1])
    let end = Day(year: last < first ? year + 1 : year, month: last / 100, day: last % 100)
    let start = Day(year: year, month: first / 100, day: first % 100)
    return start <= end ? start...end : nil
  }
}
