import Geography
import Messages
import OpenStreetMap
import Testing

@testable import VenueStore

@Suite struct VenueReaderTests {
  @Test(
    "tags determine the category",
    arguments: [
      (["amenity": "cafe"], VenueCategory.coffee),
      (["shop": "coffee"], .coffee),
      (["amenity": "fast_food", "cuisine": "coffee_shop"], .coffee),
      (["amenity": "restaurant", "cuisine": "cake;coffee_shop"], .coffee),
      (["shop": "bakery", "amenity": "cafe"], .coffee),
      (["amenity": "cafe", "cuisine": "tea"], .tea), (["amenity": "cafe", "shop": "tea"], .tea),
      (["amenity": "cafe", "cuisine": "bubble_tea"], .tea),
      (["amenity": "cafe", "cuisine": "coffee_shop;tea"], .coffee),
      (["shop": "tea"], .tea),
      (["craft": "brewery"], .brewery),
      (["amenity": "pub", "microbrewery": "yes"], .brewery),
      (["amenity": "pub", "microbrewery": "no"], .pub),
      (["industrial": "brewery"], .brewery),
      (["amenity": "bar"], .bar),
      (["amenity": "Bar"], .bar),
      (["amenity": "biergarten"], .pub),
      (["amenity": "restaurant", "cuisine": "italian"], .restaurant),
      (["amenity": "fast_food"], .fastFood),
      (["amenity": "food_court"], .fastFood),
      (["amenity": "ice_cream"], .iceCream),
      (["shop": "ice_cream"], .iceCream),
      (["shop": "bakery"], .bakery), (["shop": "pastry"], .bakery),
      (["shop": "confectionery"], .bakery),
      (["amenity": "theatre;bar"], .bar),
      (["amenity": "bank"], "bank"), (["cuisine": "coffee_shop"], nil),
      (["shop": "clothes"], "clothes"), (["shop": "bathroom_furnishing"], "shopping"),
      (["shop": "vacant"], nil), (["amenity": "fuel", "shop": "convenience"], "fuel"),
      (["amenity": "charging_station"], "charging"),
      (["amenity": "vending_machine", "vending": "parcel_pickup"], "parcel-locker"),
      (["amenity": "vending_machine", "vending": "drinks"], nil),
      (["man_made": "water_tap", "drinking_water": "yes"], "drinking-water"),
      (["man_made": "water_tap", "drinking_water": "no"], nil),
      (["tourism": "attraction", "amenity": "theatre"], "theatre"),
      (["tourism": "information", "information": "board"], nil),
      (["disused:amenity": "cafe"], nil), (["was:amenity": "bar"], nil),
      (["amenity": "cafeteria"], nil), ([:], nil),
    ] as [([String: String], VenueCategory?)])
  func category(_ row: ([String: String], VenueCategory?)) {
    #expect(VenueCategories.category(of: tags(row.0)) == row.1)
  }

  @Test(
    "venues that are closed or private are skipped",
    arguments: [
      (["disused": "yes"], "venue that is closed for good (disused)"),
      (["abandoned": "yes"], "venue that is closed for good (abandoned)"),
      (["opening_hours": "closed"], "venue that is closed for good (opening_hours)"),
      (["access": "private"], "venue that is not for the public"),
      (["access": "permit"], "venue that is not for the public"),
    ])
  func skips(_ row: ([String: String], String)) {
    let outcome = read(row.0.merging(["amenity": "cafe"]) { $1 })
    #expect(outcome == .skipped(reason: row.1))
  }

  @Test("disused=no means in use")
  func disusedNo() {
    #expect(venue(["amenity": "cafe", "disused": "no"]) != nil)
  }

  @Test("the tags become the properties of the venue")
  func properties() {
    let expected = Venue(
      id: "osm/way/5", name: "Caffè Greco", category: .coffee, coordinate: coordinate,
      facts: VenueFacts(
        address: "423 Columbus Avenue, San Francisco", phone: "+1 415 397 6261",
        website: "https://caffegreco.com", openingHours: "Mo-Su 07:00-23:00", brand: "Greco",
        cuisine: "coffee_shop"))
    let found = venue(
      [
        "amenity": "cafe", "name": " Caffè  Greco\u{7}", "addr:housenumber": "423",
        "addr:street": "Columbus Avenue", "addr:city": "San Francisco",
        "contact:phone": "+1 415 397 6261; +1 415 000 0000", "website": "caffegreco.com",
        "opening_hours": "Mo-Su 07:00-23:00", "brand": "Greco", "cuisine": "coffee_shop",
      ], kind: .way, id: 5)
    #expect(found == expected)
  }

  @Test(
    "attribute tags are parsed",
    arguments: [
      (["outdoor_seating": "yes"], Attributes(outdoors: true)),
      (["outdoor_seating": "Terrace; garden"], Attributes(outdoors: true)),
      (["outdoor_seating": "no", "takeaway": "only"], Attributes(outdoors: false, takeaway: true)),
      (
        ["takeaway": "no", "wheelchair": "limited"],
        Attributes(takeaway: false, wheelchair: .limited)
      ),
      (["drive_through": "yes"], Attributes(driveThrough: true)),
      (
        ["drive_through": "no", "takeaway": "yes"], Attributes(takeaway: true, driveThrough: false)
      ),
      (["wheelchair": "designated"], Attributes(wheelchair: .yes)),
      (["wheelchair": "unknown", "takeaway": "perhaps", "outdoor_seating": " "], Attributes()),
      (["internet_access": "wlan"], Attributes(wifi: .yes)),
      (["internet_access": "wlan", "internet_access:fee": "no"], Attributes(wifi: .free)),
      (["internet_access": "yes", "internet_access:fee": "yes"], Attributes(wifi: .paid)),
      (
        ["internet_access": "terminal;wlan", "internet_access:fee": "customers"],
        Attributes(wifi: .free)
      ),
      (["internet_access": "no", "internet_access:fee": "no"], Attributes(wifi: .no)),
      (["internet_access": "wired"], Attributes()), (["internet_access:fee": "no"], Attributes()),
      ([:], Attributes()),
    ] as [([String: String], Attributes)])
  func attributes(_ row: ([String: String], Attributes)) throws {
    let venue = try #require(self.venue(row.0.merging(["amenity": "cafe"]) { $1 }))
    let found = Attributes(
      outdoors: venue.attributes[.outdoorSeating], takeaway: venue.attributes[.takeaway],
      driveThrough: venue.attributes[.driveThrough], wheelchair: venue.wheelchair,
      wifi: venue.wifi)
    #expect(found == row.1)
  }

  @Test(
    "a diet is told by its key, or by the cuisine",
    arguments: [
      (["diet:vegan": "only"], [.vegan: true, .vegetarian: true]),
      (["diet:vegan": "limited", "diet:vegetarian": "no"], [.vegan: true, .vegetarian: false]),
      (["diet:vegan": "no", "cuisine": "vegan"], [.vegan: false]),
      (["cuisine": "italian; vegetarian"], [.vegetarian: true]),
      (["diet:gluten_free": "yes", "diet:halal": "no"], [.glutenFree: true, .halal: false]),
      (["diet:kosher": "perhaps"], [:]),
    ] as [([String: String], [VenueAttribute: Bool])])
  func diets(_ tags: [String: String], _ expected: [VenueAttribute: Bool]) throws {
    let venue = try #require(self.venue(tags.merging(["amenity": "cafe"]) { $1 }))
    for attribute in VenueAttribute.allCases {
      #expect(venue.attributes[attribute] == expected[attribute], "\(attribute)")
    }
  }

  @Test(
    "what counts at a stop is read from its tags",
    arguments: [
      (["fuel:diesel": "yes", "fuel:lpg": "no"], [.diesel: true, .lpg: false]),
      (["fuel:octane_100": "yes", "fuel:octane_98": "no"], [.octane98: true]),
      (["socket:type2_combo": "2", "socket:chademo": "0"], [.ccs: true, .chademo: false]),
      (["socket:type2_cable": "yes"], [.type2: true]),
      (["access": "customers", "fee": "no"], [.customersOnly: true, .fee: false]),
      (["access": "yes", "fee": "1 EUR"], [.customersOnly: false, .fee: nil]),
      (["payment:cash": "no", "payment:visa": "yes"], [.cash: false, .cards: true]),
      (["payment:credit_cards": "no", "payment:debit_cards": "yes"], [.cards: true]),
      (["diaper": "yes"], [.changingTable: true]),
      (["changing_table": "no"], [.changingTable: false]),
    ] as [([String: String], [VenueAttribute: Bool?])])
  func stops(_ tags: [String: String], _ expected: [VenueAttribute: Bool?]) throws {
    let venue = try #require(self.venue(tags.merging(["amenity": "fuel"]) { $1 }))
    for attribute in VenueAttribute.allCases {
      #expect(venue.attributes[attribute] == expected[attribute] ?? nil, "\(attribute)")
    }
  }

  @Test(
    "a charger has the power of its strongest socket",
    arguments: [
      (["socket:type2:output": "22 kW", "socket:type2_combo:output": "150 kW"], 150),
      (["charging_station:output": "11000"], 11), (["socket:type2:output": "3.7kW;22 kW"], 22),
      (["socket:schuko:output": "2300 W"], 2), (["socket:type2:output": "32 A"], nil), ([:], nil),
      (["socket:type2:output": "99999999 kW"], nil),
    ] as [([String: String], UInt16?)])
  func power(_ row: ([String: String], UInt16?)) {
    let venue = self.venue(row.0.merging(["amenity": "charging_station"]) { $1 })
    #expect(venue?.powerKilowatts == row.1)
  }

  struct Attributes: Equatable {
    var outdoors: Bool?
    var takeaway: Bool?
    var driveThrough: Bool?
    var wheelchair: WheelchairAccess?
    var wifi: WifiOffer?
  }

  @Test(
    "the name falls back to brand, operator and a label",
    arguments: [
      (["name": "A", "brand": "B", "operator": "C"], "A"), (["brand": "B", "operator": "C"], "B"),
      (["operator": "C"], "C"), ([:], "Café"), (["name": "\u{202E} \n"], "Café"),
    ])
  func name(_ row: ([String: String], String)) {
    #expect(venue(row.0.merging(["amenity": "cafe"]) { $1 })?.name == row.1)
  }

  @Test("names in languages are kept where they differ from the name")
  func namesByLanguage() {
    let found = venue([
      "tourism": "museum", "name:ru": "Храм Христа Спасителя",
      "name:en": " Cathedral of\u{7}  Christ", "name:pt-BR": "Catedral", "name:zh_pinyin": "jidu",
      "name:etymology": "Иисус", "name:prefix": "храм", "name:etymology:wikidata": "Q302",
      "name:": "?", "name": "Храм Христа Спасителя", "name:de": " ", "old_name:fr": "Saint",
      "int_name": "Khram Khrista",
    ])
    #expect(
      found?.names?.byLanguage
        == ["en": "Cathedral of Christ", "pt-BR": "Catedral", "und": "Khram Khrista"])
    #expect(venue(["amenity": "cafe", "name": "A", "name:en": "A"])?.names == nil)
    #expect(venue(["amenity": "cafe", "name:en": "A"])?.names?.byLanguage == ["en": "A"])
  }

  @Test("of too many names those of short codes are kept, and a long name is cut")
  func manyNames() throws {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    var tags = ["amenity": "cafe", "name": "A"]
    for letter in letters {
      tags["name:z\(letter)"] = "\(letter)" + String(repeating: "x", count: 149)
      tags["name:aa\(letter)"] = "\(letter)" + String(repeating: "x", count: 149)
    }
    tags["name:en"] = String(repeating: "long ", count: 100)
    let names = try #require(venue(tags)?.names?.byLanguage)
    #expect(names["en"]?.utf8.count == 200)
    #expect(names.values.reduce(0) { $0 + $1.utf8.count } <= VenueStoreLimits.maximumNamesBytes)
    #expect(names.keys.filter { $0.count == 2 }.count == 26)
    #expect(names.keys.filter { $0.count == 3 }.isEmpty)
  }

  @Test(
    "a venue without a name is called what it is",
    arguments: [
      (["amenity": "toilets"], "Toilets"), (["amenity": "atm"], "Cash machine"),
      (["shop": "doityourself"], "Hardware store"), (["shop": "bathroom_furnishing"], "Shop"),
    ])
  func labels(_ row: ([String: String], String)) {
    #expect(venue(row.0)?.name == row.1)
  }

  @Test("an invalid or missing coordinate is skipped")
  func invalidCoordinate() {
    let off = Coordinate(latitude: 95, longitude: 0)
    #expect(
      VenueReader.read(.node, 1, ["amenity": "bar"], at: { off })
        == .skipped(reason: "venue without a valid location"))
    #expect(
      VenueReader.read(.way, 1, ["amenity": "bar"], at: { nil })
        == .skipped(reason: "venue with missing nodes"))
  }

  private let coordinate = Coordinate(latitude: 37.8, longitude: -122.41)

  private func tags(_ tags: [String: String]) -> Tags {
    Tags(tags.map { (key: $0.key, value: $0.value) })
  }

  private func read(_ tags: [String: String]) -> VenueReader.Outcome {
    VenueReader.read(.node, 1, self.tags(tags), at: { coordinate })
  }

  private func venue(
    _ tags: [String: String], kind: MapElementKind = .node, id: Int64 = 1
  ) -> Venue? {
    guard case .venue(let venue) = VenueReader.read(kind, id, self.tags(tags), at: { coordinate })
    else { return nil }
    return venue
  }
}
