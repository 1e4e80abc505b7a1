import Geography
import Messages
import PlaceWords

/// Answers one search field.
struct VenueFinder {
  private let searcher: Searcher
  private let options: SearchOptions

  /// - Throws: `invalidRequest`.
  init(_ searcher: Searcher, _ request: FindRequest) throws {
    self.searcher = searcher
    options = try RequestChecks.options(of: request)
  }

  private var index: PlaceIndex { searcher.index }

  /// Reads the text of one search field: as a search for venues, else as a place.
  ///
  /// A text is a place where its best match explains the words for the kind, too: "White Swan pub",
  /// "Brewery Lane". Otherwise those words are a search, and the other ones the place.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` as `search`; `SQLError`.
  func reply(to request: FindRequest) throws -> FindReply {
    let phrase = try reading(of: request.text)
    if phrase.kind != nil || !phrase.tokens.isEmpty {
      if let reply = try venues(phrase) { return reply }
    }
    let reply = try searcher.search(
      GeocodeRequest(
        text: request.text, near: request.near, language: request.language, limit: request.limit))
    return FindReply(hits: reply.hits, suggestions: reply.suggestions)
  }

  /// Of several words for kinds the one that leaves a place: "Baker Street coffee".
  private func reading(of text: String) throws -> SearchPhrase {
    let readings = SearchPhrase.readings(of: text)
    guard readings.count > 1 else { return readings[0] }
    let whole = try readings.first { try !$0.rest.isEmpty && isWholePlace($0.rest) }
    return whole ?? readings[0]
  }

  /// `nil` where the phrase asks for no venues.
  private func venues(_ phrase: SearchPhrase) throws -> FindReply? {
    if let reply = try dividedChain(phrase) { return reply }
    if let kind = phrase.kind {
      if !phrase.rest.isEmpty, !phrase.isTagged, try isNamed(phrase) { return nil }
      guard kind.category != nil else { return try nearest(kind, phrase) }
      let phrase = try withWholePlace(phrase)
      return try search(VenueFilter(phrase), phrase.name, phrase.rest, phrase)
    }
    if phrase.criteria.contains(where: \.isFood) {
      let phrase = try withWholePlace(phrase)
      return try search(VenueFilter(phrase), [], phrase.rest, phrase)
    }
    return try chain(phrase)
  }

  /// The search around the place of these words; around the person without any.
  private func search(
    _ filter: VenueFilter, _ name: [WordToken], _ place: [WordToken], _ phrase: SearchPhrase
  ) throws -> FindReply? {
    var filter = filter
    if !name.isEmpty { filter.name = name.map(\.typed).joined(separator: " ") }
    func reply(_ hit: PlaceHit?) -> FindReply {
      FindReply(search: VenueSearch(filter: filter, place: hit, radiusMeters: phrase.radius))
    }
    if let point = phrase.point { return reply(Searcher.hit(point, options)) }
    guard !place.isEmpty else { return reply(nil) }
    let found = try searcher.reply(searcher.find(place, options), options)
    guard let hit = found.hits.first else { return FindReply(suggestions: found.suggestions) }
    return reply(hit)
  }

  /// The phrase with the words beside the place that are part of its name: "Am Haag", "Latrobe Park
  /// Terrace".
  private func withWholePlace(
    _ phrase: SearchPhrase
  ) throws -> SearchPhrase {
    guard !phrase.rest.isEmpty, !phrase.leading.isEmpty || !phrase.trailing.isEmpty else {
      return phrase
    }
    let plain = try searcher.find(phrase.rest, options).map(\.evidence.fit).max() ?? 0
    let isApart = phrase.trailing.first?.separatorsBefore.contains(.comma) ?? true
    for (isLong, isFull) in [(true, true), (false, true), (true, false)]
    where !isFull || !isApart {
      var longer = phrase
      longer.extendRest(leading: isLong, trailing: isFull)
      guard longer.rest.count > phrase.rest.count,
        let best = try searcher.find(longer.rest, options).max(by: { $0.rank < $1.rank }),
        best.evidence.fit >= plain, let name = best.match?.inName
      else { continue }
      let head = isLong ? phrase.leading.count : 0
      let tail = head + phrase.rest.count
      let isName = longer.rest.indices.allSatisfy { index in
        index >= head && index < tail || name & 1 << UInt32(index) != 0
      }
      if isName { return longer }
    }
    return phrase
  }

  /// Whether the whole text names one place, the words for the kind included. With "near" they have
  /// to be part of the place's name.
  private func isNamed(_ phrase: SearchPhrase) throws -> Bool {
    let found = try searcher.find(phrase.tokens, options).max { $0.rank < $1.rank }
    guard let found, let match = found.match, found.evidence.isWhole,
      found.evidence.fit >= RankingModel.leastNamedFit
    else { return false }
    let query = searcher.parser.parse(phrase.tokens, .strict)
    let mentions = query.kinds
    guard let kind = mentions.first(where: { $0.isVenue }) ?? mentions.first else { return false }
    // "cafés near C Street" is no "Center Cafe", "Bar am Platz" is one.
    let isSplit = query.tokens.count != phrase.tokens.count
    guard isSplit || phrase.aroundBits & ~match.inName == 0 else { return false }
    let context = match.inContext & ~match.misspeltContext
    let explained = phrase.isAround ? match.inName : match.inName | context
    return explained & kind.bits == kind.bits && match.inName & ~kind.bits != 0
  }
}

/// Searches for the places of a chain: "starbucks marienplatz".
extension VenueFinder {
  private func chain(_ phrase: SearchPhrase) throws -> FindReply? {
    let filter = VenueFilter(phrase), words = phrase.rest
    if isChain(words, least: 2) {
      return try search(filter, words, [], phrase)
    }
    for cut in words.indices.dropFirst().reversed() {
      for (name, place) in [(words[..<cut], words[cut...]), (words[cut...], words[..<cut])]
      where isChain(Array(name), least: 2) {
        guard try isWholePlace(Array(place)) else { continue }
        return try search(filter, Array(name), Array(place), phrase)
      }
    }
    return nil
  }

  /// "Burger King near Spangler Way": what stands before "near" is a venue's name, although it may
  /// have a word for a kind.
  private func dividedChain(
    _ phrase: SearchPhrase
  ) throws -> FindReply? {
    for division in phrase.divisions.reversed() {
      let name = Array(phrase.tokens[..<division.lowerBound])
      let text = name.map(\.typed).joined(separator: " ")
      guard KindWords.all.kind(named: text)?.category == nil, isChain(name, least: 1) else {
        continue
      }
      let place = Array(phrase.tokens[division.upperBound...])
      return try search(VenueFilter(), name, place, phrase)
    }
    return nil
  }

  /// Whether these words are the whole name of at least this many venues.
  private func isChain(_ name: [WordToken], least: Int) -> Bool {
    guard !name.isEmpty else { return false }
    let query = searcher.parser.parse(name, .strict)
    let all = (UInt32(1) << UInt32(query.tokens.count)) - 1
    var entries: Set<UInt32> = []
    var isOther = false
    let candidates = searcher.finder.candidates(for: query, in: index, SearchOptions(), [])
    for match in NameMatcher(query, index).matches(candidates) {
      guard match.isWhole, match.inName == all else { continue }
      if index.venueCategories.contains(index.names.category(of: match.entry)) {
        entries.insert(match.entry)
      } else if index.names.kind(of: match.entry) != .pointOfInterest {
        isOther = true
      }
    }
    return !isOther && entries.count >= least
  }

  private func isWholePlace(_ words: [WordToken]) throws -> Bool {
    let best = try searcher.find(words, options).max { $0.rank < $1.rank }
    return best.map { $0.evidence.isWhole && $0.evidence.fit >= RankingModel.leastNamedFit }
      ?? false
  }

  /// The nearest places of a kind that is no venue, such as pharmacies; `nil` where the index has
  /// none, or nobody knows where to look.
  private func nearest(
    _ kind: KindWords.Kind, _ phrase: SearchPhrase
  ) throws -> FindReply? {
    let categories = Set(kind.tags.compactMap { index.categories[$0] })
    guard !categories.isEmpty else { return nil }
    var point = phrase.point
    if point == nil, !phrase.rest.isEmpty {
      guard try isWholePlace(phrase.rest) else { return nil }
      point = try searcher.reply(searcher.find(phrase.rest, options), options).hits.first?
        .coordinate
    }
    guard let middle = point ?? (phrase.rest.isEmpty ? options.near : nil) else { return nil }
    return FindReply(
      hits: try ReverseSearch(searcher.context(options)).pointsOfInterest(
        of: categories, near: middle, within: phrase.radius ?? .infinity, limit: options.limit))
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
