import Geography
import Messages

/// Makes hits of matches: reads their details, finds the house number.
extension Searcher {
  /// - Returns: `nil` where nothing of the entry lies in the area asked for.
  func ranked(_ match: Match, _ query: Query, _ scope: SearchScope) throws -> Ranked? {
    let entry = try EntryReader(database: database, language: scope.language).entry(match.entry)
    if entry.kind == .street {
      if let (house, asked) = try house(match, query, entry, scope) {
        return try ranked(house, asked, match, query, entry, scope)
      }
      return try rankedStreet(match, query, entry, scope)
    }
    guard scope.area?.holds(entry.coordinate) ?? true else { return nil }
    let fit = match.fit(numberBits: 0, query)
    return try ranked(
      match, query, entry, scope, at: entry.coordinate, label: labels.label(of: entry),
      Evidence(fit: fit), rank: rank(match, fit, scope))
  }

  private func rankedStreet(
    _ match: Match, _ query: Query, _ street: Entry, _ scope: SearchScope
  ) throws -> Ranked? {
    guard let point = try point(of: match.entry, street, scope) else { return nil }
    let fit = match.fit(numberBits: 0, query)
    return try ranked(
      match, query, street, scope, at: point, label: labels.label(of: street),
      Evidence(fit: fit), rank: rank(match, fit, scope))
  }

  /// Where to say that a street is: in the area, where there is one.
  private func point(
    of number: UInt32, _ street: Entry, _ scope: SearchScope
  ) throws -> Coordinate? {
    guard let area = scope.area, !area.holds(street.coordinate) else { return street.coordinate }
    let lines = try database.query("SELECT points FROM line WHERE street = ?", Int(number)) {
      EncodedPolyline(rawValue: $0.text(0)).coordinates ?? []
    }
    return lines.lazy.compactMap(area.point).first
  }

  private func ranked(
    _ match: Match, _ query: Query, _ entry: Entry, _ scope: SearchScope, at point: Coordinate,
    label: String, _ evidence: Evidence, rank: Float
  ) throws -> Ranked {
    let hit = PlaceHit(
      label: label, coordinate: point, accuracy: entry.kind.accuracy, confidence: 0,
      matched: "", category: entry.givenCategory,
      distanceMeters: scope.near.map { $0.distance(to: point) }, address: entry.address)
    return Ranked(
      hit: hit, evidence: evidence, rank: rank, identity: "\(match.entry)"
    ) { [self] in
      try receipt("\(entry.kind.accuracy.rawValue) \(entry.name)", match, query, 0, entry)
    }
  }

  /// The house number that the query names on the matched street, if it names one.
  private func house(
    _ match: Match, _ query: Query, _ entry: Entry, _ scope: SearchScope
  ) throws -> (FoundHouse, NumberReader.Candidate)? {
    let candidates = NumberReader.candidates(
      in: query, taken: match.inName | match.inContext, street: match.inName)
    let houses = HouseFinder(database: database)
    let typed = query.readings.filter { $0.bits & match.inName == 0 }
      .map { index.vocabulary.text($0.word) }
    let choice = HouseChoice(typed: Set(typed), street: entry, scope: scope)
    var best: (FoundHouse, NumberReader.Candidate)?
    for candidate in candidates {
      let found = try houses.find(
        candidate.number, on: match.entry, middle: entry.coordinate, choice)
      if best.map({ found.bonus > $0.0.bonus }) ?? true { best = (found, candidate) }
    }
    return best
  }

  private func ranked(
    _ house: FoundHouse, _ asked: NumberReader.Candidate, _ match: Match, _ query: Query,
    _ street: Entry, _ scope: SearchScope
  ) throws -> Ranked? {
    let isUnknown = house.how == .unknown
    let inside = isUnknown ? try point(of: match.entry, street, scope) : house.coordinate
    guard let point = inside, scope.area?.holds(point) ?? true else { return nil }
    let fit = match.fit(numberBits: asked.bits, query)
    let city = house.city ?? street.city
    let hit = PlaceHit(
      label: isUnknown
        ? labels.label(of: street)
        : labels.label(houseNumber: house.text, street: street.name, city: city),
      coordinate: point, accuracy: house.accuracy, confidence: 0, matched: "",
      distanceMeters: scope.near.map { $0.distance(to: point) },
      address: Address(
        houseNumber: isUnknown ? nil : house.text, street: street.name,
        postcode: house.postcode ?? street.postcode, city: city))
    return Ranked(
      hit: hit,
      evidence: Evidence(fit: fit, how: house.how, reach: index.names.reach(of: match.entry)),
      rank: rank(match, fit, scope) + house.bonus,
      identity: "\(match.entry) \(isUnknown ? "" : house.text)", numberedStreet: match.entry
    ) { [self] in
      let head = house.head(asked: asked.number, street: street.name)
      return try receipt(head, match, query, asked.bits, street)
    }
  }

  private func receipt(
    _ head: String, _ match: Match, _ query: Query, _ numberBits: UInt32, _ entry: Entry
  ) throws -> Receipt {
    var receipt = Receipt(head)
    var texts = [entry.name, entry.city, entry.street, entry.postcode]
    if !index.names.isFirst(match.name),
      let other = try EntryReader(database: database).otherName(match.name)
    {
      if other != entry.name { receipt.add("known as \(other)") }
      texts.insert(other, at: 0)
    }
    receipt.addWords(match, query, numberBits: numberBits, index.vocabulary, texts)
    if entry.city != nil, entry.cityIsAssumed { receipt.add("city assumed") }
    return receipt
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
