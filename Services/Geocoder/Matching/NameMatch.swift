import FoldedText
import Geography

/// How well one name, together with its entry's address context, fits a query.
///
/// fit = coverage^1.5 × (0.55 + 0.45 × name coverage) × contradiction, where
/// - coverage is the weight of the query's tokens that the name or its context explains, each times
///   the similarity of its spelling, divided by the weight of all tokens;
/// - name coverage is the same ratio for the terms of the name that the query contains;
/// - an unexplained token that names another settlement is a contradiction: 0.6.
///
/// A fit of 1 means that every token is explained and every term of the name was typed. The fit
/// never rises with more edits, more unexplained tokens or more missing terms.
struct NameMatch {
  let name: UInt32
  let entry: UInt32
  private let alignment: NameAlignment
  /// Bits of the tokens that the context explains.
  private(set) var inContext: UInt32 = 0
  /// The expansions that matched a context term in another spelling.
  private(set) var inexactContext: [TermExpansion] = []
  /// Whether the query names the settlement or postcode of the entry.
  private(set) var isPlaced = false
  private(set) var isContradicted = false
  /// Whether it is no street, although a street type was typed as part of its name.
  private(set) var isNamedAfterStreet = false
  private var explainedWeight: Float = 0
  private var totalWeight: Float = 0
  /// The part of `totalWeight` that the name and the context explain.
  private var coveredWeight: Float = 0
  /// The weight of the tokens beside the name, with no comma between, that only the context
  /// explains.
  private var besideWeight: Float = 0
  private let bareNameFit: Float

  init(_ name: UInt32, _ alignment: NameAlignment, _ index: PlaceIndex, isUnfinished: Bool) {
    self.name = name
    self.alignment = alignment
    entry = index.names.entries[Int(name)]
    bareNameFit = isUnfinished ? RankingModel.unfinishedBareNameFit : RankingModel.bareNameFit
  }

  /// Matches the entry that has the name; to be called once.
  mutating func align(with matcher: NameMatcher) {
    isNamedAfterStreet =
      matcher.index.names.kind(of: entry) == .pointOfInterest
      && inName & matcher.query.streetTypes != 0
    alignContext(matcher)
    alignKinds(matcher.query, matcher.index)
    alignNeighbours(matcher)
    addWeights(matcher)
  }

  /// For each term of the name the expansion that matched it.
  var matched: [TermExpansion?] { alignment.matched }
  /// Bits of the tokens that the name explains.
  var inName: UInt32 { alignment.inName }
  /// Whether the terms of the name were typed in order.
  var isInOrder: Bool { alignment.isInOrder }
  private var nameCoverage: Float { alignment.coverage }

  /// The fit of the text, 0 ... 1. Nearness, importance and the house number's position are
  /// separate.
  ///
  /// - Parameter numberBits: bits of the tokens that were parsed as the house number.
  func fit(numberBits: UInt32, _ query: ParsedQuery) -> Float {
    var explained = explainedWeight
    for position in query.tokens.indices
    where numberBits & (1 << position) != 0 && (inName | inContext) & (1 << position) == 0 {
      explained += query.weights[position]
    }
    let coverage = totalWeight > 0 ? min(1, explained / totalWeight) : 0
    let curved = coverage * coverage.squareRoot()
    let fit = curved * (bareNameFit + (1 - bareNameFit) * nameCoverage)
    return isContradicted ? fit * RankingModel.contradiction : fit
  }

  /// The fit without the tokens that nothing explains: how well the rest fits.
  func understoodFit(numberBits: UInt32, _ query: ParsedQuery) -> Float {
    var (explained, total) = (explainedWeight, coveredWeight)
    for position in query.tokens.indices
    where numberBits & (1 << position) != 0 && (inName | inContext) & (1 << position) == 0 {
      explained += query.weights[position]
      total += query.weights[position]
    }
    let coverage = total > 0 ? min(1, explained / total) : 0
    return coverage * coverage.squareRoot() * (bareNameFit + (1 - bareNameFit) * nameCoverage)
  }

  /// How far the tokens that nothing explains leave the match credible, 0 ... 1. Where the query
  /// names the entry's town or postcode they can hardly be another town; else one of them may be.
  func credibility(numberBits: UInt32, _ query: ParsedQuery) -> Float {
    if isContradicted { return RankingModel.contradictedCredibility }
    var rest = RankingModel.ignoredTokenWeight * Float(query.ignoredTokens)
    // "Leeds" is hardly a misspelling of the quarter "Les".
    let doubtful = inexactContext.filter { $0.similarity < RankingModel.leastTownSimilarity }
      .reduce(UInt32(0)) { $0 | $1.bits }
    for position in query.tokens.indices
    where (inName | inContext & ~doubtful | numberBits) & (1 << position) == 0 {
      rest += query.weights[position]
      // A house that is asked for is not the stop of its street.
      if query.roles[position] == .number, query.weights[position] >= RankingModel.numberWeight {
        return RankingModel.contradictedCredibility
      }
      // "300 Lake Street, San Francisco" is not on Francisco Street: no name goes over a comma. Nor
      // is "Fresh Market" the Old Market: each has a word that the other lacks.
      let isBeside = query.parts[position] & inName != 0
      let isOther =
        numberBits == 0 && (!isWhole || isMisspelt) || inName & ~query.parts[position] != 0
      if query.roles[position] == .word, isBeside, isOther {
        return RankingModel.contradictedCredibility
      }
    }
    return isPlaced
      ? max(RankingModel.leastPlacedCredibility, 1 - 0.1 * rest)
      : max(RankingModel.leastCredibility, 1 - 0.75 * rest)
  }

  /// How much of what is understood stands beside the name, with no comma between, and is not part
  /// of it, 0 ... 1: a name that has those words, too, is likelier meant. In West Oakland
  /// "West 10th Street" is not 10th Street.
  var besideShare: Float { besideWeight / max(0.001, explainedWeight) }

  /// Bits of the tokens that only a misspelling explains as context.
  var misspeltContext: UInt32 {
    inexactContext.reduce(0) { if case .edits = $1.kind { $0 | $1.bits } else { $0 } }
  }

  private var isMisspelt: Bool {
    matched.contains { if case .edits = $0?.kind { true } else { false } }
  }

  /// Whether a word of the name is only typed in part.
  var isBegun: Bool { matched.contains { $0?.kind == .prefix } }

  /// Whether the whole name was typed.
  var isWhole: Bool { nameCoverage >= RankingModel.wholeCoverage }

  private mutating func alignContext(_ matcher: NameMatcher) {
    let index = matcher.index
    let isStreet = index.names.kind(of: entry) == .street
    var beside: UInt32 = 0
    for (position, part) in matcher.query.parts.enumerated()
    where inName & 1 << UInt32(position) != 0 { beside |= part }
    let filter = index.names.contextFilter(of: entry)
    for one in matcher.contextual where one.filter & filter != 0 {
      let expansion = one.expansion
      guard expansion.bits & (inName | inContext) == 0 else { continue }
      // What was typed as one word is one name: "Pegnitzweg" is no "Weg" by the Pegnitz.
      if one.compound & inName != 0 { continue }
      // A short number next to a street's name is the house number even if a context term equals
      // it. The same holds for the letter after it: the "a" of "12 a" in "Lauf a. d. Pegnitz".
      if isStreet, one.isHouseNumber { continue }
      guard let term = index.names.contextTerm(entry, expansion.terms) else { continue }
      inContext |= expansion.bits
      // "de" and "s" alone name no town, although it is part of many towns' names.
      let isLetter = index.dictionary.terms.range(Int(term)).count == 1
      let namesTown =
        one.isWord && !isLetter && expansion.similarity >= RankingModel.leastTownSimilarity
        && index.settlementTerms.contains(term)
      if one.isPostcode || namesTown {
        isPlaced = true
      }
      let weight = index.dictionary.weights[Int(term)]
      if expansion.bits & beside != 0 { besideWeight += weight }
      explainedWeight += weight * expansion.similarity
      totalWeight += weight
      if expansion.kind != .exact { inexactContext.append(expansion.resolved(to: term)) }
    }
  }

  /// "station" explains itself where the entry is one.
  private mutating func alignKinds(_ query: ParsedQuery, _ index: PlaceIndex) {
    for kind in query.kinds
    where kind.bits & (inName | inContext) == 0
      && kind.categories.contains(index.names.category(of: entry))
    {
      inContext |= kind.bits
      explainedWeight += RankingModel.kindWeight
      totalWeight += RankingModel.kindWeight
    }
  }

  /// A place two streets away is no contradiction, but explains less than the entry's own.
  private mutating func alignNeighbours(_ matcher: NameMatcher) {
    for one in matcher.contextual
    where one.expansion.kind == .exact && one.expansion.bits & (inName | inContext) == 0
      && !one.isHouseNumber && matcher.index.isNeighbour(one.expansion.term, of: entry)
    {
      inContext |= one.expansion.bits
      let weight = matcher.index.dictionary.weights[Int(one.expansion.term)]
      explainedWeight += weight * RankingModel.neighbourSimilarity
      totalWeight += weight
    }
  }

  private mutating func addWeights(_ matcher: NameMatcher) {
    for case let expansion? in matched {
      let weight = matcher.index.dictionary.weights[Int(expansion.term)]
      explainedWeight += weight * expansion.similarity
      totalWeight += weight
    }
    coveredWeight = totalWeight
    for (position, weight) in matcher.query.weights.enumerated()
    where (inName | inContext) & (1 << position) == 0 { totalWeight += weight }
    isContradicted = matcher.settlements & ~(inName | inContext) != 0
    totalWeight += RankingModel.ignoredTokenWeight * Float(matcher.query.ignoredTokens)
  }
}

extension WordToken.Component {
  /// Whether a token of this component may belong to the name of such an entry.
  func mayName(_ kind: EntryKind) -> Bool {
    switch self {
    case .any: true
    case .street: kind == .street
    case .city: kind == .place
    case .postcode: kind == .postcode
    case .houseNumber: false
    }
  }

  /// Whether a token of this component may belong to an entry's address context.
  var mayBeContext: Bool { self == .any || self == .city || self == .postcode }
}
