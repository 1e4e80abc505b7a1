import FoldedText

/// What people call kinds of places, such as "café", "coffee shop" and "кофейня", in many
/// languages, with OpenStreetMap's tags for each. `Words/kinds.txt` is the table.
package struct KindWords: Sendable {
  /// A kind of places.
  package struct Kind: Sendable, Hashable {
    /// OpenStreetMap's tags for it, as key=value; the first one is the most usual.
    package fileprivate(set) var tags: [String]
    /// Its name in the tree of venues: "fuel"; `nil` for a kind that is no venue, such as a
    /// station.
    package let name: String?
    /// Its name where it is food or drink, which a search field searches for as venues: "coffee".
    package let category: String?

    fileprivate init(tags: [String], name: String?, category: String?) {
      self.tags = tags
      self.name = name
      self.category = category
    }

    /// The kind of the places with a tag that has no words here: "natural=peak".
    package init(tag: String) { self.init(tags: [tag], name: nil, category: nil) }
  }

  /// The table that is compiled in; parsed once.
  package static let all = KindWords(KindRow.all)

  /// Finds the words in a text.
  package private(set) var table = PhraseTable<Kind>()
  /// The words as the table writes them, for suggestions.
  package private(set) var words: [String] = []
  private var kinds: [Kind] = []
  /// The names of venues by a value of OpenStreetMap, folded: "charging station".
  private var values: [String: String] = [:]

  /// A word of several rows has the tags of all and the name of the first.
  init(_ rows: [KindRow]) {
    let tree = VenueKinds(rows)
    var known: [String: Kind] = [:]
    for row in rows {
      let isFood = row.name.map { tree.isBelow($0, Self.food) } ?? false
      let own = row.tags.filter { $0.condition == nil && $0.value != KindRow.Tag.anyValue }
      let kind = Kind(
        tags: own.map { "\($0.key)=\($0.value)" } + row.otherTags, name: row.name,
        category: isFood ? row.name : nil)
      kinds.append(kind)
      for tag in own where values[Self.folded(tag.value)] == nil {
        values[Self.folded(tag.value)] = row.name
      }
      for word in row.words {
        if known[word] == nil { words.append(word) }
        known[word, default: Kind(tags: [], name: kind.name, category: kind.category)].tags +=
          kind.tags
      }
    }
    for word in words { known[word].map { table.add(word, $0) } }
  }

  /// The name of the widest kind of food and drink.
  package static let food = "food-and-drink"

  /// The kind that a whole text names: "coffee shops", "Bäckerei".
  package func kind(named text: String) -> Kind? {
    let words = FoldedWords.of(text).map { String(letters: $0) }
    guard !words.isEmpty, let found = table.phrase(at: 0, of: words), found.count == words.count
    else { return nil }
    return found.meaning
  }

  /// The kind whose words are one typing error from a text of five letters or more, two from one of
  /// ten; `nil` where several are as near, with other tags.
  package func kind(nearly text: String) -> Kind? {
    let letters = FoldedWords.joined(text).unicodeScalars.map(\.value)
    guard letters.count >= 5 else { return nil }
    var best: (edits: Int, kinds: Set<Kind>) = (letters.count / 5, [])
    var distance = EditDistance(to: letters, within: min(2, letters.count / 5))
    for word in words {
      let known = FoldedWords.joined(word).unicodeScalars.map(\.value)
      guard known.count >= 5, let edits = distance.edits(from: known[...]), edits <= best.edits,
        let kind = kind(named: word)
      else { continue }
      best = (edits, edits < best.edits ? [kind] : best.kinds.union([kind]))
    }
    return best.kinds.count == 1 ? best.kinds.first : nil
  }

  /// The kind of a tag, `amenity=cafe`: the one that has it first, else any that has it.
  package func kind(tagged tag: String) -> Kind? {
    kinds.first { $0.tags.first == tag } ?? kinds.first { $0.tags.contains(tag) }
  }

  /// The name of the venues that a person's word means: a name of the tree, a word in any language,
  /// or a value or tag of OpenStreetMap, `charging_station`, `amenity=atm`; in the plural, too, in
  /// any case, and with hyphens or underscores for blanks. `nil` for a word that means none.
  package func venue(named word: String) -> String? {
    if let name = kind(tagged: word.lowercased())?.name { return name }
    let text = Self.folded(word)
    let names = [text] + (text.hasSuffix("s") ? [String(text.dropLast())] : [])
    for name in names + (text.hasSuffix("ies") ? ["\(text.dropLast(3))y"] : []) {
      if let kind = VenueKinds.all[name.replacing(" ", with: "-")] { return kind.name }
      if let name = kind(named: name)?.name ?? values[name] { return name }
    }
    return nil
  }

  /// The name of the venues that the first words of a text name which name any: "Irish pub".
  package func venue(in text: String) -> String? {
    let words = FoldedWords.of(text).map { String(letters: $0) }
    return words.indices.lazy.compactMap { table.phrase(at: $0, of: words)?.meaning.name }.first
  }

  private static func folded(_ text: String) -> String {
    FoldedWords.joined(text.replacing("_", with: " "))
  }
}
