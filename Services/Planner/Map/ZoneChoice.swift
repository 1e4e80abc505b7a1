package import CommandLineKit
package import Countries
package import Foundation
package import Geography
import Messages

/// Chooses the time zone of a map: the one given on the command line, else by geography.
package struct ZoneChoice: Sendable {
  /// The zone given on the command line, validated.
  package let given: String?
  private let grid: ZoneGrid
  private let countries: CountryZones
  /// When the map is built.
  private let date: Date

  /// - Throws: `UsageError` for an unknown zone.
  package init(
    given: String? = nil, grid: ZoneGrid = .world, countries: CountryZones = .installed,
    date: Date = .now
  ) throws(UsageError) {
    self.given = try given.map { name throws(UsageError) in try Self.validated(name) }
    self.grid = grid
    self.countries = countries
    self.date = date
  }

  /// The zone of a map, and the zones with other clocks that it may have instead.
  ///
  /// A zone counts by its share of the map. If the country is known, only its zones count. The
  /// clock of nine tenths of the map is certain; else the one that the map's own tags name, if it
  /// is one of them. At sea the zone is the nautical one.
  ///
  /// - Parameters:
  ///   - country: as in ISO 3166-1: `DE`; `nil` where it is unknown.
  ///   - named: the zone that the tags of the map agree on.
  package func clock(
    of box: BoundingBox, country: String? = nil, named: String? = nil
  ) -> MapClock {
    if let given { return MapClock(zone: given, others: []) }
    let clocks = clocks(of: box, country: country)
    guard let first = clocks.first else { return MapClock(zone: Self.nautical(box), others: []) }
    if first.share >= CountryVotes.clearMajority { return MapClock(zone: first.zone, others: []) }
    let offsets = named.flatMap { ZoneOffsets(of: $0, around: date) }
    if let named = clocks.first(where: { $0.offsets == offsets }) {
      return MapClock(zone: named.zone, others: [])
    }
    return MapClock(zone: first.zone, others: clocks.dropFirst().map(\.zone))
  }

  /// The country in which at least nine tenths of the land of a map lie, by its zones, or
  /// `nil`.
  package func country(of box: BoundingBox) -> String? {
    var shares: [String: Double] = [:]
    for (zone, share) in grid.shares(of: box) {
      if let country = countries.country(of: zone) { shares[country, default: 0] += share }
    }
    return shares.first { $0.value >= CountryVotes.clearMajority }?.key
  }

  private struct Clock {
    let offsets: ZoneOffsets
    /// The one with the largest share of those that keep this clock.
    let zone: String
    var share: Double
  }

  /// The different clocks of a map, the one with the largest share first.
  private func clocks(of box: BoundingBox, country: String?) -> [Clock] {
    let shares = grid.shares(of: box)
    let own = shares.filter { country != nil && countries.country(of: $0.zone) == country }
    var clocks: [Clock] = []
    for (zone, share) in own.isEmpty ? shares : own {
      guard let offsets = ZoneOffsets(of: zone, around: date) else { continue }
      if let index = clocks.firstIndex(where: { $0.offsets == offsets }) {
        clocks[index].share += share
      } else {
        clocks.append(Clock(offsets: offsets, zone: zone, share: share))
      }
    }
    let all = clocks.map(\.share).reduce(0, +)
    for index in clocks.indices { clocks[index].share /= all }
    return clocks.sorted { $0.share > $1.share }
  }

  /// `Etc/GMT-2` for the zone two hours ahead of Greenwich.
  private static func nautical(_ box: BoundingBox) -> String {
    let hours = Int((box.center.longitude / 15).rounded())
    return hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours < 0 ? "+" : "-")\(abs(hours))"
  }
}

/// The time zone of a map, and how sure it is.
package struct MapClock: Sendable, Hashable {
  package let zone: String
  /// One zone for each other clock that parts of the map may keep, likeliest first; empty if the
  /// zone is certain.
  package let others: [String]
}

extension ZoneChoice {
  /// The name, if it is in the time zone database.
  ///
  /// - Throws: `UsageError` for an unknown zone, with similar names as suggestions.
  package static func validated(_ name: String) throws(UsageError) -> String {
    if let zone = TimeZone(identifier: name), isInDatabase(zone.identifier) {
      return name
    }
    throw UsageError(
      "There is no time zone “\(name)”; names are like Europe/Helsinki.",
      suggestions: suggestions(for: name))
  }

  private static func isInDatabase(_ identifier: String) -> Bool {
    ["UTC", "GMT"].contains(identifier)
      || TimeZone.knownTimeZoneIdentifiers.contains(identifier)
      || identifier.contains("/")
  }

  private static func suggestions(for name: String) -> [String] {
    let known = TimeZone.knownTimeZoneIdentifiers
    if let nearest = Spelling.nearest(to: name, among: known) { return [nearest] }
    // Perhaps a city without its continent.
    let cities = known.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let city = name.split(separator: "/").last.map(String.init) ?? name
    guard let nearest = Spelling.nearest(to: city, among: cities),
      let index = cities.firstIndex(of: nearest)
    else { return [] }
    return [known[index]]
  }
}
