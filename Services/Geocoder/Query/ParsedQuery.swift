/// One way to match a token of a query, or two adjacent ones, with terms of the index.
///
/// As in Lucene, a query term is expanded to index terms: its variants, its misspellings, and for
/// the last word while typing every term with that prefix.
struct TermExpansion: Sendable {
  /// How the typed text differs from the term.
  enum Kind: Sendable, Hashable {
    case exact
    /// "blvd" for "boulevard", "muehle" for "mühle".
    case variant
    /// Two tokens as one term: "mannerheimin tie" for "mannerheimintie".
    case joined
    /// Misspelt, with this edit distance.
    case edits(Int)
    /// The token is a prefix of the term, still being typed.
    case prefix

    /// Whether the typed word is the term, spelt in one of the usual ways.
    var isSpelling: Bool { self == .exact || self == .variant }
  }

  /// The first token that it explains.
  let position: Int
  /// One bit per token that it explains.
  let bits: UInt32
  /// The matched term, or for a prefix the range of terms that start with it.
  let terms: ClosedRange<UInt32>
  /// 0 ... 1, where 1 is an exact match.
  let similarity: Float
  let kind: Kind

  /// The matched term, or the first one of a prefix.
  var term: UInt32 { terms.lowerBound }
}

extension TermExpansion {
  init(position: Int, bits: UInt32, term: UInt32, similarity: Float, kind: Kind) {
    self.init(
      position: position, bits: bits, terms: term...term, similarity: similarity, kind: kind)
  }

  /// The terms as `TermFilter` marks them.
  var filter: UInt64 { terms.count == 1 ? TermFilter.of(term) : .max }

  /// The same expansion narrowed to one of its terms.
  func resolved(to term: UInt32) -> TermExpansion {
    TermExpansion(position: position, bits: bits, term: term, similarity: similarity, kind: kind)
  }
}

/// The tokens of a query with their roles and term expansions.
struct ParsedQuery {
  /// What a token can contribute to a match.
  enum Role: Sendable, Hashable {
    case word
    /// Possibly a house number.
    case number
    /// "Suite 300", "3rd floor": irrelevant to the position of the house.
    case unit
    /// A country or state of the map: "USA".
    case region
    /// "near the church", "c/o Smith": helps to find the place, but does not name it.
    case aside
    /// "the": costs little where the index lacks it.
    case stopWord
  }

  let tokens: [WordToken]
  var roles: [Role]
  /// Exact terms first, then variants, then misspellings.
  var expansions: [TermExpansion] = []
  /// The weight of each token where nothing explains it.
  var weights: [Float] = []
  /// The words for kinds of places.
  var kinds: [KindMention] = []
  /// For each token the bits of all tokens between the same commas.
  let parts: [UInt32]
  /// Bits of the street types, without the shortest abbreviations: "Street", "ulitsa".
  let streetTypes: UInt32
  /// Whether any token was typed with other letters than plain Latin ones.
  let hasAccents: Bool
  /// How many tokens exceed the limit; they count as not understood.
  let ignoredTokens: Int

  init(tokens: [WordToken], roles: [Role], ignoredTokens: Int) {
    self.tokens = tokens
    self.roles = roles
    self.ignoredTokens = ignoredTokens
    var parts: [UInt32] = []
    for position in tokens.indices {
      let isNext = parts.isEmpty || tokens[position].separatorsBefore.contains(.comma)
      parts.append((isNext ? 0 : parts[position - 1]) | 1 << UInt32(position))
    }
    for position in tokens.indices.reversed().dropFirst()
    where parts[position + 1] & parts[position] != 0 {
      parts[position] = parts[position + 1]
    }
    self.parts = parts
    hasAccents = tokens.contains(where: \.hasAccents)
    streetTypes = tokens.indices.reduce(0) { bits, position in
      let token = tokens[position]
      let isType = token.letters.count > 2 && Abbreviations.isStreetType(token.folded)
      return isType && !token.isUnfinished ? bits | 1 << UInt32(position) : bits
    }
  }

  /// Whether the last token is still being typed.
  var isUnfinished: Bool { tokens.last?.isUnfinished ?? false }

  /// Whether the token is the letter suffix of the number before it: "12 a".
  func isSuffix(_ position: Int) -> Bool {
    position > 0 && roles[position - 1] == .number && tokens[position].letters.count == 1
      && roles[position] != .number && !tokens[position].separatorsBefore.contains(.comma)
  }

  /// The bit of the token that was typed as one word with this one: "hill" of "telegraphhill".
  func compound(with position: Int) -> UInt32 {
    if tokens[position].isSplitOff { return 1 << UInt32(position - 1) }
    let next = position + 1
    return next < tokens.count && tokens[next].isSplitOff ? 1 << UInt32(next) : 0
  }

  /// The tokens without the links inside units: "2/F", and before telephone numbers: "+44".
  var cornerTokens: [WordToken] {
    guard roles.contains(.unit) else { return tokens }
    var tokens = tokens
    for index in tokens.indices.dropFirst()
    where roles[index] == .unit && (roles[index - 1] == .unit || tokens[index].startsWithDigit) {
      tokens[index].separatorsBefore = .space
    }
    return tokens
  }

  /// How many letters these tokens have.
  func letters(in bits: UInt32) -> Int {
    tokens.indices.reduce(0) { bits & 1 << UInt32($1) == 0 ? $0 : $0 + tokens[$1].letters.count }
  }

  /// Bits of the tokens that have at least one expansion.
  var expandedTokens: UInt32 { expansions.reduce(0) { $0 | $1.bits } }
}
