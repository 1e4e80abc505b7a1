import Messages

/// Limits of the work for one query or entry.
extension GeocoderLimits {
  /// Tokens of a query that are matched; further ones count as not understood.
  static let maximumQueryTokens = 24
  /// Tokens of a name that are indexed.
  static let maximumNameTokens = 16
  /// Names of one entry that are indexed: the primary name, names in other languages, alternate
  /// names.
  static let maximumNames = 48
  /// Terms of an entry's address context: city, suburb, postcodes.
  static let maximumContextTerms = 64
  /// Terms that one token may be a misspelling of.
  static let maximumMisspellings = 24
  /// Longer words are looked up without misspellings.
  static let maximumFuzzyLetters = 32
  /// Postings that are visited for one query.
  static let maximumPostings = 400_000
  /// Names that are compared with the query term by term.
  static let maximumCandidates = 256
  /// Entries whose rows are read from the file.
  static let maximumDetailedEntries = 64
  /// A prefix with more postings is common: only its most important and nearest names are visited.
  static let maximumPrefixPostings = 2_048
  /// The most important names that are visited for a common prefix.
  static let maximumImportant = 64
  /// The nearest names that are visited for a common prefix.
  static let maximumNear = 24
  /// Entries around a point that are visited to find near names.
  static let maximumNearVisited = 320
  /// Entries that a completion reads beyond the number of completions requested.
  static let maximumExtraCompletions = 4
  /// How many letters before the point where a token leaves the dictionary its typing error may be.
  static let maximumCorrectionReach = 3
  /// Ways to split a query into the two streets of a corner.
  static let maximumCornerQueries = 3
  /// Corners whose streets are read from the file.
  static let maximumCorners = 16
  /// House numbers on each side that are read to find a neighbour.
  static let maximumNeighbours = 8
  /// Suggestions in one reply.
  static let maximumSuggestions = 5
  /// Street lines of one search box that `reverse` reads.
  static let maximumLinesPerBox = 4_000
}
