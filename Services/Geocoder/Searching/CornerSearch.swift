import Geography
import Messages
import SQLite

extension Searcher {
  /// A street that one side of a corner may mean.
  private struct Side {
    let match: Match
    let query: Query
    let fit: Float
  }

  /// Corners that the query names: "A & B", "A and B", "A at B", "A/B", "corner of A and B". The
  /// city may follow the second street.
  ///
  /// - Throws: `SQLiteError`.
  func corners(
    _ query: Query, _ spelling: QueryReader.Spelling, _ scope: SearchScope
  ) throws -> [Ranked] {
    for text in CornerText.all(in: query.words) {
      let found = try corners(text, spelling, scope)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func corners(
    _ text: CornerText, _ spelling: QueryReader.Spelling, _ scope: SearchScope
  ) throws -> [Ranked] {
    let ones = sides(text.left, spelling, scope)
    guard !ones.isEmpty else { return [] }
    let byStreet = Dictionary(sides(text.right, spelling, scope).map { ($0.match.entry, $0) }) {
      $0.fit >= $1.fit ? $0 : $1
    }
    guard !byStreet.isEmpty else { return [] }
    var found: [(one: Side, other: Side, point: Coordinate, rank: Float)] = []
    for one in ones {
      for (street, point) in index.corners.meetings(of: one.match.entry) {
        guard let other = byStreet[street], scope.area?.holds(point) ?? true else { continue }
        let rank =
          (one.fit * other.fit).squareRoot() + scope.nearness(point)
          + (text.isMarked ? Self.markedBonus : Self.houseBonus)
        found.append((one, other, point, rank))
      }
    }
    return try found.sorted { $0.rank > $1.rank }.prefix(GeocoderBounds.maximumCorners)
      .map { try ranked($0.one, $0.other, at: $0.point, rank: $0.rank, scope) }
  }

  /// A corner that is asked for as one, by its sign or the word, comes before streets.
  static let markedBonus: Float = 0.15

  private func sides(
    _ words: [Word], _ spelling: QueryReader.Spelling, _ scope: SearchScope
  ) -> [Side] {
    let query = reader.read(words, ignoring: 0, spelling)
    let names = finder.candidates(for: query, in: index, scope, [.street])
    let sides = names.map { name in
      let match = Match(name, query, index)
      return Side(match: match, query: query, fit: match.fit(numberBits: 0, query))
    }
    return Array(
      sides.filter { $0.fit >= Self.leastFit }.sorted { $0.fit > $1.fit }
        .prefix(GeocoderBounds.maximumCornerStreets))
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
