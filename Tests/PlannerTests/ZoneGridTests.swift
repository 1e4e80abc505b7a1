import Countries
import Foundation
import Geography
import TestSupport
import Testing

@testable import Planner

/// Places near borders and far from the city that names their zone, by the maps of their countries.
@Suite struct ZoneGridTests {
  private static func box(_ latitude: Double, _ longitude: Double) -> BoundingBox {
    BoundingBox(
      south: latitude - 0.02, west: longitude - 0.02, north: latitude + 0.02,
      east: longitude + 0.02)
  }

  @Test(
    "a city has the zone and the country of its place",
    arguments: [
      (37.77, -122.42, "America/Los_Angeles", "US"),
      (41.15, -8.61, "Europe/Lisbon", "PT"),
      (55.75, 37.62, "Europe/Moscow", "RU"), (54.71, 20.51, "Europe/Kaliningrad", "RU"),
      (-31.95, 115.86, "Australia/Perth", "AU"), (-27.47, 153.03, "Australia/Brisbane", "AU"),
      (33.45, -112.07, "America/Phoenix", "US"), (40.76, -111.89, "America/Denver", "US"),
      (-21.1, 55.5, "Indian/Reunion", "RE"), (28.12, -15.43, "Atlantic/Canary", "ES"),
      (-0.95, -90.97, "Pacific/Galapagos", "EC"), (22.57, 88.36, "Asia/Kolkata", "IN"),
      (27.70, 85.32, "Asia/Kathmandu", "NP"), (64.15, -21.94, "Atlantic/Reykjavik", "IS"),
      (47.14, 9.52, "Europe/Vaduz", nil), (35.90, 14.51, "Europe/Malta", "MT"),
      (-17.8, 177.4, "Pacific/Fiji", "FJ"),
    ] as [(Double, Double, String, String?)])
  func cities(_ latitude: Double, _ longitude: Double, _ zone: String, _ country: String?) throws {
    let choice = try ZoneChoice()
    let box = Self.box(latitude, longitude)
    #expect(choice.clock(of: box, country: country).zone == zone)
    #expect(choice.clock(of: box).others == [])
    if let country { #expect(choice.country(of: box) == country) }
  }

  @Test("at a border between clocks the answer is uncertain, until the country is known")
  func border() throws {
    let tornio = Self.box(65.85, 24.15)
    let choice = try ZoneChoice()
    #expect(choice.country(of: tornio) == nil)
    #expect(!choice.clock(of: tornio).others.isEmpty)
    #expect(
      choice.clock(of: tornio, country: "FI") == MapClock(zone: "Europe/Helsinki", others: []))
    #expect(
      choice.clock(of: tornio, country: "SE") == MapClock(zone: "Europe/Stockholm", others: []))
  }

  @Test("where three countries share a clock it is certain")
  func sharedClock() throws {
    let basel = Self.box(47.57, 7.59)
    #expect(try ZoneChoice().clock(of: basel).others == [])
    #expect(try ZoneChoice().clock(of: basel, country: "CH").zone == "Europe/Zurich")
  }

  @Test("this machine knows each zone, and its country")
  func knownZones() {
    let world = BoundingBox(south: -90, west: -180, north: 90, east: 180)
    let zones = ZoneGrid.world.shares(of: world)
    #expect(zones.count > 400)
    #expect(abs(zones.map(\.share).reduce(0, +) - 1) < 1e-9)
    for (zone, _) in zones {
      #expect(TimeZone(identifier: zone) != nil, "\(zone)")
      #expect(CountryZones.installed.country(of: zone) != nil, "\(zone)")
    }
  }
}
