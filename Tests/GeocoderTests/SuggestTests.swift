import CommandLineKit
import FoldedText
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

@Suite struct SuggestTests {
  private static let hill = "Telegraph Hill Boulevard, San Francisco"
  private static let coit = "Coit Tower, 1 Telegraph Hill Boulevard, San Francisco"

  private func labels(
    _ text: String, near: Coordinate? = nil, within: SearchArea? = nil, limit: Int? = nil,
    language: String? = nil, in searcher: Searcher
  ) throws -> [String] {
    let request = SuggestRequest(
      text: text, near: near, within: within, language: language, limit: limit)
    return try searcher.suggest(request).completions.map(\.label)
  }

  @Test(
    "the first completion of a prefix",
    arguments: [
      ("c", coit), ("coi", coit), ("coit t", coit), ("COIT TOW", coit), ("tow", coit),
      ("1 tele", "1 Telegraph Hill Boulevard, San Francisco"),
      ("telegraph hill boulevard 1", "1 Telegraph Hill Boulevard, San Francisco"),
      ("t", coit), ("te", hill), ("telegraf h", hill), ("telegrpah", hill), ("telegrpa", hill),
      ("teleg", hill), ("tlegr", hill), ("telegraph hill blv", hill), ("telegraphh", hill),
      ("st mar", "Saint Mary's Street, San Francisco"),
      ("mary", "Saint Mary's Street, San Francisco"),
      ("1st s", "First Street, San Francisco"), ("o'f", "O'Farrell Street, San Francisco"),
      ("café z", "Café Zoë, San Francisco"), ("cafe zo", "Café Zoë, San Francisco"),
      ("the green c", "Café Zoë, San Francisco"), ("sankt f", "San Francisco"),
      ("san", "San Francisco"), ("oak", "Oakland"), ("north", "North Beach, San Francisco"),
      ("columbus avenue o", "Columbus Avenue, Oakland"),
      ("7 columbus ave oakl", "7 Columbus Avenue, Oakland"),
      ("columbus & s", "Columbus Avenue & Saint Mary's Street, San Francisco"),
      ("corner of columbus and fi", "Columbus Avenue & First Street, San Francisco"),
      ("o'farrell at first st", "O'Farrell Street & First Street, San Francisco"),
      ("37.8, -122.4", "37.8, -122.4"),
    ])
  func first(_ text: String, _ label: String) throws {
    try SmallTown.search { searcher in
      let found = try labels(text, in: searcher)
      #expect(found.first == label, "\(found)")
    }
  }

  @Test(
    "every prefix of a text finds it, from some letter on",
    arguments: [
      ("Coit Tower, San Francisco", coit, 1), ("Telegraph Hill Boulevard", hill, 1),
      ("O'Farrell Street, San Francisco", "O'Farrell Street, San Francisco", 1),
      ("Saint Mary's Street", "Saint Mary's Street, San Francisco", 3),
      ("1 Telegraph Hill Boulevard, San Francisco", "1 Telegraph Hill Boulevard, San Francisco", 4),
      ("12a O'Farrell Street", "12a O'Farrell Street, San Francisco", 5),
    ])
  func everyBeginning(_ text: String, _ label: String, _ from: Int) throws {
    try SmallTown.search { searcher in
      for length in from...text.count {
        let prefix = String(text.prefix(length))
        let found = try labels(prefix, in: searcher)
        #expect(found.contains(label), "\(prefix): \(found)")
      }
    }
  }

  @Test("what nothing fits is a guess at the names that it begins")
  func begun() throws {
    try SmallTown.search { searcher in
      let reply = try searcher.search(GeocodeRequest(text: "zqxv saint m"))
      #expect(reply.hits.first?.label == "Saint Mary's Street, San Francisco", "\(reply)")
      #expect(reply.hits.first?.confidence ?? 1 < 0.5)
      // Nothing begins there.
      #expect(try searcher.search(GeocodeRequest(text: "saint m zqxv")).hits.isEmpty)
    }
  }

  @Test("a partly typed number is completed to the street's numbers, lowest first")
  func numbers() throws {
    try SmallTown.search { searcher in
      let one = try labels("columbus avenue 1", within: .place("San Francisco"), in: searcher)
      let numbers = ["10", "11"].map { "\($0) Columbus Avenue, San Francisco" }
      #expect(Array(one.prefix(2)) == numbers, "\(one)")
      let suffix = try labels("o'farrell street 12", in: searcher)
      #expect(suffix.first == "12a O'Farrell Street, San Francisco", "\(suffix)")
      let none = try labels("o'farrell street 999", in: searcher)
      #expect(none.first == "O'Farrell Street, San Francisco", "\(none)")
      // A space ends the number.
      let whole = try labels("columbus avenue 1 ", within: .place("San Francisco"), in: searcher)
      #expect(!whole.contains("10 Columbus Avenue, San Francisco"), "\(whole)")
    }
  }

  @Test("a space ends the last word")
  func wholeWord() throws {
    try SmallTown.search { searcher in
      let firsts = try ["tele", "tele ", "telegraph "].map {
        try labels($0, in: searcher).first
      }
      #expect(firsts == [Self.hill, nil, Self.hill])
    }
  }

  @Test("nearer completions come first; area, limit and language are respected")
  func scope() throws {
    try SmallTown.search { searcher in
      for (east, city) in [(0.0, "San Francisco"), (30_000, "Oakland")] {
        let here = SmallTown.at(east, 0)
        let near = try labels("blue b", near: here, in: searcher)
        #expect(near.first?.hasSuffix(city) == true, "\(near)")
        let circle = SearchArea.circle(center: here, radiusMeters: 5_000)
        for area in [circle, .place(city)] {
          let inside = try labels("c", within: area, limit: 50, in: searcher)
          #expect(!inside.isEmpty)
          #expect(inside.allSatisfy { $0.hasSuffix(city) }, "\(inside)")
        }
      }
      for limit in [1, 2, 50] {
        #expect(try labels("s", limit: limit, in: searcher).count <= limit)
      }
      #expect(try labels("sankt f", language: "de", in: searcher).first == "Sankt Franziskus")
    }
  }

  @Test("each label occurs once, and searching for it finds the place")
  func labelsFindTheirPlaces() throws {
    try SmallTown.search { searcher in
      for letter in "abcdefghijklmnopqrstuvwxyz0123456789" {
        let request = SuggestRequest(text: String(letter), limit: 50)
        let completions = try searcher.suggest(request).completions
        #expect(Set(completions.map(\.label)).count == completions.count)
        for completion in completions {
          let hits = try searcher.search(GeocodeRequest(text: completion.label)).hits
          let distance = hits.first?.coordinate.distance(to: completion.coordinate)
          #expect((distance ?? .infinity) < 1, "\(completion.label): \(hits)")
        }
      }
    }
  }

  /// Enough names that each of their prefixes is common.
  private static let largeTown: MapElements = {
    var town = TownBuilder()
    town.place("Saltby", "city", 0, 0)
    for number in 0..<3_000 {
      let east = Double(number % 60) * 100, north = Double(number / 60) * 100
      town.node(["name": "Shop \(number)", "shop": "convenience"], east, north)
    }
    town.node(["name": "Shoemaker Museum", "tourism": "museum", "wikipedia": "en:x"], 50, 50)
    town.road("Short Street", [(0, 0), (0, 90)])
    return town.map
  }()

  @Test("a common prefix completes to its important, near and matching names")
  func commonBeginnings() throws {
    try SmallTown.search(Self.largeTown) { searcher in
      #expect(searcher.index.commonPrefixes.names(of: 0...0) == nil)
      let range = try #require(searcher.index.dictionary.terms(withPrefix: Letters.of("sh")))
      let common = try #require(searcher.index.commonPrefixes.names(of: range))
      #expect(common.count == GeocoderLimits.maximumImportant)
      let museum = "Shoemaker Museum, Saltby"
      for text in ["s", "sh", "sho", "shoe", "museum s", "museum sh"] {
        #expect(try labels(text, in: searcher).contains(museum), "\(text)")
      }
      #expect(try labels("sa", in: searcher) == ["Saltby"])
      #expect(try labels("shop 2999", in: searcher).first == "Shop 2999, Saltby")
      #expect(try labels("shor", in: searcher).first == "Short Street, Saltby")
      let here = SmallTown.at(5_900, 4_900)
      #expect(try labels("sho", near: here, in: searcher).contains("Shop 2999, Saltby"))
    }
  }

  @Test(
    "hostile text is answered or rejected as by a search",
    arguments: [
      ("", false), (" ", false), ("\u{0}", false), ("🦊", false), ("\"'*", false),
      (String(repeating: "a", count: 1_001), false), ("\"coit* OR 1=1", true),
      (String(repeating: "s ", count: 499), true), (String(repeating: "x", count: 1_000), true),
      (String(repeating: "1", count: 999), true), ("& & &c", true), ("a & b & c & d", true),
      ("-1 s", true), ("99999999999 t", true), ("0", true), ("columbus avenue 0", true),
      ("\u{202E}tioC", true), ("e\u{301}\u{301}", true), ("מגדל", true), ("コ", true),
    ])
  func hostile(_ text: String, _ isAnswered: Bool) throws {
    try SmallTown.search { searcher in
      do {
        _ = try searcher.suggest(SuggestRequest(text: text))
        #expect(isAnswered)
      } catch let error as ServiceError {
        #expect(!isAnswered && error.code == .invalidRequest)
      }
    }
  }

  @Test("random prefixes are answered or rejected, seed 11")
  func random() throws {
    var generator = SeededGenerator(seed: 11)
    let letters = Array("aeiostcbl 1234567890,&/-'#äßЖ🦊\u{301}".unicodeScalars)
    try SmallTown.search { searcher in
      for _ in 0..<300 {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
          text.append(letters[Int.random(in: 0..<letters.count, using: &generator)])
        }
        do {
          let reply = try searcher.suggest(SuggestRequest(text: String(text), limit: 3))
          #expect(reply.completions.count <= 3)
        } catch let error as ServiceError {
          #expect(error.code == .invalidRequest, "\(String(text).debugDescription)")
        }
      }
    }
  }

  /// A square with stops of its name, cafés of a chain, and a pharmacy.
  private static let market: TownBuilder = {
    var town = TownBuilder()
    town.place("Saltby", "city", 0, 0)
    for east in stride(from: 0.0, to: 12_000, by: 1_000) {
      town.node(["name": "Marienplatz", "railway": "tram_stop"], east, 0)
    }
    town.road("Marienstraße", [(0, 3_000), (300, 3_000)])
    town.road("Marina Road", [(0, 5_000), (300, 5_000)])
    town.node(["name": "Starbean", "amenity": "cafe"], 100, 3_050)
    town.node(["name": "Starbean", "amenity": "cafe"], 100, 5_050)
    town.node(["name": "Zoo Apothecary", "amenity": "pharmacy"], 0, 4_000)
    return town
  }()

  @Test("equal labels are one completion and hide no other name")
  func equalLabels() throws {
    try SmallTown.search(Self.market.map) { searcher in
      let found = try labels("mari", in: searcher)
      #expect(found.contains("Marienstraße, Saltby"), "\(found)")
      #expect(found.contains("Marina Road, Saltby"), "\(found)")
    }
  }

  @Test(
    "kinds and chains are completed, too, and with them the place that they are near",
    arguments: [
      ("pharm", "pharmacy", 4_000.0),
      ("coffee near marina", "coffee near Marina Road, Saltby", 5_050),
      ("coffee near mariens", "coffee near Marienstraße, Saltby", 3_050),
      ("starbean mariens", "starbean Marienstraße, Saltby", 3_050),
      ("starbean near marina r", "starbean near Marina Road, Saltby", 5_050),
    ])
  func wishes(_ text: String, _ label: String, _ north: Double) throws {
    try SmallTown.search(Self.market.map) { searcher in
      let found = try searcher.suggest(SuggestRequest(text: text)).completions
      let wish = try #require(found.first { $0.label == label }, "\(found.map(\.label))")
      #expect(wish.coordinate.distance(to: SmallTown.at(0, north)) < 200)
      // A kind of which the map has none is not suggested.
      #expect(try labels("brewer", in: searcher).isEmpty)
    }
  }
}
