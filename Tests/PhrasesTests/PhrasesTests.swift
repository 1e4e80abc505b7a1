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

  @Test("A phrase that a language lacks is the English one, one that is optional is none")
  func fallback() {
    let book = PhraseBook([
      ("en", "plural.one = i = 1\na = {n} way\nb.one = {n} road\nb.other = {n} roads"),
      ("ru", "a = {n} путь"),
    ])
    let russian = book.phrases(for: "ru")
    #expect(russian("a", count: 2) == "2 путь")
    #expect(russian("b", count: 1) == "1 road" && russian("b", count: 2) == "2 roads")
    #expect(russian.optional("b.one") == nil)
    #expect(book.all.map(\.language) == ["en", "ru"])
  }

  /// The samples of whole numbers in CLDR's own tables.
  @Test(
    "A number has the plural form of the CLDR",
    arguments: [
      ("i = 1 and v = 0", "one", [1], [0, 2, 11, 21, 100]),
      ("i = 0,1", "one", [0, 1], [2, 17, 100]),
      ("i = 0..1", "one", [0, 1], [2, 17, 100]),
      (
        "v = 0 and i % 10 = 1 and i % 100 != 11", "one", [1, 21, 31, 101, 1001],
        [0, 2, 11, 111, 20]
      ),
      (
        "v = 0 and i % 10 = 2..4 and i % 100 != 12..14", "few", [2, 3, 4, 22, 24, 102, 1002],
        [0, 1, 5, 12, 13, 14, 112]
      ),
      (
        "v = 0 and i % 10 = 0 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 11..14", "many",
        [0, 5, 6, 19, 11, 14, 100, 1000], [1, 2, 21, 22, 104]
      ),
      ("e = 0 and i != 0 and i % 1000000 = 0 and v = 0", "many", [1_000_000], [0, 1, 1000]),
      ("n % 10 = 1 and n % 100 != 11,71,91", "one", [1, 21, 61, 81], [11, 71, 91, 2]),
    ])
  func plurals(rule: String, form: String, such: [Int], others: [Int]) {
    let phrases = Phrases(language: "x", "plural.\(form) = \(rule)")
    #expect(phrases.malformed == [])
    #expect(such.allSatisfy { phrases.form(of: $0) == form })
    #expect(others.allSatisfy { phrases.form(of: $0) == "other" })
    #expect(Phrases(language: "x", "plural.one = i is 1").malformed == ["plural.one = i is 1"])
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

  @Test(
    "a word before a name is that of the name's beginning",
    arguments: [
      ("Madrid", "y Madrid"), ("Ibiza", "e Ibiza"), ("Íñigo", "e Íñigo"), ("hielo", "y hielo"),
      ("Hierro", "y Hierro"), ("Hita", "e Hita"), ("Avenida Isla", "y Avenida Isla"),
    ])
  func leads(name: String, joined: String) {
    let phrases = Phrases(
      language: "es", "form.y = hie->y hi->e i->e í->e ->y\nand = {first}{name:y}")
    #expect(phrases("and", ["first": "", "name": name]) == joined)
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
