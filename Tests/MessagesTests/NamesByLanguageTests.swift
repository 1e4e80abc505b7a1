import Foundation
import Messages
import Testing

@Suite struct NamesByLanguageTests {
  private static let names = NamesByLanguage([
    "en": "Cathedral of Christ the Saviour", "de": "Erlöserkathedrale", "pt-BR": "Catedral",
    "zh-Hant": "a=b",
  ])

  @Test(
    "the first language that has a name counts, and a language without its country",
    arguments: [
      (["de"], "Erlöserkathedrale"), (["de-AT"], "Erlöserkathedrale"),
      (["DE-at"], "Erlöserkathedrale"), (["pt-br"], "Catedral"), (["pt"], nil), (["fr"], nil),
      (["fr", "de", "en"], "Erlöserkathedrale"), (["d"], nil), (["zh-Hant"], "a=b"), ([], nil),
    ] as [([String], String?)])
  func choice(_ row: ([String], String?)) { #expect(Self.names.name(in: row.0) == row.1) }

  @Test("it is an object in JSON, and read back")
  func json() throws {
    let json = try MessageCoder.encode(Self.names)
    let object = try JSONSerialization.jsonObject(with: json) as? [String: String]
    #expect(object == Self.names.byLanguage)
    #expect(object?["zh-Hant"] == "a=b")
    #expect(object?.count == 4)
    #expect(try MessageCoder.decode(NamesByLanguage.self, from: json) == Self.names)
    #expect(Self.names.texts.first == "Erlöserkathedrale")
  }

  @Test("a name with a line break is left out, so that no other is read wrongly")
  func lineBreaks() throws {
    let json = Data(#"{"de": "A\nen=B", "fr": "C", "fi": "D\r\nE"}"#.utf8)
    let names = try MessageCoder.decode(NamesByLanguage.self, from: json)
    #expect(names.byLanguage == ["fr": "C"])
  }
}
