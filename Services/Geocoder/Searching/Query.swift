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
  }

  /// The first word of the query it explains.
  let position: Int
  /// One bit a word of the query that it explains.
  let bits: UInt32
  /// The word of the index.
  let word: UInt32
  /// 0 ... 1; 1 as typed.
  let similarity: Float
  let change: Change
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

  /// Words as typed that are words of the index.
  var hasReading: UInt32 { readings.reduce(0) { $0 | $1.bits } }
}
