import CommandLineKit
import Foundation
import Geography
import Messages
import Testing

@testable import Planner

/// Two countries with one clock, one of them with two zones, and a country with several clocks.
private let table = """
  #country-
  #code\tcoordinates\tTZ\tcomments
  FI\t+6010+02458\tEurope/Helsinki
  DE\t+5230+01322\tEurope/Berlin\tmost of Germany
  DE\t+4742+00841\tEurope/Busingen\tBusingen
  FR\t+4852+00220\tEurope/Paris
  US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
  US\t+415100-0873900\tAmerica/Chicago\tCentral (most areas)
  US\t+394421-1045903\tAmerica/Denver\tMountain (most areas)
  US\t+332654-1120424\tAmerica/Phoenix\tMST - AZ (except Navajo)
  US\t+340308-1181434\tAmerica/Los_Angeles\tPacific
  XX\tnowhere\tEurope/Nowhere
  XY\t+0000+00000\tEurope/Nowhere
  XZ\t+0000+00000
  """

private let countries = CountryZones(table: table)
private let date = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21 08:00Z
private let sanFrancisco = Coordinate(latitude: 37.78, longitude: -122.41)
private let berlin = Coordinate(latitude: 52.5, longitude: 13.4)

@Suite struct ZoneChoiceTests {
  @Test(
    "a given zone is used",
    arguments: ["Europe/Helsinki", "America/Argentina/Buenos_Aires", "UTC", "GMT", "Etc/UTC"])
  func known(_ name: String) throws {
    #expect(try ZoneChoice(given: name).zone(of: "US", around: sanFrancisco) == name)
  }

  @Test(
    "an unknown zone is refused with similar names",
    arguments: [
      ("Europe/Helsinky", ["Europe/Helsinki"]), ("europe/helsinki", ["Europe/Helsinki"]),
      ("Helsinki", ["Europe/Helsinki"]), ("US/Los_Angeles", ["America/Los_Angeles"]),
      ("zzzzzz", []), ("", []),
    ])
  func unknown(_ name: String, _ suggestions: [String]) throws {
    let error = #expect(throws: UsageError.self) { try ZoneChoice(given: name) }
    #expect(try #require(error).suggestions == suggestions)
  }

  @Test(
    "the zone of a country with one clock is chosen, else that of the machine",
    arguments: [
      // One clock, also if two zones keep it.
      ("FI", Coordinate(latitude: 60.2, longitude: 24.9), "Europe/Helsinki"),
      ("DE", berlin, "Europe/Berlin"),
      ("DE", Coordinate(latitude: 47.7, longitude: 8.7), "Europe/Berlin"),
      // Several clocks, or nothing known.
      ("US", sanFrancisco, "Etc/UTC"), ("EE", berlin, "Etc/UTC"), (nil, berlin, "Etc/UTC"),
      ("XX", berlin, "Etc/UTC"), ("XY", Coordinate(latitude: 0, longitude: 0), "Etc/UTC"),
      ("XZ", Coordinate(latitude: 0, longitude: 0), "Etc/UTC"),
      // Réunion, whose addresses carry the country code of France.
      ("FR", Coordinate(latitude: -21.1, longitude: 55.5), "Etc/UTC"),
      ("FR", Coordinate(latitude: 43.3, longitude: 5.4), "Europe/Paris"),
    ] as [(String?, Coordinate, String)])
  func chosen(country: String?, center: Coordinate, zone: String) throws {
    let choice = try ZoneChoice(machine: "Etc/UTC", countries: countries, date: date)
    #expect(choice.zone(of: country, around: center) == zone)
  }

  @Test("the clocks of a country are ordered by distance")
  func nearestFirst() {
    #expect(
      countries.clocks(of: "US", near: sanFrancisco, at: date) == [
        "America/Los_Angeles", "America/Phoenix", "America/Denver", "America/Chicago",
        "America/New_York",
      ])
    #expect(countries.clocks(of: "DE", near: berlin, at: date) == ["Europe/Berlin"])
  }

  @Test("zones that differ for part of the year have different clocks")
  func seasonalDifference() {
    #expect(
      ZoneOffsets(of: "America/Phoenix", around: date)
        != ZoneOffsets(of: "America/Denver", around: date))
    #expect(
      ZoneOffsets(of: "US/Pacific", around: date)
        == ZoneOffsets(of: "America/Los_Angeles", around: date))
    #expect(ZoneOffsets(of: "Europe/Nowhere", around: date) == nil)
  }

  private static func warning(
    machine: String, country: String?, center: Coordinate, given: String? = nil
  ) throws -> String? {
    let choice = try ZoneChoice(
      given: given, machine: machine, countries: countries, date: date)
    let box = BoundingBox(
      south: center.latitude, west: center.longitude, north: center.latitude,
      east: center.longitude)
    return choice.warning(
      for: MapInfo(
        name: "a.osm", box: box, timeZone: choice.zone(of: country, around: center),
        country: country))
  }

  @Test(
    "a zone that is unlikely brings a warning with examples",
    arguments: [
      ("Etc/UTC", "DE", berlin, nil),
      // The machine's clock is one of those nearby, perhaps under another name.
      ("America/Los_Angeles", "US", sanFrancisco, nil), ("US/Pacific", "US", sanFrancisco, nil),
      ("America/Denver", "US", sanFrancisco, nil),
      (
        "Etc/UTC", "US", sanFrancisco,
        "no place near it in US goes by that. Give the map's own: --time-zone "
          + "America/Los_Angeles or America/Phoenix or America/Denver."
      ),
      (
        "America/New_York", "US", sanFrancisco,
        "no place near it in US goes by that. Give the map's own: --time-zone "
          + "America/Los_Angeles or America/Phoenix or America/Denver."
      ),
      (
        "Etc/UTC", nil, sanFrancisco,
        "the map's clocks are likely 8 hours off it. Give the map's own: --time-zone Area/City."
      ),
      ("Etc/UTC", nil, berlin, nil),
    ] as [(String, String?, Coordinate, String?)])
  func warnings(machine: String, country: String?, center: Coordinate, expected: String?) throws {
    let warning = expected.map {
      "This machine's time zone \(machine) is used for a.osm, but \($0)"
    }
    #expect(try Self.warning(machine: machine, country: country, center: center) == warning)
    let given = try Self.warning(
      machine: machine, country: country, center: center, given: "Europe/Oslo")
    #expect(given == nil)
  }

  @Test(
    "without a country the zone is compared with solar time",
    arguments: [
      // A zone west of Greenwich has a plus in its name.
      ("Etc/GMT+8", -122.4, true), ("Etc/GMT+7", -122.4, true), ("Etc/GMT-2", 24.9, true),
      ("Etc/UTC", 24.9, true), ("Etc/UTC", -122.4, false), ("Etc/GMT+8", 24.9, false),
      // China's far west, and both sides of the date line.
      ("Asia/Shanghai", 76.0, true), ("Etc/GMT-13", -172.0, true), ("Etc/GMT+11", 179.0, true),
      ("Etc/GMT-1", -172.0, false), ("Etc/GMT-3", 0.0, true), ("Etc/GMT-4", 0.0, false),
    ])
  func solarTime(
    _ machine: String, _ longitude: Double, _ isPlausible: Bool
  ) throws {
    let warning = try Self.warning(
      machine: machine, country: nil, center: Coordinate(latitude: 0, longitude: longitude))
    #expect((warning == nil) == isPlausible, "\(warning ?? "")")
  }

  /// The table of the package `tzdata`.
  @Test(
    "the installed time zone database is read",
    arguments: [
      ("FI", Coordinate(latitude: 60.2, longitude: 24.9), "Europe/Helsinki"),
      ("DE", berlin, "Europe/Berlin"),
      ("MT", Coordinate(latitude: 35.9, longitude: 14.5), "Europe/Malta"),
    ])
  func installedTable(country: String, coordinate: Coordinate, zone: String) {
    let clocks = CountryZones.installed.clocks(of: country, near: coordinate, at: date)
    #expect(clocks == [zone])
  }
}
