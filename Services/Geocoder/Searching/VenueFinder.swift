import Geography
import Messages
import PlaceWords

extension Searcher {
  /// Reads the text of one search field: as a search for venues, else as a place.
  ///
  /// A text is a place where its best match explains the words for the kind, too: "White Swan pub",
  /// "Brewery Lane". Otherwise those words are a search, and the other ones the place.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` as `search`; `SQLError`.
  package func find(_ request: FindRequest) throws -> FindReply {
    let options = try RequestChecks.options(of: request)
    let phrase = SearchPhrase(request.text)
    if phrase.kind != nil || !phrase.tokens.isEmpty {
      if let reply = try venues(phrase, options) { return reply }
    }
    let reply = try search(
      GeocodeRequest(
        text: request.text, near: request.near, language: request.language, limit: request.limit))
    return FindReply(hits: reply.hits, suggestions: reply.suggestions)
  }

  /// `nil` where the phrase asks for no venues.
  private func venues(_ phrase: SearchPhrase, _ options: SearchOptions) throws -> FindReply? {
    if let reply = try dividedChain(phrase, options) { return reply }
    if let kind = phrase.kind {
      if !phrase.rest.isEmpty, !phrase.isTagged, try isNamed(phrase, options) { return nil }
      guard kind.category != nil else { return try nearest(kind, phrase, options) }
      return try search(
        VenueFilter(phrase), phrase.name, try place(phrase, options), phrase, options)
    }
    if phrase.criteria.contains(where: \.isFood) {
      return try search(VenueFilter(phrase), [], try place(phrase, options), phrase, options)
    }
    return try chain(phrase, options)
  }

  /// The search around the place of these words; around the person without any.
  private func search(
    _ filter: VenueFilter, _ name: [WordToken], _ place: [WordToken], _ phrase: SearchPhrase,
    _ options: SearchOptions
  ) throws -> FindReply? {
    var filter = filter
    if !name.isEmpty { filter.name = name.map(\.typed).joined(separator: " ") }
    func reply(_ hit: PlaceHit?) -> FindReply {
      FindReply(search: VenueSearch(filter: filter, place: hit, radiusMeters: phrase.radius))
    }
    if let point = phrase.point { return reply(Self.hit(point, options)) }
    guard !place.isEmpty else { return reply(nil) }
    let found = try self.reply(find(place, options), options)
    guard let hit = found.hits.first else { return FindReply(suggestions: found.suggestions) }
    return reply(hit)
  }

  /// The words of the place: with the word before them where that fits better.
  private func place(_ phrase: SearchPhrase, _ options: SearchOptions) throws -> [WordToken] {
    guard !phrase.rest.isEmpty, phrase.longRest != phrase.rest else { return phrase.rest }
    func fit(_ words: [WordToken]) throws -> Float {
      try find(words, options).map(\.evidence.fit).max() ?? 0
    }
    return try fit(phrase.longRest) >= fit(phrase.rest) ? phrase.longRest : phrase.rest
  }

  /// Whether the whole text names one place, the words for the kind included. With "near" they have
  /// to be part of the place's name.
  private func isNamed(_ phrase: SearchPhrase, _ options: SearchOptions) throws -> Bool {
    let found = try find(phrase.tokens, options).max { $0.rank < $1.rank }
    guard let found, let match = found.match, found.evidence.isWhole,
      found.evidence.fit >= Self.leastNamedFit
    else { return false }
    let mentions = parser.parse(phrase.tokens, .strict).kinds
    guard let kind = mentions.first(where: { $0.isVenue }) ?? mentions.first else { return false }
    let explained = phrase.isAround ? match.inName : match.inName | match.inContext
    return explained & kind.bits == kind.bits && match.inName & ~kind.bits != 0
  }

  /// The least fit with which a text names a place.
  private static let leastNamedFit: Float = 0.85
}

/// Searches for the places of a chain: "starbucks marienplatz".
extension Searcher {
  private func chain(_ phrase: SearchPhrase, _ options: SearchOptions) throws -> FindReply? {
    let filter = VenueFilter(phrase), words = phrase.rest
    if isChain(words, least: 2) {
      return try search(filter, words, [], phrase, options)
    }
    for cut in words.indices.dropFirst().reversed() {
      for (name, place) in [(words[..<cut], words[cut...]), (words[cut...], words[..<cut])]
      where isChain(Array(name), least: 2) {
        guard try isWholePlace(Array(place), options) else { continue }
        return try search(filter, Array(name), Array(place), phrase, options)
      }
    }
    return nil
  }

  /// "Burger King near Spangler Way": what stands before "near" is a venue's name, although it may
  /// have a word for a kind.
  private func dividedChain(
    _ phrase: SearchPhrase, _ options: SearchOptions
  ) throws -> FindReply? {
    guard let division = phrase.division else { return nil }
    let name = Array(phrase.tokens[..<division.lowerBound])
    let text = name.map(\.typed).joined(separator: " ")
    guard KindWords.all.kind(named: text)?.category == nil, isChain(name, least: 1) else {
      return nil
    }
    let place = Array(phrase.tokens[division.upperBound...])
    return try search(VenueFilter(), name, place, phrase, options)
  }

  /// Whether these words are the whole name of at least so many venues.
  private func isChain(_ name: [WordToken], least: Int) -> Bool {
    guard !name.isEmpty else { return false }
    let query = parser.parse(name, .strict)
    let all = (UInt32(1) << UInt32(query.tokens.count)) - 1
    var entries: Set<UInt32> = []
    var isOther = false
    for candidate in finder.candidates(for: query, in: index, SearchOptions(), []) {
      let match = NameMatch(candidate, query, index)
      guard match.isWhole, match.inName == all else { continue }
      if index.venueCategories.contains(index.names.category(of: match.entry)) {
        entries.insert(match.entry)
      } else if index.names.kind(of: match.entry) != .pointOfInterest {
        isOther = true
      }
    }
    return !isOther && entries.count >= least
  }

  private func isWholePlace(_ words: [WordToken], _ options: SearchOptions) throws -> Bool {
    let best = try find(words, options).max { $0.rank < $1.rank }
    return best.map { $0.evidence.isWhole && $0.evidence.fit >= Self.leastNamedFit } ?? false
  }

  /// The nearest places of a kind that is no venue, such as pharmacies; `nil` where the index has
  /// none, or nobody knows where to look.
  private func nearest(
    _ kind: KindWords.Kind, _ phrase: SearchPhrase, _ options: SearchOptions
  ) throws -> FindReply? {
    let categories = Set(kind.tags.compactMap { index.categories[$0] })
    guard !categories.isEmpty else { return nil }
    var point = phrase.point
    if point == nil, !phrase.rest.isEmpty {
      guard try isWholePlace(phrase.rest, options) else { return nil }
      point = try reply(find(phrase.rest, options), options).hits.first?.coordinate
    }
    guard let middle = point ?? (phrase.rest.isEmpty ? options.near : nil) else { return nil }
    return FindReply(
      hits: try pointsOfInterest(
        of: categories, near: middle, within: phrase.radius ?? .infinity, options))
  }
}

extension SearchWords.Meaning {
  /// Whether it says what there is to eat.
  fileprivate var isFood: Bool {
    switch self {
    case .cuisine, .diet: true
    default: false
    }
  }
}
