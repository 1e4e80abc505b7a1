import Messages
import Phrases
import Testing

@testable import Geocoder

/// How matches are explained in each language.
@Suite("Matches: languages")
struct MatchLanguageTests {
  private static let all = Searcher.book.all.map(\.language)

  @Test("Every language has every phrase of the English file, with the same slots", arguments: all)
  func complete(language: String) {
    let (english, phrases) = (Searcher.book.phrases(for: nil), Searcher.book.phrases(for: language))
    #expect(phrases.malformed == [])
    func byKey(_ phrases: Phrases) -> [String: Set<String>] {
      let forms = [".one", ".few", ".many", ".other"]
      return Dictionary(
        phrases.slots.map { key, slots in
          (forms.first(where: key.hasSuffix).map { String(key.dropLast($0.count)) } ?? key, slots)
        }, uniquingKeysWith: { $0.union($1) })
    }
    #expect(byKey(phrases) == byKey(english), "\(language)")
    #expect(
      language == "en" || phrases("house.unknown") != english("house.unknown"), "\(language)")
  }

  @Test(
    "A match is explained in the language of the request",
    arguments: [
      (
        "telegrph hill boulevard 1", nil,
        "house number 1 of Telegraph Hill Boulevard; telegrph → Telegraph, 1 edit"
      ),
      (
        "telegrph hill boulevard 1", "de-AT,en;q=0.5",
        "Telegraph Hill Boulevard, Hausnummer 1; telegrph → Telegraph, 1 Tippfehler"
      ),
      ("first & ofarrell", "fr", "angle de First Street et O'Farrell Street"),
      (
        "telegraph hill boulevard 999", "ru",
        "улица: Telegraph Hill Boulevard; дом 999 неизвестен"
      ),
      ("37.8, -122.41", "ja", "座標"),
      ("north beach", "es", "localidad North Beach; ciudad supuesta"),
      ("north beach", "tlh", "place North Beach; city assumed"),
    ] as [(String, String?, String)])
  func explained(text: String, language: String?, matched: String) throws {
    try SmallTown.search { searcher in
      searcher.explain(in: language)
      #expect(try searcher.search(GeocodeRequest(text: text)).hits.first?.matched == matched)
      searcher.explain(in: nil)
      let hit = try searcher.search(GeocodeRequest(text: "37.8, -122.41")).hits.first
      #expect(hit?.matched == "coordinate")
    }
  }

  @Test("What is near, on a corner or at a point is said in the language of the request")
  func near() throws {
    try SmallTown.search { searcher in
      searcher.explain(in: "pt")
      let near = try searcher.search(GeocodeRequest(text: "cafe near coit tower")).hits.first
      #expect(near?.matched.contains(" m de Coit Tower") == true, "\(near?.matched ?? "")")
      let hits = try searcher.reverse(
        ReverseGeocodeRequest(coordinate: SmallTown.at(-200, 5))
      ).hits.map(\.matched)
      #expect(hits.contains("esquina de Columbus Avenue com Saint Mary's Street"), "\(hits)")
      #expect(hits.contains("local Blue Bottle Coffee"), "\(hits)")
    }
  }
}
