import Geography
import Messages
import Phrases
import PlaceWords
import SQL

/// Finds the corners that a query describes.
struct CornerSearch {
  let searcher: Searcher
  let context: HitContext
  let fuzziness: QueryParser.Fuzziness

  private var index: PlaceIndex { context.index }
  private var options: SearchOptions { context.options }

  /// The corners that a query describes: "A & B", "A and B", "A at B", "A/B" or
  /// "corner of A and B", in many languages. A city may follow the second street.
  ///
  /// - Returns: the corners, and whether the query is hardly anything but a corner.
  /// - Throws: `SQLError`.
  func corners(_ query: ParsedQuery) throws -> (found: [RankedHit], isCertain: Bool) {
    for corner in CornerQuery.all(in: query.cornerTokens) {
      let found = try corners(corner)
      guard !found.isEmpty else { continue }
      return (
        found, corner.isExplicit && found.contains { $0.evidence.fit >= RankingModel.goodFit }
      )
    }
    return ([], false)
  }

  /// Finds the streets of the rarer side first. The other side is compared only with the streets
  /// that cross those.
  private func corners(
    _ corner: CornerQuery
  ) throws -> [RankedHit] {
    let left = searcher.parser.parse(corner.left, ignoring: 0, fuzziness)
    let right = searcher.parser.parse(corner.right, ignoring: 0, fuzziness)
    let isLeftRare = right.isUnfinished || commonness(left) <= commonness(right)
    let (rare, common) = isLeftRare ? (left, right) : (right, left)
    var crossing = CrossingStreets(NameMatcher(common, index))
    var found: [(one: StreetCandidate, other: StreetCandidate, point: Coordinate, rank: Float)] = []
    func find(_ rare: [StreetCandidate]) {
      for one in rare {
        for (street, point) in index.corners.corners(of: one.match.entry) {
          guard let other = crossing.candidate(street), options.area?.contains(point) ?? true else {
            continue
          }
          let rank =
            (one.fit * other.fit).squareRoot() + options.nearness(point)
            - RankingModel.besidePenalty * (one.match.besideShare + other.match.besideShare) / 2
            + (corner.isExplicit ? RankingModel.explicitCornerBonus : RankingModel.houseBonus)
          found.append(isLeftRare ? (one, other, point, rank) : (other, one, point, rank))
        }
      }
    }
    find(streets(rare, [.street]))
    // A square or park may be the rarer one.
    if found.isEmpty { find(streets(rare, [.place, .pointOfInterest])) }
    return try found.sorted { $0.rank > $1.rank }.prefix(GeocoderLimits.maximumCorners)
      .map { try ranked(($0.one, left), ($0.other, right), at: $0.point, rank: $0.rank) }
  }

  /// How many names contain the query's rarest token, in any spelling.
  private func commonness(_ query: ParsedQuery) -> Int {
    var counts = [Int](repeating: 0, count: query.tokens.count)
    for expansion in query.expansions {
      counts[expansion.position] += index.dictionary.postings(of: expansion.terms).count
    }
    return counts.filter { $0 > 0 }.min() ?? 0
  }

  /// The entries of some kinds that have corners, where their names fit.
  private func streets(
    _ query: ParsedQuery, _ kinds: Set<EntryKind>
  ) -> [StreetCandidate] {
    let names = searcher.finder.candidates(for: query, in: index, options, kinds).filter {
      index.corners.hasCorners(index.names.entries[Int($0)])
    }
    return NameMatcher(query, index).matches(names).map { StreetCandidate($0, query) }
      .filter { $0.fit >= RankingModel.minimumFit }
  }

  private func ranked(
    _ one: (street: StreetCandidate, query: ParsedQuery),
    _ other: (street: StreetCandidate, query: ParsedQuery), at point: Coordinate, rank: Float
  ) throws -> RankedHit {
    let (match, otherMatch) = (one.street.match, other.street.match)
    let entries = context.entries
    let first = try entries.entry(match.entry)
    let second = try entries.entry(otherMatch.entry)
    let city = second.city ?? first.city
    let hit = PlaceHit(
      label: context.labels.joined(["\(first.name) & \(second.name)"], city), coordinate: point,
      accuracy: .corner, confidence: 0, matched: "",
      distanceMeters: options.near.map { $0.distance(to: point) }, address: Address(city: city))
    return RankedHit(
      hit: hit, evidence: Evidence(match, one.query, otherMatch, other.query), rank: rank,
      identity: .corner(match.entry, otherMatch.entry, point)
    ) { [index] in
      var explanation = ExplanationBuilder(
        context.phrases("corner", ["first": first.name, "second": second.name]), context.phrases,
        hasWords: options.explains)
      for (match, query, street) in [
        (match, one.query, first), (otherMatch, other.query, second),
      ] {
        explanation.addTokens(
          match, query, numberBits: 0, index.dictionary, [street.name, street.city])
      }
      return explanation
    }
  }
}

/// A street that one side of a corner query may mean.
private struct StreetCandidate {
  let match: NameMatch
  let fit: Float

  init(_ match: NameMatch, _ query: ParsedQuery) {
    self.match = match
    fit = match.fit(numberBits: 0, query)
  }
}

/// Finds out which streets one side of a corner query may mean.
private struct CrossingStreets {
  private let matcher: NameMatcher
  /// The terms of the query, as `TermFilter` marks them.
  private let filter: UInt64
  private var alignments: [UInt64: NameAlignment] = [:]
  private var candidates: [UInt32: StreetCandidate?] = [:]

  init(_ matcher: NameMatcher) {
    self.matcher = matcher
    filter = matcher.query.expansions.reduce(0) { $0 | $1.filter }
  }

  /// The best matching name of a street; `nil` where no name fits.
  mutating func candidate(_ street: UInt32) -> StreetCandidate? {
    let names = matcher.index.names.names(of: street)
    guard names.contains(where: sharesTerm) else { return nil }
    if let candidate = candidates[street] { return candidate }
    var best: StreetCandidate?
    for name in names where sharesTerm(name) {
      let candidate = StreetCandidate(matcher.match(name, &alignments), matcher.query)
      if candidate.fit >= max(RankingModel.minimumFit, best?.fit ?? 0) { best = candidate }
    }
    candidates[street] = .some(best)
    return best
  }

  private func sharesTerm(_ name: UInt32) -> Bool {
    matcher.index.names.terms(of: name).contains { term in
      filter & TermFilter.of(term) != 0
        && matcher.query.expansions.contains { $0.terms.contains(term) }
    }
  }
}

/// One way to split a query into the two streets of a corner.
struct CornerQuery {
  let left: [WordToken]
  let right: [WordToken]
  /// Whether the text can only be a corner: "A & B", "corner of A and B". "A and B" may also be the
  /// name of a shop.
  let isExplicit: Bool

  /// The possible splits, those at a separator first, at most
  /// `GeocoderLimits.maximumCornerQueries`; empty where the tokens
  /// describe no corner. There may be several because a street's own name may contain a separator:
  /// "Rue / Straat".
  static func all(in words: [WordToken]) -> [CornerQuery] {
    var words = words[...]
    let texts = words.map(\.writtenWord)
    let leading = words.isEmpty ? nil : AddressVocabulary.corners.phrase(at: 0, of: texts)
    words = words.dropFirst(leading?.count ?? 0)
    // "Bulevardin ja Kaivokadun kulma".
    let isTrailing = words.last.map { AddressVocabulary.corners.contains($0.writtenWord) } ?? false
    if isTrailing { words.removeLast() }
    let hasKeyword = leading != nil || isTrailing
    let separators: WordToken.Separators = [.and, .at, .slash]
    var queries: [CornerQuery] = []
    for position in words.indices.dropFirst() {
      if !words[position].separatorsBefore.isDisjoint(with: separators),
        !isInNumber(words, position)
      {
        queries.append(
          CornerQuery(left: words[..<position], right: words[position...], isExplicit: true))
      } else if !words[position].separatorsBefore.contains(.hyphen),
        let link = AddressVocabulary.links.phrase(at: position, of: texts),
        position + link.count < words.endIndex
      {
        let isCorner = AddressVocabulary.corners.contains(texts[position])
        queries.append(
          CornerQuery(
            left: words[..<position], right: words[(position + link.count)...],
            isExplicit: hasKeyword || isCorner))
      }
    }
    // "hörnet Storgatan Kungsgatan": the streets may part at any word, likelier in the middle.
    if queries.isEmpty, hasKeyword {
      let middle = words.startIndex + words.endIndex
      queries = words.indices.dropFirst().sorted { abs(2 * $0 - middle) < abs(2 * $1 - middle) }
        .map { CornerQuery(left: words[..<$0], right: words[$0...], isExplicit: false) }
    }
    let all = queries.filter(\.isExplicit) + queries.filter { !$0.isExplicit }
    return Array(all.prefix(GeocoderLimits.maximumCornerQueries))
  }

  private init(left: ArraySlice<WordToken>, right: ArraySlice<WordToken>, isExplicit: Bool) {
    self.left = Array(left)
    self.right = Array(right)
    self.isExplicit = isExplicit
  }

  /// Whether the separator before the token is part of a house number such as "12/3".
  private static func isInNumber(_ words: ArraySlice<WordToken>, _ position: Int) -> Bool {
    words[position].separatorsBefore.contains(.slash) && words[position].startsWithDigit
      && words[position - 1].startsWithDigit
  }
}
