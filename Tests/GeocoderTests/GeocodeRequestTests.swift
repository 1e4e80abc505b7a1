import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// The fields of a request other than its text.
@Suite struct GeocodeRequestTests {
  /// Two towns with the same streets and house numbers, and town halls with names in two languages.
  private static let map: MapElements = {
    var town = TownBuilder()
    for (name, east) in [("Vaduz", 0.0), ("Schaan", 6_000)] {
      town.place(name, "town", east, 0, ["name:fi": "\(name)in kunta"])
      town.road("Hauptstrasse", [(east, 0), (east + 900, 0)], ["name:fi": "Pääkatu"])
      town.road("Gasse", [(east, 0), (east, 400)])
      town.house(
        "7", "Hauptstrasse", east + 100, 10,
        ["addr:city": name, "addr:postcode": name == "Vaduz" ? "9490" : "9494"])
      town.house("9", "Gasse", east + 10, 100, ["addr:city": name])
      town.node(
        [
          "name": "Rathaus", "name:fi": "Kaupungintalo", "amenity": "townhall",
          "addr:street": "Hauptstrasse", "addr:housenumber": "1", "addr:city": name,
          "addr:postcode": name == "Vaduz" ? "9490" : "9494",
        ], east + 20, 20)
    }
    town.node(["name": "9490 Bar", "amenity": "bar"], 50, 50)
    return town.map
  }()

  private func search(_ request: GeocodeRequest) throws -> GeocodeReply {
    try SmallTown.search(Self.map) { try $0.search(request) }
  }

  @Test(
    "the components of an address are matched as what they are",
    arguments: [
      (
        Address(houseNumber: "7", street: "Hauptstrasse", city: "Schaan"), "Hauptstrasse 7, Schaan"
      ),
      (Address(houseNumber: "7", street: "hauptstr.", postcode: "9490"), "Hauptstrasse 7, Vaduz"),
      (Address(street: "Gasse", city: "Vaduz"), "Gasse, Vaduz"),
      (Address(city: "Schaan"), "Schaan"),
      (Address(postcode: "9490"), "9490, Vaduz"),
      (Address(street: "Hauptstrase", city: "Shaan"), "Hauptstrasse, Schaan"),
    ])
  func structured(_ address: Address, _ label: String) throws {
    let reply = try search(GeocodeRequest(address: address))
    #expect(reply.hits.first?.label == label, "\(reply)")
  }

  @Test("a city's name given as the street does not match the city")
  func structuredParts() throws {
    let reply = try search(GeocodeRequest(address: Address(street: "Schaan")))
    #expect(reply.hits.isEmpty)
  }

  @Test(
    "a short street type is no unit before the number",
    arguments: ["Altdorfer Str. 47, 91207 Lauf", "Hr. Meier, Altdorfer Str. 47, 91207 Lauf"])
  func shortType(_ text: String) throws {
    var town = TownBuilder()
    town.place("Lauf", "town", 0, 0)
    town.road("Altdorfer Straße", [(0, 0), (600, 0)])
    town.node(["name": "Meier", "shop": "bakery"], 300, 300)
    town.house("47", "Altdorfer Straße", 500, 10, ["addr:postcode": "91207"])
    try SmallTown.search(town.map) { searcher in
      let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
      #expect(hit?.label.hasPrefix("Altdorfer Straße 47") == true, "\(String(describing: hit))")
    }
  }

  @Test("the word for an institution is known in other languages, and short")
  func institution() throws {
    var town = TownBuilder()
    town.place("Porto", "city", 0, 0)
    town.road("Main Street", [(0, 0), (600, 0)])
    town.node(["name": "University of Porto", "amenity": "university"], 2_000, 0)
    town.node(["name": "Fachhochschule Porto", "amenity": "university"], 0, 2_000)
    town.node(["name": "Burg Hohenfels", "historic": "castle"], 2_000, 2_000)
    town.node(["name": "Besucher Center", "tourism": "information"], 3_000, 2_000)
    town.node(["name": "Hohenfels Alm", "amenity": "restaurant"], 2_500, 2_000)
    try SmallTown.search(town.map) { searcher in
      for (text, label) in [
        ("Universidad de Porto", "University of Porto"), ("FH Porto", "Fachhochschule Porto"),
        ("Hohenfels castle", "Burg Hohenfels"), ("castillo de Hohenfels", "Burg Hohenfels"),
        ("Besucher Centre", "Besucher Center"),
      ] {
        let hit = try searcher.search(GeocodeRequest(text: text)).hits.first
        #expect(
          hit?.label.hasPrefix(label) == true && hit?.confidence ?? 0 >= 0.5,
          "\(String(describing: hit))")
      }
    }
  }

  @Test("a request with both text and address, or with neither, is rejected")
  func either() throws {
    for request in [GeocodeRequest(), GeocodeRequest(text: "a", address: Address(city: "b"))] {
      let error = #expect(throws: ServiceError.self) { try search(request) }
      #expect(error?.code == .invalidRequest)
    }
  }

  @Test(
    "only hits inside the area are returned",
    arguments: [
      SearchArea.circle(center: SmallTown.at(6_000, 0), radiusMeters: 1_000),
      .box(BoundingBox(SmallTown.at(6_000, 0)).expanded(by: 1_000)), .place("Schaan"),
      .place("schan"), .place("9494"),
    ])
  func areas(_ area: SearchArea) throws {
    for text in ["Hauptstrasse 7", "hauptstrasse", "rathaus", "Hauptstrasse & Gasse"] {
      let reply = try search(GeocodeRequest(text: text, within: area))
      // A corner has no address, so it is in no postcode.
      if text.contains("&"), area == .place("9494") { continue }
      let cities = Set(reply.hits.map { $0.address?.city })
      #expect(cities == ["Schaan"], "\(text): \(reply)")
    }
  }

  @Test("a street that runs through the area is returned with a point inside it")
  func streetInArea() throws {
    let center = SmallTown.at(890, 0)
    let area = SearchArea.circle(center: center, radiusMeters: 60)
    let hit = try search(GeocodeRequest(text: "hauptstrasse", within: area)).hits.first
    #expect((hit?.coordinate.distance(to: center) ?? .infinity) <= 60)
    let box = BoundingBox(SmallTown.at(300, 0)).expanded(by: 40)
    let other = try search(GeocodeRequest(text: "hauptstrasse", within: .box(box))).hits.first
    #expect(other.map { box.contains($0.coordinate) } == true)
  }

  @Test("an unknown place as the area is notFound")
  func unknownPlace() throws {
    let error = #expect(throws: ServiceError.self) {
      try search(GeocodeRequest(text: "gasse", within: .place("Schellenberg")))
    }
    #expect(error?.code == .notFound)
  }

  @Test("labels are in the requested language where the map has it")
  func language() throws {
    func label(_ text: String, _ language: String?) throws -> String? {
      try search(GeocodeRequest(text: text, language: language, limit: 1)).hits.first?.label
    }
    #expect(try label("Rathaus Vaduz", nil) == "Rathaus, Hauptstrasse 1, Vaduz")
    #expect(try label("Rathaus Vaduz", "fi") == "Kaupungintalo, Pääkatu 1, Vaduzin kunta")
    #expect(try label("Hauptstrasse 7 Vaduz", "fi-FI") == "Pääkatu 7, Vaduzin kunta")
    #expect(try label("Pääkatu 7 Vaduz", "sv") == "Hauptstrasse 7, Vaduz")
    let around = try SmallTown.search(Self.map) {
      try $0.reverse(
        ReverseGeocodeRequest(coordinate: SmallTown.at(0, 0), radiusMeters: 90, language: "fi"))
    }
    let corner = around.hits.first { $0.accuracy == .corner }
    #expect(corner?.label == "Pääkatu & Gasse, Vaduzin kunta")
  }

  @Test("a stronger bias prefers a near place with a lower fit")
  func strength() throws {
    var town = TownBuilder()
    town.node(["name": "Blue Bottle", "amenity": "cafe"], 5_000, 0)
    town.node(["name": "Blue Bottle Coffee", "amenity": "cafe"], 10, 0)
    let here = SmallTown.at(0, 0)
    try SmallTown.search(town.map) { searcher in
      func first(_ strength: Double?) throws -> String? {
        try searcher.search(
          GeocodeRequest(text: "blue bottle", near: here, nearStrength: strength)
        ).hits.first?.label
      }
      let firsts = [try first(0), try first(nil), try first(1)]
      #expect(firsts == ["Blue Bottle", "Blue Bottle", "Blue Bottle Coffee"])
    }
  }

  @Test("an explanation covers every token")
  func explain() throws {
    try SmallTown.search { searcher in
      let text = "1 telegraf hillboulevard suite 3, sf"
      let hit = try searcher.search(GeocodeRequest(text: text, explain: true)).hits.first
      let expected = [
        WordExplanation(typed: "1", part: .houseNumber),
        WordExplanation(
          typed: "telegraf", part: .name, meant: "Telegraph", change: .misspelt, edits: 1),
        WordExplanation(typed: "hill", part: .name),
        WordExplanation(typed: "boulevard", part: .name, change: .spacing),
        WordExplanation(typed: "suite", part: .setAside),
        WordExplanation(typed: "3", part: .setAside),
        WordExplanation(typed: "sf", part: .notUnderstood),
      ]
      #expect(hit?.explanation?.words == expected)
      #expect((hit?.explanation?.fit ?? 0) > 0.5)
      #expect(hit?.explanation?.competingHits == 0)
      let plain = try searcher.search(GeocodeRequest(text: text)).hits.first
      #expect(plain != nil && plain?.explanation == nil)
    }
  }
}
