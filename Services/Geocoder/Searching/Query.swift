/// One way to understand a word of a query, or two words written apart.
struct Reading: Sendable {
  /// How the typed word became the word of the index.
  enum Change: Sendable, Hashable {
    case none
    /// "blvd" for "boulevard", "muehle" for "mühle".
    case variant
    /// "mannerheimin tie" for "mannerheimintie".
    case joined
    case edits(Int)
    /// The word is still being typed.
    case unfinished
  }

  /// The first word of the query it explains.
  let position: Int
  /// One bit a word of the query that it explains.
  let bits: UInt32
  /// The word of the index; of a word that is still being typed all that begin so, which lie
  /// together in the vocabulary.
  let words: ClosedRange<UInt32>
  /// 0 ... 1; 1 as typed.
  let similarity: Float
  let change: Change

  /// The word, or the first that it may become.
  var word: UInt32 { words.lowerBound }
}

extension Reading {
  init(position: Int, bits: UInt32, word: UInt32, similarity: Float, change: Change) {
    self.init(
      position: position, bits: bits, words: word...word, similarity: similarity, change: change)
  }

  /// The same, once one of its words turned out to be meant.
  func meaning(_ word: UInt32) -> Reading {
    Reading(position: position, bits: bits, word: word, similarity: similarity, change: change)
  }
}

/// A query's words and what each may mean.
struct Query {
  /// What part a word can play.
  enum Role: Sendable, Hashable {
    case word
    /// A number that may be a house's.
    case number
    /// "Suite 300", "3rd floor": says nothing about where the house is.
    case unit
    /// "the", "near", "USA": may be missing from the index without harm.
    case filler
  }

  let words: [Word]
  var roles: [Role]
  /// The most telling first: as typed, then variants, then misspellings.
  var readings: [Reading] = []
  /// What each word weighs where nothing explains it.
  var weights: [Float] = []
  /// How many words did not fit; they count as not understood.
  let ignoredWords: Int

  /// Whether the last word is still being typed.
  var isUnfinished: Bool { words.last?.isUnfinished ?? false }

  /// Whether the word is a letter that belongs to the number before it: "12 a".
  func isSuffix(_ position: Int) -> Bool {
    position > 0 && roles[position - 1] == .number && words[position].letters.count == 1
      && roles[position] != .number && !words[position].before.contains(.comma)
  }

  /// Words as typed that are words of the index.
  var hasReading: UInt32 { readings.reduce(0) { $0 | $1.bits } }
}
