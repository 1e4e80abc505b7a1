import Foundation
import Geography

/// The time zones of each country.
///
/// From `zone.tab` of the time zone database, which names for each zone of a country a place that
/// goes by it. It draws no borders: where a country's zones keep different clocks, nobody can tell
/// from it which of them a place goes by.
package struct CountryZones: Sendable {
  /// How far from the nearest place of its zones a country reaches. The west of India is 2,000 km
  /// from Kolkata; farther off are territories overseas with the motherland's code in addresses.
  private static let reach: Meters = 2_500_000

  /// Those of this machine; none where it has no `zone.tab`.
  package static let ofThisMachine = CountryZones(
    table: FileManager.default.contents(atPath: "/usr/share/zoneinfo/zone.tab")
      .map { String(decoding: $0, as: UTF8.self) } ?? "")

  private struct Zone {
    let name: String
    let place: Coordinate
  }

  private let zones: [String: [Zone]]

  /// - Parameter table: a country's code, a place and a zone's name in each line, with tabs between
  ///   them. Comments and lines that make no sense are skipped.
  package init(table: String) {
    var zones: [String: [Zone]] = [:]
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
      let columns = line.split(separator: "\t")
      guard columns.count >= 3, let place = Self.place(columns[1]) else { continue }
      zones[String(columns[0]), default: []].append(Zone(name: String(columns[2]), place: place))
    }
    self.zones = zones
  }

  /// The different clocks that a country goes by, each by the zone that the table names first,
  /// which is that of the most people; the clock of the zone nearest to a place first. Zones whose
  /// offsets are the same at every hour from the year before `moment` to the second after it have
  /// one clock. None for a country that is not in the table, and for a place overseas.
  ///
  /// Some 2 ms for each of the country's zones.
  ///
  /// - Parameter country: as in ISO 3166-1: `DE`.
  package func clocks(of country: String, near place: Coordinate, at moment: Date) -> [String] {
    var found: [ZoneOffsets: (name: String, meters: Meters)] = [:]
    for zone in zones[country] ?? [] {
      guard let clock = ZoneOffsets(of: zone.name, around: moment) else { continue }
      let meters = zone.place.distance(to: place)
      let known = found[clock] ?? (zone.name, .infinity)
      found[clock] = (known.name, min(known.meters, meters))
    }
    let nearestFirst = found.values.sorted { ($0.meters, $0.name) < ($1.meters, $1.name) }
    guard let nearest = nearestFirst.first, nearest.meters < Self.reach else { return [] }
    return nearestFirst.map(\.name)
  }

  /// `+4230+00131` or `+404251-0740023`: degrees, minutes and perhaps seconds, as in ISO 6709.
  private static func place(_ text: Substring) -> Coordinate? {
    guard let sign = text.dropFirst().firstIndex(where: { "+-".contains($0) }),
      let latitude = degrees(text[..<sign], whole: 2),
      let longitude = degrees(text[sign...], whole: 3)
    else { return nil }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    return place.isValid ? place : nil
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

/// What a zone's clocks are ahead of Greenwich for some years.
struct ZoneOffsets: Hashable {
  private struct Change: Hashable {
    let hour: Int
    let offsetSeconds: Int
  }

  private static let hoursOfYear = 8_766
  private let changes: [Change]

  /// From the year before a moment to the second after it; `nil` for a zone that this machine does
  /// not know.
  init?(of zone: String, around moment: Date) {
    guard let zone = TimeZone(identifier: zone) else { return nil }
    let now = Int(moment.timeIntervalSince1970 / 3600)
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
