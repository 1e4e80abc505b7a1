import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import ShopSearch

/// Invalid requests are rejected with a message that states the reason.
@Suite struct NearbyRefusalTests {
  private static let long = String(repeating: "x", count: ShopSearchLimits.maximumFilterBytes + 1)
  private static let many = (0...ShopSearchLimits.maximumVenueIDs).map {
    VenueID(rawValue: "\($0)")
  }
  private static let flat = [center, center.moved(by: 9, bearing: 0)]

  @Test(
    "an invalid filter is rejected with its reason",
    arguments: [
      (VenueFilter(category: ""), "The category is 0 bytes long"),
      (VenueFilter(name: ""), "The name is 0 bytes long"),
      (VenueFilter(name: " 🍕 "), "has no letters or digits"),
      (VenueFilter(brand: "…"), "The brand “…” has no letters"),
      (VenueFilter(cuisine: long), "The cuisine is 201 bytes long; it must be 1 to 200 bytes."),
      (
        VenueFilter(venueIDs: many),
        "The number of venues in `among` is 10001; it must be 0 to 10000."
      ),
      (VenueFilter(minimumRating: 0.9), "The least rating is 0.9; it must be 1 to 5."),
      (VenueFilter(minimumRating: 5.01), "is 5.01"), (VenueFilter(minimumRating: .nan), "is nan"),
      (VenueFilter(hours: HoursFilter(seconds: -1)), "in seconds is -1; it must be 0 to 86400."),
      (VenueFilter(hours: HoursFilter(seconds: 86_401)), "is 86401"),
    ])
  func filters(_ filter: VenueFilter, _ sentence: String) {
    expect(NearbyRequest(coordinate: center, filter: filter), sentence)
  }

  @Test(
    "an invalid box is rejected with its reason",
    arguments: [
      (BoundingBox(south: 38, west: -122, north: 37, east: -121), "The box is inverted"),
      (BoundingBox(south: 37, west: 179, north: 38, east: -179), "antimeridian use `area`"),
      (BoundingBox(south: -91, west: 0, north: 0, east: 1), "The box's corner is -91.0, 0.0"),
      (BoundingBox(south: 0, west: 0, north: .nan, east: 1), "is nan, 1.0; it must be a latitude"),
    ])
  func boxes(_ box: BoundingBox, _ sentence: String) {
    expect(NearbyRequest(coordinate: center, box: box), sentence)
  }

  @Test(
    "an invalid area is rejected with its reason",
    arguments: [
      (FenceArea.circle(center: center, radiusMeters: 0), "radiusMeters is 0.0"),
      (
        .circle(center: Coordinate(latitude: 0, longitude: 181), radiusMeters: 9),
        "a point of the area is 0.0, 181.0"
      ),
      (.polygon(rings: []), "the number of points is 0"),
      (.polygon(rings: [flat]), "The area is invalid: a ring needs three points"),
      (.corridor(line: flat, bufferMeters: 200_000), "bufferMeters is 200000.0"),
      (.corridor(line: [center], bufferMeters: 9), "The area is invalid"),
    ])
  func areas(_ area: FenceArea, _ sentence: String) {
    expect(NearbyRequest(coordinate: center, area: area), sentence)
  }

  @Test("a page token of another request, or an invalid one, is rejected")
  func tokens() throws {
    var random = SeededGenerator(seed: 3)
    let index = VenueIndex(furnished(100, &random))
    let request = NearbyRequest(
      coordinate: center, filter: VenueFilter(category: .root), order: .rating, limit: 10)
    let next = try #require(try index.nearby(request, newHoursCache(), now: saturday).next)
    // The limit may change.
    #expect(try index.page(request.page(of: 3, after: next)).count == 3)
    let others = [
      NearbyRequest(coordinate: center, filter: request.filter, order: .name, after: next),
      NearbyRequest(coordinate: center, order: .rating, after: next),
      NearbyRequest(
        coordinate: randomCoordinate(&random), filter: request.filter, order: .rating, after: next),
    ]
    for other in others { expect(other, "`after` is of a page of another request") }
    for bad in ["", "x", "0.120.25.osm/way/99", String(next.dropLast(4)), "e30="] {
      expect(request.page(of: 10, after: bad), "is not the `next` of a page")
    }
  }

  @Test("no venue is on two pages while venues change")
  func noDuplicates() throws {
    var random = SeededGenerator(seed: 8)
    let venues = furnished(200, &random)
    for order in NearbyOrder.allCases {
      var index = VenueIndex(venues)
      var (seen, after) = ([VenueID](), String?.none)
      repeat {
        let request = NearbyRequest(
          coordinate: center, filter: VenueFilter(category: .root), order: order, limit: 20,
          after: after)
        let page = try index.nearby(request, newHoursCache(), now: saturday)
        seen += page.venues.map(\.venue.id)
        after = page.next
        // Every second venue of the pages so far is deleted.
        let deleted = seen.enumerated().filter { $0.offset % 2 == 0 }.map {
          ($0.element, Venue?.none)
        }
        let changes = Dictionary(deleted) { $1 }
        index = VenueIndex(base: VenueColumnTable(venues), changes: changes)
      } while after != nil
      #expect(seen.count == 200 && Set(seen).count == 200, "\(order)")
    }
  }

  private func expect(_ request: NearbyRequest, _ sentence: String) {
    let error = #expect(throws: ServiceError.self) { try VenueIndex().page(request) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
  }
}
