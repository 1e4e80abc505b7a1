import FoldedText
import Testing

@testable import PlaceWords

@Suite struct AddressWordsTests {
  @Test(
    "words are found by what they do, in any of their forms",
    arguments: [
      (AddressWords.Section.unit, "whg", "wohnung"), (.unit, "кв", "квартира"),
      (.level, "andar", "andar"), (.alone, "hinterhaus", "hinterhaus"), (.near, "chez", "chez"),
      (.number, "дом", "дом"), (.building, "стр", "строение"),
    ])
  func forms(_ section: AddressWords.Section, _ word: String, _ full: String) {
    #expect(AddressWords.all.table(section)[word] == full)
  }

  @Test("the longest phrase that begins at a word is found")
  func longest() {
    let near = AddressWords.all.table(.near)
    #expect(near.phrase(at: 1, of: ["cafe", "in", "front", "of", "it"])?.count == 3)
    #expect(near.phrase(at: 0, of: ["c", "o", "smith"])?.count == 2)
    #expect(near.phrase(at: 0, of: ["smith"]) == nil)
  }

  @Test("every section has words, and no form is empty")
  func sections() {
    for section in AddressWords.Section.allCases {
      let words = AddressWords.all.words(section)
      #expect(!words.isEmpty, "\(section)")
      #expect(words.allSatisfy { $0.allSatisfy { !$0.isEmpty } }, "\(section)")
    }
  }
}

@Suite struct KindWordsTests {
  @Test(
    "a kind of place is known by its name in many languages",
    arguments: [
      ("cafes", "amenity=cafe"), ("кофейня", "amenity=cafe"), ("Bäckereien", "shop=bakery"),
      ("pubs", "amenity=pub"), ("U-Bahn", "railway=station"), ("estação", "railway=station"),
      ("coffee shop", "amenity=cafe"), ("Ресторан", "amenity=restaurant"),
    ])
  func names(_ word: String, _ tag: String) {
    let words = FoldedWords.of(word).map { String(letters: $0) }
    let found = KindWords.all.table.phrase(at: 0, of: words)
    #expect(found?.count == words.count)
    #expect(found?.meaning.contains(tag) == true)
  }

  @Test("another word is no kind")
  func others() {
    #expect(KindWords.all.table.phrase(at: 0, of: ["telegraph"]) == nil)
  }
}
