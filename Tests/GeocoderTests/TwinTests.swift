import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// Things of one name: which are one thing, which one is meant, and how sure that is.
@Suite struct TwinTests {
  private static let square: TownBuilder = {
    var town = TownBuilder()
    town.place("Helsinki", "city", 0, 0, ["population": "650000"])
    town.node(["name": "Kauppatori", "place": "square", "wikidata": "Q1"], 0, 500)
    town.node(["name": "Kauppatori", "railway": "tram_stop"], 150, 500)
    town.node(["name": "Kauppatori", "railway": "tram_stop"], 290, 500)
    town.node(["name": "Kauppatori", "highway": "bus_stop"], 0, 680)
    town.node(["name": "Kahvila Kauppatori", "amenity": "cafe"], 900, 900)
    town.node(["name": "Telia Kauppa", "shop": "mobile_phone"], 2_000, 0)
    town.node(["name": "Hakaniemi", "railway": "station"], -1_500, 0)
    for (east, north) in [(-1_420.0, 0.0), (-1_500, 130), (-1_640, 60)] {
      town.node(["name": "Hakaniemi", "railway": "subway_entrance"], east, north)
    }
    town.node(["name": "Hakaniemi", "public_transport": "station"], -1_620, -90)
    return town
  }()

  private func hits(_ text: String, in town: TownBuilder = square) throws -> [PlaceHit] {
    try SmallTown.search(town.map) { try $0.search(GeocodeRequest(text: text)).hits }
  }

  @Test(
    "a search returns what is suggested first",
    arguments: ["Kauppat", "Kauppato", "Kauppa", "Hakan", "Kahvil", "Kauppatori", "Telia K"])
  func enter(_ text: String) throws {
    try SmallTown.search(Self.square.map) { searcher in
      let suggested = try searcher.suggest(SuggestRequest(text: text)).completions.first
      let found = try searcher.search(GeocodeRequest(text: text)).hits.first
      #expect(found?.label == suggested?.label, "\(String(describing: found))")
    }
  }

  @Test("the beginning of a name finds it, not a name that is spelt alike")
  func beginning() throws {
    let hit = try #require(try hits("Kauppat").first)
    #expect(hit.category == "place=square" && hit.confidence >= 0.5, "\(hit)")
    let rival = try #require(try hits("Hak").first)
    #expect(rival.confidence < 0.9)
  }

  @Test("what follows a comma is no beginning: it may be another town")
  func otherTown() throws {
    for text in ["Kauppatori, Hak", "Kauppatori, Tel"] {
      #expect(try hits(text).allSatisfy { $0.confidence < 0.5 }, "\(text)")
    }
  }

  @Test("a square is sure among the stops and cafés that bear its name")
  func mainSquare() throws {
    let first = try #require(try hits("Kauppatori").first)
    #expect(first.category == "place=square" && first.confidence >= 0.9, "\(first)")
  }

  @Test("the entrances and halls of a station are one hit, which is sure")
  func station() throws {
    let found = try hits("Hakaniemi")
    #expect(found.count == 1 && (found.first?.confidence ?? 0) >= 0.9, "\(found)")
  }

  private static let airport: TownBuilder = {
    var town = TownBuilder()
    town.place("Luqa", "town", 2_000, 0)
    town.node(["name": "Falcon International Airport", "aeroway": "aerodrome"], 0, 0)
    town.node(["name": "Falcon International Airport", "aeroway": "aerodrome"], 1_100, 50)
    town.node(["name": "Falcon International Airport - Cargo", "aeroway": "terminal"], -1_900, 0)
    town.node(["name": "Falcon International Airport - Arrivals", "aeroway": "terminal"], 900, 300)
    town.node(["name": "Falcon International Airport Car Park", "amenity": "parking"], 950, 350)
    town.road("Triq il-Port", [(9_000, 0), (9_400, 0)])
    return town
  }()

  @Test("an airport that is mapped twice is one, at its nearest terminal, by a part of its name")
  func airports() throws {
    let found = try hits("falcon airport", in: Self.airport)
    let first = try #require(found.first)
    #expect(first.label.hasPrefix("Falcon International Airport,"))
    #expect(first.confidence >= 0.8 && found.count { $0.label == first.label } == 1, "\(found)")
    let terminal = SmallTown.at(900, 300)
    #expect(first.coordinate.distance(to: terminal) < 1)
  }

  @Test("the airport nearest to the person is meant, however far away it is; a far café is not")
  func farKind() throws {
    var town = Self.airport
    town.node(["name": "Bean House", "amenity": "cafe"], 900, 0)
    try SmallTown.search(town.map) { searcher in
      let near = SmallTown.at(9_000, 0)
      for (text, isSure) in [("airport", true), ("coffee", false)] {
        let hits = try searcher.search(GeocodeRequest(text: text, near: near)).hits
        let confidence = try #require(hits.first?.confidence)
        #expect(isSure ? confidence >= 0.9 : confidence < 0.5, "\(hits)")
      }
    }
  }

  @Test("two branches of a chain are two hits, and neither is sure")
  func branches() throws {
    var town = TownBuilder()
    for (street, east) in [("High Street", 0.0), ("Low Street", 120)] {
      town.node(["name": "Bean House", "amenity": "cafe", "addr:street": street], east, 0)
    }
    town.node(["name": "Bean House", "amenity": "cafe", "addr:street": "Far Street"], 5_000, 0)
    let found = try hits("Bean House", in: town)
    #expect(found.count == 3 && found.allSatisfy { $0.confidence < 0.6 }, "\(found)")
  }

  @Test("a well-known place comes before a café of its very name, and is surer")
  func fame() throws {
    var town = TownBuilder()
    town.node(["name": "Ribeira", "amenity": "cafe"], 0, 0)
    town.node(["name": "Ribeira", "place": "square", "wikipedia": "pt:Ribeira"], 2_000, 0)
    try SmallTown.search(town.map) { searcher in
      let found = try searcher.search(GeocodeRequest(text: "Ribeira")).hits
      #expect(found.first?.category == "place=square", "\(found)")
      #expect((found.first?.confidence ?? 0) >= 0.75, "\(found)")
      let suggested = try searcher.suggest(SuggestRequest(text: "ribe")).completions
      #expect(suggested.first?.category == "place=square")
    }
  }

  @Test("a stop on the street whose name it has does not make the street less sure")
  func stopOnItsStreet() throws {
    var town = TownBuilder()
    town.road("Kirkkokatu", [(0, 0), (900, 0)])
    town.node(["name": "Kirkkokatu", "railway": "tram_stop"], 850, 0)
    let found = try hits("Kirkkokatu", in: town)
    #expect(found.first?.accuracy == .street && (found.first?.confidence ?? 0) >= 0.9, "\(found)")
  }

  @Test("a stop is not the house whose number was typed")
  func houseNumber() throws {
    var town = TownBuilder()
    town.place("Helsinki", "city", 0, 0)
    town.road("Annankatu", [(0, 0), (900, 0)])
    town.house("5", "Annankatu", 100, 10)
    town.node(["name": "Annankatu", "railway": "tram_stop"], 850, 0)
    let found = try hits("Annankatu 9, Helsinki", in: town)
    #expect(found.allSatisfy { $0.confidence < 0.5 }, "\(found)")
  }

  @Test(
    "no hit is surer than the one above it", arguments: ["Kauppa", "Hakaniemi 4", "Kauppatori"])
  func order(_ text: String) throws {
    let confidences = try hits(text).map(\.confidence)
    #expect(confidences == confidences.sorted(by: >), "\(confidences)")
  }

  @Test("another town is no misspelling of a short word of the own one")
  func shortTown() throws {
    var town = TownBuilder()
    town.place("Les", "town", 0, 0)
    town.node(["name": "Villa Parana", "building": "yes"], 10, 10)
    #expect(try hits("Villa Parana, Leeds", in: town).allSatisfy { $0.confidence < 0.5 })
    #expect(try hits("Villa Parana, Les", in: town).first?.confidence ?? 0 >= 0.9)
  }

  @Test("the name of a chain alone is the nearest of it, where it is known from where")
  func chainAlone() throws {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    for east in [0.0, 600, 1_200] {
      town.node(["name": "Kahawa", "amenity": "cafe"], east, 100)
    }
    town.node(["name": "Solo", "amenity": "cafe"], 0, 200)
    town.road("Solo", [(300, 0), (400, 0)])
    try SmallTown.search(town.map) { searcher in
      func first(_ text: String, from east: Double?) throws -> PlaceHit? {
        let near = east.map { SmallTown.at($0, 0) }
        return try searcher.search(GeocodeRequest(text: text, near: near)).hits.first
      }
      for east in [0.0, 600, 1_200] {
        let hit = try #require(try first("Kahawa", from: east + 250))
        #expect(hit.coordinate.distance(to: SmallTown.at(east, 100)) < 5, "\(hit)")
        #expect(hit.confidence >= 0.5, "\(hit)")
      }
      let anywhere = try first("Kahawa", from: nil)
      #expect(anywhere?.confidence ?? 1 < 0.5)
      // The street and the café of one name are no chain.
      let street = try first("Solo", from: 1_000)
      #expect(street?.matched.hasPrefix("amenity=") == false)
    }
  }

  @Test("what is mapped twice is once in a list of a kind, and others make it as long as asked")
  func twinsOfAKind() throws {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    for (name, east) in [("Adler", 0.0), ("Adler", 49), ("Bär", 90), ("Adler", 101)] {
      town.node(["name": name, "amenity": "pharmacy"], east, 100)
    }
    try SmallTown.search(town.map) { searcher in
      func labels(_ limit: Int) throws -> [String] {
        let near = SmallTown.at(0, 0)
        return try searcher.search(GeocodeRequest(text: "pharmacy", near: near, limit: limit))
          .hits.map(\.label)
      }
      let (two, all) = (try labels(2), try labels(5))
      #expect(two == ["Adler, Porto", "Bär, Porto"])
      #expect(all == ["Adler, Porto", "Bär, Porto", "Adler, Porto"])
    }
  }
}
