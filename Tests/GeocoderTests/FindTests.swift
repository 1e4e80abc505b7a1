import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// What people type into one field: a search, or a place.
@Suite struct FindTests {
  /// Squares, stations, streets and venues of an invented town.
  static let town: MapElements = {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    town.place("Smithfield", "suburb", 2_000, 2_000)
    town.road("Sendlinger Straße", [(0, 0), (500, 0)])
    town.road("Brewery Lane", [(0, 400), (500, 400)])
    town.node(["name": "Marienplatz", "place": "square"], 300, 700)
    town.node(["name": "Porto", "railway": "station"], -900, 0)
    town.node(["name": "Open Gate", "tourism": "attraction"], -900, 900)
    for east in [100.0, 900.0, 1_700.0] {
      town.node(["name": "Starbucks", "amenity": "cafe"], east, 120)
    }
    town.node(["name": "The Coffee House", "amenity": "cafe"], 800, 800)
    town.road("Am Haag", [(0, 900), (500, 900)])
    town.road("Haag", [(0, 3_900), (500, 3_900)])
    town.road("Indiana", [(0, 1_200), (500, 1_200)])
    town.road("Rua do Templo", [(0, 1_500), (500, 1_500)])
    town.road("Rua das Fontes do Templo", [(0, 2_500), (500, 2_500)])
    town.road("Latrobe Park", [(900, 1_500), (1_400, 1_500)])
    town.road("Latrobe Park Terrace", [(900, 2_500), (1_400, 2_500)])
    town.road("Baker Street", [(900, 3_500), (1_400, 3_500)])
    town.road("C Street", [(900, 4_500), (1_400, 4_500)])
    town.node(["name": "Center Cafe", "amenity": "cafe", "addr:street": "13th Street"], 900, 5_000)
    town.node(["name": "White Swan", "amenity": "pub"], 450, 90)
    town.node(["name": "Bar am Platz", "amenity": "bar"], 320, 690)
    town.node(["name": "Dom", "amenity": "place_of_worship"], 10, 700)
    for (name, east) in [("Löwen", 600.0), ("Adler", 300)] {
      town.node(["name": name, "amenity": "pharmacy"], east, 650)
    }
    return town.map
  }()

  struct Row: Sendable, CustomStringConvertible {
    let text: String
    let filter: VenueFilter
    var place: String?
    var radius: Meters?
    var description: String { text }
  }

  static func coffee(_ place: String?, _ text: String) -> Row {
    Row(text: text, filter: VenueFilter(category: .coffee), place: place)
  }

  static let searches =
    [
      "coffee near Smithfield", "Smithfield coffee", "cafés in Smithfield", "кофейня Smithfield",
      "the best coffee shops around Smithfield", "[amenity=cafe] Smithfield",
    ].map { coffee("Smithfield, Porto", $0) }
    + ["coffee", "coffee near me", "cafe nearby", "[amenity=cafe]", "kaffee in der nähe"].map {
      coffee(nil, $0)
    }
    + [
      Row(
        text: "starbucks marienplatz", filter: VenueFilter(name: "starbucks"),
        place: "Marienplatz, Porto"),
      Row(
        text: "starbucks near marienplatz", filter: VenueFilter(name: "starbucks"),
        place: "Marienplatz, Porto"),
      Row(
        text: "The Coffee House near marienplatz", filter: VenueFilter(name: "The Coffee House"),
        place: "Marienplatz, Porto"),
      Row(text: "pub Am Haag", filter: VenueFilter(category: .pub), place: "Am Haag, Porto"),
      Row(text: "bars near Indiana", filter: VenueFilter(category: .bar), place: "Indiana, Porto"),
      Row(
        text: "pub near Rua das Fontes do Templo", filter: VenueFilter(category: .pub),
        place: "Rua das Fontes do Templo, Porto"),
      Row(
        text: "vegan restaurant Latrobe Park Terrace", filter: Self.diets([.vegan], .restaurant),
        place: "Latrobe Park Terrace, Porto"),
      Row(
        text: "pub near Latrobe Park, terrace",
        filter: VenueFilter(category: .pub, amenities: VenueAmenities([.outdoorSeating: true])),
        place: "Latrobe Park, Porto"),
      coffee("Baker Street, Porto", "Baker Street кофейня"),
      coffee("C Street, Porto", "cafés near C Street"),
      Row(text: "starbucks", filter: VenueFilter(name: "starbucks")),
      Row(
        text: "vegan restaurant sendlinger straße",
        filter: Self.diets([.vegan], .restaurant),
        place: "Sendlinger Straße, Porto"),
      Row(
        text: "halal gluten free restaurant near Marienplatz",
        filter: Self.diets([.halal, .glutenFree], .restaurant), place: "Marienplatz, Porto"),
      Row(
        text: "brewery 2 km around Porto station", filter: VenueFilter(category: .brewery),
        place: "Porto", radius: 2_000),
      Row(
        text: "open bakery", filter: VenueFilter(category: .bakery, hours: HoursFilter())),
      Row(
        text: "pharmacy near Marienplatz, open now",
        filter: VenueFilter(
          category: VenueCategory(rawValue: "pharmacy"), hours: HoursFilter()),
        place: "Marienplatz, Porto"),
      Row(
        text: "pizza with terrace near Marienplatz",
        filter: VenueFilter(
          category: VenueCategory(rawValue: "meals"), cuisine: "pizza",
          amenities: VenueAmenities([.outdoorSeating: true])),
        place: "Marienplatz, Porto"),
      Row(
        text: "restaurant near 37.81,-122.42", filter: VenueFilter(category: .restaurant),
        place: "37.81, -122.42"),
      Row(
        text: "pub near Open Gate", filter: VenueFilter(category: .pub), place: "Open Gate, Porto"),
      Row(
        text: "beer Brewery Lane", filter: VenueFilter(category: .drinks),
        place: "Brewery Lane, Porto"),
    ]

  private static func diets(
    _ diets: [VenueAttribute], _ category: VenueCategory
  ) -> VenueFilter {
    var filter = VenueFilter(category: category)
    for diet in diets { filter.attributes[diet] = true }
    return filter
  }

  @Test("a kind or a chain with a place is a search around it", arguments: searches)
  func search(_ row: Row) throws {
    try SmallTown.search(Self.town) { searcher in
      let reply = try searcher.find(FindRequest(text: row.text))
      let search = try #require(reply.search, "\(reply)")
      #expect(search.filter == row.filter)
      #expect(search.place?.label == row.place)
      #expect(search.radiusMeters == row.radius)
    }
  }

  @Test(
    "a text that names a place is that place, although it has a word for a kind",
    arguments: [
      ("White Swan pub", "White Swan, Porto"), ("pub White Swan", "White Swan, Porto"),
      ("Brewery Lane", "Brewery Lane, Porto"), ("Bar am Platz", "Bar am Platz, Porto"),
      ("Porto station", "Porto"), ("Sendlinger Straße", "Sendlinger Straße, Porto"),
      ("37.8,-122.4", "37.8, -122.4"),
    ])
  func place(_ text: String, _ label: String) throws {
    try SmallTown.search(Self.town) { searcher in
      let reply = try searcher.find(FindRequest(text: text))
      #expect(reply.search == nil)
      #expect(reply.hits.first?.label == label, "\(reply)")
    }
  }

  @Test("around a place that the map lacks nothing is searched for")
  func unknownPlace() throws {
    try SmallTown.search(Self.town) { searcher in
      let reply = try searcher.find(FindRequest(text: "coffee near Zqworfplim"))
      #expect(reply.search == nil && reply.hits.isEmpty)
      #expect(throws: ServiceError.self) { try searcher.find(FindRequest(text: "  ")) }
    }
  }

  @Test(
    "each level has its hit",
    arguments: [
      (ReverseLevel.house, nil), (.street, "Sendlinger Straße, Porto"),
      (.suburb, "Smithfield, Porto"), (.city, "Porto"), (.country, "United States"),
    ])
  func levels(_ level: ReverseLevel, _ label: String?) throws {
    try SmallTown.search(Self.town) { searcher in
      let point = SmallTown.at(300, 20)
      let hits = try searcher.reverse(ReverseGeocodeRequest(coordinate: point, level: level)).hits
      #expect(hits.map(\.label) == [label].compactMap { $0 })
    }
  }
}
