import FoldedText
import Geography
import Messages
import Phrases
import SQL

/// Turns the matches of a query into hits: reads the entry's details and finds the house number.
struct HitBuilder {
  let context: HitContext
  let query: ParsedQuery

  private var index: PlaceIndex { context.index }
  private var labels: LabelFormatter { context.labels }
  private var options: SearchOptions { context.options }

  /// - Returns: `nil` where no part of the entry lies in the search area.
  func hit(_ match: NameMatch) throws -> RankedHit? {
    let entry = try context.entries.entry(match.entry)
    if entry.kind == .street {
      if let (house, asked) = try house(match, entry) {
        return try ranked(house, asked, match, entry)
      }
      return try rankedStreet(match, entry)
    }
    guard options.area?.contains(entry.coordinate) ?? true else { return nil }
    let fit = match.fit(numberBits: 0, query)
    return try ranked(
      match, entry, at: entry.coordinate, label: labels.label(of: entry),
      Evidence(match, query, extent: index.names.reach(of: match.entry)),
      rank: Ranking.rank(match, fit: fit, index, options))
  }

  private func rankedStreet(
    _ match: NameMatch, _ street: IndexEntry
  ) throws -> RankedHit? {
    guard let point = try point(of: match.entry, street) else { return nil }
    let fit = match.fit(numberBits: 0, query)
    return try ranked(
      match, street, at: point, label: labels.label(of: street),
      Evidence(match, query, extent: index.names.reach(of: match.entry)),
      rank: Ranking.rank(match, fit: fit, index, options))
  }

  /// What the rank of a street, and of a stop named after one, loses where the query names another
  /// town around it than that of its address: each part of a long street may be in a town of its
  /// own.
  private func otherTownPenalty(
    _ match: NameMatch, _ entry: IndexEntry
  ) -> Float {
    guard entry.kind == .street || match.isNamedAfterStreet else { return 0 }
    let kinds = query.kinds.reduce(UInt32(0)) { $0 | $1.bits }
    let typed = query.tokens.indices.filter {
      query.roles[$0] == .word && match.inContext & ~kinds & 1 << UInt32($0) != 0
    }
    guard !typed.isEmpty, let city = entry.city else { return 0 }
    let own = WordTokenizer.tokens(in: city).map(\.letters)
    return typed.contains { own.contains(query.tokens[$0].letters) } ? 0 : RankingModel.otherTown
  }

  /// The street's coordinate, or with a search area a point of the street inside it.
  private func point(
    of number: UInt32, _ street: IndexEntry
  ) throws -> Coordinate? {
    guard let area = options.area, !area.contains(street.coordinate) else {
      return street.coordinate
    }
    let lines = try context.database.query("SELECT points FROM line WHERE street = ?", Int(number))
    {
      EncodedPolyline(rawValue: $0.text("points")).coordinates ?? []
    }
    return lines.lazy.compactMap(area.point).first
  }

  private func ranked(
    _ match: NameMatch, _ entry: IndexEntry,
    at point: Coordinate,
    label: String, _ evidence: Evidence, rank: Float
  ) throws -> RankedHit {
    let hit = PlaceHit(
      label: label, coordinate: point, accuracy: entry.kind.accuracy, confidence: 0,
      matched: "", category: entry.optionalCategory,
      distanceMeters: options.near.map { $0.distance(to: point) }, address: entry.address)
    return RankedHit(
      hit: hit, evidence: evidence,
      rank: rank - accentPenalty(match, entry)
        - otherTownPenalty(match, entry),
      identity: .entry(match.entry), match: match, spelling: index.names.spelling(of: match.name),
      importance: entry.importance
    ) {
      try explanation(
        ExplanationBuilder(
          context.phrases(entry.kind.accuracy.rawValue, ["name": entry.name]), context.phrases,
          hasWords: options.explains), match, 0, entry)
    }
  }

  /// The house number of the query on the matched street; `nil` where the query has none.
  private func house(
    _ match: NameMatch, _ entry: IndexEntry
  ) throws -> (HouseMatch, HouseNumberParser.Candidate)? {
    let candidates = HouseNumberParser.candidates(
      in: query, excluding: match.inName | match.inContext, street: match.inName)
    let houses = HouseFinder(database: context.database)
    let selector = HouseSelector(
      query: query, inName: match.inName, index: index, street: entry, options: options)
    var best: (HouseMatch, HouseNumberParser.Candidate)?
    for candidate in candidates {
      let found = try houses.find(
        candidate.number, on: match.entry, middle: entry.coordinate, selector)
      if best.map({ Self.isBetter((found, candidate), than: $0) }) ?? true {
        best = (found, candidate)
      }
    }
    return best
  }

  /// Whether the number stands between commas with words of which none is of the street's name:
  /// "Kleinsteg 17, Steg" is no house of Steg.
  private func isSetOff(
    _ number: UInt32, from name: UInt32
  ) -> Bool {
    func startsPart(_ position: Int) -> Bool {
      query.tokens[position].separatorsBefore.contains(.comma)
    }
    let first = number.trailingZeroBitCount
    var (low, high) = (first, first + 1)
    while low > 0, !startsPart(low) { low -= 1 }
    while high < query.tokens.count, !startsPart(high) { high += 1 }
    let words = (low..<high).filter { query.roles[$0] == .word && number & 1 << $0 == 0 }
    return !words.isEmpty && words.allSatisfy { name & 1 << $0 == 0 }
  }

  /// What the rank loses where a typed accent is not the name's: "Bödastrasse" is not Bodastrasse.
  /// An accent that was not typed says nothing.
  private func accentPenalty(
    _ match: NameMatch, _ entry: IndexEntry
  ) -> Float {
    guard query.hasAccents else { return 0 }
    let names = WordTokenizer.tokens(in: entry.name, limit: GeocoderLimits.maximumNameTokens)
    let isOther = query.tokens.indices.contains { position in
      let typed = query.tokens[position]
      guard match.inName & 1 << UInt32(position) != 0, typed.hasAccents,
        let name = names.first(where: { $0.letters == typed.letters })
      else { return false }
      let (one, other) = (typed.typed.lowercased(), name.typed.lowercased())
      return one.count == other.count
        && zip(one, other).contains { $0 != $1 && LetterFolding.changes($0) }
    }
    return isOther ? RankingModel.otherAccentPenalty : 0
  }

  /// Whether a reading of the number is better than another one. "72 A" is another house than 72:
  /// of two readings that begin alike the longer one counts if it leads to a house.
  private static func isBetter(
    _ one: (HouseMatch, HouseNumberParser.Candidate),
    than other: (HouseMatch, HouseNumberParser.Candidate)
  ) -> Bool {
    if one.1.number.number == other.1.number.number, one.1.bits != other.1.bits {
      let both = one.1.bits & other.1.bits
      if both == other.1.bits, one.0.accuracy == .rooftop { return true }
      if both == one.1.bits, other.0.accuracy == .rooftop { return false }
    }
    return one.0.bonus > other.0.bonus
  }

  private func ranked(
    _ house: HouseMatch, _ asked: HouseNumberParser.Candidate, _ match: NameMatch,
    _ street: IndexEntry
  ) throws -> RankedHit? {
    let isUnknown = house.method == .unknown
    let inside = isUnknown ? try point(of: match.entry, street) : house.coordinate
    guard let point = inside, options.area?.contains(point) ?? true else { return nil }
    let fit = match.fit(numberBits: asked.bits, query)
    let city = house.city ?? street.city
    let hit = PlaceHit(
      label: isUnknown
        ? labels.label(of: street)
        : labels.label(houseNumber: house.text, street: street.name, city: city),
      coordinate: point, accuracy: house.accuracy, confidence: 0, matched: "",
      distanceMeters: options.near.map { $0.distance(to: point) },
      address: Address(
        houseNumber: isUnknown ? nil : house.text, street: street.name,
        postcode: house.postcode ?? street.postcode, city: city))
    return RankedHit(
      hit: hit,
      evidence: Evidence(
        match, numberBits: asked.bits, query, house: house,
        reach: index.names.reach(of: match.entry), number: asked.number.number),
      rank: Ranking.rank(match, fit: fit, index, options) + house.bonus
        - accentPenalty(match, street)
        - (isSetOff(asked.bits, from: match.inName) ? RankingModel.setOffPenalty : 0),
      identity: .house(match.entry, isUnknown ? "" : house.text), numberedStreet: match.entry,
      match: match
    ) {
      let summary = house.summary(asked: asked.number, street: street.name, context.phrases)
      var explanation = try explanation(
        ExplanationBuilder(summary, context.phrases, hasWords: options.explains), match, asked.bits,
        street)
      if house.streetIsAssumed { explanation.add("streetAssumed") }
      return explanation
    }
  }

  private func explanation(
    _ start: ExplanationBuilder, _ match: NameMatch, _ numberBits: UInt32,
    _ entry: IndexEntry
  ) throws -> ExplanationBuilder {
    var explanation = start
    var texts = [entry.name, entry.city, entry.street, entry.postcode]
    if !index.names.isPrimary(match.name),
      let other = try EntryReader(database: context.database).otherName(match.name)
    {
      if other != entry.name { explanation.add("knownAs", ["name": other]) }
      texts.insert(other, at: 0)
    }
    explanation.addTokens(match, query, numberBits: numberBits, index.dictionary, texts)
    if entry.city != nil, entry.cityIsAssumed { explanation.add("cityAssumed") }
    return explanation
  }
}

extension HouseMatch {
  /// The nearest named street is the right one of nine in ten houses without a street; one of
  /// several with the number is as likely as each of the others.
  var streetRate: Double { (streetIsAssumed ? 0.9 : 1) / Double(1 + rivals) }

  var accuracy: GeocodeAccuracy {
    switch method {
    case .exact, .inRange, .acrossRange, .otherSuffix: .rooftop
    case .onLine, .between, .nearest: .interpolated
    case .unknown: .street
    }
  }
}
