import Geography
import Messages
import Phrases
import PlaceWords

/// Reads a text as a wish for places around another one. Every field reads its text so: `find`
/// passes a wish for venues on to shop search, `search` answers with the nearest such places.
struct VenueFinder {
  let searcher: Searcher
  let options: SearchOptions

  var index: PlaceIndex { searcher.index }

  /// Reads the text of one search field: as a search for venues, else as a place.
  ///
  /// A text is a place where its best match explains the words for the kind, too: "White Swan pub",
  /// "Brewery Lane". Otherwise those words are a search, and the other ones the place.
  ///
  /// - Throws: `ServiceError` with `invalidRequest` as `search`, and for a criterion that cannot be
  ///   checked; `SQLError`.
  func reply(to request: FindRequest) throws -> FindReply {
    guard let wish = try wish(in: request.text, orChain: true) else {
      let reply = try searcher.search(
        GeocodeRequest(
          text: request.text, near: request.near, language: request.language, limit: request.limit),
        readsWishes: false)
      return FindReply(hits: reply.hits, suggestions: reply.suggestions)
    }
    guard !wish.isOnTheWay else { throw Self.isStop(request.text) }
    if wish.isVenue {
      switch wish.anchor {
      case .unknown(let similar): return FindReply(suggestions: similar)
      case .here: return FindReply(search: VenueSearch(wish, around: nil))
      case .place(let hit): return FindReply(search: VenueSearch(wish, around: hit))
      }
    }
    if wish.hasCriteria {
      throw ServiceError(
        .invalidRequest,
        """
        Searching “\(request.text)”: opening hours and the like are only known of venues. Leave \
        “open” and other such words out.
        """)
    }
    let reply = try NearestFinder(searcher: searcher, options: options).reply(to: wish)
    return FindReply(hits: reply.hits, suggestions: reply.suggestions)
  }

  static func isStop(_ text: String) -> ServiceError {
    ServiceError(
      .invalidRequest,
      """
      Searching “\(text)”: what is on the way depends on the trip. Plan one, with this text as its \
      destination.
      """)
  }

  /// The wish of a text; `nil` where it names a place.
  ///
  /// - Parameter chains: whether the name of a chain is a wish without "near", too, where nobody
  ///   says where they are: "starbucks marienplatz".
  func wish(in text: String, orChain chains: Bool) throws -> PlaceWish? {
    let phrase = try reading(of: text)
    guard phrase.kind != nil || !phrase.tokens.isEmpty else { return nil }
    if phrase.criteria.contains(.openLater) {
      throw ServiceError(
        .invalidRequest,
        """
        Searching “\(text)”: which venues are on duty is not known. Name a day or a time, or leave \
        it out.
        """)
    }
    if let wish = try dividedChain(phrase) { return wish }
    if let kind = phrase.kind {
      guard try !isNamed(phrase) else { return nil }
      let phrase = try withWholePlace(phrase)
      // "Hotel de Paris" is a hotel near Paris only where nothing else can be meant.
      if !phrase.rest.isEmpty, !phrase.isTagged, !(phrase.isKindFirst && phrase.isSurelyAround),
        try !isWholePlace(phrase.rest), try !phrase.isKindFirst || explainsKind(phrase)
      {
        return nil
      }
      return try wish(for: kind, phrase.name, phrase.rest, phrase)
    }
    if chains || phrase.isSurelyAround, phrase.criteria.contains(where: \.isFood) {
      let phrase = try withWholePlace(phrase)
      // Shop search reads the criteria, the index needs a kind to have a cuisine.
      let kind = chains ? nil : KindWords.all.kind(named: "food")
      return try wish(for: kind, [], phrase.rest, phrase)
    }
    return chains || options.near != nil ? try chain(phrase) : nil
  }

  /// Of several words for kinds the one that leaves a place: "Baker Street coffee".
  private func reading(of text: String) throws -> SearchPhrase {
    let readings = SearchPhrase.readings(of: text)
    guard readings.count > 1 else { return readings[0] }
    let whole = try readings.first { try !$0.rest.isEmpty && isWholePlace($0.rest) }
    return whole ?? readings[0]
  }

  /// The wish for these around the place of these words; around the person without any.
  private func wish(
    for kind: KindWords.Kind?, _ name: [WordToken], _ place: [WordToken], _ phrase: SearchPhrase
  ) throws -> PlaceWish {
    var filter = kind == nil && !name.isEmpty ? VenueFilter() : VenueFilter(phrase)
    if kind == nil, !phrase.criteria.isEmpty { filter = VenueFilter(phrase) }
    if !name.isEmpty { filter.name = name.map(\.typed).joined(separator: " ") }
    return PlaceWish(
      kind: kind, name: name, filter: filter, anchor: try anchor(place, phrase), place: place,
      isOnTheWay: phrase.isOnTheWay,
      radius: phrase.radius,
      isVenue: kind.map { $0.name != nil } ?? (name.isEmpty || isVenueName(name)),
      hasCriteria: phrase.criteria.contains { kind == nil || !$0.isCuisine })
  }

  private func anchor(_ place: [WordToken], _ phrase: SearchPhrase) throws -> PlaceWish.Anchor {
    if let point = phrase.point { return .place(searcher.hit(point, options)) }
    guard !place.isEmpty else { return .here }
    if phrase.isBetween, let hit = try middle(of: place) { return .place(hit) }
    let ranked = try searcher.find(place, options)
    if let kind = KindWords.all.kind(named: place.map(\.typed).joined(separator: " ")),
      let hit = try NearestFinder(searcher: searcher, options: options)
        .known(of: kind, unless: ranked)
    {
      return .place(hit)
    }
    let found = try searcher.reply(ranked, options)
    return Self.surroundings(of: found).map { .place($0) } ?? .unknown(found.suggestions)
  }

  /// The best hit, as sure as it is and all those are that are near it: which of them is meant
  /// makes no difference to what is around.
  private static func surroundings(of reply: GeocodeReply) -> PlaceHit? {
    guard let first = reply.hits.first else { return nil }
    let together = reply.hits.filter {
      $0.coordinate.distance(to: first.coordinate) <= RankingModel.together
    }
    return first.with(confidence: min(1, together.map(\.confidence).reduce(0, +)))
  }

  /// The point between the two places of "between A and B".
  private func middle(of words: [WordToken]) throws -> PlaceHit? {
    let texts = words.map(\.writtenWord)
    var best: PlaceHit?
    for position in words.indices.dropFirst().dropLast() {
      guard let link = AddressVocabulary.links.phrase(at: position, of: texts),
        position + link.count < words.count
      else { continue }
      let sides = [words[..<position], words[(position + link.count)...]]
      let hits = try sides.compactMap {
        try Self.surroundings(of: searcher.reply(searcher.find(Array($0), options), options))
      }
      guard hits.count == 2 else { continue }
      let confidence = min(hits[0].confidence, hits[1].confidence)
      if confidence <= best?.confidence ?? -1 { continue }
      let (one, other) = (hits[0].coordinate, hits[1].coordinate)
      best = PlaceHit(
        label: searcher.phrases(
          "between", ["first": hits[0].label, "second": hits[1].label]),
        coordinate: one.moved(by: one.distance(to: other) / 2, bearing: one.bearing(to: other)),
        accuracy: .place, confidence: confidence, matched: searcher.phrases("middle"))
    }
    return best
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
    guard !phrase.isTagged, !phrase.tokens.isEmpty else { return false }
    let all = try searcher.find(phrase.tokens, options)
    guard let found = all.max(by: { $0.rank < $1.rank }) else { return false }
    guard let match = found.match else {
      // "junction of Rose Garden and Mill Lane" is that corner.
      return !phrase.isKindFirst && found.evidence.fit >= RankingModel.goodFit
    }
    // A house is one, whatever stands around it: "Café Central, 5 Main Street".
    if found.evidence.isHouse, !phrase.isKindFirst { return true }
    if phrase.rest.isEmpty, phrase.name.isEmpty, phrase.criteria.isEmpty {
      // "Essen" is the town.
      return all.contains {
        guard let match = $0.match else { return false }
        return index.names.kind(of: match.entry) == .place && match.isWhole
          && $0.evidence.fit >= RankingModel.wholeCoverage
      }
    }
    let query = searcher.parser.parse(phrase.tokens, .strict)
    let mentions = query.kinds
    let ofKind = mentions.reduce(UInt32(0)) { $0 | $1.bits }
    let isAll = match.inName.nonzeroBitCount >= phrase.tokens.count && match.inName & ~ofKind != 0
    if isAll, !phrase.isKindFirst, phrase.criteria.isEmpty,
      found.evidence.fit >= RankingModel.minimumFit
    {
      return true
    }
    // "cafe greco" is Caffè Greco, although it may ask for something Greek.
    let isBare = phrase.rest.isEmpty && phrase.name.isEmpty && phrase.aroundBits == 0
    let explained = match.inName | match.inContext
    if isBare, match.inName & ~ofKind != 0, explained.nonzeroBitCount >= phrase.tokens.count,
      let first = try searcher.reply(all, options).hits.first,
      first.confidence >= RankingModel.surePlace
    {
      return true
    }
    guard found.evidence.isWhole, found.evidence.fit >= RankingModel.leastNamedFit else {
      return false
    }
    // "cafés near C Street" is no "Center Cafe", "Bar am Platz" is one.
    let isSplit = query.tokens.count != phrase.tokens.count
    guard isSplit || phrase.aroundBits & ~match.inName == 0 else { return false }
    let isPointOfInterest = index.names.kind(of: match.entry) == .pointOfInterest
    let context = match.inContext & ~match.misspeltContext
    let naming = phrase.isAround ? match.inName : match.inName | context
    guard let kind = mentions.first(where: { $0.isVenue }) ?? mentions.first else { return false }
    // "supermarket Café Zoë" is the café.
    let named = mentions.filter {
      match.inName & $0.bits == $0.bits && match.inName & ~$0.bits != 0
    }
    if isPointOfInterest, mentions.count > 1, !named.isEmpty, !phrase.isAround { return true }
    return naming & kind.bits == kind.bits && match.inName & ~kind.bits != 0
  }
}

/// Searches for the places of a chain: "starbucks marienplatz".
extension VenueFinder {
  private func chain(_ phrase: SearchPhrase) throws -> PlaceWish? {
    let words = phrase.rest
    if isChain(words, least: 2) { return try wish(for: nil, words, [], phrase) }
    for cut in words.indices.dropFirst().reversed() {
      for (name, place) in [(words[..<cut], words[cut...]), (words[cut...], words[..<cut])]
      where isChain(Array(name), least: 2) {
        guard try isWholePlace(Array(place)) else { continue }
        return try wish(for: nil, Array(name), Array(place), phrase)
      }
    }
    return nil
  }

  /// "Burger King near Spangler Way": what stands before "near" is a venue's name, although it may
  /// have a word for a kind.
  private func dividedChain(_ phrase: SearchPhrase) throws -> PlaceWish? {
    for division in phrase.divisions.reversed() {
      let whole = Array(phrase.tokens[..<division.lowerBound])
      for name in [whole, phrase.nameBefore(division)] where !name.isEmpty {
        let text = name.map(\.typed).joined(separator: " ")
        let isSure = SearchPhrase.isSure(phrase.tokens[division].map(\.writtenWord)[...])
        guard KindWords.all.kind(named: text) == nil,
          try isChain(name, least: 1, amongAll: isSure) || isSure && isUnknown(name, phrase)
        else { continue }
        let place = phrase.placeBehind(division)
        guard !place.isEmpty else { continue }
        return try wish(for: nil, name, place, phrase)
      }
    }
    return nil
  }

  /// Whether these words are the whole name of at least this many venues, and of no street or
  /// settlement.
  ///
  /// - Parameter amongAll: whether any points of interest count as venues do.
  private func isChain(_ name: [WordToken], least: Int, amongAll: Bool = false) -> Bool {
    guard !name.isEmpty else { return false }
    let (entries, isOther) = entries(named: name)
    guard !isOther else { return false }
    let venues = entries.filter {
      amongAll || index.venueCategories.contains(index.names.category(of: $0))
    }
    return venues.count >= least
  }

  /// Whether the words before "near" are none of a number, a kind and what the best match of the
  /// whole text explains: "Tesco near Valletta" is not Valletta.
  private func isUnknown(_ name: [WordToken], _ phrase: SearchPhrase) throws -> Bool {
    guard phrase.kind == nil, !phrase.criteria.contains(where: \.isFood),
      !name.contains(where: \.startsWithDigit)
    else { return false }
    let best = try searcher.find(phrase.tokens, options).max { $0.rank < $1.rank }
    guard let match = best?.match else { return best == nil }
    let first = phrase.tokens.firstIndex(of: name[0]) ?? 0
    let bits = (first..<(first + name.count)).reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
    return (match.inName | match.inContext) & bits == 0
  }

  private func isVenueName(_ name: [WordToken]) -> Bool {
    entries(named: name).entries.contains {
      index.venueCategories.contains(index.names.category(of: $0))
    }
  }

  /// The points of interest with this whole name, and whether anything else has it.
  private func entries(named name: [WordToken]) -> (entries: Set<UInt32>, isOther: Bool) {
    let query = searcher.parser.parse(name, .strict)
    let all = (UInt32(1) << UInt32(query.tokens.count)) - 1
    var entries: Set<UInt32> = []
    var isOther = false
    let candidates = searcher.finder.candidates(for: query, in: index, SearchOptions(), [])
    for match in NameMatcher(query, index).matches(candidates) {
      guard match.isWhole, match.inName == all else { continue }
      if index.names.kind(of: match.entry) == .pointOfInterest {
        entries.insert(match.entry)
      } else {
        isOther = true
      }
    }
    // "Lauf an der Pegnitz" is no station named Lauf.
    let isSettlement = name.allSatisfy { word in
      index.dictionary.find(word.letters).map { index.settlementTerms.contains($0) } ?? false
    }
    return (entries, isOther || isSettlement)
  }

  /// Whether the best match of the whole text has the words for the kind in its name.
  private func explainsKind(_ phrase: SearchPhrase) throws -> Bool {
    let best = try searcher.find(phrase.tokens, options).max { $0.rank < $1.rank }
    return best?.match.map { $0.inName & phrase.kindBits == phrase.kindBits } ?? true
  }

  private func isWholePlace(_ words: [WordToken]) throws -> Bool {
    let best = try searcher.find(words, options).max { $0.rank < $1.rank }
    guard let best else { return false }
    // A corner has two names, of which people leave the street types out.
    if best.match == nil { return best.evidence.fit >= RankingModel.minimumFit }
    return best.evidence.isWhole && best.evidence.fit >= RankingModel.leastNamedFit
  }
}

extension VenueSearch {
  fileprivate init(_ wish: PlaceWish, around hit: PlaceHit?) {
    self.init(filter: wish.filter, place: hit, radiusMeters: wish.radius)
  }
}

extension PlaceHit {
  fileprivate func with(confidence: Double) -> PlaceHit {
    PlaceHit(
      label: label, coordinate: coordinate, accuracy: accuracy, confidence: confidence,
      matched: matched, category: category, distanceMeters: distanceMeters, address: address,
      explanation: explanation)
  }
}

extension SearchWords.Meaning {
  /// Whether it says what there is to eat.
  fileprivate var isFood: Bool {
    if case .diet = self { true } else { isCuisine }
  }

  fileprivate var isCuisine: Bool { if case .cuisine = self { true } else { false } }
}
