import CommandLineKit
import Countries
import Foundation
import Geography
import Messages
import TestSupport
import Testing

@testable import Planner

/// Cells of 45 degrees: a country with two clocks (Aland west, Bland east), one with one, and sea.
private let drawn = ZoneGrid(
  """
  -
  Europe/Helsinki
  America/Denver
  America/Phoenix
  America/Denver|America/Phoenix
  Europe/Helsinki|America/Denver

  0:8
  0 2 4 3 1 1 5 0
  0 2 2 3 0:4
  0:8
  """)

private let countries = CountryZones(
  table: """
    #code\tcoordinates\tTZ\tcomments
    FI\t+6010+02458\tEurope/Helsinki
    US\t+394421-1045903\tAmerica/Denver\tMountain (most areas)
    US\t+332654-1120424\tAmerica/Phoenix\tMST - AZ (except Navajo)
    XX\tnowhere
    """)

private let date = Date(timeIntervalSince1970: 1_795_248_000)  // 2026-11-21 08:00Z

/// A box within some columns of the northern row of cells that has zones.
private func box(_ columns: ClosedRange<Int>, row: Int = 1) -> BoundingBox {
  let north = 90.0 - 45 * Double(row)
  return BoundingBox(
    south: north - 40, west: 45 * Double(columns.lowerBound) - 175, north: north - 5,
    east: 45 * Double(columns.upperBound) - 140)
}

@Suite struct ZoneChoiceTests {
  private func choice(given: String? = nil) throws -> ZoneChoice {
    try ZoneChoice(given: given, grid: drawn, countries: countries, date: date)
  }

  @Test(
    "a given zone is used and certain",
    arguments: ["Europe/Helsinki", "America/Argentina/Buenos_Aires", "UTC", "GMT", "Etc/UTC"])
  func known(_ name: String) throws {
    let clock = try choice(given: name).clock(of: box(1...4), country: "US")
    #expect(clock == MapClock(zone: name, others: []))
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
    "the zone is that of the cells; parts with another clock make it uncertain",
    arguments: [
      (1...1, nil, "America/Denver", []), (3...3, nil, "America/Phoenix", []),
      // The sea does not count.
      (0...1, nil, "America/Denver", []), (4...5, nil, "Europe/Helsinki", []),
      // Half and half, and two against one.
      (2...2, nil, "America/Denver", ["America/Phoenix"]),
      (2...3, nil, "America/Phoenix", ["America/Denver"]),
      (4...6, nil, "Europe/Helsinki", ["America/Denver"]),
      // Only the zones of a known country count; of one that has none here, all do.
      (4...6, "FI", "Europe/Helsinki", []), (6...6, "US", "America/Denver", []),
      (2...2, "US", "America/Denver", ["America/Phoenix"]),
      (6...6, "SE", "Europe/Helsinki", ["America/Denver"]),
    ] as [(ClosedRange<Int>, String?, String, [String])])
  func byGeography(
    _ columns: ClosedRange<Int>, _ country: String?, _ zone: String, _ others: [String]
  ) throws {
    let clock = try choice().clock(of: box(columns), country: country)
    #expect(clock == MapClock(zone: zone, others: others))
  }

  @Test("a small part of the map with another clock does not count")
  func smallPart() throws {
    // A row of 20 cells, one of them with another clock.
    let grid = ZoneGrid("America/Denver\nAmerica/Phoenix\n\n0:3 1 0:g\n" + "0:k\n0:k\n0:k\n")
    let choice = try ZoneChoice(grid: grid, countries: countries, date: date)
    let wide = BoundingBox(south: 50, west: -179, north: 85, east: 179)
    #expect(choice.clock(of: wide).others == ["America/Phoenix"])
    let all = BoundingBox(south: -80, west: -179, north: 85, east: 179)
    #expect(choice.clock(of: all) == MapClock(zone: "America/Denver", others: []))
  }

  @Test("the map's own tags decide between the clocks that are possible")
  func named() throws {
    let choice = try choice()
    let border = box(2...2)
    #expect(
      choice.clock(of: border, named: "America/Phoenix")
        == MapClock(zone: "America/Phoenix", others: []))
    // Another name of the same clock.
    #expect(choice.clock(of: border, named: "US/Mountain").zone == "America/Denver")
    for elsewhere in ["Europe/Helsinki", "nowhere"] {
      #expect(choice.clock(of: border, named: elsewhere).others == ["America/Phoenix"])
    }
    #expect(choice.clock(of: box(1...1), named: "America/Phoenix").zone == "America/Denver")
  }

  @Test(
    "at sea the zone follows the longitude",
    arguments: [(0, "Etc/GMT+11"), (4, "Etc/GMT-2"), (7, "Etc/GMT-11")])
  func nautical(column: Int, zone: String) throws {
    #expect(try choice().clock(of: box(column...column, row: 3)).zone == zone)
    #expect(TimeZone(identifier: zone) != nil)
  }

  @Test("the country is the one in which nearly all of the land lies")
  func country() throws {
    #expect(try choice().country(of: box(1...3)) == "US")
    #expect(try choice().country(of: box(4...5)) == "FI")
    #expect(try choice().country(of: box(3...4)) == nil)
    #expect(try choice().country(of: box(0...0, row: 3)) == nil)
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

  @Test("what is not certain is said with the other clocks")
  func warning() {
    let map = { (others: [String]?) in
      MapInfo(name: "a.osm", box: box(1...1), timeZone: "America/Denver", otherTimeZones: others)
    }
    #expect(map(nil).clockWarning == nil)
    #expect(
      map(["America/Phoenix"]).clockWarning
        == "Times are those of America/Denver, but parts of the map may keep the clock of "
        + "America/Phoenix: give the map's own with --time-zone ZONE.")
  }
}
