import CommandLineKit
import Foundation
import Geography
import Messages

/// Which time zone a map gets: the one that somebody gave, else the one whose clock its whole
/// country goes by, else the machine's.
package struct ZoneChoice: Sendable {
  /// How far a zone's offset may be from the sun's time before it looks like a mistake. China's one
  /// zone is 3.2 hours off in its far west; no inhabited place is farther off.
  static let plausibleHours = 3.5
  /// How many of a country's clocks a place can reasonably be thought to go by, and are named.
  private static let namedClocks = 3

  /// What a person gave, checked.
  package let given: String?
  /// This machine's zone.
  package let machine: String
  private let countries: CountryZones
  /// When the map is built.
  private let moment: Date

  /// - Throws: `UsageError` where there is no such zone.
  package init(
    given: String? = nil, machine: String = TimeZone.current.identifier,
    countries: CountryZones = .ofThisMachine, moment: Date = .now
  ) throws(UsageError) {
    self.given = try given.map { name throws(UsageError) in try Self.checked(name) }
    self.machine = machine
    self.countries = countries
    self.moment = moment
  }

  /// The zone of a map.
  ///
  /// - Parameter country: its country's code; `nil` where it is not known.
  package func zone(of country: String?, around center: Coordinate) -> String {
    if let given { return given }
    let clocks = clocks(of: country, around: center)
    return clocks.count == 1 ? clocks[0] : machine
  }

  /// What to say of a map that got the machine's zone where another is likelier; `nil` where all is
  /// fine: its country has that clock not far from it, or, where its country is not known, the sun
  /// does not speak against it.
  package func warning(for map: MapInfo) -> String? {
    guard given == nil, map.timeZone == machine else { return nil }
    let clocks = clocks(of: map.country, around: map.box.center).prefix(Self.namedClocks)
    let reason: String
    if clocks.isEmpty {
      guard let hours = hoursOffTheSun(map.box.center) else { return nil }
      reason = "the map's clocks are likely \(hours) hours off it"
    } else {
      let machines = ZoneOffsets(of: machine, around: moment)
      if clocks.contains(where: { ZoneOffsets(of: $0, around: moment) == machines }) { return nil }
      reason = "no place near it in \(map.country ?? "its country") goes by that"
    }
    let examples = clocks.isEmpty ? "Area/City" : clocks.joined(separator: " or ")
    return "This machine's time zone \(machine) is used for \(map.name), but \(reason). "
      + "Give the map's own: --time-zone \(examples)."
  }

  private func clocks(of country: String?, around center: Coordinate) -> [String] {
    country.map { countries.clocks(of: $0, near: center, at: moment) } ?? []
  }

  /// `nil` where the machine's zone may be that of a place.
  private func hoursOffTheSun(_ place: Coordinate) -> Int? {
    guard let zone = TimeZone(identifier: machine) else { return nil }
    let difference = (Double(zone.secondsFromGMT(for: moment)) / 3600 - place.longitude / 15)
      .remainder(dividingBy: 24)
    return abs(difference) > Self.plausibleHours ? Int(abs(difference).rounded()) : nil
  }
}

extension ZoneChoice {
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
