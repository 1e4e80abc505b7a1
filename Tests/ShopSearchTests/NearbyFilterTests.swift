import Geography
import Messages
import TestSupport
import Testing

@testable import ShopSearch

/// The matches of each criterion as tables; the venues are in a row to the north, 100 m apart.
@Suite struct NearbyFilterTests {
  private static let names = [
    "Blue Bottle Coffee", "Café Zoë", "Peet's Coffee & Tea", "Philz", "Ritual Coffee Roasters",
    "7-Eleven", "東京 コーヒー", "Müller",
  ]

  @Test(
    "names match by word, prefix and misspelling",
    arguments: [
      ("blue", "Blue Bottle Coffee"), ("BLUE BOTTLE", "Blue Bottle Coffee"),
      ("bottel", "Blue Bottle Coffee"), ("botle blue", "Blue Bottle Coffee"),
      ("bo", "Blue Bottle Coffee"), ("b", ""), ("blue peets", ""),
      ("cafe zoe", "Café Zoë"), ("CAFÉ", "Café Zoë"), ("Cafe\u{301}", "Café Zoë"),
      ("zo", "Café Zoë"),
      ("peets", "Peet's Coffee & Tea"), ("peet’s", "Peet's Coffee & Tea"),
      ("pets", "Peet's Coffee & Tea"), ("tae", ""), ("tea", "Peet's Coffee & Tea"),
      ("cofee", "Blue Bottle Coffee|Peet's Coffee & Tea|Ritual Coffee Roasters"),
      ("coffee roast", "Ritual Coffee Roasters"), ("rosatres", "Ritual Coffee Roasters"),
      ("rtual", "Ritual Coffee Roasters"), ("7", "7-Eleven"), ("8", ""), ("7 elevne", "7-Eleven"),
      ("東京", "東京 コーヒー"), ("muller", "Müller"), ("starbucks", ""),
    ])
  func names(_ wanted: String, _ expected: String) throws {
    let index = row(Self.names) { $0.name = $1 }
    let found = try index.page(request(VenueFilter(name: wanted))).map(\.venue.name)
    #expect(found == expected.split(separator: "|").map(String.init))
  }

  @Test(
    "a name in another language is found, alone or with the local one",
    arguments: [
      ("saviour", "Храм"), ("cathedrall of christ", "Храм"), ("храм", "Храм"),
      ("Cathedral · Храм", "Храм"), ("救世主", "Храм"), ("church", ""), ("en", ""),
    ])
  func namesByLanguage(_ wanted: String, _ expected: String) throws {
    let names = ["en": "Cathedral of Christ the Saviour", "ja": "救世主ハリストス大聖堂"]
    let index = row(["Храм", "Кафе"]) {
      $0.name = $1
      if $1 == "Храм" { $0.names = NamesByLanguage(names) }
    }
    let found = try index.page(request(VenueFilter(name: wanted))).map(\.venue.name)
    #expect(found == expected.split(separator: "|").map(String.init))
  }

  @Test(
    "a cuisine matches any of the listed ones",
    arguments: [
      ("thai", "thai|Thai;Coffee Shop"), ("coffee shop", "coffee_shop|Thai;Coffee Shop"),
      ("COFFEE_SHOP", "coffee_shop|Thai;Coffee Shop"), ("coffee", ""), ("Crepe", "crêpe"),
    ])
  func cuisines(_ wanted: String, _ expected: String) throws {
    let index = row(["thai", "coffee_shop", nil, "Thai;Coffee Shop", "crêpe", ";"]) {
      $0.cuisine = $1
    }
    let found = try index.page(request(VenueFilter(cuisine: wanted))).map { $0.venue.cuisine }
    #expect(found == expected.split(separator: "|").map(String.init))
  }

  @Test(
    "a brand matches as a whole, folded",
    arguments: [
      ("blue bottle", "Blue Bottle|BLUE BOTTLE"), ("PEETS", "Peet's"), ("blue", ""),
      ("cafe-nero", "Café Nero"),
    ])
  func brands(_ wanted: String, _ expected: String) throws {
    let index = row(["Blue Bottle", nil, "BLUE BOTTLE", "Peet's", "Café Nero"]) { $0.brand = $1 }
    let found = try index.page(request(VenueFilter(brand: wanted))).map { $0.venue.brand }
    #expect(found == expected.split(separator: "|").map(String.init))
  }

  @Test(
    "a category matches itself and its subcategories",
    arguments: [
      (VenueCategory.hotDrinks, ["coffee", "tea"]), (.coffee, ["coffee"]), (.drinks, ["bar"]),
      (.root, ["coffee", "tea", "bar", "juice-bar"]), ("juice-bar", ["juice-bar"]), (.meals, []),
    ] as [(VenueCategory, [String])])
  func categories(_ wanted: VenueCategory, _ expected: [String]) throws {
    let index = row(["coffee", "tea", "bar", "juice-bar"]) {
      $0.category = VenueCategory(rawValue: $1)
    }
    let found = try index.page(request(VenueFilter(category: wanted)))
    #expect(found.map(\.venue.category.rawValue) == expected)
  }

  @Test("unknown attributes match neither present nor absent")
  func attributes() throws {
    func found(_ filter: VenueFilter, _ index: VenueIndex) throws -> String {
      try index.page(request(filter)).map(\.venue.name).joined(separator: " ")
    }
    let flags = row([true, false, nil] as [Bool?]) { venue, value in
      venue.name = value.map { "\($0)" } ?? "unknown"
      venue.attributes[.outdoorSeating] = value
      venue.attributes[.takeaway] = value
    }
    #expect(try found(having([.outdoorSeating: true]), flags) == "true")
    #expect(try found(having([.outdoorSeating: false]), flags) == "false")
    #expect(try found(having([.takeaway: true]), flags) == "true")
    #expect(try found(having([.takeaway: false]), flags) == "false")
    #expect(try found(having([.outdoorSeating: true, .takeaway: false]), flags) == "")
    let chairs = row(WheelchairAccess.allCases.map { $0 } + [nil]) { venue, value in
      venue.name = value?.rawValue ?? "unknown"
      venue.wheelchair = value
    }
    #expect(try found(having(wheelchair: .yes), chairs) == "yes")
    #expect(try found(having(wheelchair: .limited), chairs) == "yes limited")
    #expect(try found(having(wheelchair: .no), chairs) == "no")
    let offers = row(WifiOffer.allCases.map { $0 } + [nil]) { venue, value in
      venue.name = value?.rawValue ?? "unknown"
      venue.wifi = value
    }
    #expect(try found(having(wifi: .yes), offers) == "yes free paid")
    #expect(try found(having(wifi: .free), offers) == "free")
    #expect(try found(having(wifi: .paid), offers) == "paid")
    #expect(try found(having(wifi: .no), offers) == "no")
  }

  @Test("a charger has at least the power asked for")
  func power() throws {
    let index = row([nil, 22, 49, 50, 150] as [UInt16?]) { venue, power in
      venue.name = power.map { "\($0)" } ?? "unknown"
      venue.category = "charging"
      venue.powerKilowatts = power
      venue.attributes[.ccs] = power.map { $0 > 50 }
    }
    func found(_ amenities: VenueAmenities) throws -> [String] {
      try index.page(request(VenueFilter(category: "charging", amenities: amenities)))
        .map(\.venue.name)
    }
    #expect(try found(VenueAmenities(powerKilowatts: 50)) == ["50", "150"])
    #expect(try found(VenueAmenities([.ccs: true], powerKilowatts: 22)) == ["150"])
    #expect(try found(VenueAmenities()).count == 5)
  }

  @Test("minimum ratings and the order by rating use hundredths")
  func ratings() throws {
    let means: [(Float, Int32)?] = [(4.35, 3), nil, (4.36, 2), (5, 1), (4.35, 9), (3.4, 7)]
    let index = row(means) { $0.rating = $1.map { VenueRating(mean: $0, count: $1) } }
    #expect(try index.ids(request(VenueFilter(minimumRating: 4.35))) == ["0", "2", "3", "4"])
    #expect(try index.ids(request(VenueFilter(minimumRating: 1))) == ["0", "2", "3", "4", "5"])
    #expect(try index.ids(request(nil, order: .rating)) == ["3", "2", "4", "0", "5", "1"])
    #expect(try index.ids(request(nil, order: .name)) == ["0", "1", "2", "3", "4", "5"])
  }

  @Test("the order by name is that of folded words")
  func nameOrder() throws {
    let index = row(["zoo", "Ärmel", "arm", "the 2", "The", "Zoo", "!"]) { $0.name = $1 }
    let found = try index.page(request(nil, order: .name)).map(\.venue.name)
    #expect(found == ["!", "arm", "Ärmel", "The", "the 2", "zoo", "Zoo"])
  }

  @Test("areas and boxes include their edges")
  func areas() throws {
    let index = row(Array(0..<10)) { $0.name = "\($1)" }
    func found(_ area: FenceArea) throws -> [String] {
      try index.ids(NearbyRequest(coordinate: center, area: area))
    }
    let (third, fifth) = (center.moved(by: 300, bearing: 0), center.moved(by: 500, bearing: 0))
    #expect(
      try found(.circle(center: third, radiusMeters: 101)) == ["2", "3", "4"])
    #expect(
      try found(.corridor(line: [third, fifth], bufferMeters: 20)) == ["3", "4", "5"])
    let ring = [third.moved(by: 50, bearing: 180), fifth.moved(by: 9, bearing: 0)].flatMap {
      [$0.moved(by: 30, bearing: 270), $0.moved(by: 30, bearing: 90)]
    }
    let outline = [ring[0], ring[1], ring[3], ring[2]]
    let hole = [90.0, 210, 330].map { center.moved(by: 400, bearing: 0).moved(by: 9, bearing: $0) }
    #expect(try found(.polygon(rings: [outline, hole])) == ["3", "5"])
    // A venue on a vertex is on the edge.
    let triangle = [third, fifth.moved(by: 900, bearing: 90), fifth.moved(by: 900, bearing: 91)]
    #expect(try found(.polygon(rings: [triangle])) == ["3"])
    let box = BoundingBox(around: [third, fifth])
    #expect(try index.ids(NearbyRequest(coordinate: center, box: box)) == ["3", "4", "5"])
  }

  private func request(_ filter: VenueFilter?, order: NearbyOrder? = nil) -> NearbyRequest {
    NearbyRequest(coordinate: center, filter: filter, order: order)
  }

  /// One venue per value, with its index as the identifier.
  private func row<Value>(
    _ values: [Value], _ furnish: (inout Venue, Value) -> Void
  ) -> VenueIndex {
    VenueIndex(
      values.enumerated().map { number, value in
        var venue = Venue(
          id: VenueID(rawValue: "\(number)"), name: "Plain", category: .coffee,
          coordinate: center.moved(by: 100 * Double(number), bearing: 0))
        furnish(&venue, value)
        return venue
      })
  }
}

private func having(
  _ attributes: [VenueAttribute: Bool] = [:], wheelchair: WheelchairAccess? = nil,
  wifi: WifiOffer? = nil
) -> VenueFilter {
  VenueFilter(amenities: VenueAmenities(attributes, wheelchair: wheelchair, wifi: wifi))
}
