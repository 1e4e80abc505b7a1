import CTables
import Synchronization

/// The holidays of a country and of its states, as rules for every year, or year by year.
///
/// `Shared/CTables/README.md` describes the text of a table.
struct HolidayTable: Sendable {
  struct Row: Sendable {
    let name: String
    let days: DaySelectors
    /// Empty for the whole country.
    let states: Set<String>
  }

  private(set) var rows: [Row] = []
  /// State codes by names and codes in lower case.
  private var states: [String: String] = [:]
  /// The period that the table's school holidays cover.
  private var schoolYears: ClosedRange<Day>?
  /// By state.
  private(set) var schoolHolidays: [String: [ClosedRange<Day>]] = [:]
  /// The lines that cannot be parsed; a test expects none.
  private(set) var rejected: [String] = []

  /// The codes of the countries that have a table.
  static var countries: Set<String> { Set(texts.keys) }

  private static let parsed = Mutex<[String: HolidayTable]>([:])

  /// The table of a country, by its code; parsed once, in a few milliseconds. `nil` without one.
  static func of(_ country: String) -> HolidayTable? {
    if let known = parsed.withLock({ $0[country] }) { return known }
    guard let text = texts[country] else { return nil }
    let table = HolidayTable(text)
    parsed.withLock { $0[country] = table }
    return table
  }

  /// The lines of `holidays.txt`, by country.
  private static let texts: [String: [Substring]] = {
    var tables: [String: [Substring]] = [:]
    var country = ""
    for line in String(cString: table_of_holidays()).split(separator: "\n")
    where !line.hasPrefix("//") {
      if line.hasPrefix("# ") {
        country = String(line.dropFirst(2))
      } else {
        tables[country, default: []].append(line)
      }
    }
    return tables
  }()

  private init(_ lines: [Substring]) {
    for line in lines {
      let isRead =
        switch line.prefix(2) {
        case "= ": readState(line.dropFirst(2))
        case "~ ": readSchoolHolidays(line.dropFirst(2))
        default: readHoliday(line)
        }
      if !isRead { rejected.append(String(line)) }
    }
  }

  private mutating func readState(_ line: Substring) -> Bool {
    let words = line.split(separator: " ", maxSplits: 1)
    guard let code = words.first.map(String.init) else { return false }
    states[code.lowercased()] = code
    for name in words.dropFirst().joined().split(separator: "/") {
      states[name.lowercased()] = code
    }
    return true
  }

  private mutating func readHoliday(_ line: Substring) -> Bool {
    let parts = line.split(separator: "|").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard parts.count >= 2, let hours = try? OpeningHours(parts[0]), hours.rules.count == 1 else {
      return false
    }
    let states = parts.count > 2 ? parts[2].split(separator: " ").map(String.init) : []
    rows.append(Row(name: parts[1], days: hours.rules[0].days, states: Set(states)))
    return true
  }

  /// Reads `2025-2029`, or `BY 2026 0216-0220 1224-0108`.
  private mutating func readSchoolHolidays(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    if words.count == 1 {
      let years = words[0].split(separator: "-").compactMap { Int($0) }
      guard years.count == 2, years[0] <= years[1] else { return false }
      schoolYears =
        Day(year: years[0], month: 1, day: 1)...Day(year: years[1], month: 12, day: 31)
      return true
    }
    guard words.count > 2, let year = Int(words[1]) else { return false }
    let ranges = words[2...].compactMap { Self.range($0, in: year) }
    schoolHolidays[String(words[0]), default: []] += ranges
    return ranges.count == words.count - 2
  }

  /// Parses `1222-0105`.
  private static func range(_ text: Substring, in year: Int) -> ClosedRange<Day>? {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 2 else { return nil }
    let (first, last) = (numbers[0], numbers[1])
    let end = Day(year: last < first ? year + 1 : year, month: last / 100, day: last % 100)
    let start = Day(year: year, month: first / 100, day: first % 100)
    return start <= end ? start...end : nil
  }

  /// The school holidays of a state by its code; `nil` if the table has none.
  func schoolHolidays(of state: String) -> SchoolHolidays? {
    guard let schoolYears, let holidays = schoolHolidays[state] else { return nil }
    return SchoolHolidays(known: schoolYears, holidays: holidays)
  }

  /// The code of a state by its code or name; `nil` for an unknown one.
  func state(named text: String) -> String? {
    let name = text.lowercased()
    if let code = states[name] { return code }
    // ISO 3166-2 has the country before the hyphen; people write "Kanton" and the like before a
    // name.
    let dashed = name.split(separator: "-", maxSplits: 1)
    if dashed.count == 2, dashed[0].count == 2, let code = states[String(dashed[1])] {
      return code
    }
    for prefix in ["kanton ", "canton de ", "canton du ", "canton of ", "cantone ", "state of "]
    where name.hasPrefix(prefix) { return states[String(name.dropFirst(prefix.count))] }
    return nil
  }
}

extension HolidayCalendar {
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
    self.init(
      country: code, state: known,
      holidays: table.rows.filter { $0.states.isEmpty || $0.states.contains(known ?? "*") }
        .map { Holiday(name: $0.name, days: $0.days) },
      schoolHolidays: known.flatMap { table.schoolHolidays(of: $0) })
  }
}
