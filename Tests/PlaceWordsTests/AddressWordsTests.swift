import FoldedText
import Testing

@testable import PlaceWords

@Suite struct AddressWordsTests {
  @Test(
    "words are found by what they do, in any of their forms",
    arguments: [
      (AddressWords.Section.unit, "whg", "wohnung"), (.unit, "кв", "квартира"),
      (.level, "andar", "andar"), (.alone, "hinterhaus", "hinterhaus"), (.care, "chez", "chez"),
      (.number, "дом", "дом"), (.building, "стр", "строение"),
    ])
  func forms(_ section: AddressWords.Section, _ word: String, _ full: String) {
    #expect(AddressWords.all.table(section)[word] == full)
  }

  @Test("the longest phrase that begins at a word is found")
  func longest() {
    let near = AddressWords.all.table(.near)
    #expect(near.phrase(at: 1, of: ["cafe", "in", "front", "of", "it"])?.count == 3)
    #expect(AddressWords.all.table(.care).phrase(at: 0, of: ["c", "o", "smith"])?.count == 2)
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

  @Test("the table has each kind and each word once, below a kind, with a label and an icon")
  func table() {
    let kinds = VenueKinds.all
    #expect(kinds.tree.count >= 60)
    #expect(kinds.tree.count == KindRow.all.filter { $0.name != nil }.count)
    #expect(kinds.tree.filter { $0.parent == nil }.map(\.name) == ["places"])
    for kind in kinds.tree {
      #expect(!kind.icon.isEmpty && !kind.label.isEmpty, "\(kind.name)")
      #expect(kind.usualMinutes.map { $0 > 0 } ?? (kind.name == "charging"), "\(kind.name)")
    }
    var owners: [String: String] = [:]
    for row in KindRow.all {
      for word in row.words {
        let other = owners.updateValue(row.name ?? "-", forKey: word.lowercased())
        #expect(other == nil, "\(word) is of \(other ?? "") and of \(row.name ?? "-")")
      }
    }
    // A line that is not a row would be skipped.
    let lines = String(decoding: PackageResources.kinds_txt, as: UTF8.self)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == KindRow.all.count)
  }

  @Test("an element is of the first row that it fulfils, of two values before one")
  func precedence() {
    let kinds = VenueKinds(
      KindRow.rows(
        """
        all, o 1 | | | x
        shop < all, o 1 | shop=* | | y
        wine < all, o 1 | shop=wine | | z
        cork < all, o 1 | shop=wine&craft=cork | | w
        bar < all, o 1 | amenity=bar | | v
        """))
    func kind(_ tags: [String: String]) -> String? { kinds.kind { tags[$0] }?.name }
    #expect(kind(["shop": "wine"]) == "wine")
    #expect(kind(["shop": "Wine;tea", "amenity": "bar"]) == "wine")
    #expect(kind(["shop": "tea", "amenity": "bar"]) == "bar")
    #expect(kind(["shop": "wine", "craft": "cork"]) == "cork")
    #expect(kind(["shop": "tea"]) == "shop" && kind(["shop": "no"]) == nil)
    #expect(kind(["amenity": "pub"]) == nil)
    #expect(kinds.tree.map(\.name) == ["all", "shop", "wine", "cork", "bar"])
  }

  @Test("another word is no kind")
  func others() {
    #expect(KindWords.all.venue(named: "telegraph") == nil)
    #expect(KindWords.all.table.phrase(at: 0, of: ["telegraph"]) == nil)
  }
}

@Suite struct SearchWordsTests {
  @Test(
    "phrases around a search are known by what they ask for",
    arguments: [
      ("near me", SearchWords.Meaning.here), ("in der Nähe von", .around), ("geöffnet", .open),
      ("veganes", .diet("vegan")), ("sans gluten", .diet("glutenFree")),
      ("zum Mitnehmen", .takeaway), ("рядом с", .around), ("pas loin des", .around),
      ("non lontano dalla", .around), ("nas proximidades do", .around),
      ("Wi-Fi", .wifi), ("with", .with),
    ])
  func phrases(_ text: String, _ meaning: SearchWords.Meaning) {
    let words = FoldedWords.of(text).map { String(letters: $0) }
    let found = SearchWords.all.phrase(at: 0, of: words)
    #expect(found?.count == words.count)
    #expect(found?.meaning == meaning)
  }
}
