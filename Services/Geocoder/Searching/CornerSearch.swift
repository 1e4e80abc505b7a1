import Geography
import Messages
import SQLite

extension Searcher {
  /// A street that one side of a corner may mean.
  private struct Side {
    let match: Match
    let query: Query
    let quality: Float
  }

  /// Corners that the query names: "A & B", "A and B", "A at B", "A/B", "corner of A and B". The
  /// city may follow the second street.
  ///
  /// - Throws: `SQLiteError`.
  func corners(
    _ query: Query, _ spelling: QueryReader.Spelling, _ near: Coordinate?
  ) throws -> [Ranked] {
    guard let (left, right) = CornerText.sides(of: query.words) else { return [] }
    let ones = sides(left, spelling, near)
    let others = sides(right, spelling, near)
    guard !ones.isEmpty, !others.isEmpty else { return [] }
    let byStreet = Dictionary(others.map { ($0.match.entry, $0) }) {
      $0.quality >= $1.quality ? $0 : $1
    }
    return try ones.flatMap { one in
      try meetings(of: one.match.entry).compactMap { street, point -> Ranked? in
        guard let other = byStreet[street], street != one.match.entry else { return nil }
        return try ranked(one, other, at: point, near)
      }
    }
  }

  private func sides(
    _ words: [Word], _ spelling: QueryReader.Spelling, _ near: Coordinate?
  ) -> [Side] {
    let query = reader.read(words, spelling)
    let names = finder.candidates(for: query, in: index, near: near) { $0 == .street }
    let sides = names.map { name in
      let match = Match(name, query, index)
      return Side(match: match, query: query, quality: match.quality(numberBits: 0, query))
    }
    return Array(
      sides.filter { $0.quality >= Self.leastConfidence }.sorted { $0.quality > $1.quality }
        .prefix(GeocoderBounds.maximumCornerStreets))
  }

  private func meetings(of street: UInt32) throws -> [(UInt32, Coordinate)] {
    try database.query(
      """
      SELECT other, latitude, longitude FROM corner WHERE one = ?
      UNION ALL SELECT one, latitude, longitude FROM corner WHERE other = ?
      """, Int(street), Int(street)
    ) { row in
      (
        UInt32(truncatingIfNeeded: row.int64(0)),
        Coordinate(latitude: row.double(1), longitude: row.double(2))
      )
    }
  }

  private func ranked(
    _ one: Side, _ other: Side, at point: Coordinate, _ near: Coordinate?
  ) throws -> Ranked {
    let entries = EntryReader(database: database)
    let first = try entries.entry(one.match.entry)
    let second = try entries.entry(other.match.entry)
    let confidence = (one.quality * other.quality).squareRoot()
    var receipt = Receipt("corner of \(first.name) and \(second.name)")
    receipt.addChanges(one.match, one.query, numberBits: 0, index.vocabulary)
    receipt.addChanges(other.match, other.query, numberBits: 0, index.vocabulary)
    let city = second.city ?? first.city
    let hit = PlaceHit(
      label: labels.joined(["\(first.name) & \(second.name)"], city), coordinate: point,
      accuracy: .corner, confidence: Double(confidence), matched: receipt.text,
      distanceMeters: near.map { $0.distance(to: point) }, address: Address(city: city))
    let bonus = near.map { Ranking.nearness(point, $0) } ?? 0
    return Ranked(
      hit: hit, rank: confidence + bonus + Self.houseBonus,
      identity: "\(one.match.entry)&\(other.match.entry)@\(point.latitude),\(point.longitude)")
  }
}

/// Tells the two streets of a corner apart.
enum CornerText {
  /// The words of both sides; `nil` where the text names no corner.
  static func sides(of words: [Word]) -> ([Word], [Word])? {
    var words = words[...]
    let isMarked = words.first.map { corners.contains($0.folded) } ?? false
    if isMarked {
      words = words.dropFirst()
      if words.first?.folded == "of" { words = words.dropFirst() }
    }
    let signs: Word.Separators = [.and, .at, .slash]
    for position in words.indices.dropFirst() {
      if !words[position].before.isDisjoint(with: signs), !isInNumber(words, position) {
        return (Array(words[..<position]), Array(words[position...]))
      }
      if links.contains(words[position].folded), position + 1 < words.endIndex {
        return (Array(words[..<position]), Array(words[(position + 1)...]))
      }
    }
    return nil
  }

  /// "12/3" is a house number.
  private static func isInNumber(_ words: ArraySlice<Word>, _ position: Int) -> Bool {
    words[position].before.contains(.slash) && words[position].startsWithDigit
      && words[position - 1].startsWithDigit
  }

  private static let corners: Set<String> = ["corner", "ecke", "intersection", "kulma"]
  private static let links: Set<String> = [
    "and", "at", "und", "et", "ja", "och", "ecke", "y", "x", "near",
  ]
}
