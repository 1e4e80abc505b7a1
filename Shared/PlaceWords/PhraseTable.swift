import FoldedText

/// Finds phrases of one or more words in a text; a phrase may have a meaning.
package struct PhraseTable<Meaning: Sendable>: Sendable {
  /// A phrase found in a text.
  package struct Found: Sendable {
    /// How many words it has.
    package let count: Int
    /// What the phrase was added with.
    package let meaning: Meaning

    /// A phrase of so many words.
    package init(count: Int, meaning: Meaning) {
      self.count = count
      self.meaning = meaning
    }
  }

  /// The phrases by their first word, the longest first.
  private var phrases: [String: [(words: [String], meaning: Meaning)]] = [:]

  /// An empty table.
  package init() {}

  /// Adds a phrase, which is folded; one without words is skipped. Of equal phrases the first
  /// counts.
  package mutating func add(_ text: String, _ meaning: Meaning) {
    let words = FoldedWords.of(text).map { String(letters: $0) }
    guard let first = words.first else { return }
    var same = phrases[first] ?? []
    guard !same.contains(where: { $0.words == words }) else { return }
    let position = same.firstIndex { $0.words.count < words.count } ?? same.endIndex
    same.insert((words, meaning), at: position)
    phrases[first] = same
  }

  /// The longest phrase that begins at a word of a text whose words are folded.
  package func phrase(at start: Int, of words: [String]) -> Found? {
    for candidate in phrases[words[start]] ?? []
    where start + candidate.words.count <= words.count
      && candidate.words.elementsEqual(words[start..<(start + candidate.words.count)])
    {
      return Found(count: candidate.words.count, meaning: candidate.meaning)
    }
    return nil
  }

  /// The longest phrase that begins at a word of a text whose words may have any of these forms.
  package func phrase(at start: Int, ofForms words: [[String]]) -> Found? {
    let found = words[start].flatMap { phrases[$0] ?? [] }.filter { candidate in
      start + candidate.words.count <= words.count
        && zip(candidate.words, words[start...]).allSatisfy { $1.contains($0) }
    }
    return found.max { $0.words.count < $1.words.count }
      .map { Found(count: $0.words.count, meaning: $0.meaning) }
  }

  /// Whether the word alone is a phrase.
  package func contains(_ word: String) -> Bool {
    phrases[word]?.last?.words.count == 1
  }

  /// The meaning of a phrase of one word.
  package subscript(word: String) -> Meaning? {
    phrases[word]?.last.flatMap { $0.words.count == 1 ? $0.meaning : nil }
  }
}
