import Geography
import Messages
import SQL
import SQLite

/// Answers searches over one index. Has one user at a time: a worker thread keeps its own.
///
/// text → words (`Words`) → readings (`QueryReader`) → names (`CandidateFinder`) → match (`Match`)
/// → house number (`HouseFinder`) → ranking, confidence and receipt (`ReplyWriter`).
package final class Searcher {
  let index: PlaceIndex
  let database: Database
  let reader: QueryReader
  let labels: Labels
  var finder: CandidateFinder

  /// Opens the index's file for itself.
  ///
  /// - Throws: `SQLError`.
  package init(_ index: PlaceIndex) throws {
    self.index = index
    database = try Database(path: index.path, mode: .readOnly)
    // The file never changes: a lock that is taken once and kept saves taking it for every row.
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    reader = QueryReader(vocabulary: index.vocabulary)
    labels = Labels(style: index.style)
    finder = CandidateFinder(nameCount: index.names.count)
  }

  /// A hit with what orders it; its confidence depends on the others and is not known yet.
  struct Ranked {
    let hit: PlaceHit
    let evidence: Evidence
    let rank: Float
    /// The entry, and of a street the house: to say each thing once.
    let identity: String
    /// The entry of the street that the number was looked for on; `nil` for anything else.
    var numberedStreet: UInt32?
    /// Says how the text was understood; only asked for hits that are given.
    let receipt: () throws -> Receipt
  }

  /// What fits worse than this is a suggestion.
  static let leastFit: Float = 0.5
  /// A match at least this good makes a second look for misspellings unnecessary.
  static let goodEnough: Float = 0.8
  /// Nobody wants to see what fits so much worse than the best.
  static let farBehind: Float = 0.3

  /// Finds places by text or by the parts of an address.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for text without letters or digits, for text
  ///   or a limit beyond `GeocoderLimits`, for a value out of range; with `notFound` for an area's
  ///   place that is not known; `SQLError` where the file fails.
  package func search(_ request: GeocodeRequest) throws -> GeocodeReply {
    var scope = try RequestChecks.scope(of: request)
    if let text = request.text, let coordinate = CoordinateText.coordinate(in: text) {
      return GeocodeReply(hits: [Self.hit(coordinate, scope)])
    }
    if let area = request.within { scope.area = try filter(for: area) }
    if let address = request.address {
      let kinds: Set<EntryKind> = address.street == nil ? [.place, .postcode] : [.street]
      return try reply(find(AddressWords.of(address), scope, kinds), scope)
    }
    return try reply(find(Words.of(request.text ?? ""), scope), scope)
  }

  /// What the words may mean, in no order.
  ///
  /// - Parameter kinds: entries of other kinds are passed over; empty for all.
  func find(
    _ words: [Word], _ scope: SearchScope, _ kinds: Set<EntryKind> = []
  ) throws -> [Ranked] {
    guard !words.isEmpty else { throw RequestChecks.nothingToFind }
    var ranked: [Ranked] = []
    for spelling in [QueryReader.Spelling.strict, .tolerant, .desperate] {
      let query = reader.read(words, spelling)
      var isPlainCorner = false
      if kinds.isEmpty || kinds.contains(.street) {
        (ranked, isPlainCorner) = try corners(query, spelling, scope)
      }
      if !isPlainCorner { ranked += try matches(query, scope, kinds) }
      let best = ranked.map(\.evidence.fit).max() ?? 0
      if best >= (spelling == .strict ? Self.goodEnough : Self.leastFit) { break }
    }
    return ranked
  }

  /// The area of a request, its place looked up.
  ///
  /// - Throws: `notFound` with suggestions; `SQLError`.
  func filter(for area: SearchArea) throws -> AreaFilter {
    try RequestChecks.check(area)
    switch area {
    case .circle(let center, let radius): return .circle(center, radius)
    case .box(let box): return .box(box)
    case .place(let text):
      let found = try find(Words.of(text), SearchScope(), [.place, .postcode])
        .sorted { $0.rank > $1.rank }
      if let best = found.first, best.evidence.fit >= Self.leastFit,
        let entry = UInt32(best.identity)
      {
        return .place(entry)
      }
      let suggestions = found.prefix(GeocoderBounds.maximumSuggestions).map(\.hit.label)
      throw ServiceError(
        .notFound, "Searching within a place: no settlement of the map is called “\(text)”.",
        suggestions: suggestions.isEmpty ? nil : Array(suggestions))
    }
  }

  /// The best matches with their details.
  ///
  /// A match's rank before its house number is looked up is, but for the number's bonus, the
  /// highest it can have after, so the details of those that cannot be among the answers are never
  /// read.
  private func matches(
    _ query: Query, _ scope: SearchScope, _ kinds: Set<EntryKind>
  ) throws -> [Ranked] {
    let names = finder.candidates(for: query, in: index, scope, kinds)
    let numbers = Self.allNumbers(query)
    let matches = names.map { Match($0, query, index) }
    let bounds = matches.map { rank($0, $0.fit(numberBits: numbers, query), scope) }
    let houseBonus = numbers == 0 ? 0 : Self.houseBonus
    var answers: [Ranked] = []
    let wanted = max(scope.limit, SearchScope.defaultLimit) + GeocoderBounds.maximumSuggestions
    var best: Float = 0
    for place in bounds.indices.sorted(by: { bounds[$0] > bounds[$1] })
      .prefix(GeocoderBounds.maximumDetailed)
    {
      let bound = bounds[place]
      if best >= Self.goodEnough, bound < best - Self.farBehind { break }
      if answers.count >= wanted,
        answers.count(where: { $0.rank >= bound + houseBonus }) >= wanted
      {
        break
      }
      guard let answer = try ranked(matches[place], query, scope) else { continue }
      best = max(best, answer.evidence.fit)
      answers.append(answer)
    }
    return answers
  }

  /// Before house numbers are looked up, every number may be one.
  static func allNumbers(_ query: Query) -> UInt32 {
    query.words.indices.reduce(0) { query.roles[$1] == .number ? $0 | 1 << $1 : $0 }
  }

  func rank(_ match: Match, _ fit: Float, _ scope: SearchScope) -> Float {
    fit + Ranking.tieBreak(match.name, index, scope)
      - (match.isInOrder ? 0 : Self.orderPenalty)
      - (index.names.isFirst(match.name) ? 0 : Self.otherNamePenalty)
  }

  static let orderPenalty: Float = 0.02
  static let otherNamePenalty: Float = 0.005
  /// The most that a house number adds.
  static let houseBonus: Float = 0.05

  static func hit(_ coordinate: Coordinate, _ scope: SearchScope) -> PlaceHit {
    PlaceHit(
      label: "\(coordinate.latitude), \(coordinate.longitude)", coordinate: coordinate,
      accuracy: .coordinate, confidence: 1, matched: "coordinate",
      distanceMeters: scope.near.map { $0.distance(to: coordinate) })
  }
}

/// The words of an address given in parts.
enum AddressWords {
  static func of(_ address: Address) -> [Word] {
    let parts: [(String?, Word.Part)] = [
      (address.houseNumber, .houseNumber), (address.street, .street),
      (address.postcode, .postcode), (address.city, .city),
    ]
    return parts.flatMap { text, part in
      Words.of(text ?? "").map { word in
        var word = word
        word.part = part
        return word
      }
    }
  }
}
