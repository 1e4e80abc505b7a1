import Geography
import Messages

/// Completes what is being typed: the same words, names and matches as a search, but the last word
/// may be any that begins so, the name may go on, and importance counts for more.
extension Searcher {
  /// Answers what the text may become, likeliest first, each label once.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` for text without letters or digits, for text
  ///   or a limit beyond `GeocoderLimits`, for a value out of range; with `notFound` for an area's
  ///   place that is not known; `SQLError` where the file fails.
  package func suggest(_ request: SuggestRequest) throws -> SuggestReply {
    var scope = try RequestChecks.scope(of: request)
    scope.importanceBonus = Self.completionImportance
    if let coordinate = CoordinateText.coordinate(in: request.text) {
      return SuggestReply(completions: [Completion(Self.hit(coordinate, scope))])
    }
    let words = Words.ofUnfinished(request.text)
    guard !words.isEmpty else { throw RequestChecks.nothingToFind }
    if let area = request.within { scope.area = try filter(for: area) }
    var best: [Ranked] = []
    for spelling in [QueryReader.Spelling.strict, .tolerant] {
      let query = reader.read(words, spelling)
      let found = try completions(of: query, scope) + corners(query, spelling, scope).found
      best = found.filter { $0.evidence.fit >= Self.leastFit }.sorted { $0.rank > $1.rank }
      if best.contains(where: { $0.evidence.fit >= Self.goodEnough }) { break }
    }
    return SuggestReply(completions: try hits(of: best, words, scope))
  }

  /// What importance adds at most to the rank of a completion: few letters tell little.
  static let completionImportance: Float = 0.15

  /// The best matches with their details, of those that read alike only the first.
  private func completions(of query: Query, _ scope: SearchScope) throws -> [Ranked] {
    let names = finder.candidates(for: query, in: index, scope, [])
    let numbers = Self.allNumbers(query)
    let hasNumber = numbers != 0
    let matches = names.map { Match($0, query, index) }
    let bounds = matches.map { rank($0, $0.fit(numberBits: numbers, query), scope) }
    var seen: Set<Int> = []
    var answers: [Ranked] = []
    var reads = 0
    for place in bounds.indices.sorted(by: { bounds[$0] > bounds[$1] }) {
      let match = matches[place], bound = bounds[place]
      // Of streets that read alike only one may have the number.
      guard hasNumber || seen.insert(index.names.likeness(of: match.name)).inserted else {
        continue
      }
      let better = answers.count { $0.rank >= bound + (hasNumber ? Self.houseBonus : 0) }
      guard better < scope.limit, reads < scope.limit + GeocoderBounds.maximumCompleted else {
        break
      }
      reads += 1
      if let answer = try ranked(match, query, scope) { answers.append(answer) }
    }
    return answers
  }

  /// Each label once; after the street of a number that is being typed, the numbers it may become.
  private func hits(
    of best: [Ranked], _ words: [Word], _ scope: SearchScope
  ) throws -> [Completion] {
    var completions: [Completion] = []
    var labels: Set<String> = []
    func add(_ hit: PlaceHit) {
      guard completions.count < scope.limit, labels.insert(hit.label).inserted else { return }
      completions.append(Completion(hit))
    }
    for (place, ranked) in best.enumerated() {
      let numbers = place == 0 ? try houses(ranked, beginning: words.last, scope) : []
      // A number that the street does not have is only a beginning.
      let isWhole = ranked.hit.accuracy == .rooftop || numbers.isEmpty
      if isWhole { add(ranked.hit) }
      numbers.forEach(add)
      if !isWhole { add(ranked.hit) }
    }
    return completions
  }

  /// The houses of the hit's street whose numbers begin with the word that is being typed.
  private func houses(
    _ ranked: Ranked, beginning word: Word?, _ scope: SearchScope
  ) throws -> [PlaceHit] {
    guard let street = ranked.numberedStreet, let word, word.isUnfinished,
      let beginning = HouseNumber.parts(of: word.letters)
    else { return [] }
    let entry = try EntryReader(database: database, language: scope.language).entry(street)
    let houses = try HouseFinder(database: database)
      .houses(beginning: beginning, on: street, limit: scope.limit)
    return houses.filter { scope.area?.holds($0.coordinate) ?? true }.map { house in
      let city = house.city ?? entry.city
      return PlaceHit(
        label: labels.label(houseNumber: house.text, street: entry.name, city: city),
        coordinate: house.coordinate, accuracy: .rooftop, confidence: 0, matched: "",
        distanceMeters: scope.near.map { $0.distance(to: house.coordinate) },
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
