import Foundation
package import Geography

/// Which country each time zone belongs to, and where the city is that the zone is named after.
///
/// From `zone.tab` of the time zone database, which lists each zone under one country.
package struct CountryZones: Sendable {
  /// The zones of this machine's `zone.tab`; empty where that file is missing.
  package static let installed = CountryZones(
    table: FileManager.default.contents(atPath: "/usr/share/zoneinfo/zone.tab")
      .map { String(decoding: $0, as: UTF8.self) } ?? "")

  private let countries: [String: String]
  private let cities: [(country: String, coordinate: Coordinate)]

  /// - Parameter table: lines of country code, coordinate and zone name, separated by tabs.
  ///   Comments and malformed lines are skipped.
  package init(table: String) {
    let rows = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t") }.filter { $0.count >= 3 }
    countries = Dictionary(
      rows.map { (String($0[2]), String($0[0])) }, uniquingKeysWith: { first, _ in first })
    cities = rows.compactMap { row in Self.coordinate(row[1]).map { (String(row[0]), $0) } }
  }

  /// The country of a zone, as in ISO 3166-1: `DE`; `nil` for a zone that is not in the table.
  package func country(of zone: String) -> String? { countries[zone] }

  /// Countries whose nearest city is at most this many times as far away as the nearest of all, or
  /// `margin` more, are possible.
  private static let factor = 1.6
  private static let margin: Meters = 50_000

  /// The codes of the possible countries, the nearest city first. Only a rough guess: near a border
  /// several are possible.
  package func countries(around point: Coordinate) -> [String] {
    let near = cities.map { ($0.country, $0.coordinate.distance(to: point)) }
      .sorted { $0.1 < $1.1 }
    guard let nearest = near.first else { return [] }
    var codes: [String] = []
    for (country, distance) in near
    where distance <= nearest.1 * Self.factor + Self.margin && !codes.contains(country) {
      codes.append(country)
    }
    return codes
  }

  /// Parses `+4230+00131` or `+404251-0740023`: degrees, minutes and perhaps seconds, as in
  /// ISO 6709.
  private static func coordinate(_ text: Substring) -> Coordinate? {
    guard let sign = text.dropFirst().firstIndex(where: { "+-".contains($0) }) else { return nil }
    func degrees(_ part: Substring, _ whole: Int) -> Double? {
      let digits = part.dropFirst()
      guard let degrees = Double(digits.prefix(whole)),
        let minutes = Double(digits.dropFirst(whole).prefix(2))
      else { return nil }
      return (part.first == "-" ? -1 : 1) * (degrees + minutes / 60)
    }
    guard let latitude = degrees(text[..<sign], 2), let longitude = degrees(text[sign...], 3)
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
