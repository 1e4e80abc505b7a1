import Geography
import Messages
import SQLite

/// Answers searches over one index. Has one user at a time: a worker thread keeps its own.
///
/// text → words (`Words`) → readings (`QueryReader`) → names (`CandidateFinder`) → match (`Match`)
/// → house number (`HouseFinder`) → ranking and receipt (here, `Receipt`).
package final class Searcher {
  let index: PlaceIndex
  let database: Database
  let reader: QueryReader
  let labels: Labels
  var finder: CandidateFinder

  /// Opens the index's file for itself.
  ///
  /// - Throws: `SQLiteError`.
  package init(_ index: PlaceIndex) throws {
    self.index = index
    database = try Database(path: index.path, mode: .readOnly)
    reader = QueryReader(vocabulary: index.vocabulary)
    labels = Labels(style: index.style)
    finder = CandidateFinder(nameCount: index.names.count)
  }

  /// A hit with what orders it.
  struct Ranked {
    let hit: PlaceHit
    let rank: Float
    /// The entry, and of a street the house: to say each thing once.
    let identity: String
  }

  /// Below this a hit is a suggestion.
  static let leastConfidence: Float = 0.5
  /// A match at least this good makes a second look for misspellings unnecessary.
  static let goodEnough: Float = 0.8

  /// Finds places by text.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for text without letters or digits, for text
  ///   or a limit beyond `GeocoderLimits`, for a bad `near`; `SQLiteError` where the file fails.
  package func search(_ request: GeocodeRequest) throws -> GeocodeReply {
    let limit = try RequestChecks.check(request)
    guard let text = request.text else { throw RequestChecks.nothingToFind }
    if let coordinate = CoordinateText.coordinate(in: text) {
      return GeocodeReply(hits: [Self.hit(coordinate, near: request.near)])
    }
    var ranked: [Ranked] = []
    for spelling in [QueryReader.Spelling.strict, .tolerant, .desperate] {
      let query = reader.read(text, spelling)
      guard !query.words.isEmpty else { throw RequestChecks.nothingToFind }
      ranked = try matches(query, request.near, limit) + corners(query, spelling, request.near)
      let best = ranked.map(\.rank).max() ?? 0
      let isEnough = spelling == .strict ? Self.goodEnough : Self.leastConfidence
      if best >= isEnough { break }
    }
    return reply(ranked, limit)
  }

  /// The best matches with their details.
  ///
  /// A match's rank before its house number is looked up is the highest it can have after, so the
  /// details of those that cannot be among the answers are never read.
  private func matches(_ query: Query, _ near: Coordinate?, _ limit: Int) throws -> [Ranked] {
    let names = finder.candidates(for: query, in: index, near: near)
    let numbers = Self.allNumbers(query)
    let matches = names.map { name in
      let match = Match(name, query, index)
      return (match, rank(match, match.quality(numberBits: numbers, query), near))
    }
    var answers: [Ranked] = []
    let wanted = limit + GeocoderBounds.maximumSuggestions
    var best: Float = 0
    for (match, bound) in matches.sorted(by: { $0.1 > $1.1 })
      .prefix(GeocoderBounds.maximumDetailed)
    {
      // Beside a good hit nobody needs suggestions.
      if best >= Self.goodEnough, bound < Self.leastConfidence { break }
      if answers.count >= wanted,
        answers.count(where: { $0.rank >= bound + Self.houseBonus }) >= wanted
      {
        break
      }
      let answer = try ranked(match, query, near)
      best = max(best, Float(answer.hit.confidence))
      answers.append(answer)
    }
    return answers
  }

  /// Before house numbers are looked up, every number may be one.
  private static func allNumbers(_ query: Query) -> UInt32 {
    query.words.indices.reduce(0) { query.roles[$1] == .number ? $0 | 1 << $1 : $0 }
  }

  func rank(_ match: Match, _ confidence: Float, _ near: Coordinate?) -> Float {
    confidence + Ranking.tieBreak(match.name, index, near)
      - (match.isInOrder ? 0 : Self.orderPenalty)
      - (index.names.isFirst(match.name) ? 0 : Self.otherNamePenalty)
  }

  static let orderPenalty: Float = 0.02
  static let otherNamePenalty: Float = 0.005
  /// A house that was asked for by its number comes before a venue or street as good.
  static let houseBonus: Float = 0.03

  private func ranked(_ match: Match, _ query: Query, _ near: Coordinate?) throws -> Ranked {
    let entry = try EntryReader(database: database).entry(match.entry)
    if entry.kind == .street, let house = try house(match, query, entry, near) {
      return try ranked(house.0, house.1, match, query, entry, near)
    }
    let confidence = match.quality(numberBits: 0, query)
    var receipt = Receipt("\(entry.kind.accuracy.rawValue) \(entry.name)")
    try complete(&receipt, match, query, 0, entry)
    let hit = PlaceHit(
      label: labels.label(of: entry), coordinate: entry.coordinate,
      accuracy: entry.kind.accuracy, confidence: Double(confidence), matched: receipt.text,
      distanceMeters: near.map { $0.distance(to: entry.coordinate) },
      address: Address(
        houseNumber: entry.houseNumber,
        street: entry.kind == .street ? entry.name : entry.street, postcode: entry.postcode,
        city: entry.city))
    return Ranked(hit: hit, rank: rank(match, confidence, near), identity: "\(match.entry)")
  }

  /// The house number that the query names on the matched street, if it names one.
  private func house(
    _ match: Match, _ query: Query, _ entry: Entry, _ near: Coordinate?
  ) throws -> (FoundHouse, NumberReader.Candidate)? {
    let candidates = NumberReader.candidates(
      in: query, taken: match.inName | match.inContext, street: match.inName)
    let houses = HouseFinder(database: database)
    let typed = query.readings.filter { $0.bits & match.inName == 0 }
      .map { index.vocabulary.text($0.word) }
    let choice = HouseChoice(typed: Set(typed), street: entry, near: near)
    var best: (FoundHouse, NumberReader.Candidate)?
    for candidate in candidates {
      let found = try houses.find(
        candidate.number, on: match.entry, middle: entry.coordinate, choice)
      if found.factor > best?.0.factor ?? 0 { best = (found, candidate) }
    }
    return best
  }

  private func ranked(
    _ house: FoundHouse, _ asked: NumberReader.Candidate, _ match: Match, _ query: Query,
    _ street: Entry, _ near: Coordinate?
  ) throws -> Ranked {
    let confidence = match.quality(numberBits: asked.bits, query) * house.factor
    var receipt = Receipt(house.head(asked: asked.number, street: street.name))
    try complete(&receipt, match, query, asked.bits, street)
    let isUnknown = house.how == .unknown
    let city = house.city ?? street.city
    let hit = PlaceHit(
      label: isUnknown
        ? labels.label(of: street)
        : labels.label(houseNumber: house.text, street: street.name, city: city),
      coordinate: house.coordinate, accuracy: house.accuracy, confidence: Double(confidence),
      matched: receipt.text, distanceMeters: near.map { $0.distance(to: house.coordinate) },
      address: Address(
        houseNumber: isUnknown ? nil : house.text, street: street.name,
        postcode: house.postcode ?? street.postcode, city: city))
    return Ranked(
      hit: hit, rank: rank(match, confidence, near) + (isUnknown ? 0 : Self.houseBonus),
      identity: "\(match.entry) \(isUnknown ? "" : house.text)")
  }

  private func complete(
    _ receipt: inout Receipt, _ match: Match, _ query: Query, _ numberBits: UInt32, _ entry: Entry
  ) throws {
    if !index.names.isFirst(match.name),
      let other = try EntryReader(database: database).otherName(match.name)
    {
      receipt.add("known as \(other)")
    }
    receipt.addChanges(match, query, numberBits: numberBits, index.vocabulary)
    if entry.city != nil, entry.cityIsAssumed { receipt.add("city assumed") }
  }

  private static func hit(_ coordinate: Coordinate, near: Coordinate?) -> PlaceHit {
    PlaceHit(
      label: "\(coordinate.latitude), \(coordinate.longitude)", coordinate: coordinate,
      accuracy: .coordinate, confidence: 1, matched: "coordinate",
      distanceMeters: near.map { $0.distance(to: coordinate) })
  }
}

extension FoundHouse {
  var accuracy: GeocodeAccuracy {
    switch how {
    case .exact, .inRange, .otherSuffix: .rooftop
    case .onLine, .between, .nearest: .interpolated
    case .unknown: .street
    }
  }
}
