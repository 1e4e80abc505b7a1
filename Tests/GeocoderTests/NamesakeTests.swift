import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// Names that have much in common: which one is meant, and when neither is.
@Suite struct NamesakeTests {
  private func first(_ text: String, in town: TownBuilder) throws -> PlaceHit? {
    try SmallTown.search(town.map) { try $0.search(GeocodeRequest(text: text)).hits.first }
  }

  @Test("a word beside the name is part of a name that has it, not of the suburb's")
  func direction() throws {
    var town = TownBuilder()
    town.place("Oakland", "city", 0, 0)
    town.place("West Oakland", "suburb", 0, 100)
    town.road("10th Street", [(0, 0), (400, 0)], ["highway": "primary"])
    town.road("West 10th Street", [(0, 900), (400, 900)])
    for text in ["West 10th Street", "West 10th Street, Oakland"] {
      let hit = try first(text, in: town)
      #expect(hit?.address?.street == "West 10th Street", "\(text)")
      #expect(hit?.confidence ?? 0 >= 0.7, "\(text): \(String(describing: hit))")
    }
    #expect(try first("10th Street, West Oakland", in: town)?.address?.street == "10th Street")
  }

  @Test(
    "what was typed as one word is one name", arguments: ["Schlossstrasse 1", "Dorfstrasse 53"])
  func compounds(_ text: String) throws {
    var town = TownBuilder()
    town.road("Am Schloß", [(0, 0), (300, 0)])
    town.house("1", "Am Schloß", 10, 10)
    town.road("Orffstraße", [(0, 600), (40, 600)])
    let hit = try first(text, in: town)
    #expect(hit?.confidence ?? 0 < 0.5, "\(String(describing: hit))")
  }

  @Test("a swapped ß is one typing error", arguments: ["Austrßae 2", "Ausrtaße 2", "Austraeß 2"])
  func swappedSharpS(_ text: String) throws {
    var town = TownBuilder()
    town.road("Austraße", [(0, 0), (300, 0)])
    town.house("2", "Austraße", 10, 10)
    let hit = try first(text, in: town)
    #expect(hit?.matched.contains("1 edit") == true, "\(String(describing: hit))")
    #expect(hit?.confidence ?? 0 >= 0.5)
  }

  @Test("a compound is not half a name and half its town")
  func compoundWithTown() throws {
    var town = TownBuilder()
    town.place("Lauf an der Pegnitz", "town", 0, 0)
    town.road("Weg", [(0, 0), (30, 0)])
    let hit = try first("Pegnitzweg 2, Nürnberg", in: town)
    #expect(hit?.confidence ?? 0 < 0.5, "\(String(describing: hit))")
    #expect(try first("Weg, Lauf an der Pegnitz", in: town)?.confidence ?? 0 >= 0.9)
  }

  @Test("a typing error of the map does not hide the street type")
  func typingErrorOfTheMap() throws {
    var town = TownBuilder()
    town.place("Qala", "village", 0, 0)
    for number in 0..<60 {
      town.road("Triq Numru\(number)", [(Double(number) * 20, 0), (Double(number) * 20, 90)])
    }
    town.road("Trqi ta Gulju", [(0, 500), (300, 500)])
    town.road("Triq Kent", [(0, 900), (300, 900)])
    town.house("160", "Triq Kent", 100, 910)
    let hit = try first("160 Trqi Kent, Qala", in: town)
    #expect(hit?.address?.street == "Triq Kent" && hit?.accuracy == .rooftop)
    #expect(hit?.confidence ?? 0 >= 0.5, "\(String(describing: hit))")
    #expect(try first("Trqi ta Gulju", in: town)?.address?.street == "Trqi ta Gulju")
  }

  @Test("no name goes over a comma")
  func comma() throws {
    var town = TownBuilder()
    town.place("San Francisco", "city", 0, 0)
    town.road("Francisco Street", [(0, 0), (600, 0)])
    town.house("300", "Francisco Street", 300, 10)
    town.road("Lake Avenue", [(0, 900), (600, 900)])
    let hit = try first("300 Lake Street, San Francisco", in: town)
    #expect(hit?.confidence ?? 0 < 0.5, "\(String(describing: hit))")
    #expect(try first("300 Francisco Street, San Francisco", in: town)?.confidence ?? 0 >= 0.9)
  }

  @Test("a hyphen before a word that links streets makes it part of a name")
  func linkWithinName() throws {
    var town = TownBuilder()
    town.road("3-й Останкинский переулок", [(0, 0), (0, 300)])
    town.road("1-я Останкинская улица", [(0, 0), (400, 0)])
    let hit = try first("3-й Останкинский переулок & 1-я Останкинская улица", in: town)
    #expect(hit?.accuracy == .corner)
    #expect(hit?.confidence ?? 0 >= 0.9, "\(String(describing: hit))")
  }

  @Test(
    "streets of one name and town are not sure, whatever their importance and spelling",
    arguments: ["Ringstraße", "Ringstrasse", "RINGSTRASSE", "Ringstr."])
  func namesakes(_ other: String) throws {
    var town = TownBuilder()
    town.place("Krems", "town", 0, 0)
    town.road("Ringstraße", [(0, 0), (300, 0)], ["highway": "primary"])
    town.road(other, [(0, 1_500), (300, 1_500)])
    for text in ["Ringstraße, Krems", "Ringstrasse"] {
      #expect(try first(text, in: town)?.confidence ?? 1 < 0.5, "\(text)")
    }
  }

  @Test("a street whose houses are known comes before its namesake without any")
  func knownHouses() throws {
    var town = TownBuilder()
    town.place("Krems", "town", 0, 0)
    town.road("Ringstraße", [(0, 0), (300, 0)])
    town.road("Ringstraße", [(0, 1_500), (300, 1_500)])
    town.road("Ringstraße", [(0, 3_000), (300, 3_000)])
    for number in 1...9 { town.house("\(number)", "Ringstraße", Double(number * 20), 1_510) }
    let hit = try first("Ringstraße, Krems", in: town)
    #expect(hit?.coordinate.distance(to: SmallTown.at(150, 1_500)) ?? 900 < 200)
  }

  @Test("of two parts of a street the one in the town that was typed is meant")
  func townOfItsHouses() throws {
    var town = TownBuilder()
    town.place("Baltimore", "city", 0, 0)
    town.place("Highlandtown", "town", 0, 1_500)
    for (north, city) in [(0.0, "Baltimore"), (1_500, "Highlandtown")] {
      town.road("Bank Street", [(0, north), (300, north)])
      for number in 1...5 {
        let other = city == "Baltimore" ? "Highlandtown" : "Baltimore"
        town.house(
          "\(number)", "Bank Street", Double(number * 20), north + 10,
          ["addr:city": number < 4 ? city : other])
      }
    }
    for (city, north) in [("Baltimore", 0.0), ("Highlandtown", 1_500)] {
      let hit = try first("Bank Street, \(city)", in: town)
      #expect(hit?.coordinate.distance(to: SmallTown.at(150, north)) ?? 900 < 200, "\(city)")
      #expect(hit?.confidence ?? 0 >= 0.5, "\(String(describing: hit))")
    }
    #expect(try first("Bank Street", in: town)?.confidence ?? 1 < 0.5)
  }

  @Test("the town of a street is no reason against a venue with a word for its kind")
  func kindBesideName() throws {
    var town = TownBuilder()
    town.place("Lauf", "town", 0, 0)
    town.node(["name": "Lauf (links der Pegnitz)", "railway": "station"], 0, 0)
    town.node(["name": "Lauf Bahnhof (links der Pegnitz)", "railway": "tram_stop"], 0, 300)
    let hit = try first("Bahnhof Lauf (links der Pegnitz)", in: town)
    #expect(hit?.label.hasPrefix("Lauf (links der Pegnitz)") == true, "\(String(describing: hit))")
  }

  @Test("another name of a street counts as its name")
  func otherName() throws {
    var town = TownBuilder()
    town.place("Krems", "town", 0, 0)
    town.road("Ringstraße", [(0, 0), (300, 0)])
    town.road("Bundesstraße;Ringstraße", [(0, 1_500), (300, 1_500)], ["alt_name": "Ringstraße"])
    #expect(try first("Ringstraße, Krems", in: town)?.confidence ?? 1 < 0.5)
  }

  @Test(
    "a name that lacks a word of the text, as the text lacks one of it, is hardly meant",
    arguments: [
      ("Fresh Hallmarket", "Old Hallmarket, Porto", false),
      ("Old Hallmarket", "Old Hallmarket, Porto", true),
      ("Hallmarket", "Old Hallmarket, Porto", true),
      ("Old Hallmarket Fresh", "Old Hallmarket, Porto", true),
      // Nor is a misspelt one beside such a word.
      ("Fresh Barrokka", "Barrakka, Porto", false), ("Fresh Barrakka", "Barrakka, Porto", true),
      ("Barrokka", "Barrakka, Porto", true),
      // The town says nothing of the name; a house number does.
      ("Fresh Hallmarket Porto", "Old Hallmarket, Porto", false),
      ("Miln Lane 5 Fresh Porto", "5 Mill Lane, Porto", true),
    ])
  func otherWords(_ text: String, _ label: String, _ isSure: Bool) throws {
    var town = TownBuilder()
    town.place("Porto", "town", 0, 0)
    town.road("Mill Lane", [(-900, 0), (-500, 0)])
    town.house("5", "Mill Lane", -700, 10)
    // A word of many names weighs little.
    for number in 0..<9 { town.node(["name": "Fresh", "shop": "books"], 0, Double(number) * 900) }
    town.node(["name": "Old Hallmarket", "amenity": "marketplace"], 900, 0)
    town.node(["name": "Barrakka", "highway": "bus_stop"], 1_800, 0)
    try SmallTown.search(town.map) { searcher in
      let hit = try #require(try searcher.search(GeocodeRequest(text: text)).hits.first)
      #expect(hit.label == label && (hit.confidence >= 0.5) == isSure, "\(hit)")
    }
  }

  @Test("a typed accent tells two names apart, one that was not typed does not")
  func accents() throws {
    var town = TownBuilder()
    for (name, north) in [("Bodastrasse", 0.0), ("Bödastrasse", 2_000)] {
      town.road(name, [(0, north), (400, north)])
      town.house("4", name, 100, north + 10)
    }
    let hit = try first("Bödastrasse 4", in: town)
    #expect(hit?.address?.street == "Bödastrasse")
    #expect(hit?.confidence ?? 0 > 0.6, "\(String(describing: hit))")
    #expect(try first("Bodastrasse 4", in: town)?.confidence ?? 1 <= 0.5)
  }

  @Test("two streets that meet twice have one corner")
  func doubleCorner() throws {
    var town = TownBuilder()
    town.road("Ring Road", [(0, 0), (200, 0)])
    town.road("Main Street", [(0, 0), (100, 300), (200, 0)])
    #expect(try first("Ring Road & Main Street", in: town)?.confidence ?? 0 >= 0.9)
  }

  @Test("a street comes before the stop that is named after it")
  func stop() throws {
    var town = TownBuilder()
    town.road("улица Королёва", [(0, 0), (900, 0)])
    town.node(["name": "Улица Королёва", "railway": "station"], 500, 200)
    let hit = try first("улица Королёва", in: town)
    #expect(hit?.accuracy == .street)
    #expect(try first("станция Улица Королёва", in: town)?.accuracy == .venue)
  }

  @Test("a stop word that is part of a town's name does not place a street in it")
  func stopWord() throws {
    var town = TownBuilder()
    town.place("Casal de Paule", "town", 0, 0)
    town.road("6", [(0, 0), (300, 0)])
    town.road("Triq de Paule", [(0, 300), (300, 300)])
    let hit = try first("6 Boulevard de Belgique", in: town)
    #expect(hit?.confidence ?? 0 < 0.5, "\(String(describing: hit))")
  }
}
