import Foundation
import Geography

/// The time zones of each country.
///
/// From `zone.tab` of the time zone database, which gives one coordinate for each zone of a
/// country. It has no borders: where a country's zones keep different clocks, it does not decide
/// which of them holds at a coordinate.
package struct CountryZones: Sendable {
  /// How far a country may extend from the nearest coordinate of its zones. The west of India is
  /// 2,000 km from Kolkata. What lies farther off is an overseas territory whose addresses carry
  /// the country code of the mainland.
  private static let reach: Meters = 2_500_000

  /// The zones of this machine's `zone.tab`; empty where that file is missing.
  package static let installed = CountryZones(
    table: FileManager.default.contents(atPath: "/usr/share/zoneinfo/zone.tab")
      .map { String(decoding: $0, as: UTF8.self) } ?? "")

  private struct Zone {
    let name: String
    let coordinate: Coordinate
  }

  private let zones: [String: [Zone]]

  /// - Parameter table: lines of country code, coordinate and zone name, separated by tabs.
  ///   Comments and malformed lines are skipped.
  package init(table: String) {
    var zones: [String: [Zone]] = [:]
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      let columns = line.split(separator: "\t")
      guard columns.count >= 3, let coordinate = Self.coordinate(columns[1]) else { continue }
      zones[String(columns[0]), default: []]
        .append(Zone(name: String(columns[2]), coordinate: coordinate))
    }
    self.zones = zones
  }

  /// The different clocks of a country, nearest zone first. Each is named by its first zone in the
  /// table, which is the most populous one.
  ///
  /// Zones share a clock if their offsets agree at every hour from one year before `date` to two
  /// years after it. Empty for a country that is not in the table, and for a coordinate overseas.
  /// Costs about 2 ms for each zone of the country.
  ///
  /// - Parameter country: as in ISO 3166-1: `DE`.
  package func clocks(of country: String, near coordinate: Coordinate, at date: Date) -> [String] {
    var found: [ZoneOffsets: (name: String, meters: Meters)] = [:]
    for zone in zones[country] ?? [] {
      guard let clock = ZoneOffsets(of: zone.name, around: date) else { continue }
      let meters = zone.coordinate.distance(to: coordinate)
      let known = found[clock] ?? (zone.name, .infinity)
      found[clock] = (known.name, min(known.meters, meters))
    }
    let nearestFirst = found.values.sorted { ($0.meters, $0.name) < ($1.meters, $1.name) }
    guard let nearest = nearestFirst.first, nearest.meters < Self.reach else { return [] }
    return nearestFirst.map(\.name)
  }

  /// `+4230+00131` or `+404251-0740023`: degrees, minutes and perhaps seconds, as in ISO 6709.
  private static func coordinate(_ text: Substring) -> Coordinate? {
    guard let sign = text.dropFirst().firstIndex(where: { "+-".contains($0) }),
      let latitude = degrees(text[..<sign], whole: 2),
      let longitude = degrees(text[sign...], whole: 3)
    else { return nil }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    return coordinate.isValid ? coordinate : nil
  }

  private static func degrees(_ text: Substring, whole: Int) -> Double? {
    let digits = text.dropFirst()
    guard [whole + 2, whole + 4].contains(digits.count), digits.allSatisfy(\.isNumber),
      let degrees = Double(digits.prefix(whole)),
      let minutes = Double(digits.dropFirst(whole).prefix(2))
    else { return nil }
    let seconds = Double(digits.dropFirst(whole + 2)) ?? 0
    return (text.first == "-" ? -1 : 1) * (degrees + minutes / 60 + seconds / 3600)
  }
}

/// The UTC offsets of a time zone over three years.
struct ZoneOffsets: Hashable {
  private struct Change: Hashable {
    let hour: Int
    let offsetSeconds: Int
  }

  private static let hoursOfYear = 8_766
  private let changes: [Change]

  /// Covers one year before `date` and two years after it; `nil` for an unknown zone.
  init?(of zone: String, around date: Date) {
    guard let zone = TimeZone(identifier: zone) else { return nil }
    let now = Int(date.timeIntervalSince1970 / 3600)
    var changes: [Change] = []
    for hour in (now - Self.hoursOfYear)..<(now + 2 * Self.hoursOfYear) {
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(hour) * 3600))
      if offset != changes.last?.offsetSeconds {
        changes.append(Change(hour: hour, offsetSeconds: offset))
      }
    }
    self.changes = changes
  }
}
