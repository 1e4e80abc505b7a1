package import CommandLineKit
package import Countries
package import Messages
import OpeningHours

/// The country of a map, and its state where that has its own holidays.
package struct MapCountry: Sendable, Hashable, CustomStringConvertible {
  /// As in ISO 3166-1: `DE`.
  package let code: String
  /// As in the country's holiday table: `BY`; `nil` for the holidays of the whole country.
  package let state: String?

  /// A state without its own holidays is dropped.
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
    guard let code = parts.first.flatMap({ Countries.code(String($0)) }) else {
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
}

extension CountryVotes {
  /// The country and its state on which at least nine in ten of the elements that name one agree;
  /// `nil` where no element names a country, or they disagree.
  package var mapCountry: MapCountry? { country.map(inCountry) }

  /// The country with the state that the elements agree on, by its code in the country's holiday
  /// table. Names that the table does not have are not counted.
  package func inCountry(_ country: String) -> MapCountry {
    var known: [String: Int] = [:]
    for (name, count) in states {
      // An ISO 3166-2 code begins with the country's.
      let dashed = name.split(separator: "-", maxSplits: 1)
      if dashed.count == 2, let other = Countries.code(String(dashed[0])), other != country {
        continue
      }
      guard let code = MapCountry(code: country, state: name).state else { continue }
      known[code, default: 0] += count
    }
    return MapCountry(code: country, state: Self.winner(known))
  }
}
