import FoldedText

/// What people call kinds of places, such as "café", "coffee shop" and "кофейня", in many
/// languages, with OpenStreetMap's tags for each. `Words/kinds.txt` is the table.
package struct KindWords: Sendable {
  /// A kind of places.
  package struct Kind: Sendable, Hashable {
    /// OpenStreetMap's tags for it, as key=value; the first one is the most usual.
    package fileprivate(set) var tags: [String]
    /// The category of venues that it is, as the messages name it: "coffee"; `nil` for a kind that
    /// is no venue, such as a station.
    package let category: String?

    fileprivate init(tags: [String], category: String?) {
      self.tags = tags
      self.category = category
    }

    /// The kind of the places with a tag that has no words here: "natural=peak".
    package init(tag: String) { self.init(tags: [tag], category: nil) }
  }

  /// The table that is compiled in; parsed once.
  package static let all = KindWords(
    String(decoding: PackageResources.kinds_txt, as: UTF8.self))

  /// Finds the words in a text.
  package private(set) var table = PhraseTable<Kind>()
  /// The words as the table writes them, for suggestions.
  package private(set) var words: [String] = []
  private var kinds: [Kind] = []

  /// - Parameter text: lines of `tag|tag, category: word; word`, the category if any. A word of
  ///   several lines has the tags of all and the category of the first.
  package init(_ text: String) {
    var known: [String: Kind] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      let head = halves[0].split(separator: ",").map { $0.drop(while: \.isWhitespace) }
      let kind = Kind(
        tags: head[0].split(separator: "|").map(String.init),
        category: head.count > 1 ? String(head[1]) : nil)
      kinds.append(kind)
      for part in halves[1].split(separator: ";") {
        let word = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if known[word] == nil { words.append(word) }
        known[word, default: Kind(tags: [], category: kind.category)].tags += kind.tags
      }
    }
    for word in words { known[word].map { table.add(word, $0) } }
  }

  /// The kind that a whole text names: "coffee shops", "Bäckerei".
  package func kind(named text: String) -> Kind? {
    let words = FoldedWords.of(text).map { String(letters: $0) }
    guard !words.isEmpty, let found = table.phrase(at: 0, of: words), found.count == words.count
    else { return nil }
    return found.meaning
  }

  /// The kind of a tag, `amenity=cafe`: the one that has it first, else any that has it.
  package func kind(tagged tag: String) -> Kind? {
    kinds.first { $0.tags.first == tag } ?? kinds.first { $0.tags.contains(tag) }
  }
}
