import Geography
import Messages
import PlaceWords

/// Autocomplete. It uses the tokens, names and matches of a search, with three differences: the
/// last token is a prefix, the end of the name may be missing, and importance counts for more.
///
/// What a search for the text returns first is suggested first: the text as it stands where that
/// fits well, else the names that it begins.
struct Suggester {
  private let searcher: Searcher
  /// Those of a search.
  private let plain: SearchOptions
  private let options: SearchOptions

  init(_ searcher: Searcher, _ plain: SearchOptions) {
    self.searcher = searcher
    self.plain = plain
    var options = plain
    options.importanceBonus = RankingModel.completionImportance
    options.limit = max(plain.limit, SearchOptions.defaultLimit)
    self.options = options
  }

  /// - Throws: as `reply`.
  init(_ searcher: Searcher, _ request: SuggestRequest) throws {
    var options = try RequestChecks.options(of: request)
    if let area = request.within, CoordinateText.coordinate(in: request.text) == nil {
      options.area = try searcher.filter(for: area)
    }
    self.init(searcher, options)
  }

  private var index: PlaceIndex { searcher.index }

  /// Completes the text, the most likely completion first, each label once.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for text without letters or digits, for text
  ///   or a limit beyond `GeocoderLimits`, for a value out of range; with `notFound` for an area
  ///   whose place is unknown; `SQLError` where the file fails.
  func reply(to request: SuggestRequest) throws -> SuggestReply {
    if let coordinate = CoordinateText.coordinate(in: request.text) {
      return SuggestReply(completions: [Completion(searcher.hit(coordinate, options))])
    }
    let words = WordTokenizer.tokens(inUnfinished: request.text)
    guard !words.isEmpty else { throw RequestChecks.nothingToFind }
    var (whole, begun): ([RankedHit], [RankedHit]) = ([], [])
    for fuzziness in [QueryParser.Fuzziness.strict, .tolerant] {
      let isWhole = words.allSatisfy { index.dictionary.find($0.letters) != nil }
      if isWhole || fuzziness > .strict {
        whole = try searcher.hits(WordTokenizer.tokens(in: request.text), fuzziness, plain)
      }
      begun = try self.begun(words, fuzziness)
      if !whole.isMeant(to: words.count - 1) { whole = [] }
      if !whole.isEmpty || begun.containsGoodFit { break }
    }
    let names = answers(whole) + answers(begun).sorted { $0.rank > $1.rank }
    return SuggestReply(
      completions: try withWishes(of: request.text, words, hits(of: names, words), names.first))
  }

  /// The completions with those that ask for what is near a place; before all names where the text
  /// says so, else behind the best one.
  private func withWishes(
    of text: String, _ words: [WordToken], _ names: [Completion], _ best: RankedHit?
  ) throws -> [Completion] {
    let wishes = WishCompleter(searcher: searcher, options: plain)
    let isName = (best?.match?.inName.nonzeroBitCount ?? 0) == words.count
    var found = try wishes.kinds(text)
    var isWish = KindWords.all.kind(named: text) != nil
    if words.count > 1, !isName {
      let places = try wishes.places(words, text)
      isWish = isWish || !places.isEmpty && !SearchPhrase(text).divisions.isEmpty
      found = places + found
    }
    let first = isWish && !isName ? 0 : 1
    let all = names.prefix(first) + found + names.dropFirst(first)
    var labels: Set<String> = []
    return Array(all.filter { labels.insert($0.label).inserted }.prefix(plain.limit))
  }

  private func answers(_ hits: [RankedHit]) -> [RankedHit] {
    ReplyBuilder(ranked: hits, options: options).answers().hits.map(\.ranked)
  }

  /// The names and corners that the words begin.
  func begun(
    _ words: [WordToken], _ fuzziness: QueryParser.Fuzziness
  ) throws -> [RankedHit] {
    let query = searcher.parser.parse(words, fuzziness)
    return try completions(of: query) + searcher.corners(query, fuzziness, options).found
  }

  /// The best matches with their details; of duplicates only the first.
  private func completions(of query: ParsedQuery) throws -> [RankedHit] {
    let names = searcher.finder.candidates(for: query, in: index, options, [])
    let numbers = query.numberBits
    let hasNumber = numbers != 0
    let matches = NameMatcher(query, index).matches(names)
    let bounds = matches.map {
      Ranking.rank($0, fit: $0.fit(numberBits: numbers, query), index, options)
    }
    var seen: Set<Int> = []
    var answers: [RankedHit] = []
    var reads = 0
    var labels: Set<String> = []
    let hits = HitBuilder(context: searcher.context(options), query: query)
    for candidate in bounds.indices.sorted(by: { bounds[$0] > bounds[$1] }) {
      let match = matches[candidate], bound = bounds[candidate]
      // With a house number, streets with the same name must all be read: one may have the number.
      guard hasNumber || seen.insert(index.names.duplicateKey(of: match.name)).inserted else {
        continue
      }
      let better = answers.count { $0.rank >= bound + (hasNumber ? RankingModel.houseBonus : 0) }
      guard better < options.limit, reads < options.limit + GeocoderLimits.maximumExtraCompletions
      else {
        break
      }
      guard let answer = try hits.hit(match) else {
        reads += 1
        continue
      }
      // Those of one label are one completion, however many there are.
      if hasNumber || labels.insert(answer.hit.label).inserted {
        reads += 1
        answers.append(answer)
      }
    }
    return answers
  }

  /// Each label once. A partly typed house number is completed to the numbers of the best street.
  private func hits(
    of best: [RankedHit], _ words: [WordToken]
  ) throws -> [Completion] {
    var completions: [Completion] = []
    var labels: Set<String> = []
    func add(_ hit: PlaceHit) {
      guard completions.count < plain.limit, labels.insert(hit.label).inserted else { return }
      completions.append(Completion(hit))
    }
    for (index, ranked) in best.enumerated() {
      let numbers = index == 0 ? try houses(ranked, withPrefix: words.last) : []
      // A number that the street lacks is only a prefix of others, which then come first.
      let isComplete = ranked.hit.accuracy == .rooftop || numbers.isEmpty
      if isComplete { add(ranked.hit) }
      numbers.forEach(add)
      if !isComplete { add(ranked.hit) }
    }
    return completions
  }

  /// The houses of the hit's street whose number starts with the token that is being typed.
  private func houses(
    _ ranked: RankedHit, withPrefix word: WordToken?
  ) throws -> [PlaceHit] {
    guard let street = ranked.numberedStreet, let word, word.isUnfinished,
      let prefix = HouseNumber.parts(of: word.letters)
    else { return [] }
    let entry = try searcher.context(options).entries.entry(street)
    let houses = try HouseFinder(database: searcher.database)
      .houses(withPrefix: prefix, on: street, limit: options.limit)
    return houses.filter { options.area?.contains($0.coordinate) ?? true }.map { house in
      let city = house.city ?? entry.city
      return PlaceHit(
        label: searcher.labels.label(houseNumber: house.text, street: entry.name, city: city),
        coordinate: house.coordinate, accuracy: .rooftop, confidence: 0, matched: "",
        distanceMeters: options.near.map { $0.distance(to: house.coordinate) },
        address: Address(
          houseNumber: house.text, street: entry.name,
          postcode: house.postcode ?? entry.postcode, city: city))
    }
  }
}

extension Completion {
  fileprivate init(_ hit: PlaceHit) {
    self.init(
      label: hit.label, coordinate: hit.coordinate, accuracy: hit.accuracy,
      category: hit.category,
      distanceMeters: hit.distanceMeters.map { ($0 * 10).rounded() / 10 }, address: hit.address)
  }
}
