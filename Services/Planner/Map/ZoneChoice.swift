import CommandLineKit
import Foundation
import Geography
import Messages

/// Chooses the time zone of a map: the one given on the command line, else that of its country if
/// the whole country has one clock, else the machine's.
package struct ZoneChoice: Sendable {
  /// How far a zone's offset may be from solar time before it looks like a mistake. China's one
  /// zone is 3.2 hours off in its far west; nowhere inhabited is the difference larger.
  static let plausibleHours = 3.5
  /// How many of a country's clocks, nearest first, are plausible for a map and listed in the
  /// warning.
  private static let namedClocks = 3

  /// The zone given on the command line, validated.
  package let given: String?
  /// This machine's zone.
  package let machine: String
  private let countries: CountryZones
  /// When the map is built.
  private let date: Date

  /// - Throws: `UsageError` for an unknown zone.
  package init(
    given: String? = nil, machine: String = TimeZone.current.identifier,
    countries: CountryZones = .installed, date: Date = .now
  ) throws(UsageError) {
    self.given = try given.map { name throws(UsageError) in try Self.validated(name) }
    self.machine = machine
    self.countries = countries
    self.date = date
  }

  /// The zone of a map.
  ///
  /// - Parameter country: the map's country code; `nil` where it is unknown.
  package func zone(of country: String?, around center: Coordinate) -> String {
    if let given { return given }
    let clocks = clocks(of: country, around: center)
    return clocks.count == 1 ? clocks[0] : machine
  }

  /// The warning for a map that got the machine's zone although another is likelier; `nil` if the
  /// zone is plausible: a zone of its country near it has the same clock or, where its country is
  /// unknown, the zone is close to solar time.
  package func warning(for map: MapInfo) -> String? {
    guard given == nil, map.timeZone == machine else { return nil }
    let clocks = clocks(of: map.country, around: map.box.center).prefix(Self.namedClocks)
    let reason: String
    if clocks.isEmpty {
      guard let hours = hoursOffSolarTime(map.box.center) else { return nil }
      reason = "the map's clocks are likely \(hours) hours off it"
    } else {
      let machines = ZoneOffsets(of: machine, around: date)
      if clocks.contains(where: { ZoneOffsets(of: $0, around: date) == machines }) { return nil }
      reason = "no place near it in \(map.country ?? "its country") goes by that"
    }
    let examples = clocks.isEmpty ? "Area/City" : clocks.joined(separator: " or ")
    return "This machine's time zone \(machine) is used for \(map.name), but \(reason). "
      + "Give the map's own: --time-zone \(examples)."
  }

  private func clocks(of country: String?, around center: Coordinate) -> [String] {
    country.map { countries.clocks(of: $0, near: center, at: date) } ?? []
  }

  /// How far the machine's zone is from solar time, in hours; `nil` if that is plausible.
  private func hoursOffSolarTime(_ coordinate: Coordinate) -> Int? {
    guard let zone = TimeZone(identifier: machine) else { return nil }
    let difference = (Double(zone.secondsFromGMT(for: date)) / 3600 - coordinate.longitude / 15)
      .remainder(dividingBy: 24)
    return abs(difference) > Self.plausibleHours ? Int(abs(difference).rounded()) : nil
  }
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
