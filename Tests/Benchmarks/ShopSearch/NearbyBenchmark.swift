import CommandLineKit
import Geography
import Messages
import OpeningHours
import ShopSearch
import Time

/// Searches around random points, one of each kind that people use.
struct NearbyBenchmark {
  let index: VenueIndex
  private let hours: OpeningHoursCache
  private let now = SearchBenchmark.now

  init(_ index: VenueIndex, at context: HoursContext) {
    self.index = index
    hours = OpeningHoursCache(context)
  }

  /// Times each kind of search around all points.
  func run(_ points: [Coordinate]) throws {
    try measure("20 of all categories", points)
    try measure("500 of one category", points, VenueFilter(category: .coffee), limit: 500)
    try measure(
      "hot drinks, open now", points, VenueFilter(category: .hotDrinks, hours: HoursFilter()))
    try measure(
      "open for two hours at another time", points,
      VenueFilter(
        hours: HoursFilter(at: now.adding(seconds: 40_000), seconds: 7_200)))
    try measure(
      "outdoor seating and free Wi-Fi", points,
      VenueFilter(amenities: VenueAmenities([.outdoorSeating: true], wifi: .free)))
    try measure("4.5 stars at least", points, VenueFilter(minimumRating: 4.5))
    try measure("a brand of many", points, VenueFilter(brand: "starbucks"))
    try measure("a brand of few", points, VenueFilter(brand: "blue bottle"))
    try measure(
      "a rare cuisine", points, VenueFilter(cuisine: SyntheticVenues.rareCuisine))
    try measure("a name of many", points, VenueFilter(name: "coffee house"))
    try measure("a name of few", points, VenueFilter(name: "velvet patisserie"))
    try measure("a name misspelt", points, VenueFilter(name: "velvte patiserie"))
    try measure("a name that none has", points, VenueFilter(name: "wqxzkjh vbnmqwr"))
    try measureAreas(points)
    try measurePages(points)
    try measureNothing(points)
  }

  private func measureAreas(_ points: [Coordinate]) throws {
    try measure("in a screen's box, by distance", points) { place in
      NearbyRequest(
        coordinate: place, box: BoundingBox(place).expanded(by: 1_500), limit: 50)
    }
    try measure("in a polygon of 36 points, open now", points) { place in
      let ring = stride(from: 0.0, to: 360, by: 10).map {
        place.moved(by: $0.truncatingRemainder(dividingBy: 20) == 0 ? 1_500 : 900, bearing: $0)
      }
      return NearbyRequest(
        coordinate: place, area: .polygon(rings: [ring]),
        filter: VenueFilter(hours: HoursFilter()))
    }
    for order in [NearbyOrder.rating, .name] {
      try measure("by \(order.rawValue) within 2 km", points) { place in
        NearbyRequest(coordinate: place, radiusMeters: 2_000, order: order)
      }
    }
    for order in [NearbyOrder.rating, .name] {
      try measure("by \(order.rawValue) of all", Array(points.prefix(20))) { place in
        NearbyRequest(coordinate: place, order: order)
      }
    }
  }

  private func measurePages(_ points: [Coordinate]) throws {
    for order in NearbyOrder.allCases {
      let pages = try points.prefix(200).map { place in
        var after: String?
        for _ in 1..<10 { after = try search(request(place, order, after)).next }
        return request(place, order, after)
      }
      try Stopwatch.report(
        "nearby: page 10 by \(order.rawValue), open now, within 2 km", over: pages
      ) { _ = try search($0) }
    }
  }

  private func request(
    _ place: Coordinate, _ order: NearbyOrder, _ after: String?
  ) -> NearbyRequest {
    NearbyRequest(
      coordinate: place, radiusMeters: 2_000, filter: VenueFilter(hours: HoursFilter()),
      order: order, after: after)
  }

  /// The worst case: no venue matches, so every possible one is examined.
  private func measureNothing(_ points: [Coordinate]) throws {
    let few = Array(points.prefix(20))
    try measure(
      "nothing: a brand and a cuisine of many, never open so long", few,
      VenueFilter(
        brand: "starbucks", cuisine: "coffee shop",
        hours: HoursFilter(seconds: ShopSearchLimits.maximumOpenSeconds)))
    try measure(
      "nothing: common attributes, never open so long", few,
      VenueFilter(
        hours: HoursFilter(seconds: ShopSearchLimits.maximumOpenSeconds),
        amenities: VenueAmenities([.takeaway: true])))
    try measure(
      "nothing: never open so long", few,
      VenueFilter(hours: HoursFilter(seconds: ShopSearchLimits.maximumOpenSeconds)))
    try measure(
      "nothing: two common names", few, VenueFilter(name: "restaurant cafe tavern"))
  }

  private func measure(
    _ what: String, _ points: [Coordinate], _ filter: VenueFilter? = nil, limit: Int? = nil
  ) throws {
    try measure(what, points) {
      NearbyRequest(coordinate: $0, filter: filter, limit: limit)
    }
  }

  private func measure(
    _ what: String, _ points: [Coordinate], _ request: (Coordinate) -> NearbyRequest
  ) throws {
    let requests = points.map(request)
    // The first searches fill the cache of opening hours.
    for request in requests.prefix(3) { _ = try search(request) }
    try Stopwatch.report("nearby: \(what)", over: requests) { _ = try search($0) }
  }

  private func search(_ request: NearbyRequest) throws -> (venues: [NearbyVenue], next: String?) {
    try index.nearby(request, hours, now: now)
  }
}
