import OpenStreetMap
import Testing

@testable import VenueStore

@Suite struct AddressLineTests {
  @Test(
    arguments: [
      (
        ["street": "Sutter Street", "housenumber": "609", "city": "San Francisco"],
        "609 Sutter Street, San Francisco"
      ),
      (
        ["street": "Mannerheimintie", "housenumber": "5", "city": "Helsinki"],
        "Mannerheimintie 5, Helsinki"
      ),
      (["street": "Hauptstraße", "housenumber": "12a"], "Hauptstraße 12a"),
      (["street": "Broadway", "housenumber": "600"], "600 Broadway"),
      (["street": "Charles Street N.", "housenumber": "1"], "1 Charles Street N."),
      (["street": "Camino Real", "housenumber": "7", "state": "CA"], "7 Camino Real"),
      (["street": "Camino Real", "housenumber": "7", "country": "us"], "7 Camino Real"),
      (
        ["street": "Calle Mayor", "housenumber": "7", "country": "ES", "state": "Madrid"],
        "Calle Mayor 7"
      ),
      (["street": "Rue Grimaldi", "housenumber": "47"], "47 Rue Grimaldi"),
      (["street": "Triq il-Kbira", "housenumber": "3", "city": "Mdina"], "3 Triq il-Kbira, Mdina"),
      (["place": "Dorf", "housenumber": "4"], "Dorf 4"),
      (["street": "Vironkatu", "city": "Helsinki"], "Vironkatu, Helsinki"),
      (["full": "Pier 39, San Francisco", "housenumber": "9"], "Pier 39, San Francisco"),
      (["street": " Odd\u{0}\n Street ", "housenumber": "\u{202E}1"], "1 Odd Street"),
      (["housenumber": "9", "city": "Nowhere"], nil), (["street": " "], nil), ([:], nil),
    ] as [([String: String], String?)])
  func line(_ row: ([String: String], String?)) {
    let tags = Tags(row.0.map { (key: "addr:\($0.key)", value: $0.value) })
    #expect(AddressLine.text(tags) == row.1)
  }
}

@Suite struct PlainTextTests {
  @Test(
    arguments: [
      ("Caffè Roma", "Caffè Roma"), ("  a \t b\r\nc ", "a b c"), ("a\u{0}b\u{1B}[31mc", "ab[31mc"),
      ("abc\u{202E}def\u{2066}g\u{FEFF}", "abcdefg"), ("喫茶店 ☕️", "喫茶店 ☕️"),
      ("👩‍🍳", "👩‍🍳"), ("", nil), (" \u{200B}\u{7F} ", nil),
    ] as [(String, String?)])
  func line(_ row: (String, String?)) {
    #expect(PlainText.line(row.0, maximumBytes: 100) == row.1)
  }

  @Test("a long text is cut between characters")
  func longText() {
    #expect(PlainText.line("abcdef", maximumBytes: 6) == "abcdef")
    #expect(PlainText.line("abcdefg", maximumBytes: 6) == "abc…")
    #expect(PlainText.line("ééééé", maximumBytes: 8) == "éé…")
    let rubbish = String(repeating: "\u{0}", count: 1_000_000) + "x"
    #expect(PlainText.line(rubbish, maximumBytes: 100) == nil)
    let marks = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect((PlainText.line(marks, maximumBytes: 100)?.utf8.count ?? 0) <= 100)
  }

  @Test(
    arguments: [
      ("https://a.example/menu?x=1#y", "https://a.example/menu?x=1#y"),
      ("http://a.example:8080/", "http://a.example:8080/"),
      ("www.a.example", "https://www.a.example"), ("a.example/é", "https://a.example/é"),
      ("HTTP://A.EXAMPLE", "HTTP://A.EXAMPLE"),
      (
        "https://a.example;https://b.example",
        "https://a.example"
      ),
      ("javascript:alert(1.5)", nil), ("mailto:me@a.example", nil), ("me@a.example", nil),
      ("data:text/html,a.b", nil), ("https://a.example/\"><script>", nil), ("no site", nil),
      ("https://", nil), ("none", nil), ("", nil), ("https://user:pw@a.example", nil),
    ] as [(String, String?)])
  func website(_ row: (String, String?)) {
    #expect(PlainText.website(row.0) == row.1)
  }

  @Test("a URL that is too long is left out, not cut")
  func longURL() {
    let path = String(repeating: "a", count: VenueStoreLimits.maximumWebsiteBytes)
    #expect(PlainText.website("https://a.example/" + path) == nil)
  }
}
