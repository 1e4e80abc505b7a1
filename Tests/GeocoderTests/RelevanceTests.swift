import Geography
import Messages
import TestSupport
import Testing

@testable import Geocoder

/// A search and the first hit that it must return.
struct RelevanceRow: Sendable, CustomTestStringConvertible {
  let text: String
  let label: String
  let accuracy: GeocodeAccuracy
  let confidence: ClosedRange<Double>

  /// - Parameter confidence: the range of the first hit's confidence.
  init(
    _ text: String, finds label: String, _ accuracy: GeocodeAccuracy,
    _ confidence: ClosedRange<Double> = 0.5...1
  ) {
    self.text = text
    self.label = label
    self.accuracy = accuracy
    self.confidence = confidence
  }

  var testDescription: String { text }
}

@Suite(.computing) struct RelevanceTests {
  static let coit = "Coit Tower, 1 Telegraph Hill Boulevard, San Francisco"
  static let house = "1 Telegraph Hill Boulevard, San Francisco"
  static let hill = "Telegraph Hill Boulevard, San Francisco"

  static let rows = [
    RelevanceRow("Coit Tower", finds: coit, .venue, 0.99...1),
    RelevanceRow("coit towr", finds: coit, .venue, 0.7...0.98),
    RelevanceRow("tower coit", finds: coit, .venue, 0.99...1),
    RelevanceRow(
      "Coit Tower, 1 Telegraph Hill Blvd, San Francisco, CA 94133", finds: coit, .venue, 0.9...1),
    RelevanceRow("1 Telegraph Hill Boulevard", finds: house, .rooftop, 0.99...1),
    RelevanceRow("1 telegraph hill blvd", finds: house, .rooftop, 0.95...1),
    RelevanceRow("1 telegraph hill blvd, san francisco", finds: house, .rooftop, 0.95...1),
    RelevanceRow("TELEGRAPH HILL BOULEVARD 1", finds: house, .rooftop, 0.99...1),
    RelevanceRow("san francisco telegraph hill boulevard 1", finds: house, .rooftop, 0.95...1),
    RelevanceRow(
      "1 Telegraph Hill Boulevard, 94133 Sankt Franziskus", finds: house, .rooftop, 0.95...1),
    RelevanceRow("1 Telegraph Hill Boulevard Suite 300", finds: house, .rooftop, 0.99...1),
    RelevanceRow("1 Telegraph Hill Boulevard, 3rd floor", finds: house, .rooftop, 0.99...1),
    RelevanceRow("1 telegraphhill boulevard", finds: house, .rooftop, 0.9...1),
    RelevanceRow("telegraf hill", finds: hill, .street, 0.7...0.97),
    RelevanceRow("telegrpah hill boulevard", finds: hill, .street, 0.8...0.98),
    RelevanceRow("st marys st", finds: "Saint Mary's Street, San Francisco", .street, 0.9...1),
    RelevanceRow("1st street", finds: "First Street, San Francisco", .street, 0.9...1),
    RelevanceRow("ofarrell st", finds: "O'Farrell Street, San Francisco", .street, 0.9...1),
    RelevanceRow(
      "12a o'farrell street", finds: "12a O'Farrell Street, San Francisco", .rooftop, 0.99...1),
    RelevanceRow(
      "12 A O’Farrell Street", finds: "12a O'Farrell Street, San Francisco", .rooftop, 0.99...1),
    RelevanceRow(
      "12 O'Farrell Street", finds: "12a O'Farrell Street, San Francisco", .rooftop, 0.4...0.5),
    RelevanceRow(
      "48-50 o'farrell street", finds: "48-50 O'Farrell Street, San Francisco", .rooftop, 0.99...1),
    RelevanceRow(
      "50 o'farrell street", finds: "48-50 O'Farrell Street, San Francisco", .rooftop, 0.9...0.99),
    RelevanceRow(
      "14 columbus avenue san francisco", finds: "14 Columbus Avenue, San Francisco", .interpolated,
      0.25...0.5),
    RelevanceRow(
      "900 o'farrell street", finds: "O'Farrell Street, San Francisco", .street, 0...0.5),
    RelevanceRow("7 columbus ave oakland", finds: "7 Columbus Avenue, Oakland", .rooftop, 0.95...1),
    RelevanceRow("cafe zoe", finds: "Café Zoë, San Francisco", .venue, 0.99...1),
    RelevanceRow("green cup", finds: "Café Zoë, San Francisco", .venue, 0.8...1),
    RelevanceRow("north beach", finds: "North Beach, San Francisco", .place, 0.99...1),
    RelevanceRow("Oakland", finds: "Oakland", .place, 0.99...1),
    RelevanceRow(
      "columbus & saint mary's", finds: "Columbus Avenue & Saint Mary's Street, San Francisco",
      .corner, 0.7...1),
    RelevanceRow(
      "corner of columbus ave and 1st st", finds: "Columbus Avenue & First Street, San Francisco",
      .corner, 0.9...1),
    RelevanceRow(
      "first st at o'farell st, san francisco",
      finds: "First Street & O'Farrell Street, San Francisco", .corner, 0.7...1),
    RelevanceRow("37.80, -122.40", finds: "37.8, -122.4", .coordinate, 1...1),
    RelevanceRow("geo:12.5,99.25;u=10", finds: "12.5, 99.25", .coordinate, 1...1),
  ]

  @Test("searches in the small town return the expected first hit", arguments: rows)
  func finds(_ row: RelevanceRow) throws {
    try SmallTown.search { searcher in
      let reply = try searcher.search(GeocodeRequest(text: row.text))
      let first = try #require(reply.hits.first, "suggested: \(reply.suggestions)")
      #expect(first.label == row.label, "\(first)")
      #expect(first.accuracy == row.accuracy)
      #expect(row.confidence.contains(first.confidence), "\(first)")
    }
  }

  @Test("the explanation names corrections and assumptions")
  func explanation() throws {
    try SmallTown.search { searcher in
      let explanations = try [
        "1 telegraf hill blvd", "14 Columbus Avenue, San Francisco", "green cup",
      ]
      .map { try searcher.search(GeocodeRequest(text: $0)).hits.first?.matched }
      #expect(
        explanations == [
          """
          house number 1 of Telegraph Hill Boulevard; telegraf → Telegraph, 1 edit; \
          blvd = Boulevard
          """,
          """
          house number 14 of Columbus Avenue, interpolated between 10 and 20; city assumed
          """,
          "venue Café Zoë; known as The Green Cup; city assumed",
        ])
    }
  }

  @Test("where a name fits no misspelt one is looked for")
  func strict() throws {
    var town = TownBuilder()
    for (number, name) in ["Mill Lane", "Mill Lane Windsor Park", "Bill Lane"].enumerated() {
      town.road(name, [(0, Double(number) * 900), (200, Double(number) * 900)])
    }
    try SmallTown.search(town.map) { searcher in
      let reply = try searcher.search(GeocodeRequest(text: "Mill Lane"))
      #expect(reply.hits.map(\.label) == ["Mill Lane", "Mill Lane Windsor Park"])
      let misspelt = try searcher.search(GeocodeRequest(text: "Xill Lane"))
      #expect(misspelt.hits.map(\.label).contains("Bill Lane"))
    }
  }

  @Test("a similar name with a low fit is a suggestion, not a hit")
  func suggestions() throws {
    try SmallTown.search { searcher in
      let reply = try searcher.search(GeocodeRequest(text: "77 Telegraph Mountain Parkway, Reno"))
      #expect(reply.hits.isEmpty)
      #expect(reply.suggestions.first?.label == Self.hill)
      #expect(reply.suggestions.allSatisfy { $0.confidence < 0.5 })
      let nothing = try searcher.search(GeocodeRequest(text: "Qqqqqq Wwwwww"))
      #expect(nothing.hits.isEmpty && nothing.suggestions.isEmpty, "\(nothing)")
    }
  }

  @Test("two edits of four letters make another word, which is no suggestion")
  func anotherWord() throws {
    var town = TownBuilder()
    town.node(["name": "Zara", "shop": "clothes"], 0, 0)
    town.node(["name": "Marine", "shop": "clothes"], 100, 0)
    try SmallTown.search(town.map) { searcher in
      for text in ["Park", "Merlion Park"] {
        let reply = try searcher.search(GeocodeRequest(text: text))
        #expect(reply.hits.isEmpty && reply.suggestions.isEmpty, "\(reply)")
      }
      let longer = try searcher.search(GeocodeRequest(text: "Mxrixe"))
      #expect((longer.hits.map(\.label) + longer.suggestions.map(\.label)).first == "Marine")
    }
  }

  @Test("a house in another city than the typed one has a low confidence")
  func otherCity() throws {
    try SmallTown.search { searcher in
      let reply = try searcher.search(
        GeocodeRequest(text: "1 Telegraph Hill Boulevard, Oakland"))
      #expect((reply.hits.first?.confidence ?? 0) < 0.7)
    }
  }

  @Test("where a street has a number in several towns, the typed town decides")
  func numberInSeveralTowns() throws {
    var town = TownBuilder()
    town.place("Vaduz", "town", 0, 0)
    town.place("Schaan", "town", 3_000, 0)
    town.road("Landstrasse", [(0, 0), (1_500, 0), (3_000, 0)])
    for (number, east) in [("19", 100.0), ("20", 150), ("30", 200), ("31", 210)] {
      town.house(
        number, "Landstrasse", east, 10, ["addr:city": "Vaduz", "addr:postcode": "9490"])
    }
    for (number, east) in [("19", 2_800.0), ("22", 2_900), ("26", 2_980)] {
      town.house(
        number, "Landstrasse", east, 10, ["addr:city": "Schaan", "addr:postcode": "9494"])
    }
    try SmallTown.search(town.map) { searcher in
      func first(_ text: String, near: Coordinate? = nil) throws -> PlaceHit? {
        try searcher.search(GeocodeRequest(text: text, near: near)).hits.first
      }
      #expect(try first("Landstrasse 19, Schaan")?.label == "Landstrasse 19, Schaan")
      #expect(try first("Landstrasse 19, Vaduz")?.label == "Landstrasse 19, Vaduz")
      #expect(try first("Landstrasse 19, 9494 Schaan")?.address?.city == "Schaan")
      #expect(try first("Landstrasse 19, 9490")?.address?.city == "Vaduz")
      let here = SmallTown.at(2_900, 0)
      #expect(try first("Landstrasse 19", near: here)?.label == "Landstrasse 19, Schaan")
      let between = try first("Landstrasse 24, Schaan")
      #expect(between?.accuracy == .interpolated)
      #expect((between?.coordinate.distance(to: SmallTown.at(2_940, 10)) ?? .infinity) < 5)
    }
  }

  @Test("a letter after a number is its suffix, even if the town's name contains that letter")
  func suffixInTownName() throws {
    var town = TownBuilder()
    town.place("Lauf a. d. Pegnitz", "town", 0, 0)
    town.road("Schmiedgasse", [(0, 0), (0, 200)])
    town.house("15", "Schmiedgasse", 10, 20)
    town.house("15a", "Schmiedgasse", 10, 60)
    try SmallTown.search(town.map) { searcher in
      for text in [
        "Schmiedgasse 15 a", "Schmiedgasse 15a, Lauf", "Schmiedgasse 15 a, Lauf",
      ] {
        let hits = try searcher.search(GeocodeRequest(text: text)).hits
        #expect(hits.first?.address?.houseNumber == "15a", "\(text): \(hits)")
      }
    }
  }

  @Test("of two equal hits the nearer one comes first; without a point both are uncertain")
  func near() throws {
    try SmallTown.search { searcher in
      for east in [0.0, 30_000] {
        let here = SmallTown.at(east, 0)
        let hits = try searcher.search(GeocodeRequest(text: "blue bottle", near: here)).hits
        #expect(hits.count == 2)
        #expect((hits.first?.distanceMeters ?? .infinity) < 1_000)
        #expect((hits.first?.confidence ?? 0) > 0.7)
      }
      let open = try searcher.search(GeocodeRequest(text: "blue bottle coffee")).hits
      #expect(open.allSatisfy { (0.45..<0.5).contains($0.confidence) })
    }
  }

  @Test("each additional error lowers the confidence")
  func confidenceFalls() throws {
    try SmallTown.search { searcher in
      let texts = [
        "Telegraph Hill Boulevard", "Telegrap Hill Boulevard", "Telegrap Hil Boulevard",
        "Telegrap Hil Bulevard", "Telegrap Hil Bulevard Zzz",
      ]
      let confidences = try texts.map { text in
        let reply = try searcher.search(GeocodeRequest(text: text))
        return (reply.hits + reply.suggestions).first { $0.label == Self.hill }?.confidence ?? 0
      }
      #expect(confidences == confidences.sorted(by: >))
      #expect(Set(confidences).count == confidences.count)
    }
  }

  @Test("no more hits than the limit are returned")
  func limit() throws {
    try SmallTown.search { searcher in
      let hits = try searcher.search(GeocodeRequest(text: "street", limit: 2)).hits
      #expect(hits.count <= 2)
    }
  }
}
