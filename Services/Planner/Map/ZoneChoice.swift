import Foundation
import Geography
import ServiceRuntime

/// Which time zone a map gets.
package enum ZoneChoice {
  /// How far a zone's offset may be from the sun's time before it looks like a mistake. China's one
  /// zone is 3.2 hours off in its far west; no inhabited place is farther off.
  static let plausibleHours = 3.5

  /// The name, where the time zone database knows it.
  ///
  /// - Throws: `UsageError` where there is no such zone, with names that resemble it.
  package static func checked(_ name: String) throws(UsageError) -> String {
    if let zone = TimeZone(identifier: name), isInDatabase(zone.identifier) {
      return name
    }
    throw UsageError(
      "There is no time zone “\(name)”; names are like Europe/Helsinki.",
      suggestions: suggestions(for: name))
  }

  /// What to say where a zone is implausible for a map; `nil` where it is fine.
  ///
  /// - Parameter offsetSeconds: the zone's offset from Greenwich today.
  package static func warning(
    zone: String, offsetSeconds: Int, map: String, center: Coordinate
  ) -> String? {
    let sunHours = center.longitude / 15
    let difference = (Double(offsetSeconds) / 3600 - sunHours)
      .remainder(dividingBy: 24)
    guard abs(difference) > plausibleHours else { return nil }
    return "This machine's time zone \(zone) is used for \(map), but the map's clocks are likely "
      + "\(Int(abs(difference).rounded())) hours off it. "
      + "Give the map's own: --time-zone Area/City."
  }

  private static func isInDatabase(_ identifier: String) -> Bool {
    ["UTC", "GMT"].contains(identifier)
      || TimeZone.knownTimeZoneIdentifiers.contains(identifier)
      || identifier.contains("/")
  }

  private static func suggestions(for name: String) -> [String] {
    let known = TimeZone.knownTimeZoneIdentifiers
    if let nearest = Spelling.nearest(to: name, among: known) { return [nearest] }
    // A city without its continent.
    let cities = known.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let city = name.split(separator: "/").last.map(String.init) ?? name
    guard let nearest = Spelling.nearest(to: city, among: cities),
      let index = cities.firstIndex(of: nearest)
    else { return [] }
    return [known[index]]
  }
}
