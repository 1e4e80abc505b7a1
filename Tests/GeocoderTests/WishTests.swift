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

  /// The shop is called what "near" is in Swedish.
  @Test(
    "a place that the map lacks is not one that is called like the word before it",
    arguments: ["apotek nära Gamla Stan", "nära Gamla Stan", "near the Gamla Stan"])
  func lackedAnchor(_ text: String) throws {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    town.node(["name": "Adler", "amenity": "pharmacy"], 300, 500)
    town.node(["name": "Coop Södra", "alt_name": "Coop Nära", "shop": "convenience"], 400, 500)
    town.node(["name": "Near the Theatre", "amenity": "cafe"], 500, 500)
    try SmallTown.search(town.map) { searcher in
      let reply = try searcher.search(GeocodeRequest(text: text))
      #expect((reply.hits.first?.confidence ?? 0) < 0.5, "\(reply)")
      let shop = try searcher.search(GeocodeRequest(text: "nära"))
      #expect(shop.hits.first?.label.hasPrefix("Coop Södra") == true, "\(shop)")
      let named = try searcher.search(GeocodeRequest(text: "near the theatre"))
      #expect(named.hits.first?.label.hasPrefix("Near the Theatre") == true, "\(named)")
    }
  }

  /// The town with places that have no name, one of which nobody may use.
  private static let unnamed: MapElements = {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    town.road("Sendlinger Straße", [(0, 0), (500, 0)])
    town.node(["name": "Marienplatz", "place": "square"], 300, 300)
    town.node(["name": "Esso", "amenity": "fuel"], 300, -600)
    town.node(["amenity": "fuel"], 300, 30)
    town.node(["amenity": "fuel", "brand": "Shell"], 300, -300)
    town.node(["amenity": "bicycle_rental", "network": "CityBike"], 300, 320)
    town.node(["name": "Sparbank", "amenity": "bank", "atm": "yes"], 300, 330)
    town.node(["amenity": "fuel", "access": "private"], 300, 290)
    town.node(["amenity": "toilets", "addr:street": "Am Markt"], 310, 700)
    town.node(["highway": "bus_stop"], 320, 300)
    town.node(["railway": "station", "public_transport": "station"], 330, 300)
    town.node(["name": "Alpha", "amenity": "restaurant", "cuisine": "greek"], 300, 310)
    town.node(["name": "Napoli", "amenity": "restaurant", "cuisine": "pasta;Pizza"], 300, 400)
    town.node(["name": "Müller", "shop": "chemist"], 300, 305)
    town.node(["name": "Adler", "amenity": "pharmacy"], 300, 500)
    return town.map
  }()

  @Test(
    "a place without a name is found by its kind, and called by it and where it is",
    arguments: [
      ("petrol station near Marienplatz", "Petrol station, Sendlinger Straße"),
      ("Tankstelle am Marienplatz", "Petrol station, Sendlinger Straße"),
      ("nearest toilets to Marienplatz", "Toilets, Am Markt"),
      ("bus stop at Marienplatz", "Bus stop"), ("pizza near Marienplatz", "Napoli"),
      ("pharmacy near Marienplatz", "Adler"), ("Esso near Marienplatz", "Esso"),
      ("Shell near Marienplatz", "Shell"), ("bike rental near Marienplatz", "CityBike, "),
      ("cash machine near Marienplatz", "Sparbank"),
    ])
  func unnamed(_ text: String, _ label: String) throws {
    try SmallTown.search(Self.unnamed) { searcher in
      let reply = try searcher.search(GeocodeRequest(text: text))
      #expect(reply.hits.first?.label.hasPrefix(label) == true, "\(reply)")
      #expect(reply.hits.first?.confidence ?? 0 >= 0.5, "\(reply)")
    }
  }

  /// Kinds that were one once, side by side, and two stations.
  private static let kinds: MapElements = {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    town.road("Sendlinger Straße", [(0, 0), (500, 0)])
    town.node(["name": "Автобусный парк", "amenity": "bus_station"], 300, 290)
    town.node(["name": "Marienplatz", "highway": "bus_stop"], 300, 200)
    town.node(["name": "Tramhalt", "railway": "tram_stop"], 300, 150)
    town.node(["name": "Marienplatz", "place": "square"], 300, 300)
    town.node(["name": "Grundschule", "amenity": "school"], 300, 280)
    town.node(["name": "Spatzen", "amenity": "kindergarten"], 300, 500)
    town.node(["name": "Tempus", "shop": "watches"], 310, 300)
    town.node(["name": "Perle", "shop": "jewelry"], 320, 400)
    town.node(["name": "Fashion", "shop": "clothes"], 320, 320)
    town.node(["name": "Мегасфера", "shop": "mall"], 320, 900)
    town.node(["name": "Мегасфера", "shop": "tyres"], 320, 2_500)
    town.node(["name": "Spatzenbräu", "amenity": "fast_food", "cuisine": "sushi"], 320, 930)
    town.node(["name": "Ost", "railway": "halt"], 2_000, 300)
    town.node(["name": "Platz (Station)", "place": "square"], 2_900, 300)
    town.node(["name": "Moda", "shop": "clothes"], 2_050, 300)
    town.node(["name": "Postamt", "amenity": "post_office"], 250, 320)
    town.road("Am Markt", [(0, 3_500), (400, 3_500)])
    town.house("7", "Am Markt", 70, 3_510)
    return town.map
  }()

  @Test(
    "kinds that OpenStreetMap distinguishes are not mistaken for each other",
    arguments: [
      ("автобусная остановка у Marienplatz", "highway=bus_stop"),
      ("tram stop near Marienplatz", "railway=tram_stop"),
      ("bus station near Marienplatz", "amenity=bus_station"),
      ("детский сад рядом с Marienplatz", "amenity=kindergarten"),
      ("école près de Marienplatz", "amenity=school"),
      ("bijouterie aux alentours du Marienplatz", "shop=jewelry"),
      ("watch shop near Marienplatz", "shop=watches"),
      ("magasin de vêtements pas loin de la Marienplatz", "shop=clothes"),
      ("var finns en klädaffär i anslutning till Marienplatz", "shop=clothes"),
    ])
  func distinguished(_ text: String, _ category: String) throws {
    try SmallTown.search(Self.kinds) { searcher in
      let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
      #expect(
        hit?.category == category && hit?.confidence ?? 0 >= 0.5, "\(String(describing: hit))")
    }
  }

  @Test(
    "the anchor may have a declined word for its kind, or be the nearest of a kind",
    arguments: [
      ("суши рядом с торговым центром Мегасфера", "Spatzenbräu", 0.5...1),
      ("sushi near Marienplatz", "Spatzenbräu", 0.5...1),
      ("часы рядом с торговым центром Мегасфера", "Tempus", 0.5...1),
      ("clothes shop near the station", "Moda", 0...0.49),
    ] as [(String, String, ClosedRange<Double>)])
  func anchors(_ text: String, _ label: String, _ confidence: ClosedRange<Double>) throws {
    try SmallTown.search(Self.kinds) { searcher in
      let reply = try searcher.search(GeocodeRequest(text: text))
      let hit = try #require(reply.hits.first, "\(reply)")
      #expect(hit.label.hasPrefix(label) && confidence.contains(hit.confidence), "\(hit)")
    }
  }

  @Test(
    "“near” behind the place, declined words for kinds and questions are understood",
    arguments: [
      ("onko Marienplatzin lähellä vaatekauppaa", "Fashion"),
      ("etsin vaatekauppaa Marienplatzin läheltä", "Fashion"),
      ("vaatekauppa Marienplatzin vieressä", "Fashion"),
      ("hay una escuela por Marienplatz", "Grundschule"),
      ("where can I send a parcel near Marienplatz", "Postamt"),
      ("kan du ta mig till Tempus tack", "Tempus"),
      ("near the school, Am Markt 7", "Am Markt 7"),
    ])
  func asked(_ text: String, _ label: String) throws {
    try SmallTown.search(Self.kinds) { searcher in
      let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
      #expect(
        hit?.label.hasPrefix(label) == true && hit?.confidence ?? 0 >= 0.5,
        "\(String(describing: hit))")
    }
  }

  @Test(
    "a house or a corner beside “near” is the anchor, before and behind it",
    arguments: [
      ("pharmacy near the corner of Mill Lane and Oak Road", "Adler"),
      ("the corner of Mill Lane and Oak Road", "Mill Lane & Oak Road"),
      ("pharmacy near Mill Lane 5", "Adler"), ("Mill Lane 5 lähellä apteekki", "Adler"),
      ("hörnet Mill Lane Oak Road", "Mill Lane & Oak Road"),
      ("Mill Lane and Oak Road corner", "Mill Lane & Oak Road"),
      ("Bulevardin ja Mill Lanen kulma", "Bulevardi & Mill Lane"),
      ("book store near Mill Lane 5", "Reader"), ("drug store near Mill Lane 5", "Adler"),
      ("me leva pro Reader", "Reader"), ("vamos pra Mill Lane 5", "5 Mill Lane"),
    ])
  func addresses(_ text: String, _ label: String) throws {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    town.road("Mill Lane", [(-300, 0), (0, 0), (300, 0)])
    town.road("Oak Road", [(0, -300), (0, 0), (0, 300)])
    town.road("Bulevardi", [(300, -300), (300, 0), (300, 300)])
    town.house("5", "Mill Lane", 60, 10)
    town.node(["name": "Adler", "amenity": "pharmacy"], 30, 60)
    town.node(["name": "Reader", "shop": "books"], 60, 60)
    try SmallTown.search(town.map) { searcher in
      let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
      #expect(
        hit?.label.hasPrefix(label) == true && hit?.confidence ?? 0 >= 0.5,
        "\(String(describing: hit))")
    }
  }

  @Test(
    "a place is named although a word for another kind stands before it",
    arguments: [
      ("coffee Bar am Platz", "Bar am Platz"), ("pharmacy Bar am Platz", "Bar am Platz"),
      ("pub The Coffee House", "The Coffee House"),
    ])
  func otherKind(_ text: String, _ label: String) throws {
    try SmallTown.search(FindTests.town) { searcher in
      let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
      #expect(
        hit?.label.hasPrefix(label) == true && hit?.confidence ?? 0 >= 0.5,
        "\(String(describing: hit))")
    }
  }

  @Test("a place without a name is no name, no part of a station and not what is at a point")
  func unnamedOnly() throws {
    try SmallTown.search(Self.unnamed) { searcher in
      let station = try searcher.search(GeocodeRequest(text: "station near Marienplatz"))
      #expect(station.hits.isEmpty, "\(station)")
      let here = SmallTown.at(310, 700)
      let hits = try searcher.reverse(ReverseGeocodeRequest(coordinate: here)).hits
      #expect(!hits.contains { $0.label.hasPrefix("Toilets") }, "\(hits)")
      let begun = try searcher.suggest(SuggestRequest(text: "petrol", near: here)).completions
      #expect(begun.first?.coordinate == SmallTown.at(300, 30), "\(begun)")
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
      for text in ["station open now near Marienplatz", "pharmacie de garde Marienplatz"] {
        #expect(throws: ServiceError.self) { try searcher.find(FindRequest(text: text)) }
      }
    }
  }

  @Test(
    "a day or a time of day beside “open” is what shop search is asked for",
    arguments: [
      ("coffee open sunday near Marienplatz", .sunday),
      ("coffee near Marienplatz open on sundays", .sunday),
      ("sonntags geöffnete Cafés am Marienplatz", .sunday),
      ("café ouvert le dimanche près de Marienplatz", .sunday),
      ("café abierto los lunes cerca de Marienplatz", .monday),
      ("кафе открыто в субботу рядом с Marienplatz", .saturday),
      ("kahvila auki sunnuntaina Marienplatz", .sunday), ("coffee open late", .late),
      ("coffee open tomorrow near Marienplatz", .tomorrow),
      ("cafe 24 hours Marienplatz", .always), ("круглосуточное кафе Marienplatz", .always),
    ] as [(String, HoursFilter.Moment)])
  func moments(_ text: String, _ moment: HoursFilter.Moment) throws {
    try SmallTown.search(FindTests.town) { searcher in
      let search = try searcher.find(FindRequest(text: text)).search
      #expect(search?.filter == VenueFilter(category: .coffee, hours: HoursFilter(moment: moment)))
      let hits = try searcher.search(GeocodeRequest(text: text)).hits
      #expect(hits.allSatisfy { $0.confidence < 0.5 })
    }
  }

  @Test(
    "a part of the day behind the day is asked for, too; beside another time it says nothing more",
    arguments: [
      ("coffee open sunday evening near Marienplatz", .sunday, .evening),
      ("coffee near Marienplatz open on sunday afternoon", .sunday, .afternoon),
      ("Café am Marienplatz, Sonntagabend geöffnet", .sunday, .evening),
      ("café ouvert le dimanche matin près de Marienplatz", .sunday, .morning),
      ("café abierto el lunes por la tarde cerca de Marienplatz", .monday, .afternoon),
      ("кафе открыто в субботу вечером рядом с Marienplatz", .saturday, .evening),
      ("kahvila auki sunnuntai-iltana Marienplatz", .sunday, .evening),
      ("kafé öppet på söndagskväll nära Marienplatz", .sunday, .evening),
      ("coffee open tomorrow morning", .tomorrow, .morning),
      ("coffee open late evening", .late, nil),
    ] as [(String, HoursFilter.Moment, HoursFilter.DayPart?)])
  func partsOfDays(
    _ text: String, _ moment: HoursFilter.Moment, _ part: HoursFilter.DayPart?
  ) throws {
    try SmallTown.search(FindTests.town) { searcher in
      let search = try searcher.find(FindRequest(text: text)).search
      let hours = HoursFilter(moment: moment, part: part)
      #expect(search?.filter == VenueFilter(category: .coffee, hours: hours))
    }
  }

  @Test(
    "what is wanted on the way is the stop of a trip, and refused where there is none",
    arguments: [
      ("coffee on the way to Marienplatz", VenueFilter(category: .coffee)),
      ("Kaffee auf dem Weg zum Marienplatz", VenueFilter(category: .coffee)),
      ("un café sur le chemin de Marienplatz", VenueFilter(category: .coffee)),
      ("кофе по дороге на Marienplatz", VenueFilter(category: .coffee)),
      ("on the way to Marienplatz a pub", VenueFilter(category: .pub)),
      ("Starbucks on the way to Marienplatz", VenueFilter(name: "Starbucks")),
    ])
  func onTheWay(_ text: String, _ stop: VenueFilter) throws {
    try SmallTown.search(FindTests.town) { searcher in
      let reply = try searcher.search(GeocodeRequest(text: text, allowsStop: true))
      #expect(reply.stop == stop)
      #expect(reply.hits.first?.label == "Marienplatz, Porto")
      #expect(reply.hits.first?.confidence ?? 0 >= 0.5)
      #expect(throws: ServiceError.self) { try searcher.search(GeocodeRequest(text: text)) }
      #expect(throws: ServiceError.self) { try searcher.find(FindRequest(text: text)) }
      #expect(throws: ServiceError.self) {
        try searcher.search(GeocodeRequest(text: "coffee on the way", allowsStop: true))
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
