import Foundation

/// Which country each time zone belongs to.
///
/// From `zone.tab` of the time zone database, which lists each zone under one country.
package struct CountryZones: Sendable {
  /// The zones of this machine's `zone.tab`; empty where that file is missing.
  package static let installed = CountryZones(
    table: FileManager.default.contents(atPath: "/usr/share/zoneinfo/zone.tab")
      .map { String(decoding: $0, as: UTF8.self) } ?? "")

  private let countries: [String: String]

  /// - Parameter table: lines of country code, coordinate and zone name, separated by tabs.
  ///   Comments and malformed lines are skipped.
  package init(table: String) {
    let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t") }.filter { $0.count >= 3 }
    countries = Dictionary(
      rows.map { (String($0[2]), String($0[0])) }, uniquingKeysWith: { first, _ in first })
  }

  /// The country of a zone, as in ISO 3166-1: `DE`; `nil` for a zone that is not in the table.
  package func country(of zone: String) -> String? { countries[zone] }
}
