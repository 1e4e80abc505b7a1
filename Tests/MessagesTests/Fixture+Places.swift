import Geography
import Messages
import TestSupport
import Time

let unionSquare = Coordinate(latitude: 37.785834, longitude: -122.406417)
let coitTower = Coordinate(latitude: 37.802395, longitude: -122.405822)
let address = Address(
  houseNumber: "1", street: "Telegraph Hill Boulevard", postcode: "94133", city: "San Francisco")
let hit = PlaceHit(
  label: "1 Telegraph Hill Boulevard, San Francisco", coordinate: coitTower, accuracy: .rooftop,
  confidence: 0.95, matched: "house number 1 of Telegraph Hill Boulevard",
  distanceMeters: 1842.5, address: address)
let explainedHit = PlaceHit(
  label: "Coit Tower, San Francisco", coordinate: coitTower, accuracy: .venue, confidence: 0.91,
  matched: "venue Coit Tower; towr → Tower, 1 edit; city assumed", category: "tourism=attraction",
  address: Address(city: "San Francisco"),
  explanation: MatchExplanation(
    words: [
      WordExplanation(typed: "coit", part: .name),
      WordExplanation(typed: "towr", part: .name, meant: "Tower", change: .misspelt, edits: 1),
      WordExplanation(typed: "sf", part: .notUnderstood),
    ], fit: 0.87, competingHits: 0))
let coffeeShop = Venue(
  id: "osm/node/1234", name: "Caffè Trieste", category: .coffee,
  coordinate: Coordinate(latitude: 37.798771, longitude: -122.407351),
  facts: VenueFacts(
    address: "601 Vallejo Street, San Francisco", phone: "+1 415 550 1107",
    website: "https://example.com/trieste", openingHours: "Mo-Su 07:00-22:00", brand: "Trieste",
    cuisine: "coffee_shop",
    names: NamesByLanguage(["ja": "カフェ・トリエステ", "pt-BR": "Café Trieste"]),
    amenities: VenueAmenities(
      [.outdoorSeating: true, .takeaway: false], wheelchair: .limited, wifi: .free)),
  rating: VenueRating(mean: 4.25, count: 12))
let barelyKnownVenue = Venue(
  id: "osm/way/99", name: "Bar ohne Namen", category: .bar,
  coordinate: Coordinate(latitude: -33.5, longitude: 151))
let closedVenue = Venue(
  id: "breweries/17", name: "Zapped Ales", category: .brewery, coordinate: coitTower,
  standing: .closed)
let breakfast = Timestamp("2026-11-21T08:00:00-08:00")!

extension Fixture {
  static let errors = [
    Fixture(Done()),
    Fixture(
      ServiceError(
        .notFound, "The destination “Coti Tower” was not found on the map.",
        suggestions: ["Coit Tower"])),
    Fixture(ServiceError(.unavailable, "No instance of router is running."), "minimal"),
  ]

  static let geocoder = [
    Fixture(GeocodeRequest(text: "1 Telegraph Hill Blvd", near: unionSquare, limit: 5)),
    Fixture(GeocodeRequest(text: "Coit Tower"), "minimal"),
    Fixture(
      GeocodeRequest(
        address: address, nearStrength: 0.5,
        within: .circle(center: unionSquare, radiusMeters: 5_000), language: "de", explain: true),
      "structured"),
    Fixture(
      GeocodeRequest(
        text: "coit",
        within: .box(BoundingBox(south: 37.7, west: -122.5, north: 37.8, east: -122.25))), "box"),
    Fixture(GeocodeReply(hits: [hit], suggestions: [], mapVersion: "5d1f0c9a3b7e2468")),
    Fixture(GeocodeReply(hits: [explainedHit], suggestions: []), "explained"),
    Fixture(
      GeocodeReply(
        hits: [],
        suggestions: [
          PlaceHit(
            label: "Coit Tower", coordinate: coitTower, accuracy: .venue, confidence: 0.4,
            matched: "venue, 1 letter changed", region: RegionName("oakland"))
        ]), "suggestions"),
    Fixture(
      ReverseGeocodeRequest(coordinate: coitTower, radiusMeters: 250, language: "de")),
    Fixture(ReverseGeocodeRequest(coordinate: coitTower, level: .city), "level"),
    Fixture(
      FindRequest(
        text: "open bakery 2 km around Coit Tower", near: unionSquare, language: "de", limit: 3)),
    Fixture(
      FindReply(
        search: VenueSearch(
          filter: VenueFilter(category: .bakery, hours: HoursFilter()),
          place: PlaceHit(
            label: "Coit Tower", coordinate: coitTower, accuracy: .venue, confidence: 1,
            matched: "venue Coit Tower"), radiusMeters: 2_000), mapVersion: "5d1f0c9a3b7e2468")),
    Fixture(
      SuggestRequest(
        text: "1 tele", near: unionSquare, nearStrength: 0.5, within: .place("North Beach"),
        language: "de", limit: 3)),
    Fixture(
      SuggestReply(
        completions: [
          Completion(
            label: "1 Telegraph Hill Boulevard, San Francisco", coordinate: coitTower,
            accuracy: .rooftop, distanceMeters: 1842.5, address: address),
          Completion(
            label: "Telegraph Hill, San Francisco", coordinate: coitTower, accuracy: .place,
            category: "place=neighbourhood", region: RegionName("oakland")),
        ], mapVersion: "5d1f0c9a3b7e2468")),
  ]

  static let venues = [
    Fixture(coffeeShop),
    Fixture(barelyKnownVenue, "minimal"),
    Fixture(closedVenue, "closed"),
    Fixture(VenueRequest(id: "osm/node/1234")),
    Fixture(VenueListRequest(category: .brewery, after: "osm/node/1", limit: 50)),
    Fixture(VenueListReply(venues: [barelyKnownVenue], next: "osm/way/99")),
    Fixture(VenueSnapshotRequest(after: "osm/node/1", limit: 500)),
    Fixture(
      VenueSnapshotReply(
        position: StreamPosition(epoch: "5f1c", sequence: 7), venues: [barelyKnownVenue],
        next: nil)),
    Fixture(VenueChanged(id: "osm/way/99", venue: barelyKnownVenue)),
    Fixture(VenueChanged(id: "osm/way/99", venue: nil), "gone"),
    Fixture(FavouriteAddRequest(user: "ada", venueID: "osm/way/99")),
    Fixture(FavouriteRemoveRequest(user: "ada", venueID: "osm/way/99")),
    Fixture(FavouriteListRequest(user: "ada")),
    Fixture(Favourite(venue: barelyKnownVenue, addedAt: breakfast)),
    Fixture(
      FavouriteListReply(favourites: [Favourite(venue: barelyKnownVenue, addedAt: breakfast)])),
  ]

  static let feeds = [
    Fixture(feed),
    Fixture(
      Feed(name: "campus", format: .campus, location: "/srv/campus.json", mapping: mapping),
      "mapping"),
    Fixture(
      Feed(
        name: "cafes", format: .foursquare, location: "https://places.example/search?near=Oslo",
        everySeconds: 0, headers: ["Authorization": FeedHeaders.hidden]), "headers"),
    Fixture(FeedAddRequest(feed: feed)),
    Fixture(feedStatus),
    Fixture(
      FeedStatus(
        feed: feed, asOf: nil, rows: 0, derived: 0, withoutCoordinate: 0, nextSync: nil,
        lastSync: nil),
      "minimal"),
    Fixture(FeedRemoveRequest(name: "breweries")),
    Fixture(FeedListRequest()),
    Fixture(FeedListReply(feeds: [feedStatus])),
    Fixture(FeedSyncRequest(name: "breweries", acceptsFewer: true)),
    Fixture(FeedSyncReply(reports: [syncReport])),
    Fixture(
      FeedSyncReply(reports: [
        SyncReport(
          feed: "breweries", outcome: .failed, failure: "The server answered with status 500.",
          startedAt: breakfast, durationMilliseconds: 12.5)
      ]), "failed"),
    Fixture(VenueSourcesRequest(id: "breweries/17")),
    Fixture(
      VenueSourcesReply(fields: [
        VenueFieldSource(field: "name", source: .map, since: breakfast, asOf: breakfast),
        VenueFieldSource(
          field: "coordinate", source: "breweries", since: breakfast, asOf: nil,
          derivedConfidence: 0.85),
      ])),
  ]

  private static let feed = Feed(
    name: "breweries", format: .openBreweryDB,
    location: "https://api.openbrewerydb.org/v1/breweries", everySeconds: 21_600)
  private static let mapping = FeedMapping(
    rows: "data.places", fields: ["name": "title", "latitude": "geo.lat"],
    categories: ["Espresso bar": .coffee], category: .coffee)
  private static let feedStatus = FeedStatus(
    feed: feed, asOf: breakfast, rows: 11_822, derived: 40, withoutCoordinate: 2_395,
    nextSync: breakfast.adding(seconds: 21_000), lastSync: syncReport)
  private static let syncReport: SyncReport = {
    var report = SyncReport(
      feed: "breweries", outcome: .synced, startedAt: breakfast, durationMilliseconds: 1_250.5)
    (report.rows, report.new, report.changed, report.removed) = (11_822, 12, 3, 2)
    (report.merged, report.withoutCoordinate, report.notOffered, report.duplicates) = (
      31, 2_435, 1_277, 1
    )
    report.duplicateRows = [
      RejectedRows(
        reason: "row of the same name, place and address as another", count: 1,
        examples: ["b-9 as b-2"])
    ]
    report.invalid = [
      RejectedRows(reason: "row without a name", count: 2, examples: ["a-17", "row 4"])
    ]
    return report
  }()

  static let shopSearch = [
    Fixture(nearby),
    Fixture(
      NearbyRequest(
        coordinate: unionSquare,
        area: .corridor(line: [unionSquare, coitTower], bufferMeters: 250),
        filter: everyWish, order: .rating),
      "wishes"),
    Fixture(NearbyReply(venues: [nearbyVenue], next: "0.120.25.osm/way/99", replica: replica)),
    Fixture(
      NearbyWatchRequest(
        device: "ada", limit: 5, radiusMeters: 2_000,
        filter: VenueFilter(category: .coffee, hours: HoursFilter()))),
    Fixture(NearbyWatchReply(watch: "5f1c-7", instance: "1", leaseSeconds: 60, list: nil)),
    Fixture(
      NearbyChanged(
        watch: "5f1c-7", cause: .position, list: nearbyList, came: ["osm/way/99"],
        went: ["osm/node/1"])),
    Fixture(
      CandidatesRequest(
        origin: unionSquare, destination: coitTower, category: .coffee, drivingSeconds: 2100,
        minimum: 10)),
    Fixture(
      CandidatesReply(
        shops: PackedShops([Shop(coffeeShop), Shop(barelyKnownVenue)]), inCategory: 418,
        omitted: 0, replica: replica)),
    Fixture(
      CandidatesRequest(
        origin: unionSquare, destination: coitTower, category: .coffee, drivingSeconds: 2100,
        everything: true, unless: replica.position), "everything"),
    Fixture(
      CandidatesReply(
        shops: PackedShops([]), inCategory: 100_000, omitted: 0, replica: replica,
        isUnchanged: true), "unchanged"),
    Fixture(ShopDetailsRequest(ids: ["osm/way/99", "osm/node/1"])),
    Fixture(ShopDetailsReply(venues: [barelyKnownVenue], replica: replica)),
  ]

  private static let nearby = NearbyRequest(
    coordinate: unionSquare, radiusMeters: 500,
    box: BoundingBox(south: 37.77, west: -122.42, north: 37.8, east: -122.4),
    filter: VenueFilter(category: .coffee), limit: 3, after: "0.98.5.osm/node/1")
  private static let everyWish = VenueFilter(
    category: .hotDrinks, name: "blue bottel", brand: "Blue Bottle", cuisine: "coffee_shop",
    venueIDs: ["osm/node/1", "osm/way/99"], minimumRating: 4,
    hours: HoursFilter(at: breakfast, seconds: 1_800, admits: .either),
    amenities: VenueAmenities(
      [.outdoorSeating: true, .takeaway: true], wheelchair: .limited, wifi: .free))
  private static let nearbyVenue = NearbyVenue(
    venue: barelyKnownVenue, distanceMeters: 120.25,
    hours: VenueHoursStatus(state: .open, until: breakfast.adding(seconds: 5_400), next: .closed))
  private static let nearbyList = NearbyList(
    device: "ada", coordinate: unionSquare, time: breakfast, asOf: breakfast.adding(seconds: 1),
    venues: [nearbyVenue],
    safe: SafeRegion(
      center: unionSquare, radiusMeters: 143.5, until: breakfast.adding(seconds: 5_400),
      change: SafeRegion.Change(
        venueID: "osm/way/99", name: "Bar ohne Namen", state: .closed)),
    replica: replica)
  private static let replica = ReplicaState(
    position: StreamPosition(epoch: "5f1c", sequence: 7), venues: 2437, isCurrent: true)

  static let geofences = [
    Fixture(fence),
    Fixture(boardFence, "board"),
    Fixture(corridor),
    Fixture(FenceAddRequest(center: coitTower, radiusMeters: 250, label: "Tower")),
    Fixture(FenceAddRequest(corridor), "corridor"),
    Fixture(FenceRemoveRequest(id: "f1")),
    Fixture(FenceListRequest(board: "ann", tag: "work")),
    Fixture(FenceListReply(fences: [fence])),
    Fixture(
      BoardFencesRequest(
        board: "ann", pins: [.init(pin: "A", definition: boardFence.definition)])),
    Fixture(
      PositionReportRequest(
        device: "phone", coordinate: coitTower, time: breakfast, accuracyMeters: 8)),
    Fixture(
      PositionReportReply(
        ignored: nil, events: [event],
        pending: [UnconfirmedTransition(kind: .exit, fence: "f1", time: breakfast, fixes: 1)])),
    Fixture(PositionReportReply(ignored: .outdated, events: []), "ignored"),
    Fixture(
      PositionBatchRequest(positions: [
        PositionReportRequest(
          device: "phone", coordinate: coitTower, time: breakfast, accuracyMeters: 8),
        PositionReportRequest(device: "van", coordinate: unionSquare, time: breakfast),
      ])),
    Fixture(
      PositionBatchReply(
        ignored: [.init(index: 1, flaw: .outdated)], events: .init(first: 42, last: 44))),
    Fixture(PositionBatchReply(ignored: [], events: nil), "quiet"),
    Fixture(PositionRequest(device: "phone")),
    Fixture(
      DevicePosition(
        device: "phone", coordinate: coitTower, time: breakfast, accuracyMeters: 8,
        color: .green, inside: ["f1"], view: BoundingBox(coitTower).expanded(by: 1_500))),
    Fixture(GeofenceEventsRequest(since: 41, limit: 100)),
    Fixture(GeofenceEventsReply(events: [event], first: 7, latest: 42)),
    Fixture(event),
    Fixture(crossing, "cross"),
    Fixture(correction, "correct"),
    Fixture(removal, "removed"),
    Fixture(
      RouteSetRequest(
        device: "phone",
        route: DeviceRoute(
          stretches: [
            .init(
              line: EncodedPolyline([unionSquare, coitTower]), durationSeconds: 480,
              stopSeconds: 600)
          ], departure: breakfast))),
    Fixture(RouteSetRequest(device: "phone", route: nil), "off"),
    Fixture(UpcomingRequest(device: "phone")),
    Fixture(
      UpcomingFence(
        device: "phone", state: .active, time: breakfast,
        next: .init(
          fence: .init(fence), coordinate: Coordinate(latitude: 37.8, longitude: -122.405822),
          time: breakfast.adding(seconds: 420), aheadSeconds: 420, aheadMeters: 1_520.5),
        arrival: breakfast.adding(seconds: 480), remainingMeters: 1_775.25)),
    Fixture(UpcomingFence(device: "phone", state: .arrived, time: breakfast), "arrived"),
  ]

  private static let fence = Fence(
    id: "f1", center: coitTower, radiusMeters: 250, label: "Tower")
  private static let boardFence = Fence(
    id: "f2", board: "ann", pin: "A",
    definition: FenceDefinition(
      area: .polygon(rings: [
        [
          coitTower, Coordinate(latitude: 37.81, longitude: -122.4),
          Coordinate(latitude: 37.81, longitude: -122.41),
        ]
      ]),
      confirmation: FenceConfirmation(hysteresisMeters: 30, fixes: 3, seconds: 20)))
  private static let corridor = FenceDefinition(
    area: .corridor(
      line: [coitTower, Coordinate(latitude: 37.81, longitude: -122.41)], bufferMeters: 40),
    label: "Way to work", tags: ["work"], dwellSeconds: 300,
    hours: [FenceHours(days: [1, 2, 3, 4, 5], from: "07:00", until: "19:30")],
    expires: breakfast)
  private static let sample = GeofenceEvent.Sample(
    coordinate: coitTower, time: breakfast, accuracyMeters: 8)
  private static let crossing = GeofenceEvent(
    number: 44, kind: .cross, fence: .init(fence), device: "phone", episode: 44,
    coordinate: Coordinate(latitude: 37.8, longitude: -122.405822),
    time: breakfast.adding(seconds: -20), earliest: breakfast.adding(seconds: -30),
    latest: breakfast, certainty: .inferred, sample: sample, visitSeconds: 12.5,
    departure: .init(
      coordinate: Coordinate(latitude: 37.804, longitude: -122.405822), time: breakfast,
      insideMeters: 444.75))
  private static let correction = GeofenceEvent(
    number: 45, kind: .correct, replaces: 42, becomes: .enter, fence: .init(boardFence),
    device: "phone", episode: 42, coordinate: coitTower, time: breakfast.adding(seconds: -5),
    earliest: breakfast.adding(seconds: -10), latest: breakfast, certainty: .observed,
    sample: sample)
  private static let removal = GeofenceEvent(
    number: 46, kind: .exit, fence: .init(fence), device: "phone", episode: 42,
    coordinate: coitTower, time: breakfast.adding(seconds: 90), earliest: breakfast,
    latest: breakfast.adding(seconds: 90), certainty: .inferred, sample: sample,
    visitSeconds: 90, reason: .removed)
  private static let event = GeofenceEvent(
    number: 42, kind: .enter, fence: fence, device: "phone", coordinate: coitTower,
    time: Timestamp("2026-11-21T16:00:00.125Z")!)
}
