import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import ShopSearch

/// What makes no sense is refused with a sentence that says why.
@Suite struct NearbyRefusalTests {
  private static let long = String(repeating: "x", count: ShopSearchLimits.maximumFilterBytes + 1)
  private static let many = (0...ShopSearchLimits.maximumAmong).map {
    VenueID(rawValue: "\($0)")
  }
  private static let flat = [center, center.moved(by: 9, bearing: 0)]

  @Test(arguments: [
    (VenueFilter(category: ""), "The category is empty"),
    (VenueFilter(name: ""), "The name is empty"),
    (VenueFilter(name: " 🍕 "), "has no letters or digits"),
    (VenueFilter(brand: "…"), "The brand “…” has no letters"),
    (VenueFilter(cuisine: long), "The cuisine has 201 bytes; it may have 200."),
    (VenueFilter(among: many), "Only 10000 venues may be told to look among, not 10001."),
    (VenueFilter(minimumRating: 0.9), "The least rating is 1 to 5 stars, not 0.9."),
    (VenueFilter(minimumRating: 5.01), "not 5.01"), (VenueFilter(minimumRating: .nan), "not nan"),
    (VenueFilter(hours: HoursFilter(seconds: -1)), "open for 0 to 86400 s, not -1."),
    (VenueFilter(hours: HoursFilter(seconds: 86_401)), "not 86401"),
  ])
  func filters(_ filter: VenueFilter, _ sentence: String) {
    expect(NearbyRequest(coordinate: center, filter: filter), sentence)
  }

  @Test(arguments: [
    (BoundingBox(south: 38, west: -122, north: 37, east: -121), "The box is turned over"),
    (BoundingBox(south: 37, west: 179, north: 38, east: -179), "asked for as an area"),
    (BoundingBox(south: -91, west: 0, north: 0, east: 1), "The box's corner -91.0,0.0 is off"),
    (BoundingBox(south: 0, west: 0, north: .nan, east: 1), "is off the globe"),
  ])
  func boxes(_ box: BoundingBox, _ sentence: String) {
    expect(NearbyRequest(coordinate: center, box: box), sentence)
  }

  @Test(arguments: [
    (FenceArea.circle(center: center, radiusMeters: 0), "radiusMeters is 0.0"),
    (.circle(center: Coordinate(latitude: 0, longitude: 181), radiusMeters: 9), "The area has a"),
    (.polygon(rings: []), "the number of points is 0"),
    (.polygon(rings: [flat]), "The area is none: a ring needs three points"),
    (.corridor(line: flat, bufferMeters: 200_000), "bufferMeters is 200000.0"),
    (.corridor(line: [center], bufferMeters: 9), "The area is none"),
  ])
  func areas(_ area: FenceArea, _ sentence: String) {
    expect(NearbyRequest(coordinate: center, area: area), sentence)
  }

  @Test func tokens() throws {
    var random = SeededGenerator(seed: 3)
    let index = VenueIndex(furnished(100, &random))
    let request = NearbyRequest(
      coordinate: center, filter: VenueFilter(category: .root), order: .rating, limit: 10)
    let next = try #require(try index.nearby(request, newBook(), now: saturday).next)
    // Another limit is fine.
    #expect(try index.page(request.page(of: 3, after: next)).count == 3)
    let others = [
      NearbyRequest(coordinate: center, filter: request.filter, order: .name, after: next),
      NearbyRequest(coordinate: center, order: .rating, after: next),
      NearbyRequest(
        coordinate: place(&random), filter: request.filter, order: .rating, after: next),
    ]
    for other in others { expect(other, "The page after another question's is asked for") }
    for bad in ["", "x", "0.120.25.osm/way/99", String(next.dropLast(4)), "e30="] {
      expect(request.page(of: 10, after: bad), "is not what a page told as its `next`")
    }
  }

  /// A venue that changes between two pages is told at most once.
  @Test func nothingComesTwice() throws {
    var random = SeededGenerator(seed: 8)
    let venues = furnished(200, &random)
    for order in NearbyOrder.allCases {
      var index = VenueIndex(venues)
      var (told, after) = ([VenueID](), String?.none)
      repeat {
        let request = NearbyRequest(coordinate: center, order: order, limit: 20, after: after)
        let page = try index.nearby(request, newBook(), now: saturday)
        told += page.venues.map(\.venue.id)
        after = page.next
        // Half of those that were told go; a new one comes where the page ended.
        let gone = told.enumerated().filter { $0.offset % 2 == 0 }.map { ($0.element, Venue?.none) }
        let changes = Dictionary(gone) { $1 }
        index = VenueIndex(base: VenueTable(venues), changes: changes)
      } while after != nil
      #expect(told.count == 200 && Set(told).count == 200, "\(order)")
    }
  }

  private func expect(_ request: NearbyRequest, _ sentence: String) {
    let error = #expect(throws: ServiceError.self) { try VenueIndex().page(request) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
  }
}
