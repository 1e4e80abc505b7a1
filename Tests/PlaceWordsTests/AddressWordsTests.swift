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
    #expect(found?.meaning.tags.contains(tag) == true)
  }

  @Test(
    "kinds of venues have the category of the messages, in the plural and in any language",
    arguments: [
      ("cafes", "coffee"), ("cafés", "coffee"), ("pubs", "pub"), ("bäckerei", "bakery"),
      ("beer", "drinks"), ("кофейня", "coffee"), ("Ice Cream", "ice-cream"),
      ("imbiss", "fast-food"),
      ("Brauereien", "brewery"), ("ristoranti", "restaurant"), ("museum", nil), ("xyz", nil),
    ])
  func categories(_ word: String, _ category: String?) {
    #expect(KindWords.all.kind(named: word)?.category == category)
  }

  @Test(
    "a tag is the kind that it stands for first",
    arguments: [
      ("amenity=cafe", "coffee"), ("shop=tea", "tea"), ("amenity=bar", "bar"),
      ("amenity=biergarten", "pub"), ("amenity=fast_food", "fast-food"), ("shop=pastry", "bakery"),
    ])
  func tags(_ tag: String, _ category: String) {
    #expect(KindWords.all.kind(tagged: tag)?.category == category)
  }

  @Test("another word is no kind")
  func others() {
    #expect(KindWords.all.table.phrase(at: 0, of: ["telegraph"]) == nil)
  }
}

@Suite struct SearchWordsTests {
  @Test(
    "phrases around a search are known by what they ask for",
    arguments: [
      ("near me", SearchWords.Meaning.here), ("in der Nähe von", .around), ("geöffnet", .open),
      ("veganes", .diet("vegan")), ("sans gluten", .diet("glutenFree")),
      ("zum Mitnehmen", .takeaway), ("рядом с", .around),
      ("Wi-Fi", .wifi), ("with", .with),
    ])
  func phrases(_ text: String, _ meaning: SearchWords.Meaning) {
    let words = FoldedWords.of(text).map { String(letters: $0) }
    let found = SearchWords.all.table.phrase(at: 0, of: words)
    #expect(found?.count == words.count)
    #expect(found?.meaning == meaning)
  }
}
