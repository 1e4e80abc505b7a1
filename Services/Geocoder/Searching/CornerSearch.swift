import Geography
import Messages
import SQL

extension Searcher {
  /// A street that one side of a corner may mean.
  private struct Side {
    let match: Match
    let query: Query
    let fit: Float

    init(_ match: Match, _ query: Query) {
      self.match = match
      self.query = query
      fit = match.fit(numberBits: 0, query)
    }
  }

  /// Corners that the query names: "A & B", "A and B", "A at B", "A/B", "corner of A and B". The
  /// city may follow the second street.
  ///
  /// - Returns: them, and whether the words can hardly mean anything else.
  /// - Throws: `SQLError`.
  func corners(
    _ query: Query, _ spelling: QueryReader.Spelling, _ scope: SearchScope
  ) throws -> (found: [Ranked], isPlain: Bool) {
    for text in CornerText.all(in: query.words) {
      let found = try corners(text, spelling, scope)
      guard !found.isEmpty else { continue }
      return (found, text.isMarked && found.contains { $0.evidence.fit >= Self.goodEnough })
    }
    return ([], false)
  }

  /// Finds the streets of the side that fewer names resemble; the other side is only compared
  /// with the streets that those meet.
  private func corners(
    _ text: CornerText, _ spelling: QueryReader.Spelling, _ scope: SearchScope
  ) throws -> [Ranked] {
    let left = reader.read(text.left, ignoring: 0, spelling)
    let right = reader.read(text.right, ignoring: 0, spelling)
    let isLeftRare = right.isUnfinished || commonness(left) <= commonness(right)
    let (rare, common) = isLeftRare ? (left, right) : (right, left)
    let wanted = Set(common.readings.flatMap { $0.words.count == 1 ? [$0.word] : [] })
    let ranges = common.readings.map(\.words).filter { $0.count > 1 }
    var known: [UInt32: Side?] = [:]
    /// The best of the street's names, where one fits the other side.
    func other(_ street: UInt32) -> Side? {
      if let side = known[street] { return side }
      var best: Side?
      for name in index.names.names(of: street) {
        let resembles = index.names.words[Int(name)].contains { word in
          wanted.contains(word) || ranges.contains { $0.contains(word) }
        }
        guard resembles else { continue }
        let side = Side(Match(name, common, index), common)
        if side.fit >= max(Self.leastFit, best?.fit ?? 0) { best = side }
      }
      known[street] = .some(best)
      return best
    }
    var found: [(one: Side, other: Side, point: Coordinate, rank: Float)] = []
    for one in sides(rare, scope) {
      for (street, point) in index.corners.meetings(of: one.match.entry) {
        guard let other = other(street), scope.area?.holds(point) ?? true else { continue }
        let rank =
          (one.fit * other.fit).squareRoot() + scope.nearness(point)
          + (text.isMarked ? Self.markedBonus : Self.houseBonus)
        found.append(isLeftRare ? (one, other, point, rank) : (other, one, point, rank))
      }
    }
    return try found.sorted { $0.rank > $1.rank }.prefix(GeocoderBounds.maximumCorners)
      .map { try ranked($0.one, $0.other, at: $0.point, rank: $0.rank, scope) }
  }

  /// A corner that is asked for as one, by its sign or the word, comes before streets.
  static let markedBonus: Float = 0.15

  /// How many names hold the most telling word, however it is spelt.
  private func commonness(_ query: Query) -> Int {
    var counts = [Int](repeating: 0, count: query.words.count)
    for reading in query.readings {
      counts[reading.position] += index.vocabulary.postings(of: reading.words).count
    }
    return counts.filter { $0 > 0 }.min() ?? 0
  }

  private func sides(_ query: Query, _ scope: SearchScope) -> [Side] {
    finder.candidates(for: query, in: index, scope, [.street])
      .map { Side(Match($0, query, index), query) }.filter { $0.fit >= Self.leastFit }
  }

  private func ranked(
    _ one: Side, _ other: Side, at point: Coordinate, rank: Float, _ scope: SearchScope
  ) throws -> Ranked {
    let entries = EntryReader(database: database, language: scope.language)
    let first = try entries.entry(one.match.entry)
    let second = try entries.entry(other.match.entry)
    let city = second.city ?? first.city
    let hit = PlaceHit(
      label: labels.joined(["\(first.name) & \(second.name)"], city), coordinate: point,
      accuracy: .corner, confidence: 0, matched: "",
      distanceMeters: scope.near.map { $0.distance(to: point) }, address: Address(city: city))
    return Ranked(
      hit: hit, evidence: Evidence(fit: (one.fit * other.fit).squareRoot()),
      rank: rank,
      identity: "\(one.match.entry)&\(other.match.entry)@\(point.latitude),\(point.longitude)"
    ) { [index] in
      var receipt = Receipt("corner of \(first.name) and \(second.name)")
      for (side, street) in [(one, first), (other, second)] {
        receipt.addWords(
          side.match, side.query, numberBits: 0, index.vocabulary, [street.name, street.city])
      }
      return receipt
    }
  }
}

/// A text that names a corner, its two streets told apart.
struct CornerText {
  let left: [Word]
  let right: [Word]
  /// Whether it can be nothing else: "A & B", "corner of A and B"; "A and B" may be a venue's name.
  let isMarked: Bool

  /// The ways to tell two streets apart in the words, at most `GeocoderBounds.maximumCornerTexts`;
  /// none where they name no corner. A street may have a sign in its own name: "Rue / Straat".
  static func all(in words: [Word]) -> [CornerText] {
    var words = words[...]
    let isCalled = words.first.map { corners.contains($0.folded) } ?? false
    if isCalled {
      words = words.dropFirst()
      if words.first?.folded == "of" { words = words.dropFirst() }
    }
    let signs: Word.Separators = [.and, .at, .slash]
    var texts: [CornerText] = []
    for position in words.indices.dropFirst() {
      if !words[position].before.isDisjoint(with: signs), !isInNumber(words, position) {
        texts.append(
          CornerText(left: words[..<position], right: words[position...], isMarked: true))
      } else if links.contains(words[position].folded), position + 1 < words.endIndex {
        texts.append(
          CornerText(
            left: words[..<position], right: words[(position + 1)...], isMarked: isCalled))
      }
    }
    return Array(texts.prefix(GeocoderBounds.maximumCornerTexts))
  }

  private init(left: ArraySlice<Word>, right: ArraySlice<Word>, isMarked: Bool) {
    self.left = Array(left)
    self.right = Array(right)
    self.isMarked = isMarked
  }

  /// "12/3" is a house number.
  private static func isInNumber(_ words: ArraySlice<Word>, _ position: Int) -> Bool {
    words[position].before.contains(.slash) && words[position].startsWithDigit
      && words[position - 1].startsWithDigit
  }

  private static let corners: Set<String> = [
    "corner", "cnr", "ecke", "intersection", "kulma", "horn", "esquina", "angle", "coin",
  ]
  private static let links: Set<String> = [
    "and", "at", "und", "et", "ja", "och", "ecke", "y", "e", "x", "near",
  ]
}
