import Geography
import Messages
import OpenStreetMap
import Testing

@testable import VenueStore

@Suite struct VenueReaderTests {
  @Test(
    arguments: [
      (["amenity": "cafe"], VenueCategory.coffee),
      (["shop": "coffee"], .coffee),
      (["amenity": "fast_food", "cuisine": "coffee_shop"], .coffee),
      (["amenity": "restaurant", "cuisine": "cake;coffee_shop"], .coffee),
      (["shop": "bakery", "amenity": "cafe"], .coffee),
      (["amenity": "cafe", "cuisine": "tea"], .tea),
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
      (["amenity": "bank"], nil), (["cuisine": "coffee_shop"], nil), (["shop": "clothes"], nil),
      (["disused:amenity": "cafe"], nil), (["was:amenity": "bar"], nil),
      (["amenity": "cafeteria"], nil), ([:], nil),
    ] as [([String: String], VenueCategory?)])
  func category(_ row: ([String: String], VenueCategory?)) {
    #expect(VenueCategories.category(of: tags(row.0)) == row.1)
  }

  @Test(arguments: [
    (["disused": "yes"], "venue that is closed for good (disused)"),
    (["abandoned": "yes"], "venue that is closed for good (abandoned)"),
    (["opening_hours": "closed"], "venue that is closed for good (opening_hours)"),
    (["access": "private"], "venue that is not for the public"),
  ])
  func skips(_ row: ([String: String], String)) {
    let finding = read(row.0.merging(["amenity": "cafe"]) { $1 })
    #expect(finding == .skipped(reason: row.1))
  }

  @Test func disusedNoIsInUse() {
    #expect(venue(["amenity": "cafe", "disused": "no"]) != nil)
  }

  @Test func takesOverWhatTheTagsSay() {
    let expected = Venue(
      id: "osm/way/5", name: "Caffè Greco", category: .coffee, coordinate: place,
      address: "423 Columbus Avenue, San Francisco", phone: "+1 415 397 6261",
      website: "https://caffegreco.com", openingHours: "Mo-Su 07:00-23:00", brand: "Greco",
      cuisine: "coffee_shop")
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
    arguments: [
      (["outdoor_seating": "yes"], Comforts(outdoors: true)),
      (["outdoor_seating": "Terrace; garden"], Comforts(outdoors: true)),
      (["outdoor_seating": "no", "takeaway": "only"], Comforts(outdoors: false, takeaway: true)),
      (
        ["takeaway": "no", "wheelchair": "limited"], Comforts(takeaway: false, wheelchair: .limited)
      ),
      (["wheelchair": "designated"], Comforts(wheelchair: .yes)),
      (["wheelchair": "unknown", "takeaway": "perhaps", "outdoor_seating": " "], Comforts()),
      (["internet_access": "wlan"], Comforts(wifi: .yes)),
      (["internet_access": "wlan", "internet_access:fee": "no"], Comforts(wifi: .free)),
      (["internet_access": "yes", "internet_access:fee": "yes"], Comforts(wifi: .paid)),
      (
        ["internet_access": "terminal;wlan", "internet_access:fee": "customers"],
        Comforts(wifi: .free)
      ),
      (["internet_access": "no", "internet_access:fee": "no"], Comforts(wifi: .no)),
      (["internet_access": "wired"], Comforts()), (["internet_access:fee": "no"], Comforts()),
      ([:], Comforts()),
    ] as [([String: String], Comforts)])
  func comforts(_ row: ([String: String], Comforts)) throws {
    let venue = try #require(self.venue(row.0.merging(["amenity": "cafe"]) { $1 }))
    let found = Comforts(
      outdoors: venue.outdoorSeating, takeaway: venue.takeaway, wheelchair: venue.wheelchair,
      wifi: venue.wifi)
    #expect(found == row.1)
  }

  struct Comforts: Equatable {
    var outdoors: Bool?
    var takeaway: Bool?
    var wheelchair: WheelchairAccess?
    var wifi: WifiOffer?
  }

  @Test(arguments: [
    (["name": "A", "brand": "B", "operator": "C"], "A"), (["brand": "B", "operator": "C"], "B"),
    (["operator": "C"], "C"), ([:], "Café"), (["name": "\u{202E} \n"], "Café"),
  ])
  func name(_ row: ([String: String], String)) {
    #expect(venue(row.0.merging(["amenity": "cafe"]) { $1 })?.name == row.1)
  }

  @Test func everyCategoryOfTheTableHasALabel() {
    for row in VenueCategories.table {
      #expect(VenueCategories.label(row.category) != "Venue", "\(row.category)")
    }
  }

  @Test func aPlaceOffTheGlobeOrWithoutNodesIsSkipped() {
    let off = Coordinate(latitude: 95, longitude: 0)
    #expect(
      VenueReader.read(.node, 1, ["amenity": "bar"], at: { off })
        == .skipped(reason: "venue without a valid location"))
    #expect(
      VenueReader.read(.way, 1, ["amenity": "bar"], at: { nil })
        == .skipped(reason: "venue with missing nodes"))
  }

  private let place = Coordinate(latitude: 37.8, longitude: -122.41)

  private func tags(_ tags: [String: String]) -> Tags {
    Tags(tags.map { (key: $0.key, value: $0.value) })
  }

  private func read(_ tags: [String: String]) -> VenueReader.Outcome {
    VenueReader.read(.node, 1, self.tags(tags), at: { place })
  }

  private func venue(
    _ tags: [String: String], kind: MapElementKind = .node, id: Int64 = 1
  ) -> Venue? {
    guard case .venue(let venue) = VenueReader.read(kind, id, self.tags(tags), at: { place })
    else { return nil }
    return venue
  }
}
