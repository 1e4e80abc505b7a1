package import CommandLineKit
package import Messages
package import OpenStreetMap
import OpeningHours

/// The country of a map, and its state where that has holidays of its own.
package struct MapCountry: Sendable, Hashable, CustomStringConvertible {
  /// As in ISO 3166-1: `DE`.
  package let code: String
  /// As in the country's holiday table: `BY`; `nil` for the holidays of the whole country.
  package let state: String?

  /// A state without holidays of its own is dropped.
  package init(code: String, state: String? = nil) {
    self.code = code
    self.state = state.flatMap { HolidayCalendar(country: code, state: $0)?.state }
  }

  /// `DE`, `DE-BY`.
  package var description: String { state.map { "\(code)-\($0)" } ?? code }

  /// Whether OpeningHours has a holiday table for the country.
  package var hasHolidays: Bool { HolidayCalendar(country: code) != nil }

  /// Parses the value of `--country`: `DE`, `de-by`.
  ///
  /// - Throws: `UsageError` for a malformed code, and for an unknown state.
  package init(checking text: String) throws(UsageError) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let code = parts.first.flatMap({ Self.code(String($0)) }) else {
      throw UsageError("“\(text)” is no country; one is like US, or DE-BY with its state.")
    }
    self.init(code: code, state: parts.count > 1 ? String(parts[1]) : nil)
    guard parts.count == 1 || state != nil else {
      throw UsageError("There is no table of the holidays of “\(text)”; \(code) may do.")
    }
  }

  /// The country recorded for a map; `nil` where none is.
  package init?(of map: MapInfo) {
    guard let code = map.country else { return nil }
    self.init(code: code, state: map.state)
  }

  /// The warning for a map whose public holidays are unknown.
  package static func warning(_ country: MapCountry?) -> String {
    let reason =
      country.map { "There is no table of the holidays of \($0.code)" }
      ?? "The map does not name its country"
    return "\(reason): the hours of shops that say what holds on public holidays are unknown. "
      + "--country CODE gives the country."
  }

  /// A country code in upper case; `nil` for any other text.
  static func code(_ text: String) -> String? {
    let code = text.uppercased()
    guard code.utf8.count == 2, code.utf8.allSatisfy({ (65...90).contains($0) }) else {
      return nil
    }
    return code == "UK" ? "GB" : code
  }
}

/// Counts the countries, states and time zones that the elements of an extract name. Most are
/// addresses; borders also name the neighbouring country, but there are few of them.
package struct CountryVotes: Sendable {
  static let countryKeys = [
    "addr:country", "is_in:country_code", "ISO3166-1:alpha2", "ISO3166-1",
  ]
  static let stateKeys = ["addr:state", "is_in:state_code", "is_in:state", "ISO3166-2"]

  /// The least share of the votes that wins: a map belongs to a country even where it extends a
  /// little into another.
  static let clearMajority = 0.9

  private static let zoneKey = "timezone"

  private var countries: [String: Int] = [:]
  private var states: [String: Int] = [:]
  private var zones: [String: Int] = [:]

  init() {}

  /// The votes of an extract.
  ///
  /// - Throws: `MapFileError`.
  package init(of source: some MapSource) throws {
    let keys = Set(Self.countryKeys + Self.stateKeys + [Self.zoneKey])
    try source.read(MapSelection([.node, .way, .relation], keys: keys)) { element in
      switch element {
      case .node(let node): count(node.tags)
      case .way(let way): count(way.tags)
      case .relation(let relation): count(relation.tags)
      }
    }
  }

  mutating func count(_ tags: Tags) {
    let code = Self.countryKeys.lazy.compactMap { tags[$0].flatMap(MapCountry.code) }.first
    if let code { countries[code, default: 0] += 1 }
    if let state = Self.stateKeys.lazy.compactMap({ tags[$0] }).first {
      states[state, default: 0] += 1
    }
    if let zone = tags[Self.zoneKey] { zones[zone, default: 0] += 1 }
  }

  /// The country and its state on which at least nine in ten of the elements that name one agree;
  /// `nil` where no element names a country, or they disagree.
  package var mapCountry: MapCountry? { country.map(inCountry) }

  /// The country with the state that the elements agree on.
  package func inCountry(_ code: String) -> MapCountry {
    MapCountry(code: code, state: state(of: code))
  }

  /// The time zone of at least nine in ten of the elements that name one.
  package var zone: String? { Self.winner(zones) }

  /// `nil` without a clear majority.
  var country: String? { Self.winner(countries) }

  /// The state by its code in the country's holiday table; `nil` without a clear majority. Names
  /// that the table does not have are not counted.
  func state(of country: String) -> String? {
    var known: [String: Int] = [:]
    for (name, count) in states {
      // An ISO 3166-2 code begins with the country's.
      let dashed = name.split(separator: "-", maxSplits: 1)
      if dashed.count == 2, let other = MapCountry.code(String(dashed[0])), other != country {
        continue
      }
      guard let code = MapCountry(code: country, state: name).state else { continue }
      known[code, default: 0] += count
    }
    return Self.winner(known)
  }

  private static func winner(_ votes: [String: Int]) -> String? {
    let total = votes.values.reduce(0, +)
    guard let best = votes.max(by: { $0.value < $1.value }),
      Double(best.value) >= clearMajority * Double(total)
    else { return nil }
    return best.key
  }
}
