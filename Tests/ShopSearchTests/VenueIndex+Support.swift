import CommandLineKit
import Foundation
import Geography
import MapFiles
import Messages
import OpeningHours
import TestSupport
import Time

@testable import ShopSearch

let pacific = HoursZone(identifier: "America/Los_Angeles") ?? .current

/// A Saturday, 08:00 in the map's time zone.
let saturday = instant("2026-11-21T08:00:00-08:00")

func instant(_ text: String) -> Timestamp {
  Timestamp(text) ?? Timestamp(secondsSince1970: 0)
}

func newHoursCache() -> OpeningHoursCache { OpeningHoursCache(HoursContext(zone: pacific)) }

extension VenueIndex {
  /// A page, by default on that Saturday morning.
  func page(_ request: NearbyRequest, now: Timestamp = saturday) throws -> [NearbyVenue] {
    try nearby(request, newHoursCache(), now: now).venues
  }

  /// The identifiers of a page's venues.
  func ids(_ request: NearbyRequest, now: Timestamp = saturday) throws -> [String] {
    try page(request, now: now).map(\.venue.id.rawValue)
  }
}

extension NearbyRequest {
  /// The same with another limit, after a page.
  func page(of limit: Int, after: String?) -> NearbyRequest {
    NearbyRequest(
      coordinate: coordinate, radiusMeters: radiusMeters, box: box, area: area, filter: filter,
      order: order, limit: limit, after: after)
  }
}

extension TemporaryDirectory {
  /// Writes the map manifest that the service reads.
  func writeManifest() throws {
    try FileManager.default.createDirectory(
      atPath: self.path("maps/current"), withIntermediateDirectories: true)
    let map = MapInfo(
      name: "test.osm", box: BoundingBox(south: 37, west: -123, north: 38, east: -122),
      timeZone: "America/Los_Angeles", country: "US")
    try MapManifest(source: "test", map: map).write(
      to: self.path("maps/current/" + MapManifest.fileName))
  }
}

/// Venues with random values of everything that can be filtered by, many of them unknown or equal.
func furnished(
  _ count: Int, _ random: inout SeededGenerator, across degrees: Double = 0.05
) -> [Venue] {
  func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }
  return scattered(count, &random, across: degrees).map { plain in
    var venue = plain
    let words = (0...Int.random(in: 0...2, using: &random)).map { _ in one(of: nameWords) }
    venue.name = words.joined(separator: " ")
    venue.category = one(of: [.coffee, .tea, .bar, .bakery, "juice-bar", "fuel"])
    venue.brand = one(of: [nil, nil, "Blue Bottle", "BLUE BOTTLE", "Peet's", "Café Nero"])
    venue.cuisine = one(of: [nil, nil, "coffee_shop", "thai;Coffee Shop", "thai", "crêpe; thai"])
    venue.openingHours = one(of: hourValues)
    venue.attributes[.outdoorSeating] = one(of: [nil, true, false])
    venue.attributes[.takeaway] = one(of: [nil, true, false])
    venue.wheelchair = one(of: [nil] + WheelchairAccess.allCases)
    venue.wifi = one(of: [nil] + WifiOffer.allCases)
    if Bool.random(using: &random) {
      venue.rating = VenueRating(
        count: .random(in: 1...3, using: &random), stars: .random(in: 1...15, using: &random))
    }
    return venue
  }
}

let hourValues = [
  nil, nil, "24/7", "Mo-Fr 07:00-18:00", "Sa,Su 09:00-17:00", "Mo-Su 17:00-02:00", "gibberish",
  "Mo-Su 10:00+", "off",
]

let nameWords = [
  "Café", "Cafe", "Coffee", "Blue", "Bottle", "Bottles", "Philz", "O'Farrell", "Ñandú", "7", "77",
  "Müller", "Roasters", "Roastery", "blu",
]
