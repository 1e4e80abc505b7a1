import CommandLineKit
import Geography
import Messages
import OpeningHours
import Time

/// Questions for venues around made-up places, one of each kind that people ask.
struct NearbyTrial {
  let index: VenueIndex
  let log: Log
  private let book: OpeningHoursCache
  private let now = MeasureSearch.now

  init(_ index: VenueIndex, at place: HoursContext, _ log: Log) {
    self.index = index
    self.log = log
    book = OpeningHoursCache(place)
  }

  /// Times each question from as many places.
  func run(_ places: [Coordinate]) throws {
    try measure("20 of all categories", places)
    try measure("500 of one category", places, VenueFilter(category: .coffee), limit: 500)
    try measure(
      "hot drinks, open now", places, VenueFilter(category: .hotDrinks, hours: HoursFilter()))
    try measure(
      "open for two hours at another time", places,
      VenueFilter(
        hours: HoursFilter(at: now.adding(seconds: 40_000), seconds: 7_200)))
    try measure(
      "outdoor seating and free Wi-Fi", places, VenueFilter(outdoorSeating: true, wifi: .free))
    try measure("4.5 stars at least", places, VenueFilter(minimumRating: 4.5))
    try measure("a brand of many", places, VenueFilter(brand: "starbucks"))
    try measure("a brand of few", places, VenueFilter(brand: "blue bottle"))
    try measure(
      "a rare cuisine", places, VenueFilter(cuisine: MadeUpVenues.rareCuisine))
    try measure("a name of many", places, VenueFilter(name: "coffee house"))
    try measure("a name of few", places, VenueFilter(name: "velvet patisserie"))
    try measure("a name misspelt", places, VenueFilter(name: "velvte patiserie"))
    try measure("a name that none has", places, VenueFilter(name: "wqxzkjh vbnmqwr"))
    try measureAreas(places)
    try measurePages(places)
    try measureNothing(places)
  }

  private func measureAreas(_ places: [Coordinate]) throws {
    try measure("in a screen's box, by distance", places) { place in
      NearbyRequest(
        coordinate: place, box: BoundingBox(place).expanded(by: 1_500), limit: 50)
    }
    try measure("in a polygon of 36 points, open now", places) { place in
      let ring = stride(from: 0.0, to: 360, by: 10).map {
        place.moved(by: $0.truncatingRemainder(dividingBy: 20) == 0 ? 1_500 : 900, bearing: $0)
      }
      return NearbyRequest(
        coordinate: place, area: .polygon(rings: [ring]),
        filter: VenueFilter(hours: HoursFilter()))
    }
    for order in [NearbyOrder.rating, .name] {
      try measure("by \(order.rawValue) within 2 km", places) { place in
        NearbyRequest(coordinate: place, radiusMeters: 2_000, order: order)
      }
    }
    for order in [NearbyOrder.rating, .name] {
      try measure("by \(order.rawValue) of all", Array(places.prefix(20))) { place in
        NearbyRequest(coordinate: place, order: order)
      }
    }
  }

  private func measurePages(_ places: [Coordinate]) throws {
    for order in NearbyOrder.allCases {
      let pages = try places.prefix(200).map { place in
        var after: String?
        for _ in 1..<10 { after = try ask(request(place, order, after)).next }
        return request(place, order, after)
      }
      try MeasureSearch.measure(
        "nearby: page 10 by \(order.rawValue), open now, within 2 km", log, each: pages
      ) { _ = try ask($0) }
    }
  }

  private func request(
    _ place: Coordinate, _ order: NearbyOrder, _ after: String?
  ) -> NearbyRequest {
    NearbyRequest(
      coordinate: place, radiusMeters: 2_000, filter: VenueFilter(hours: HoursFilter()),
      order: order, after: after)
  }

  /// The worst: nothing fulfils all wishes, so every venue that may has to be looked at.
  private func measureNothing(_ places: [Coordinate]) throws {
    let few = Array(places.prefix(20))
    try measure(
      "nothing: a brand and a cuisine of many, never open so long", few,
      VenueFilter(
        brand: "starbucks", cuisine: "coffee shop",
        hours: HoursFilter(seconds: ShopSearchLimits.maximumOpenSeconds)))
    try measure(
      "nothing: common marks, never open so long", few,
      VenueFilter(
        hours: HoursFilter(seconds: ShopSearchLimits.maximumOpenSeconds), takeaway: true))
    try measure(
      "nothing: never open so long", few,
      VenueFilter(hours: HoursFilter(seconds: ShopSearchLimits.maximumOpenSeconds)))
    try measure(
      "nothing: two common names", few, VenueFilter(name: "restaurant cafe tavern"))
  }

  private func measure(
    _ what: String, _ places: [Coordinate], _ filter: VenueFilter? = nil, limit: Int? = nil
  ) throws {
    try measure(what, places) {
      NearbyRequest(coordinate: $0, filter: filter, limit: limit)
    }
  }

  private func measure(
    _ what: String, _ places: [Coordinate], _ request: (Coordinate) -> NearbyRequest
  ) throws {
    let requests = places.map(request)
    // What hours say of the moment is remembered from then on.
    for request in requests.prefix(3) { _ = try ask(request) }
    try MeasureSearch.measure("nearby: \(what)", log, each: requests) { _ = try ask($0) }
  }

  private func ask(_ request: NearbyRequest) throws -> (venues: [NearbyVenue], next: String?) {
    try index.nearby(request, book, now: now)
  }
}
