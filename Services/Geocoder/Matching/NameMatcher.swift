import FoldedText

/// Matches names with one query. What the query alone decides is found out once, and how its tokens
/// fit the terms of a name once for all names of a spelling.
struct NameMatcher {
  let query: ParsedQuery
  let index: PlaceIndex
  /// The expansions that may match an address context, in their order.
  let contextual: [ContextExpansion]
  /// Bits of the words that are a settlement's name as they were typed.
  let settlements: UInt32

  init(_ query: ParsedQuery, _ index: PlaceIndex) {
    self.query = query
    self.index = index
    contextual = query.expansions.compactMap { ContextExpansion($0, query) }
    settlements = query.expansions.reduce(0) { bits, expansion in
      let isSettlement =
        expansion.kind == .exact && query.roles[expansion.position] == .word
        && index.settlementTerms.contains(expansion.term)
      return isSettlement ? bits | 1 << UInt32(expansion.position) : bits
    }
  }

  func matches(_ names: [UInt32]) -> [NameMatch] {
    var alignments: [UInt64: NameAlignment] = [:]
    return names.map { match($0, &alignments) }
  }

  /// - Parameter alignments: what earlier calls found out; at first empty.
  func match(_ name: UInt32, _ alignments: inout [UInt64: NameAlignment]) -> NameMatch {
    let kind = index.names.kind(of: index.names.entries[Int(name)])
    let spelling = index.names.spelling(of: name)
    let key = UInt64(spelling) << 8 | UInt64(kind.rawValue)
    let known = alignments[key]
    let alignment = known ?? NameAlignment(spelling, kind, query, index)
    if known == nil { alignments[key] = alignment }
    var match = NameMatch(name, alignment, index, isUnfinished: query.isUnfinished)
    match.align(with: self)
    return match
  }
}

/// How the terms of a spelling fit a query, as the name of an entry of one kind.
struct NameAlignment {
  /// For each term of the name the expansion that matched it.
  private(set) var matched: [TermExpansion?] = []
  /// Bits of the tokens that the name explains.
  private(set) var inName: UInt32 = 0
  /// Whether the terms of the name were typed in order.
  private(set) var isInOrder = true
  /// The part of the name that was typed, 0 ... 1.
  private(set) var coverage: Float = 0

  init(_ spelling: UInt32, _ kind: EntryKind, _ query: ParsedQuery, _ index: PlaceIndex) {
    let spellings = index.names.spellings
    var covered: Float = 0
    var last = -1
    for term in spellings.terms[Int(spelling)] {
      var best: TermExpansion?
      for expansion in query.expansions
      where expansion.terms.contains(term) && expansion.bits & inName == 0
        && expansion.similarity > best?.similarity ?? 0
        && query.tokens[expansion.position].component.mayName(kind)
      {
        best = expansion
      }
      matched.append(best?.resolved(to: term))
      guard let best else { continue }
      inName |= best.bits
      covered += index.dictionary.weights[Int(term)] * best.similarity
      if best.position < last { isInOrder = false }
      last = best.position
    }
    coverage = covered / max(0.001, spellings.weights[Int(spelling)])
  }
}

/// An expansion that may match a term of an address context, with what the query says of its token.
struct ContextExpansion {
  let expansion: TermExpansion
  /// Whether it is a word, and no number, unit or "the".
  let isWord: Bool
  let isPostcode: Bool
  /// Whether a short number is likelier a house's.
  let isHouseNumber: Bool
  /// The bit of the token that was typed as one word with it.
  let compound: UInt32
  let filter: UInt64

  /// `nil` for a token that cannot be context.
  fileprivate init?(_ expansion: TermExpansion, _ query: ParsedQuery) {
    let position = expansion.position, token = query.tokens[position]
    guard token.component.mayBeContext else { return nil }
    self.expansion = expansion
    isWord = query.roles[position] == .word
    isPostcode =
      token.letters.count >= Self.shortestPostcode
      && token.letters.contains(where: Letters.isDigit)
    isHouseNumber =
      query.isSuffix(position)
      || query.roles[position] == .number && token.letters.count < Self.shortestPostcode
    compound = query.compound(with: position)
    filter = expansion.filter
  }

  private static let shortestPostcode = 4
}
