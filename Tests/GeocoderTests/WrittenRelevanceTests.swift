import Geography
import Messages
import TestSupport
import Testing

@testable import Geocoder

/// Addresses as people write them, with the words around them that a map does not have.
@Suite(.computing) struct WrittenRelevanceTests {
  static let house = "1 Telegraph Hill Boulevard, San Francisco"
  static let coit = "Coit Tower, 1 Telegraph Hill Boulevard, San Francisco"
  static let corner = "Columbus Avenue & Saint Mary's Street, San Francisco"

  static let rows = [
    RelevanceRow("Flat 2, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("Apt 5, 1 Telegraph Hill Blvd, San Francisco", finds: house, .rooftop, 0.9...1),
    RelevanceRow("2/F, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard, 2º Esq", finds: house, .rooftop, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard, кв. 5", finds: house, .rooftop, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard, Hinterhaus, 3. OG", finds: house, .rooftop, 0.9...1),
    RelevanceRow("2. OG, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("bât. B, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("c/o Anna Smith, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard, bei Müller", finds: house, .rooftop, 0.9...1),
    RelevanceRow("☕️ 1 Telegraph Hill Boulevard 🎉", finds: house, .rooftop, 0.9...1),
    RelevanceRow(
      "1 Telegraph Hill Boulevard, San Francisco, Vereinigte Staaten", finds: house, .rooftop,
      0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard, Соединённые Штаты", finds: house, .rooftop, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard, CA 94133, USA", finds: house, .rooftop, 0.9...1),
    RelevanceRow("Zqworf Plimtak Inc, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("Zqworf Plimtak, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0...0.5),
    RelevanceRow("ООО Ромашка, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard, Zqworf AG", finds: house, .rooftop, 0...0.5),
    RelevanceRow("Sa Pobla, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0...0.5),
    RelevanceRow("take me to 1 Telegraph Hill Boulevard please", finds: house, .rooftop, 0.9...1),
    RelevanceRow("fahr mich zu 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("поехали на 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("Att: John Smith, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("Sr. Juan Pérez, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow(
      "1 Telegraph Hill Boulevard, tel. 415 362 0808", finds: house, .rooftop, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard +1 415 362 0808", finds: house, .rooftop, 0.9...1),
    RelevanceRow("Ground Floor Flat, 1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard, 4.º Dto.", finds: house, .rooftop, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard, SW1A 1AA", finds: house, .rooftop, 0.5...1),
    RelevanceRow("37,8; -122,41", finds: "37.8, -122.41", .coordinate, 1...1),
    RelevanceRow("1 Telegraph Hill Boulevard, Springfield", finds: house, .rooftop, 0...0.5),
    RelevanceRow("１ Ｔｅｌｅｇｒａｐｈ Ｈｉｌｌ Boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("supermarket Café Zoë", finds: "Café Zoë, San Francisco", .venue, 0.5...1),
    RelevanceRow("cafe Café Zoë", finds: "Café Zoë, San Francisco", .venue, 0.8...1),
    RelevanceRow("кофейня Café Zoë", finds: "Café Zoë, San Francisco", .venue, 0.8...1),
    RelevanceRow("Café Zoë station", finds: "Café Zoë, San Francisco", .venue, 0.5...1),
    RelevanceRow("Columbus Avenue esquina con Saint Mary's", finds: corner, .corner, 0.7...1),
    RelevanceRow("junction of Columbus and Saint Mary's", finds: corner, .corner, 0.7...1),
    RelevanceRow("угол Columbus Avenue и Saint Mary's", finds: corner, .corner, 0.7...1),
    RelevanceRow("Columbus Ave Ecke Saint Mary's St", finds: corner, .corner, 0.7...1),
    RelevanceRow("37°48′0″N 122°24′36″W", finds: "37.8, -122.41", .coordinate, 1...1),
    RelevanceRow("N 37 48.000 W 122 24.600", finds: "37.8, -122.41", .coordinate, 1...1),
    RelevanceRow(
      "https://www.google.com/maps/place/X/@37.1,-122.1,15z/data=!3d37.8!4d-122.41",
      finds: "37.8, -122.41", .coordinate, 1...1),
    RelevanceRow(
      "https://www.openstreetmap.org/#map=17/37.8/-122.41", finds: "37.8, -122.41", .coordinate,
      1...1),
    RelevanceRow(
      "https://maps.apple.com/?ll=37.8,-122.41&q=Coit", finds: "37.8, -122.41", .coordinate, 1...1),
  ]

  @Test("an address is found whatever stands around it", arguments: rows)
  func finds(_ row: RelevanceRow) throws {
    try SmallTown.search { searcher in
      let reply = try searcher.search(GeocodeRequest(text: row.text))
      let first = try #require(reply.hits.first, "suggested: \(reply.suggestions)")
      #expect(first.label == row.label, "\(first)")
      #expect(first.accuracy == row.accuracy)
      #expect(row.confidence.contains(first.confidence), "\(first)")
    }
  }

  @Test("what3words is refused with what to type instead")
  func wordGrid() throws {
    _ = try SmallTown.search { searcher in
      #expect(throws: ServiceError.self) {
        try searcher.search(GeocodeRequest(text: "///filled.count.soap"))
      }
    }
  }

  @Test("a town that is also a state tells one street of a name from another")
  func townAndState() throws {
    var town = TownBuilder()
    for (index, name) in ["Ruggell", "Schaan"].enumerated() {
      let east = Double(index) * 8_000
      town.place(name, "village", east, 0, ["addr:country": "LI", "ISO3166-2": "LI-0\(6 + index)"])
      town.road("Landstrasse", [(east, 0), (east + 500, 0)])
      town.house("75", "Landstrasse", east + 100, 10)
    }
    try SmallTown.search(town.map) { searcher in
      for name in ["Ruggell", "Schaan"] {
        let text = "Landstrasse 75, \(name), Liechtenstein"
        let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
        #expect(hit?.label == "Landstrasse 75, \(name)")
        #expect((hit?.confidence ?? 0) >= 0.9, "\(String(describing: hit))")
      }
    }
  }

  @Test("a place two streets away is no contradiction, another town is one")
  func neighbours() throws {
    var town = TownBuilder()
    for (name, kind, east) in [
      ("Vaduz", "town", 0.0), ("Ebenholz", "neighbourhood", 900), ("Ruggell", "village", 20_000),
    ] { town.place(name, kind, east, 0) }
    town.road("Lochgass", [(0, 0), (300, 0)])
    town.house("5", "Lochgass", 100, 10)
    try SmallTown.search(town.map) { searcher in
      for (text, range) in [
        ("Lochgass 5, Ebenholz, Vaduz", 0.8...1), ("Lochgass 5, Ebenholz", 0.8...1),
        ("Lochgass 5, Ruggell", 0...0.5),
      ] {
        let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
        #expect(hit?.label == "Lochgass 5, Vaduz", "\(text)")
        #expect(range.contains(hit?.confidence ?? -1), "\(text): \(String(describing: hit))")
      }
    }
  }

  @Test("what is set off by commas is the unit, not a part of the street's name")
  func streetLikeUnit() throws {
    var town = TownBuilder()
    town.road("Ober Ställ", [(0, 0), (500, 0)])
    town.house("36", "Ober Ställ", 250, 10)
    town.road("Van Ness Avenue", [(0, 300), (500, 300)])
    town.house("601", "Van Ness Avenue", 250, 310)
    try SmallTown.search(town.map) { searcher in
      for text in [
        "Ober Ställ 36, Whg. 3", "36, 5. krs. Ober Ställ", "601 Van Ness Avenue, Apartment 12",
      ] {
        let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
        #expect(hit?.accuracy == .rooftop, "\(text): \(String(describing: hit))")
        #expect(hit?.confidence ?? 0 >= 0.9, "\(text)")
      }
    }
  }

  @Test("a house without a street is on the nearest one, which is assumed")
  func withoutStreet() throws {
    var town = TownBuilder()
    town.road("Main Street", [(0, 0), (500, 0)])
    town.road("Side Street", [(0, 300), (500, 300)])
    town.node(["addr:housenumber": "8"], 250, 30)
    try SmallTown.search(town.map) { searcher in
      let hit = try searcher.search(GeocodeRequest(text: "8 Main Street")).hits.first
      #expect(hit?.accuracy == .rooftop)
      #expect(hit?.matched.contains("street assumed") == true)
      #expect(
        try searcher.search(GeocodeRequest(text: "8 Side Street")).hits.first?.accuracy != .rooftop)
    }
  }
}

/// House numbers of many countries, on a street that has them all.
@Suite struct HouseNumberFormTests {
  static let numbers = [
    "7 с2", "7 с1", "26А с5", "4 к1", "21А кБ", "12 bis", "12A", "30-32", "10/2", "F-4", "B-5",
  ]

  @Test(
    "a number is found in each form in which people write it",
    arguments: [
      ("7 стр 2", "7 с2"), ("7СТР.2", "7 с2"), ("26АСТР.5", "26А с5"),
      ("26астр5", "26А с5"), ("д. 4, к. 1", "4 к1"), ("д. 7, стр. 2", "7 с2"),
      ("7с2", "7 с2"), ("7 c2", "7 с2"),
      ("7 s2", "7 с2"), ("26а стр. 5", "26А с5"), ("26А с5", "26А с5"), ("4 корп. 1", "4 к1"),
      ("4к1", "4 к1"), ("21АкБ", "21А кБ"), ("12 bis", "12 bis"), ("12bis", "12 bis"),
      ("12-A", "12A"), ("12 a", "12A"), ("12a", "12A"), ("30-32", "30-32"), ("31", "30-32"),
      ("10/2", "10/2"), ("F-4", "F-4"), ("F4", "F-4"), ("Mz. B Lt. 5", "B-5"), ("No 12A", "12A"),
    ])
  func forms(_ typed: String, _ number: String) throws {
    var town = TownBuilder()
    town.place("Lauf a. d. Pegnitz", "town", 0, 0)
    town.road("Покровка", [(0, 0), (2_000, 0)])
    for (index, number) in Self.numbers.enumerated() {
      town.house(number, "Покровка", Double(index) * 150, 20)
    }
    try SmallTown.search(town.map) { searcher in
      for text in ["Покровка \(typed)", "Pokrovka \(typed), Lauf", "ул. Покровка, \(typed)"] {
        let reply = try searcher.search(GeocodeRequest(text: text))
        #expect(reply.hits.first?.address?.houseNumber == number, "\(text): \(reply)")
      }
    }
  }
}

/// Plus codes of the examples in the specification of Open Location Code.
@Suite struct PlusCodeTests {
  @Test(
    "a code is the middle of its cell",
    arguments: [
      ("7FG49Q00+", 20.375, 2.775), ("8FVC2222+22", 47.0000625, 8.0000625),
      ("4VCPPQGP+Q9", -41.2730625, 174.7859375), ("62G20000+", 0.5, -179.5),
      ("22222222+22", -89.9999375, -179.9999375),
    ])
  func middle(_ text: String, _ latitude: Double, _ longitude: Double) throws {
    let code = try #require(PlusCode(text))
    let center = code.center(near: Coordinate(latitude: 0, longitude: 0))
    #expect(center.latitude == latitude)
    #expect(center.longitude == longitude)
  }

  @Test(
    "a short code is the nearest of those it may mean",
    arguments: [
      ("9QCJ+2VX", 51.3701125, -1.217765625), ("CJ+2VX", 51.3708675, -1.217765625),
    ])
  func short(_ text: String, _ latitude: Double, _ longitude: Double) throws {
    let here = Coordinate(latitude: 51.3701125, longitude: -1.217765625)
    let code = try #require(PlusCode(text))
    #expect(code.isShort)
    #expect(code.center(near: here).distance(to: here) < 100)
  }

  @Test("other texts are no codes", arguments: ["A+B", "9QCJ+2", "8FVC2222+2", "+22"])
  func others(_ text: String) { #expect(PlusCode(text) == nil) }
}
