import CommandLineKit
import FoldedText
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// What is near a place, asked for where a place is expected.
@Suite(.computing) struct WishTests {
  @Test(
    "a kind, or a name, near a place is the nearest such place, in many languages",
    arguments: [
      ("pharmacy near Marienplatz", "Adler, Porto"), ("nearest bar to Marienplatz", "Bar am Platz"),
      ("a coffee shop close to the Marienplatz please", "The Coffee House"),
      ("take me to the nearest pharmacy near Marienplatz", "Adler, Porto"),
      ("parmacy near Marienplatz", "Adler, Porto"),
      ("eine Apotheke in der Nähe vom Marienplatz", "Adler, Porto"),
      ("fahr mich zu einer Apotheke nahe der Sendlinger Straße", "Adler, Porto"),
      ("pharmacie près de l'Marienplatz", "Adler, Porto"),
      ("farmacia en la Marienplatz", "Adler, Porto"),
      ("farmácia perto da Rua do Templo", "Adler, Porto"),
      ("аптека рядом с Marienplatz", "Adler, Porto"),
      ("apteekki Marienplatz lähellä", "Adler, Porto"),
      ("coffee between Marienplatz and Am Haag", "The Coffee House"),
      ("starbucks near Sendlinger Straße", "Starbucks, Porto"),
      ("Adler near Marienplatz", "Adler, Porto"), ("coffee near the Dom", "Starbucks, Porto"),
    ])
  func nearest(_ text: String, _ label: String) throws {
    try SmallTown.search(FindTests.town) { searcher in
      let reply = try searcher.search(GeocodeRequest(text: text))
      #expect(reply.hits.first?.label.hasPrefix(label) == true, "\(reply)")
      #expect(reply.hits.first?.confidence ?? 0 >= 0.5, "\(reply)")
    }
  }

  @Test("what the map lacks is not replaced by another thing")
  func lacking() throws {
    try SmallTown.search(FindTests.town) { searcher in
      let reply = try searcher.search(GeocodeRequest(text: "petrol station near Marienplatz"))
      #expect(reply.hits.isEmpty)
      #expect(reply.suggestions.first?.label == "Marienplatz, Porto")
      let nowhere = try searcher.search(GeocodeRequest(text: "pharmacy near Zqworfplim"))
      #expect(nowhere.hits.allSatisfy { $0.confidence < 0.5 }, "\(nowhere)")
    }
  }

  @Test("a kind alone is the nearest to the person, and only a guess from the middle of the map")
  func alone() throws {
    try SmallTown.search(FindTests.town) { searcher in
      let here = SmallTown.at(620, 640)
      let near = try searcher.search(GeocodeRequest(text: "pharmacy", near: here)).hits[0]
      #expect(near.label == "Löwen, Porto" && near.confidence >= 0.5)
      let anywhere = try searcher.search(GeocodeRequest(text: "pharmacy")).hits[0]
      #expect(anywhere.category == "amenity=pharmacy" && anywhere.confidence < 0.5)
    }
  }

  @Test("“open” is honoured or refused, never dropped")
  func hours() throws {
    try SmallTown.search(FindTests.town) { searcher in
      let text = "coffee open now near Marienplatz"
      #expect(try searcher.find(FindRequest(text: text)).search?.filter.hours == HoursFilter())
      let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
      #expect(hit?.confidence ?? 1 < 0.5)
      for text in ["station open now near Marienplatz", "coffee open sunday near Marienplatz"] {
        #expect(throws: ServiceError.self) { try searcher.find(FindRequest(text: text)) }
      }
    }
  }

  @Test("coordinates that are on the map only if swapped are unsure, and the others suggested")
  func swapped() throws {
    try SmallTown.search { searcher in
      let reply = try searcher.search(GeocodeRequest(text: "37.8, 122.41"))
      #expect(reply.hits.first?.confidence == 1 && reply.suggestions.isEmpty)
    }
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    let shifted = MapElements(
      nodes: [
        MapNode(
          id: 1, coordinate: Coordinate(latitude: 60.17, longitude: 24.94),
          tags: town.map.nodes[0].tags)
      ])
    try SmallTown.search(shifted) { searcher in
      let reply = try searcher.search(GeocodeRequest(text: "24.94,60.17"))
      #expect(reply.hits.first?.confidence ?? 1 < 0.5)
      #expect(reply.suggestions.first?.coordinate == Coordinate(latitude: 60.17, longitude: 24.94))
    }
  }

  @Test("a number in a name may be typed as a word, a declined word in its form")
  func forms() throws {
    var town = TownBuilder()
    town.place("Москва", "city", 0, 0)
    town.node(["name": "Vier Jahreszeiten", "tourism": "hotel"], 0, 100)
    town.node(["name": "Красная площадь", "place": "square"], 0, 500)
    town.node(["name": "Аптека 1", "amenity": "pharmacy"], 0, 520)
    town.node(["name": "Аптека 2", "amenity": "pharmacy"], 0, 120)
    try SmallTown.search(town.map) { searcher in
      for (text, label) in [
        ("hotel 4 jahreszeiten", "Vier Jahreszeiten"), ("Красной площади", "Красная площадь"),
        ("аптека у Красной площади", "Аптека 1"),
      ] {
        let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
        #expect(hit?.label.hasPrefix(label) == true, "\(text): \(String(describing: hit))")
        #expect(hit?.confidence ?? 0 >= 0.5, "\(text): \(String(describing: hit))")
      }
    }
  }
}
