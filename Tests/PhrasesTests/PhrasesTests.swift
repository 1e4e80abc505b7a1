import Testing

@testable import Phrases

@Suite("Phrases")
struct PhrasesTests {
  private static let german = """
    # Comment
    turn = Rechts abbiegen[ {onto}][ {towards}]
    onto = auf {road}
    lanes = {lanes:upper} benutzen und {sentence:lower}
    nested = a[ b {x}[ c {y}]]
    """

  private let phrases = Phrases(language: "de", german)

  @Test("A group is left out where its slot is empty")
  func groups() {
    #expect(phrases("turn") == "Rechts abbiegen")
    #expect(phrases("turn", ["onto": "auf Elm"]) == "Rechts abbiegen auf Elm")
    #expect(
      phrases("turn", ["onto": "", "towards": "Richtung Worms"])
        == "Rechts abbiegen Richtung Worms")
    #expect(phrases("nested", ["x": "1"]) == "a b 1")
    #expect(phrases("nested", ["x": "1", "y": "2"]) == "a b 1 c 2")
    #expect(phrases("nested", ["y": "2"]) == "a")
  }

  @Test("The first letter of a slot becomes small or large where the phrase says so")
  func letters() {
    #expect(
      phrases("lanes", ["lanes": "die linke Spur", "sentence": "Links abbiegen"])
        == "Die linke Spur benutzen und links abbiegen")
  }

  @Test("A key without a phrase is said as it is, an optional one not at all")
  func missing() {
    #expect(phrases("none") == "none")
    #expect(phrases.optional("none") == nil)
  }

  @Test(
    "A line that cannot be read is reported",
    arguments: ["no equals sign", "a = [open", "a = close]", "a = {open", "a = close}", "a = {}"])
  func malformed(line: String) {
    #expect(Phrases(language: "x", "b = fine\n\(line)\n").malformed == [line])
  }

  @Test("Of two lines with one key the second is reported")
  func twice() {
    #expect(Phrases(language: "x", "a = 1\na = 2").malformed == ["a = 2"])
  }

  @Test(
    "A name with a declined noun changes up to it, any other stays",
    arguments: [
      ("Тверская улица", "Тверскую улицу"), ("улица Красная Пресня", "улицу Красная Пресня"),
      ("Большая Садовая улица", "Большую Садовую улицу"),
      ("Ленинский проспект", "Ленинский проспект"),
      ("Улица 1905 года", "Улицу 1905 года"), ("Якиманка", "Якиманка"), ("", ""),
    ])
  func declension(name: String, accusative: String) {
    let phrases = Phrases(
      language: "ru",
      "form.accusative = улица>улицу проспект>проспект -ая>-ую malformed\nonto = {road:accusative}")
    #expect(phrases("onto", ["road": name]) == accusative)
  }

  private static let book = PhraseBook(
    ["en", "de", "pt", "pt-BR"].map { (language: $0, text: "word = \($0)") })

  @Test(
    "The language that is wanted most and known is chosen, English where none is",
    arguments: [
      (nil, "en"), ("", "en"), ("de", "de"), ("DE-at", "de"), ("de_AT.UTF-8", "de"), ("C", "en"),
      ("fr, de;q=0.5, pt;q=0.9", "pt"), ("pt-BR,pt;q=0.9", "pt-BR"), ("pt-AO", "pt"),
      ("de;q=0", "en"), ("xx;q=1;level=2, de;q=0.1", "de"), (";q=1,,", "en"), ("de;q=x", "en"),
      ("POSIX", "en"), ("*", "en"), ("sr@latin,de", "de"),
    ] as [(String?, String)])
  func choice(wanted: String?, language: String) {
    #expect(Self.book.phrases(for: wanted).language == language)
    #expect(Self.book.phrases(for: wanted)("word") == language)
  }
}
