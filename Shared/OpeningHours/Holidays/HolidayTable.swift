import CTables
import Synchronization

/// The public holidays of a country and of its states, as rules for every year, or year by year.
///
/// A table is text, one line for each holiday: the days in the grammar of opening hours, the name,
/// and the states that have it if it is not the whole country. A line that begins with “=” gives a
/// state's code and its names; the state “*” has what holds where the state is not known:
///
///     = BY Bayern/Bavaria
///     Jan 06 | Heilige Drei Könige | BW BY ST
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
  /// The lines that cannot be parsed; a test expects none.
  private(set) var rejected: [String] = []

  /// The codes of the countries that have a table.
  static let countries: Set<String> = Set(texts.keys).union(world.keys)

  private static let parsed = Mutex<[String: HolidayTable]>([:])

  /// The table of a country, by its code; parsed once, in a few milliseconds. `nil` without one.
  static func of(_ country: String) -> HolidayTable? {
    if let known = parsed.withLock({ $0[country] }) { return known }
    guard let text = texts[country] ?? world[country] else { return nil }
    let table = HolidayTable(text)
    parsed.withLock { $0[country] = table }
    return table
  }

  /// The texts of `Shared/CTables/holidays.txt`, by country.
  private static let world: [String: String] = {
    var tables: [String: String] = [:]
    var country = ""
    for line in String(cString: table_of_holidays()).split(separator: "\n") {
      if line.hasPrefix("# ") {
        country = String(line.dropFirst(2))
      } else {
        tables[country, default: ""] += line + "\n"
      }
    }
    return tables
  }()

  private static let texts = [
    "AT": austria, "BE": belgium, "CH": switzerland, "CZ": czechia, "DE": germany, "DK": denmark,
    "EE": estonia, "ES": spain, "FI": finland, "FR": france, "GB": greatBritain, "HR": croatia,
    "HU": hungary, "IE": ireland, "IT": italy, "LI": liechtenstein, "LT": lithuania,
    "LU": luxembourg, "MC": monaco, "MT": malta, "NL": netherlands, "NO": norway, "PL": poland,
    "PT": portugal, "SE": sweden, "SI": slovenia, "SK": slovakia, "US": unitedStates,
  ]

  init(_ text: String) {
    for line in text.split(separator: "\n") { read(line) }
  }

  private mutating func read(_ line: Substring) {
    if line.hasPrefix("= ") {
      let words = line.dropFirst(2).split(separator: " ", maxSplits: 1)
      let code = String(words[0])
      states[code.lowercased()] = code
      for name in words.dropFirst().joined().split(separator: "/") {
        states[name.lowercased()] = code
      }
      return
    }
    let parts = line.split(separator: "|").map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard parts.count >= 2, let hours = try? OpeningHours(parts[0]), hours.rules.count == 1 else {
      rejected.append(String(line))
      return
    }
    let states = parts.count > 2 ? parts[2].split(separator: " ").map(String.init) : []
    rows.append(Row(name: parts[1], days: hours.rules[0].days, states: Set(states)))
  }

  /// The code of a state by its code or name; `nil` if there is none.
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
