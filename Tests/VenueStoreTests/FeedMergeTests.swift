import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import VenueStore

/// Venues merged from several sources, and geocoded addresses.
@Suite(.bothBackends, .timeLimit(.minutes(10))) struct FeedMergeTests {
  private static let trieste = MapElements(nodes: [
    MapNode(
      id: 7, coordinate: Coordinate(latitude: 60, longitude: 25),
      tags: [
        "amenity": "cafe", "name": "Caffè Trieste", "opening_hours": "24/7",
        "addr:street": "Vallejo Street", "addr:housenumber": "601",
        "internet_access": "no",
      ])
  ])

  @Test("a venue of two sources is merged into one")
  func conflation() async throws {
    try await FeedHarness.with { harness in
      try harness.load(Self.trieste)
      try harness.add("campus")
      let rows = [
        CampusRow(
          id: 1, name: "Caffe Trieste", meters: 60,
          extra: [
            "phone": "+1 415", "opening_hours": "off", "street": "601 Vallejo St",
            "wifi": "free", "takeaway": "yes", "name:ja": "カフェ", "name:en": "Caffe Trieste",
          ]),
        CampusRow(id: 2, name: "Caffe Trieste", meters: 90),
        CampusRow(id: 3, name: "Graffeo", meters: 10),
      ]
      let report = try await harness.sync("campus", rows)
      #expect(report.merged == 1)
      let venue = try harness.store().venues.venue("osm/node/7")
      #expect(venue.phone == "+1 415")
      #expect(venue.openingHours == "24/7")
      #expect(venue.wifi == .no && venue.attributes[.takeaway] == true)
      #expect(venue.names?.byLanguage == ["ja": "カフェ"])
      #expect(try harness.names() == ["Caffe Trieste", "Caffè Trieste", "Graffeo"])
      let sources = try VenueRecompute(harness.store()).sources(of: "osm/node/7").fields
      #expect(sources.first { $0.field == "phone" }?.source == "campus")
      #expect(sources.first { $0.field == "openingHours" }?.source == .map)
      #expect(sources.first { $0.field == "wifi" }?.source == .map)
      #expect(sources.first { $0.field == "takeaway" }?.source == "campus")
      #expect(sources.first { $0.field == "names" }?.source == "campus")

      // The map loses it: the venue keeps its identifier and the data of the other source.
      try harness.load(cafes(9))
      #expect(try harness.store().venues.venue("osm/node/7").openingHours == "off")
      #expect(try harness.store().venues.venue("osm/node/7").standing == nil)
      try await harness.sync("campus", Array(rows[1...]))
      #expect(try harness.store().venues.venue("osm/node/7").standing == .vanished)
    }
  }

  @Test("a new map is matched with the venues of feeds")
  func mapAfterFeed() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      try await harness.sync("campus", [CampusRow(id: 1, name: "Caffe Trieste", meters: 20)])
      try harness.load(Self.trieste)
      #expect(try harness.names() == ["Caffè Trieste"])
      #expect(try harness.store().venues.venue("campus/1").openingHours == "24/7")
    }
  }

  @Test("a venue keeps its identifier when its row gets a new one")
  func changedRowIdentifier() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus")
      try await harness.sync("campus", [CampusRow(id: 1, name: "Graffeo")])
      try await harness.sync("campus", [CampusRow(id: 99, name: "Graffeo", meters: 5)])
      #expect(try harness.store().venues.venue("campus/1").standing == nil)
      #expect(try harness.store().venues.count() == 1)
    }
  }

  @Test("an OpenStreetMap extract as a feed shares identifiers with the map")
  func extract() async throws {
    try await FeedHarness.with { harness in
      try harness.load(Self.trieste)
      let path = try harness.directory.write(
        """
        <osm version="0.6"><node id="7" version="1" lat="60" lon="25">
        <tag k="amenity" v="cafe"/><tag k="name" v="Other name"/><tag k="phone" v="+7"/></node>
        <node id="8" version="1" lat="61" lon="25">
        <tag k="amenity" v="bar"/><tag k="name" v="Baari"/></node></osm>
        """.utf8, to: "extract.osm")
      try harness.add("region", .osm, at: path)
      let report = try await harness.sync("region")
      #expect(report.rows == 2)
      #expect(try harness.names() == ["Baari", "Caffè Trieste"])
      #expect(try harness.store().venues.venue("osm/node/7").phone == "+7")
      #expect(try harness.store().venues.venue("osm/node/8").category == .bar)
      try harness.directory.write("no map".utf8, to: "extract.osm")
      #expect(try await harness.sync("region").outcome == .failed)
      #expect(try harness.names() == ["Baari", "Caffè Trieste"])
    }
  }

  // MARK: Geocoded addresses

  private static let addressed = [
    CampusRow(id: 1, name: "Here", meters: nil, extra: ["street": "1 A St", "city": "Reno"]),
    CampusRow(id: 2, name: "There", meters: nil, extra: ["street": "2 A St", "city": "Reno"]),
    CampusRow(id: 3, name: "Nowhere", meters: nil), CampusRow(id: 4, name: "Given"),
  ]

  /// A geocoder that knows only house 1 of every street of Reno.
  private static func geocoder(_ asked: Counter) -> FeedScheduler.Geocode {
    { request throws(ServiceError) in
      asked.add()
      guard request.address?.houseNumber == "1" else { return GeocodeReply(hits: []) }
      return GeocodeReply(hits: [
        PlaceHit(
          label: "1 A Street, Reno", coordinate: Coordinate(latitude: 39, longitude: -119),
          accuracy: .rooftop, confidence: 0.9, matched: "", address: Address(city: "Reno"))
      ])
    }
  }

  @Test("each address is geocoded once a map, and the coordinate is marked as derived")
  func geocoding() async throws {
    let asked = Counter()
    try await FeedHarness.with(geocode: Self.geocoder(asked)) { harness in
      try harness.add("campus")
      let report = try await harness.sync("campus", Self.addressed)
      #expect(report.withoutCoordinate == 3)
      await harness.scheduler.geocodeAddresses()
      #expect(try harness.names() == ["Given", "Here"])
      let status = try FeedRegistry(harness.store()).list().feeds[0]
      #expect(status.rows == 4 && status.derived == 1 && status.withoutCoordinate == 2)
      let coordinate = try VenueRecompute(harness.store()).sources(of: "campus/1").fields.first {
        $0.field == "coordinate"
      }
      #expect(coordinate?.derivedConfidence == 0.9)
      #expect(asked.value == 2)

      var renamed = Self.addressed
      renamed[0].name = "Still here"
      try await harness.sync("campus", renamed)
      await harness.scheduler.geocodeAddresses()
      #expect(try harness.names() == ["Given", "Still here"])
      #expect(asked.value == 2, "known addresses are not geocoded again")

      // Another map may know an address that this one did not.
      try harness.load(cafes(1))
      await harness.scheduler.geocodeAddresses()
      #expect(asked.value == 3)
    }
  }

  @Test("addresses are geocoded later if the geocoder is unavailable")
  func unavailableGeocoder() async throws {
    let isAvailable = Counter()
    let geocode = Self.geocoder(Counter())
    try await FeedHarness.with(geocode: { request throws(ServiceError) in
      guard isAvailable.value > 0 else { throw ServiceError(.unavailable, "no geocoder") }
      return try await geocode(request)
    }) { harness in
      try harness.add("campus")
      try await harness.sync("campus", Self.addressed)
      await harness.scheduler.geocodeAddresses()
      #expect(try harness.names() == ["Given"])
      isAvailable.add()
      await harness.scheduler.geocodeAddresses()
      #expect(try harness.names() == ["Given", "Here"])
    }
  }

  @Test("another name of the city agrees where the geocoder knows it")
  func exonyms() {
    func location(_ part: WordExplanation.Part) -> GeocodedLocation? {
      let hit = PlaceHit(
        label: "", coordinate: Coordinate(latitude: 1, longitude: 2), accuracy: .rooftop,
        confidence: 0.9, matched: "", address: Address(city: "München"),
        explanation: MatchExplanation(
          words: [WordExplanation(typed: "Munich", part: part)], fit: 1, competingHits: 0))
      let asked = Address(houseNumber: "27", street: "Sendlinger Straße", city: "Munich")
      return AddressGeocoding.location(of: asked, in: GeocodeReply(hits: [hit]))
    }
    #expect(location(.surroundings) != nil)
    #expect(location(.notUnderstood) == nil)
  }

  @Test(
    "only a reliable answer of the geocoder is used",
    arguments: [
      (0.9, .rooftop, Address(city: "reno"), true),
      (0.9, .interpolated, Address(postcode: "89501"), true),
      (0.5, .rooftop, Address(city: "Reno"), false),
      (0.9, .street, Address(city: "Reno"), false),
      (0.9, .rooftop, Address(city: "Sparks"), false), (0.9, .rooftop, nil, false),
    ] as [(Double, GeocodeAccuracy, Address?, Bool)])
  func reliableAnswers(
    _ confidence: Double, _ accuracy: GeocodeAccuracy, _ address: Address?, _ expected: Bool
  ) {
    let reply = GeocodeReply(hits: [
      PlaceHit(
        label: "", coordinate: Coordinate(latitude: 1, longitude: 2), accuracy: accuracy,
        confidence: confidence, matched: "", address: address)
    ])
    let asked = Address(houseNumber: "1", street: "A St", postcode: "89501", city: "Reno")
    #expect((AddressGeocoding.location(of: asked, in: reply) != nil) == expected)
  }
}
