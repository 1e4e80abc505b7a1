import Foundation
import Geography
import Messages
import OpeningHours
import Time

@testable import ShopSearch

/// The oracle of lists that follow devices: random venues and a plain scan of all of them.
struct SubscriptionOracle {
  static let center = Coordinate(latitude: 60.17, longitude: 24.94)
  static let hoursContext: HoursContext = {
    guard let zone = HoursZone(identifier: "Europe/Helsinki") else { preconditionFailure() }
    return HoursContext(zone: zone, coordinate: center)
  }()
  private static let hours = [
    "24/7", "Mo-Fr 08:00-18:00", "Mo-Su 07:30-10:00,11:00-23:00", "Fr,Sa 18:00-02:00",
    "Mo-Fr 09:00-17:00; Sa off; Su unknown", "10:00-10:20,10:30-10:50,11:00-12:00", "gibberish",
  ]
  private static let parsed = Dictionary(
    uniqueKeysWithValues: hours.compactMap { value in
      (try? OpeningHours(value)).map { (value, LocalHours($0, at: hoursContext)) }
    })

  var venues: [VenueID: Venue] = [:]

  static func venue(_ number: Int, _ random: inout some RandomNumberGenerator) -> Venue {
    Venue(
      id: VenueID(rawValue: "v\(number)"), name: "Café \(number)",
      category: Bool.random(using: &random) ? .coffee : .bar,
      coordinate: moved(
        center, by: .random(in: 0...3_000, using: &random), .random(in: 0..<360, using: &random)),
      facts: VenueFacts(
        openingHours: Int.random(in: 0..<4, using: &random) == 0
          ? nil : hours.randomElement(using: &random),
        brand: [nil, "A", "B"].randomElement(using: &random) ?? nil,
        amenities: VenueAmenities([.takeaway: Bool.random(using: &random) ? true : nil])))
  }

  /// The coordinate at a distance in a direction.
  static func moved(_ from: Coordinate, by meters: Meters, _ degrees: Double) -> Coordinate {
    let north = meters * cos(degrees * .pi / 180) / Coordinate.earthRadius * 180 / .pi
    let east =
      meters * sin(degrees * .pi / 180) / Coordinate.earthRadius * 180 / .pi
      / cos(from.latitude * .pi / 180)
    return Coordinate(latitude: from.latitude + north, longitude: from.longitude + east)
  }

  static func moved(_ from: Coordinate, by meters: Meters, towards to: Coordinate) -> Coordinate {
    let north = to.latitude - from.latitude
    let east = (to.longitude - from.longitude) * cos(from.latitude * .pi / 180)
    return moved(from, by: meters, atan2(east, north) * 180 / .pi)
  }

  /// The identifiers of the nearest matching venues, nearest first.
  func nearest(
    _ request: NearbyWatchRequest, to here: Coordinate, at time: Timestamp
  ) -> [VenueID] {
    let matching = venues.values.filter { matches($0, request.filter, at: time) }
      .map { (distance: here.distance(to: $0.coordinate), id: $0.id) }
      .filter { $0.distance <= request.radiusMeters ?? .infinity }
    return matching.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
      .prefix(request.limit ?? 10).map(\.id)
  }

  private func matches(_ venue: Venue, _ filter: VenueFilter?, at time: Timestamp) -> Bool {
    if let category = filter?.category, venue.category != category { return false }
    if let brand = filter?.brand, venue.brand != brand { return false }
    if filter?.attributes[.takeaway] == true, venue.attributes[.takeaway] != true { return false }
    guard let hours = filter?.hours else { return true }
    let now = time.secondsSince1970
    let state =
      venue.openingHours.flatMap { Self.parsed[$0] }?.isOpen(
        during: now..<now + Int64(hours.seconds ?? 0)) ?? .unknown
    switch hours.admits ?? .open {
    case .open: return state == .open
    case .unknown: return state == .unknown
    case .either: return state != .closed
    }
  }

  static func request(_ random: inout some RandomNumberGenerator) -> NearbyWatchRequest {
    let admissions = HoursFilter.MatchingStates.allCases + [nil]
    let hours = HoursFilter(
      seconds: [nil, 0, 900, 7_200].randomElement(using: &random) ?? nil,
      admits: admissions.randomElement(using: &random) ?? nil)
    return NearbyWatchRequest(
      device: "ada", limit: .random(in: 1...8, using: &random),
      radiusMeters: [nil, 0, 400, 1_500].randomElement(using: &random) ?? nil,
      filter: VenueFilter(
        category: Bool.random(using: &random) ? .coffee : nil,
        brand: [nil, nil, "A", "Z"].randomElement(using: &random) ?? nil,
        hours: Int.random(in: 0..<3, using: &random) == 0 ? nil : hours,
        amenities: VenueAmenities([
          .takeaway: Int.random(in: 0..<4, using: &random) == 0 ? true : nil
        ])))
  }
}
