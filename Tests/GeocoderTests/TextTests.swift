import CommandLineKit
import FoldedText
import Messages
import TestSupport
import Testing

@testable import Geocoder

@Suite struct TextTests {
  @Test(
    "words are split and folded",
    arguments: [
      ("Hauptstraße 12", ["hauptstrasse", "12"]), ("Café Zoë", ["cafe", "zoe"]),
      ("Cafe\u{301}", ["cafe"]), ("O’Farrell & Powell", ["ofarrell", "powell"]),
      ("ÅNGSTRÖM-gatan", ["angstrom", "gatan"]), ("Σίσυφος", ["σισυφοσ"]),
      ("a.b,c", ["a", "b", "c"]),
      ("🦊 fox", ["fox"]), ("", []),
    ] as [(String, [String])])
  func words(_ text: String, _ expected: [String]) {
    #expect(WordTokenizer.tokens(in: text).map(\.folded) == expected)
  }

  @Test(
    "house numbers are parsed",
    arguments: [
      ("12", [HouseNumber(number: 12)]), ("12a", [HouseNumber(number: 12, suffix: "a")]),
      ("12 A", [HouseNumber(number: 12, suffix: "a")]),
      ("48-50", [HouseNumber(number: 48, last: 50)]),
      ("12;14", [HouseNumber(number: 12), HouseNumber(number: 14)]),
      ("19+21", [HouseNumber(number: 19), HouseNumber(number: 21)]),
      ("11 bis", [HouseNumber(number: 11, suffix: "bis")]),
      ("12/3", [HouseNumber(number: 12, suffix: "/3")]), ("yes", []), ("", []), ("1st", []),
      ("д. 1, к. 1", [HouseNumber(number: 1, suffix: "k1")]),
      ("5АСТР.8", [HouseNumber(number: 5, suffix: "as8")]),
      ("20 стр5", [HouseNumber(number: 20, suffix: "s5")]),
      ("12, 14", [HouseNumber(number: 12), HouseNumber(number: 14)]),
    ])
  func houseNumbers(_ text: String, _ expected: [HouseNumber]) {
    #expect(HouseNumber.all(in: text) == expected)
  }

  @Test(
    "a number is on the side of those that are odd or even like it",
    arguments: [
      (HouseNumber(number: 12), 14, true), (HouseNumber(number: 12), 13, false),
      (HouseNumber(number: 11), 7, true), (HouseNumber(number: 11), 8, false),
      (HouseNumber(number: 12, last: 18), 14, true), (HouseNumber(number: 12, last: 18), 15, false),
      // A range of both sides.
      (HouseNumber(number: 11, last: 18), 14, true), (HouseNumber(number: 11, last: 18), 15, true),
    ])
  func sides(_ number: HouseNumber, _ other: Int, _ isOnSide: Bool) {
    #expect(number.isOnSide(of: other) == isOnSide)
  }

  @Test("whatever is parsed as a house number may be part of one")
  func partsOfNumbers() throws {
    try SmallTown.search { searcher in
      for (number, words) in [
        ("12", 1), ("12a", 1), ("12 a", 2), ("48-50", 2), ("F-4", 2), ("Mz. B Lt. 5", 4),
        ("7 стр 2", 3), ("26 а корп 1", 4),
      ] {
        let tokens = WordTokenizer.tokens(in: "Columbus Avenue \(number)")
        let query = searcher.parser.parse(tokens, .strict)
        let bits = HouseNumberParser.candidates(in: query, excluding: 0b11, street: 0b11)
          .reduce(0) { $0 | $1.bits }
        #expect(bits == (1 << words - 1) << 2, "\(number)")
        #expect(bits & ~query.numberBits == 0, "\(number)")
      }
    }
  }

  @Test(
    "a flat behind a comma is one without a house number, too, if a letter names it",
    arguments: [
      ("Café Zoë, flat B", true), ("Café Zoë, flat 3", false), ("Café Zoë flat B", false),
    ])
  func flats(_ text: String, _ isUnit: Bool) throws {
    try SmallTown.search { searcher in
      let roles = searcher.parser.parse(WordTokenizer.tokens(in: text), .strict).roles
      #expect((roles.suffix(2) == [.unit, .unit]) == isUnit, "\(roles)")
    }
  }

  @Test(
    "two spellings of a street have the same key",
    arguments: [
      ("Main St.", "Main Street"), ("St Mary's Ave", "Saint Marys Avenue"),
      ("Hauptstr.", "Hauptstraße"), ("N 1st St", "North First Street"),
    ])
  func streetKeys(_ one: String, _ other: String) {
    #expect(StreetKey(one) == StreetKey(other))
  }

  @Test("a word has its abbreviations, full forms and umlaut spellings as variants")
  func variants() {
    func variants(_ word: String) -> [String] {
      TermVariants.of(Letters.of(word)).map { String(letters: $0) }
    }
    #expect(variants("blvd").contains("boulevard"))
    #expect(variants("st").contains("saint") && variants("st").contains("street"))
    #expect(variants("hauptstr").contains("hauptstrasse"))
    #expect(variants("muehlstr").contains("muhlstrasse"))
  }

  @Test("misspellings equal a comparison with every word, seed 3")
  func misspellings() throws {
    var generator = SeededGenerator(seed: 3)
    func word() -> String {
      String(
        (0..<Int.random(in: 4...9, using: &generator)).map { _ in
          "abc".randomElement(using: &generator) ?? "a"
        })
    }
    let words = Set((0..<400).map { _ in word() })
    var town = TownBuilder()
    for word in words.sorted() { town.node(["name": word, "shop": "yes"], 0, 0) }
    try SmallTown.search(town.map) { searcher in
      let dictionary = searcher.index.dictionary
      for _ in 0..<60 {
        let typed = Array(word())
        for limit in 1...2 {
          let expected = words.filter { 1...limit ~= Self.edits(typed, Array($0)) }
          let found = dictionary.misspellings(of: Letters.of(String(typed)), within: limit)
          let texts = Set(found.map { dictionary.text($0.term) })
          #expect(texts.isSubset(of: expected), "\(String(typed))")
          let isFull = expected.count > GeocoderLimits.maximumMisspellings
          #expect(texts.count == (isFull ? GeocoderLimits.maximumMisspellings : expected.count))
          #expect(
            found.allSatisfy { $0.edits == Self.edits(typed, Array(dictionary.text($0.term))) })
        }
      }
    }
  }

  @Test(
    "in words of three letters only a missing or swapped letters are corrected",
    arguments: [
      ("est", ["east", "ets"]), ("bnk", ["bank"]), ("bat", []), ("ba", []),
    ])
  func shortMisspellings(_ typed: String, _ expected: [String]) throws {
    var town = TownBuilder()
    for word in ["east", "ets", "bank", "cat", "bar", "at"] {
      town.node(["name": word, "shop": "yes"], 0, 0)
    }
    try SmallTown.search(town.map) { searcher in
      let dictionary = searcher.index.dictionary
      let limit = TermDictionary.allowedEdits(typed.count)
      let found = dictionary.misspellings(of: Letters.of(typed), within: limit)
      #expect(Set(found.map { dictionary.text($0.term) }) == Set(expected))
    }
  }

  /// Optimal string alignment distance, computed directly from its definition.
  private static func edits(_ one: [Character], _ other: [Character]) -> Int {
    var table = Array(
      repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
    for row in 0...one.count {
      for column in 0...other.count {
        guard row > 0, column > 0 else {
          table[row][column] = row + column
          continue
        }
        let isSame = one[row - 1] == other[column - 1]
        var cost = min(table[row - 1][column] + 1, table[row][column - 1] + 1)
        cost = min(cost, table[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1]
        {
          cost = min(cost, table[row - 2][column - 2] + 1)
        }
        table[row][column] = cost
      }
    }
    return table[one.count][other.count]
  }
}
