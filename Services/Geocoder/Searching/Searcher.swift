import Geography
package import Messages
import Phrases
import SQL
import SQLite

/// Answers searches over one index. Not thread-safe: each worker thread has its own searcher.
///
/// text → tokens (`WordTokenizer`) → expansions (`QueryParser`) → names (`CandidateFinder`)
/// → match (`NameMatch`) → house number (`HouseFinder`)
/// → ranking, confidence and explanation (`ReplyBuilder.swift`).
package final class Searcher {
  let index: PlaceIndex
  let database: Database
  let parser: QueryParser
  package let labels: LabelFormatter
  var finder: CandidateFinder
  /// The phrases of all languages.
  static let book = PhraseBook(phraseTexts)
  /// How matches are explained: in English, until a request asks for another language.
  private(set) var phrases = book.phrases(for: nil)

  /// Opens its own connection to the index file.
  ///
  /// - Throws: `SQLError`.
  package init(_ index: PlaceIndex) throws {
    self.index = index
    database = try Database(path: index.path, mode: .readOnly)
    // The file never changes: locking it once saves a lock and unlock for every row.
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    parser = QueryParser(
      dictionary: index.dictionary,
      classifier: TokenClassifier(
        regions: index.regions, categories: index.categories))
    labels = LabelFormatter(style: index.style)
    finder = CandidateFinder(nameCount: index.names.count)
  }

  /// Explains matches in a language from now on, as `PhraseBook.phrases(for:)` reads it.
  func explain(in language: String?) { phrases = Self.book.phrases(for: language) }

  /// Finds places by text or by the parts of an address.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for text without letters or digits, for text
  ///   or a limit beyond `GeocoderLimits`, for a value out of range; with `notFound` for an area
  ///   whose place is unknown; `SQLError` where the file fails.
  package func search(_ request: GeocodeRequest) throws -> GeocodeReply {
    try search(request, readsWishes: true)
  }

  /// - Parameter readsWishes: whether a text may ask for what is near a place: "coffee near
  ///   Smithfield".
  func search(_ request: GeocodeRequest, readsWishes: Bool) throws -> GeocodeReply {
    var options = try RequestChecks.options(of: request)
    if let text = request.text, let coordinate = CoordinateText.coordinate(in: text) {
      return reply(at: coordinate, options)
    }
    if let text = request.text {
      try RequestChecks.refuseWordGrid(text)
      if let point = try plusCode(text, options) {
        return GeocodeReply(hits: [hit(point, options)])
      }
    }
    if let area = request.within { options.area = try filter(for: area) }
    if let address = request.address {
      let kinds: Set<EntryKind> = address.street == nil ? [.place, .postcode] : [.street]
      return try reply(find(AddressTokens.of(address), options, kinds), options)
    }
    if readsWishes, let text = request.text,
      let wish = try VenueFinder(searcher: self, options: options).wish(in: text, orChain: false)
    {
      if wish.isOnTheWay { return try reply(toStop: wish, request, options) }
      let reply = try NearestFinder(searcher: self, options: options).reply(to: wish)
      // A kind alone that the map lacks may be the beginning of a name: "Kauppa".
      if !wish.isAnywhere || !reply.hits.isEmpty { return reply }
    }
    let words = WordTokenizer.tokens(in: request.text ?? "")
    let beginning = WordTokenizer.tokens(inUnfinished: request.text ?? "")
    let reply = try reply(find(words, options, beginning: beginning), options)
    guard reply.hits.allSatisfy({ $0.confidence < RankingModel.surePlace }),
      let country = CountrySearch(index: index, phrases: phrases)
        .country(words, named: request.text ?? "", options)
    else { return reply }
    let surer = reply.hits.prefix { $0.confidence > country.confidence }
    let hits = surer + [country] + reply.hits.dropFirst(surer.count)
    return GeocodeReply(hits: Array(hits.prefix(options.limit)), suggestions: reply.suggestions)
  }

  /// The destination of "coffee on the way to the station", and what to stop for.
  private func reply(
    toStop wish: PlaceWish, _ request: GeocodeRequest, _ options: SearchOptions
  ) throws -> GeocodeReply {
    guard request.allowsStop == true, wish.isVenue, !wish.place.isEmpty else {
      throw VenueFinder.isStop(request.text ?? "")
    }
    var found = try reply(find(wish.place, options), options)
    found.stop = wish.filter
    return found
  }

  /// A typed coordinate. Off the map, where it is on it with latitude and longitude swapped, it is
  /// unsure, and the other one suggested.
  private func reply(at point: Coordinate, _ options: SearchOptions) -> GeocodeReply {
    let hit = hit(point, options)
    let swapped = Coordinate(latitude: point.longitude, longitude: point.latitude)
    guard swapped.isValid, !isOnMap(point), isOnMap(swapped) else {
      return GeocodeReply(hits: [hit])
    }
    let typed = PlaceHit(
      label: hit.label, coordinate: point, accuracy: .coordinate,
      confidence: RankingModel.unsure,
      matched: phrases("coordinate.swapped"), distanceMeters: hit.distanceMeters)
    return GeocodeReply(hits: [typed], suggestions: [self.hit(swapped, options)])
  }

  /// Whether anything of the map is near the point.
  private func isOnMap(_ point: Coordinate) -> Bool {
    !index.points.entries.nearest(1, to: point, within: RequestChecks.maximumRadius).isEmpty
  }

  /// The middle of the Open Location Code in a text: "9FCQ5WCR+GX", or "5WCR+GX Zürich" near that
  /// place, else near `near` or the middle of the map.
  private func plusCode(_ text: String, _ options: SearchOptions) throws -> Coordinate? {
    guard text.utf8.contains(UInt8(ascii: "+")) else { return nil }
    let parts = text.split(whereSeparator: { $0.isWhitespace || $0 == "," })
    guard let position = parts.firstIndex(where: { $0.contains("+") }),
      let code = PlusCode(parts[position]), position == 0 || position == parts.count - 1
    else { return nil }
    var rest = parts
    rest.remove(at: position)
    var reference = options.near ?? index.middle
    if code.isShort, !rest.isEmpty {
      let words = WordTokenizer.tokens(in: rest.joined(separator: " "))
      let found = words.isEmpty ? [] : try find(words, options, [.place])
      let best = found.max { $0.rank < $1.rank }
      // A town may be known only from addresses: then the map is of it.
      let isKnown = words.contains { word in
        index.dictionary.find(word.letters).map { index.settlementTerms.contains($0) } ?? false
      }
      guard best != nil || isKnown else { return nil }
      reference = best?.hit.coordinate ?? reference
    }
    return code.center(near: reference)
  }

  /// The possible meanings of the tokens, in no order.
  ///
  /// - Parameters:
  ///   - kinds: entries of other kinds are skipped; empty for all kinds.
  ///   - beginning: the words of which the last may be the beginning of a longer one, where it is
  ///     no word of the index, or where the words as they are fit nothing well.
  func find(
    _ words: [WordToken], _ options: SearchOptions, _ kinds: Set<EntryKind> = [],
    beginning: [WordToken] = []
  ) throws -> [RankedHit] {
    guard !words.isEmpty else { throw RequestChecks.nothingToFind }
    // What follows a comma may be another town.
    let isUnfinished =
      beginning.last.map { $0.isUnfinished && !$0.separatorsBefore.contains(.comma) } ?? false
    let mayBegin = isUnfinished && beginning.last?.startsWithDigit == false
    let isBegun = mayBegin && !parser.knows(words.suffix(1))
    var ranked: [RankedHit] = []
    for fuzziness in [QueryParser.Fuzziness.strict, .tolerant, .lastResort] {
      ranked = try hits(words, fuzziness, options, kinds)
      if mayBegin, fuzziness < .lastResort, isBegun || !ranked.isMeant(to: words.count - 1) {
        let begun = try begun(beginning, fuzziness, options)
        if begun.containsGoodFit { return begun }
      }
      let best = ranked.map(\.evidence.fit).max() ?? 0
      if best >= (fuzziness == .strict ? RankingModel.goodFit : RankingModel.minimumFit) { break }
      // Other words than the address do not make it misspelt.
      if ranked.contains(where: {
        $0.evidence.isHouse && $0.evidence.understood >= RankingModel.goodFit
      }) {
        break
      }
    }
    if isUnfinished, !ranked.contains(where: { $0.evidence.fit >= RankingModel.minimumFit }) {
      let begun = try begun(beginning, .strict, options)
      if !begun.isEmpty { return begun }
    }
    return ranked
  }

  /// The names that the words begin; none where the best one lacks the last word.
  private func begun(
    _ words: [WordToken], _ fuzziness: QueryParser.Fuzziness, _ options: SearchOptions
  ) throws -> [RankedHit] {
    let begun = try Suggester(self, options).begun(words, fuzziness)
    guard let best = begun.max(by: { $0.rank < $1.rank }),
      best.evidence.fit >= RankingModel.minimumFit,
      (best.match?.inName ?? 0) & 1 << UInt32(words.count - 1) != 0
    else { return [] }
    return begun
  }

  /// The corners and names that the words fit, as they are.
  func hits(
    _ words: [WordToken], _ fuzziness: QueryParser.Fuzziness, _ options: SearchOptions,
    _ kinds: Set<EntryKind> = []
  ) throws -> [RankedHit] {
    let query = parser.parse(words, fuzziness)
    var ranked: [RankedHit] = []
    var isCertainCorner = false
    if kinds.isEmpty || kinds.contains(.street) {
      (ranked, isCertainCorner) = try corners(query, fuzziness, options)
    }
    return isCertainCorner ? ranked : ranked + (try matches(query, options, kinds))
  }

  /// The filter for the area of a request, with its place looked up.
  ///
  /// - Throws: `notFound` with suggestions; `SQLError`.
  func filter(for area: SearchArea) throws -> AreaFilter {
    try RequestChecks.check(area)
    switch area {
    case .circle(let center, let radius): return .circle(center, radius)
    case .box(let box): return .box(box)
    case .place(let text):
      let found = try find(WordTokenizer.tokens(in: text), SearchOptions(), [.place, .postcode])
        .sorted { $0.rank > $1.rank }
      if let best = found.first, best.evidence.fit >= RankingModel.minimumFit,
        case .entry(let entry) = best.identity
      {
        return .place(entry)
      }
      let suggestions = found.prefix(GeocoderLimits.maximumSuggestions).map(\.hit.label)
      throw ServiceError(
        .notFound, "Searching within a place: no settlement of the map is called “\(text)”.",
        suggestions: suggestions.isEmpty ? nil : Array(suggestions))
    }
  }

  /// The best matches with their details.
  ///
  /// Before the house number is looked up, a match's rank plus `houseBonus` is an upper bound of
  /// its final rank. So the details of matches that cannot become answers are never read.
  private func matches(
    _ query: ParsedQuery, _ options: SearchOptions, _ kinds: Set<EntryKind>
  ) throws -> [RankedHit] {
    let names = finder.candidates(for: query, in: index, options, kinds)
    let numbers = query.numberBits
    let matches = NameMatcher(query, index).matches(names)
    let bounds = matches.map {
      Ranking.rank($0, fit: $0.fit(numberBits: numbers, query), index, options)
    }
    let houseBonus = numbers == 0 ? 0 : RankingModel.houseBonus
    let hits = HitBuilder(context: context(options), query: query)
    var answers: [RankedHit] = []
    let enough = max(options.limit, SearchOptions.defaultLimit) + GeocoderLimits.maximumSuggestions
    var best: Float = 0
    for candidate in bounds.indices.sorted(by: { bounds[$0] > bounds[$1] })
      .prefix(GeocoderLimits.maximumDetailedEntries)
    {
      let bound = bounds[candidate]
      if best >= RankingModel.goodFit, bound < best - RankingModel.maximumFitGap { break }
      if answers.count >= enough,
        answers.count(where: { $0.rank >= bound + houseBonus }) >= enough
      {
        break
      }
      guard let answer = try hits.hit(matches[candidate]) else { continue }
      best = max(best, answer.evidence.fit)
      answers.append(answer)
    }
    return answers
  }

  /// Completes the text, the most likely completion first, each label once.
  ///
  /// - Throws: as `search`.
  package func suggest(_ request: SuggestRequest) throws -> SuggestReply {
    try Suggester(self, request).reply(to: request)
  }

  /// Reads the text of one search field: as a search for venues, else as a place.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` as `search`; `SQLError`.
  package func find(_ request: FindRequest) throws -> FindReply {
    try VenueFinder(searcher: self, options: RequestChecks.options(of: request)).reply(to: request)
  }

  /// Finds what is at or near a point; see `ReverseSearch`.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for a coordinate or radius out of range;
  ///   `SQLError`.
  package func reverse(_ request: ReverseGeocodeRequest) throws -> GeocodeReply {
    var options = SearchOptions()
    options.language = request.language
    return try ReverseSearch(context(options)).reply(to: request)
  }

  func context(_ options: SearchOptions) -> HitContext {
    HitContext(
      index: index, database: database, labels: labels, phrases: phrases, options: options)
  }

  func reply(_ ranked: [RankedHit], _ options: SearchOptions) throws -> GeocodeReply {
    try ReplyBuilder(ranked: ranked, options: options).reply()
  }

  func corners(
    _ query: ParsedQuery, _ fuzziness: QueryParser.Fuzziness, _ options: SearchOptions
  ) throws -> (found: [RankedHit], isCertain: Bool) {
    try CornerSearch(searcher: self, context: context(options), fuzziness: fuzziness)
      .corners(query)
  }

  func hit(_ coordinate: Coordinate, _ options: SearchOptions) -> PlaceHit {
    PlaceHit(
      label: "\(coordinate.latitude), \(coordinate.longitude)", coordinate: coordinate,
      accuracy: .coordinate, confidence: 1, matched: phrases("coordinate"),
      distanceMeters: options.near.map { $0.distance(to: coordinate) })
  }
}

/// Tokenizes an address given in components.
enum AddressTokens {
  static func of(_ address: Address) -> [WordToken] {
    let components: [(String?, WordToken.Component)] = [
      (address.houseNumber, .houseNumber), (address.street, .street),
      (address.postcode, .postcode), (address.city, .city),
    ]
    return components.flatMap { text, component in
      WordTokenizer.tokens(in: text ?? "").map { word in
        var word = word
        word.component = component
        return word
      }
    }
  }
}
