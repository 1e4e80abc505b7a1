import Geography

/// The bounds of the geocoder's own work; those of its messages are `GeocoderLimits`.
enum GeocoderBounds {
  /// Words of a query that are looked at; further ones count as not understood.
  static let maximumQueryWords = 24
  /// Words of a name that are indexed.
  static let maximumNameWords = 16
  /// Names of one entry that are indexed: the name, those in other languages, alternate names.
  static let maximumNames = 48
  /// Words an entry's surroundings are known by: city, suburb, postcodes.
  static let maximumContextWords = 64
  /// Words of the index that one word of a query may be a misspelling of.
  static let maximumMisspellings = 24
  /// Longer words are looked up only as typed.
  static let maximumMisspeltLetters = 32
  /// Names visited for one query, counted over the posting lists of its words.
  static let maximumPostings = 400_000
  /// Names that are compared with the query word by word.
  static let maximumCandidates = 256
  /// Entries whose details are read from the file.
  static let maximumDetailed = 64
  /// A beginning of a word that more names hold is common: only the most important of them and the
  /// nearest are looked at.
  static let maximumBeginningPostings = 2_048
  /// Of the names that hold a common beginning, how many important ones and how many near ones.
  static let maximumImportant = 64
  static let maximumNear = 24
  /// Entries looked at around a point for near ones.
  static let maximumLookedAt = 320
  /// Entries whose details are read to complete a text, beside those asked for.
  static let maximumCompleted = 4
  /// How far back from where a word leaves the vocabulary its slip of the finger is looked for.
  static let maximumSlipReach = 3
  /// Ways to tell the two streets of a corner apart.
  static let maximumCornerTexts = 3
  /// Corners whose streets are read from the file.
  static let maximumCorners = 16
  /// House numbers of one street looked at for a neighbour.
  static let maximumNeighbours = 8
  /// Suggestions in one reply.
  static let maximumSuggestions = 5
  /// Streets and venues of one box looked at by `reverse` before the box is made smaller.
  static let maximumNearby = 4_000
}
