import Foundation
import Geography
import OpenStreetMap

/// The countries and states that a map touches, found from its tags; without any, from where it is.
struct MapRegions: Sendable {
  /// How many elements name each country, as in ISO 3166-1: "DE".
  private(set) var countries: [String: Int] = [:]
  /// How many elements name each state, as they write it: "US-MD", "MD", "Maryland".
  private(set) var states: [String: Int] = [:]

  private static let countryKeys = [
    "addr:country", "is_in:country_code", "ISO3166-1:alpha2", "ISO3166-1",
  ]
  private static let stateKeys = ["addr:state", "is_in:state_code", "is_in:state", "ISO3166-2"]

  mutating func count(_ tags: Tags) {
    let code = Self.countryKeys.lazy.compactMap { tags[$0] }.first?.uppercased()
    if let code, code.utf8.count == 2, code.utf8.allSatisfy({ 65...90 ~= $0 }) {
      countries[code == "UK" ? "GB" : code, default: 0] += 1
    }
    // A border names the states on both sides, and has no address.
    for key in Self.stateKeys { tags[key].map { states[$0, default: 0] += 1 } }
    // The census data that American roads are imported from: "Baltimore, MD".
    if let county = tags["tiger:county"], let comma = county.lastIndex(of: ",") {
      let state = county[county.index(after: comma)...].drop(while: \.isWhitespace)
      states["US-" + state, default: 0] += 1
      countries["US", default: 0] += 1
    }
  }

  /// A country must be named by this share of the elements that name one. Mistyped codes are rarer.
  static let leastShare = 0.01

  /// The codes of the countries, the likeliest first.
  func countryCodes(around point: Coordinate?) -> [String] {
    let total = countries.values.reduce(0, +)
    let named = countries.filter { Double($0.value) >= Self.leastShare * Double(total) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    return named.isEmpty ? point.map(ZoneCities.countries) ?? [] : named
  }
}

/// The cities that the time zone database names its zones after. They give the country where a map
/// does not, though only roughly: near a border several are possible.
enum ZoneCities {
  /// Countries whose nearest such city is at most this many times as far away as the nearest of
  /// all, or `margin` more, are possible.
  private static let factor = 1.6
  private static let margin: Meters = 50_000

  /// The codes of the possible countries, the nearest city first; empty without the database.
  static func countries(around point: Coordinate) -> [String] {
    let cities = table.map { ($0.country, $0.coordinate.distance(to: point)) }
      .sorted { $0.1 < $1.1 }
    guard let nearest = cities.first else { return [] }
    var codes: [String] = []
    for (country, distance) in cities
    where distance <= nearest.1 * factor + margin && !codes.contains(country) {
      codes.append(country)
    }
    return codes
  }

  private static let table: [(country: String, coordinate: Coordinate)] = {
    let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/zone.tab")
    return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").compactMap {
      let columns = $0.split(separator: "\t")
      guard columns.count >= 3, !$0.hasPrefix("#"), let point = coordinate(columns[1]) else {
        return nil
      }
      return (String(columns[0]), point)
    }
  }()

  /// `+4230+00131` or `+404251-0740023`: degrees, minutes and perhaps seconds, as in ISO 6709.
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
