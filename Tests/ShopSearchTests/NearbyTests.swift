import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing

@testable import ShopSearch

@Suite struct NearbyTests {
  @Test(
    "a page equals a scan of all venues", arguments: [UInt64](1...5)) func scan(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    let venues = scattered(300, &random)
    let index = VenueIndex(venues)
    #expect(index.count == 300)
    for number in 0..<40 {
      let center = randomCoordinate(&random)
      let category: VenueCategory? = [nil, .coffee, .bar, "fuel"][number % 4]
      let radius: Meters? = number % 3 == 0 ? nil : .random(in: 0...3_000, using: &random)
      let limit = Int.random(in: 1...30, using: &random)
      let found = try index.page(
        NearbyRequest(
          coordinate: center, radiusMeters: radius,
          filter: category.map { VenueFilter(category: $0) }, limit: limit))
      let expected = venues.filter { category == nil || $0.category == category }
        .map {
          NearbyVenue(
            venue: $0, distanceMeters: center.distance(to: $0.coordinate),
            hours: VenueHoursStatus(state: .unknown))
        }
        .filter { $0.distanceMeters <= radius ?? .infinity }
        .sorted { ($0.distanceMeters, $0.venue.id) < ($1.distanceMeters, $1.venue.id) }
      #expect(found == Array(expected.prefix(limit)), "seed \(seed), question \(number)")
    }
  }

  @Test("the default limit is 20")
  func defaultLimit() throws {
    var random = SeededGenerator(seed: 1)
    let index = VenueIndex(scattered(50, &random))
    #expect(try index.page(NearbyRequest(coordinate: randomCoordinate(&random))).count == 20)
  }

  @Test(
    "coordinates, limits and radiuses out of range are rejected",
    arguments: [
      NearbyRequest(coordinate: Coordinate(latitude: 90.1, longitude: 0)),
      NearbyRequest(coordinate: Coordinate(latitude: 0, longitude: -181)),
      NearbyRequest(coordinate: Coordinate(latitude: .nan, longitude: 0)),
      NearbyRequest(coordinate: center, limit: 0),
      NearbyRequest(coordinate: center, limit: ShopSearchLimits.maximumNearby + 1),
      NearbyRequest(coordinate: center, limit: .min),
      NearbyRequest(coordinate: center, radiusMeters: -1),
      NearbyRequest(coordinate: center, radiusMeters: .infinity),
      NearbyRequest(coordinate: center, radiusMeters: .nan),
      NearbyRequest(
        coordinate: center, radiusMeters: ShopSearchLimits.maximumRadiusMeters.nextUp),
    ])
  func invalid(_ request: NearbyRequest) {
    #expect(throws: ServiceError.self) { try VenueIndex().page(request) }
  }

  @Test("a venue with an invalid coordinate is not found and does not affect others")
  func invalidCoordinate() throws {
    let odd = Venue(
      id: "odd", name: "Odd", category: .coffee, coordinate: Coordinate(latitude: 100, longitude: 0)
    )
    let fine = Venue(id: "fine", name: "Fine", category: .coffee, coordinate: center)
    let found = try VenueIndex([odd, fine]).page(NearbyRequest(coordinate: center))
    #expect(found.map(\.venue.id) == ["fine"])
  }
}

@Suite struct CandidatesTests {
  @Test(
    "candidates equal a scan of all venues", arguments: [UInt64](1...5)) func scan(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    let venues = scattered(300, &random, across: 1)
    let index = VenueIndex(venues)
    for _ in 0..<40 {
      let (origin, destination) = (
        randomCoordinate(&random, across: 1), randomCoordinate(&random, across: 1)
      )
      let request = CandidatesRequest(
        origin: origin, destination: destination, category: .coffee,
        drivingSeconds: .random(in: -500...3_000, using: &random),
        minimum: .random(in: 0...20, using: &random))
      let maximum = Int.random(in: 20...60, using: &random)
      let found = try index.candidates(request, maximum: maximum)
      let byWay = venues.filter { $0.category == .coffee }
        .map { ($0, way(origin, $0.coordinate, destination)) }
        .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
      let length = request.longestWayMeters ?? -1
      let feasible = byWay.filter { $0.1 <= length }.count
      let count = min(maximum, max(feasible, request.minimum ?? 10))
      #expect(found.shops.shops == byWay.prefix(count).map { Shop($0.0) }, "seed \(seed)")
      #expect(found.inCategory == byWay.count)
      #expect(found.omitted == max(0, feasible - maximum), "seed \(seed)")
    }
  }

  @Test(
    "candidates of several categories and with a filter equal a scan of all venues",
    arguments: [UInt64](1...5))
  func filtered(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let venues = furnished(300, &random)
    let oracle = NearbyOracle(venues: venues, now: saturday)
    var index = VenueIndex(base: VenueColumnTable(Array(venues[..<250])), changes: [:])
    let changes = venues[200...].map { ($0.id, Venue?.some($0)) }
    index = VenueIndex(base: index.base, changes: Dictionary(uniqueKeysWithValues: changes))
    let filters: [VenueFilter?] = [
      nil, VenueFilter(minimumRating: 3.5),
      VenueFilter(amenities: VenueAmenities([.takeaway: true])),
      VenueFilter(venueIDs: venues[190..<260].map(\.id)), VenueFilter(brand: venues[3].brand),
    ]
    for filter in filters {
      for categories: [VenueCategory] in [[.coffee], [.hotDrinks, .bar], [.root], ["juice-bar"]] {
        let request = CandidatesRequest(
          origin: center, destination: center, category: .coffee,
          drivingSeconds: .random(in: 0...300, using: &random), minimum: 0,
          categories: categories, filter: filter, traits: true)
        let found = try index.candidates(
          request, matching: try CandidateFilter(filter, in: index, newHoursCache()))
        var wide = filter ?? VenueFilter()
        wide.category = .root
        let matching = Set(
          oracle.answer(NearbyRequest(coordinate: center, filter: wide, limit: 500)))
        let length = request.longestWayMeters ?? -1
        let expected = venues.filter { venue in
          categories.contains { $0.covers(venue.category) } && matching.contains(venue.id)
            && way(center, venue.coordinate, center) <= length
        }
        .sorted {
          (way(center, $0.coordinate, center), $0.id) < (way(center, $1.coordinate, center), $1.id)
        }
        let shops = try #require(found.shops.shops)
        #expect(shops.map(\.id) == expected.map(\.id), "seed \(seed)")
        #expect(shops.map(\.rating) == expected.map { Shop($0).rating }, "seed \(seed)")
        for (shop, venue) in zip(shops, expected) {
          #expect((shop.brand == nil) == (venue.brand == nil), "seed \(seed)")
        }
      }
    }
  }

  /// Trips at the router's top speed, along straight roads, between points as far from the road as
  /// the router allows.
  @Test(
    "no feasible trip is left out", arguments: [UInt64](1...5)) func feasibleTrips(seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let road = (0..<3).map { _ in randomCoordinate(&random, across: 1) }
      let driven = road[0].distance(to: road[1]) + road[1].distance(to: road[2])
      let seconds = Int((driven / RouterLimits.topSpeedMetersPerSecond).rounded(.down))
      let snapped = road.map {
        $0.moved(
          by: RouterLimits.maximumSnapMeters * 0.999, bearing: .random(in: 0..<360, using: &random))
      }
      let shop = Venue(id: "shop", name: "Shop", category: .coffee, coordinate: snapped[1])
      let found = try VenueIndex([shop]).candidates(
        CandidatesRequest(
          origin: snapped[0], destination: snapped[2], category: .coffee, drivingSeconds: seconds,
          minimum: 0))
      #expect(found.shops.shops == [Shop(shop)], "seed \(seed)")
    }
  }

  @Test("of shops that are equally far the lesser identifiers come first, wherever they are kept")
  func ties() throws {
    var random = SeededGenerator(seed: 7)
    let venues = (10..<40).map { number in
      Venue(
        id: VenueID(rawValue: "v\(number)"), name: "", category: .coffee,
        coordinate: center.moved(by: 90, bearing: 0))
    }.shuffled(using: &random)
    let all = VenueIndex(base: VenueColumnTable(Array(venues[..<20])), changes: [:])
    let changes = venues[15...].map { ($0.id, Venue?.some($0)) }
    for index in [
      VenueIndex(venues),
      VenueIndex(base: all.base, changes: Dictionary(uniqueKeysWithValues: changes)),
    ] {
      let found = try index.candidates(
        CandidatesRequest(
          origin: center, destination: center, category: .coffee, drivingSeconds: 600, minimum: 0),
        maximum: 12)
      #expect(found.shops.shops?.map(\.id.rawValue) == (10..<22).map { "v\($0)" } as [String]?)
      #expect(found.omitted == 18)
    }
  }

  /// Out and back along one straight road at the top speed. Origin and shop lie beyond its ends, as
  /// far as the router allows, which counts four times; each drive takes a hair less than a second
  /// more than the router says.
  @Test(
    "the longest trip there can be is found, and none is beyond it", arguments: [1, 7, 60, 400])
  func longestTrip(seconds: Int) throws {
    let (top, snap) = (140 / 3.6, 2_000.0)
    #expect(RouterLimits.topSpeedMetersPerSecond == top, "the oracle's own figures")
    #expect(RouterLimits.maximumSnapMeters == snap)
    let request = CandidatesRequest(
      origin: center, destination: center, category: .coffee, drivingSeconds: 2 * seconds,
      minimum: 0)
    func isFound(at distance: Meters) throws -> Bool {
      let shop = Venue(
        id: "shop", name: "Shop", category: .coffee,
        coordinate: center.moved(by: distance, bearing: 0))
      return try VenueIndex([shop]).candidates(request).shops.count == 1
    }
    let longest = snap + (Double(seconds) + 0.999) * top + snap
    #expect(try isFound(at: longest))
    // Six in a thousand of the drive, and a metre.
    #expect(try !isFound(at: longest + 0.006 * (Double(seconds) + 1) * top + 1))
  }

  @Test("an infeasible trip is left out")
  func infeasibleTrip() throws {
    let far = Venue(
      id: "far", name: "Far", category: .coffee,
      coordinate: center.moved(by: 50_000, bearing: 90))
    let request = CandidatesRequest(
      origin: center, destination: center, category: .coffee, drivingSeconds: 600, minimum: 0)
    #expect(try VenueIndex([far]).candidates(request).shops.count == 0)
    #expect(try VenueIndex([far]).candidates(request).inCategory == 1)
  }

  @Test(
    "without driving time only the minimum is returned", arguments: [-1, -100_000, .min])
  func negativeTime(
    seconds: Int
  ) throws {
    var random = SeededGenerator(seed: 4)
    let index = VenueIndex(scattered(200, &random))
    func found(_ minimum: Int?) throws -> VenueIndex.Candidates {
      try index.candidates(
        CandidatesRequest(
          origin: center, destination: center, category: .coffee, drivingSeconds: seconds,
          minimum: minimum))
    }
    #expect(try found(nil).shops.count == 10)
    #expect(try found(0).shops.count == 0)
    #expect(try found(3).omitted == 0)
  }

  @Test("unlimited time and categories without venues are answered, other words refused")
  func extremes() throws {
    var random = SeededGenerator(seed: 4)
    let venues = scattered(100, &random)
    func found(_ category: VenueCategory) throws -> VenueIndex.Candidates {
      try VenueIndex(venues).candidates(
        CandidatesRequest(
          origin: center, destination: center, category: category, drivingSeconds: .max))
    }
    #expect(try found(.coffee).shops.count == venues.filter { $0.category == .coffee }.count)
    #expect(
      try found("fuel")
        == VenueIndex.Candidates(shops: PackedShops([]), inCategory: 0, omitted: 0))
    for word: VenueCategory in ["juice-bar", "cofee"] {
      let error = #expect(throws: ServiceError.self) { try found(word) }
      #expect(error?.code == .invalidRequest)
      #expect((error?.suggestions ?? []).contains("coffee") == (word == "cofee"))
    }
  }

  @Test("a word for a category is understood")
  func words() throws {
    let venues = [Venue(id: "a", name: "A", category: "atm", coordinate: center)]
    let index = VenueIndex(venues)
    for word: VenueCategory in ["atm", "Geldautomat", "money", "amenity=atm"] {
      let found = try index.candidates(
        CandidatesRequest(
          origin: center, destination: center, category: word, drivingSeconds: 600))
      #expect(found.inCategory == 1, "\(word)")
    }
  }

  @Test("without a category only food and drink is listed, unless the request names a venue")
  func otherKinds() throws {
    let venues = ["fuel", "coffee", "juice-bar"].map {
      Venue(
        id: VenueID(rawValue: $0), name: "Corner", category: VenueCategory(rawValue: $0),
        coordinate: center, facts: VenueFacts(brand: "Corner"))
    }
    let index = VenueIndex(venues)
    func found(_ filter: VenueFilter?) throws -> [String] {
      try index.page(NearbyRequest(coordinate: center, filter: filter)).map(\.venue.id.rawValue)
    }
    #expect(try found(nil) == ["coffee", "juice-bar"])
    #expect(try found(VenueFilter(minimumRating: nil)) == ["coffee", "juice-bar"])
    #expect(try found(VenueFilter(name: "corner")) == ["coffee", "fuel", "juice-bar"])
    #expect(try found(VenueFilter(brand: "corner")) == ["coffee", "fuel", "juice-bar"])
    #expect(try found(VenueFilter(venueIDs: ["fuel"])) == ["fuel"])
    #expect(try found(VenueFilter(category: "places")) == ["coffee", "fuel", "juice-bar"])
  }

  @Test(
    "a minimum out of range is rejected", arguments: [-1, ShopSearchLimits.maximumCandidates + 1])
  func invalidMinimum(minimum: Int) {
    let request = CandidatesRequest(
      origin: center, destination: center, category: .coffee, drivingSeconds: 1, minimum: minimum)
    #expect(throws: ServiceError.self) { try VenueIndex().candidates(request) }
  }

  @Test("invalid coordinates are rejected")
  func invalidCoordinates() {
    let off = Coordinate(latitude: 0, longitude: 200)
    for (origin, destination) in [(off, center), (center, off)] {
      let request = CandidatesRequest(
        origin: origin, destination: destination, category: .coffee, drivingSeconds: 1)
      #expect(throws: ServiceError.self) { try VenueIndex().candidates(request) }
    }
  }

  private func way(_ origin: Coordinate, _ stop: Coordinate, _ destination: Coordinate) -> Meters {
    origin.distance(to: stop) + destination.distance(to: stop)
  }
}

let center = Coordinate(latitude: 37.79, longitude: -122.41)

/// A coordinate within this many degrees of the center of the map.
func randomCoordinate(_ random: inout SeededGenerator, across degrees: Double = 0.05) -> Coordinate
{
  Coordinate(
    latitude: center.latitude + .random(in: -degrees...degrees, using: &random),
    longitude: center.longitude + .random(in: -degrees...degrees, using: &random))
}

/// Venues of three categories, some of them with the same coordinate.
func scattered(
  _ count: Int, _ random: inout SeededGenerator, across degrees: Double = 0.05
) -> [Venue] {
  var last = center
  return (0..<count).map { number in
    if number % 5 != 0 { last = randomCoordinate(&random, across: degrees) }
    return Venue(
      id: VenueID(rawValue: "osm/node/\(number)"), name: "Venue \(number)",
      category: [.coffee, .bar, .bakery][number % 3], coordinate: last)
  }
}
