import Geography
import Messages
import Phrases
import PlaceWords

/// Finds the places that a wish is for, nearest first.
struct NearestFinder {
  let searcher: Searcher
  let options: SearchOptions

  private var index: PlaceIndex { searcher.index }
  /// A place without a name is said to be in the nearest street, if it is this near.
  private static let besideStreet: Meters = 200

  /// The nearest such places, as places to go to; without any the anchor as a suggestion.
  ///
  /// The confidence is that of the anchor, or for a wish around the person a little less than sure
  /// if it is known where the person is. It is below a half where that is not known, where the
  /// nearest such venue is far, as of venues the map may lack some, and where the text asks for
  /// what the index does not know.
  ///
  /// - Throws: `SQLError`.
  func reply(to wish: PlaceWish) throws -> GeocodeReply {
    let point: Coordinate, sure: Double, place: String
    var suggestions: [PlaceHit] = []
    switch wish.anchor {
    case .unknown(let similar): return GeocodeReply(hits: [], suggestions: similar)
    case .place(let hit):
      (point, sure, place) = (hit.coordinate, hit.confidence, hit.label)
      suggestions = [hit]
    case .here:
      point = options.near ?? index.middle
      sure = options.near == nil ? RankingModel.unsure : 1
      place = searcher.phrases(options.near == nil ? "near.middle" : "near.you")
    }
    let (isWished, isExact) = places(of: wish)
    let hits = try nearest(2 * options.limit, to: point, within: wish.radius ?? .infinity, isWished)
      .map { found in
        let isFar = wish.isVenue && found.meters > RankingModel.farthestNear
        let isKnown = isExact && !wish.hasCriteria && !isFar
        let confidence = min(
          sure * RankingModel.nearestRate, isKnown ? 1 : RankingModel.unsure - 0.01)
        return try hit(
          found.entry, confidence: confidence, distance: options.near == nil ? nil : found.meters,
          wish.hasCriteria ? "near.unchecked" : "near",
          ["meters": "\(Int(found.meters.rounded()))", "place": place])
      }.reduce(into: [PlaceHit]()) { hits, next in
        // What is mapped twice under one label is one place.
        let isTwin = hits.contains {
          $0.label == next.label
            && $0.coordinate.distance(to: next.coordinate) <= RankingModel.rightDistance
        }
        if !isTwin, hits.count < options.limit { hits.append(next) }
      }
    return GeocodeReply(hits: hits, suggestions: hits.isEmpty ? suggestions : [])
  }

  /// The place that a kind alone means, "the station": the nearest to the person, else the most
  /// important; `nil` where the best match of the text has that name, or is of that kind.
  ///
  /// - Throws: `SQLError`.
  func known(of kind: KindWords.Kind, unless ranked: [RankedHit]) throws -> PlaceHit? {
    let isOfKind = index.places(of: kind)
    let best = ranked.max { $0.rank < $1.rank }
    if best?.evidence.isWhole == true || best?.match.map({ isOfKind($0.entry) }) == true {
      return nil
    }
    let found = nearest(
      options.near == nil ? GeocoderLimits.maximumDetailedEntries : 1,
      to: options.near ?? index.middle, isOfKind)
    let first = found.max {
      index.names.importance(of: $0.entry) < index.names.importance(of: $1.entry)
    }
    return try first.map {
      let isOnly = found.count == 1
      return try hit(
        $0.entry, confidence: isOnly ? RankingModel.nearestRate : RankingModel.unsure,
        distance: options.near == nil ? nil : $0.meters, "known")
    }
  }

  /// The nearest wished points of interest in the area of the options, nearest first.
  func nearest(
    _ count: Int, to point: Coordinate, within reach: Meters = .infinity,
    _ isWished: (UInt32) -> Bool
  ) -> [(entry: UInt32, meters: Meters)] {
    let (points, entries) = (index.points.pointsOfInterest, index.points.poiEntries)
    return points.nearest(count, to: point, within: reach) { slot in
      guard isWished(entries[slot]) else { return false }
      guard let area = options.area else { return true }
      return area.mayContain(entries[slot], index.names)
        && area.contains(index.names.coordinate(of: entries[slot]))
    }.map { (entries[$0.index], $0.distance) }
  }

  /// Tells the places of the wish's kind and name from others, and whether both were understood.
  /// Where no name fits, those of the kind alone.
  private func places(of wish: PlaceWish) -> (isWished: (UInt32) -> Bool, isExact: Bool) {
    let isOfKind = wish.kind.map { index.places(of: $0, cuisine: wish.filter.cuisine) }
    guard !wish.name.isEmpty else { return (isOfKind ?? { _ in true }, true) }
    let query = searcher.parser.parse(wish.name, .tolerant)
    let all = (UInt32(1) << UInt32(query.tokens.count)) - 1
    let names = searcher.finder.candidates(for: query, in: index, options, [.pointOfInterest])
    let matches = NameMatcher(query, index).matches(names).filter {
      $0.inName == all && isOfKind?($0.entry) ?? true
    }
    let whole = matches.filter(\.isWhole)
    let named = Set((whole.isEmpty ? matches : whole).map(\.entry))
    if let isOfKind, named.isEmpty { return (isOfKind, false) }
    return (named.contains, true)
  }

  private func hit(
    _ number: UInt32, confidence: Double, distance: Meters?, _ matched: String,
    _ slots: [String: String] = [:]
  ) throws -> PlaceHit {
    let context = searcher.context(options)
    let entry = try context.entries.entry(number)
    var label = context.labels.label(of: entry)
    if !index.names.isNamed(number), entry.street == nil,
      let street = try ReverseSearch(context).nearestStreet(entry.coordinate, Self.besideStreet)
    {
      label = "\(entry.name), \(street.label)"
    }
    return PlaceHit(
      label: label, coordinate: entry.coordinate,
      accuracy: entry.kind.accuracy, confidence: (confidence * 100).rounded(.down) / 100,
      matched: searcher.phrases(
        matched, slots.merging(["name": "\(entry.category) \(entry.name)"]) { $1 }),
      category: entry.optionalCategory,
      distanceMeters: distance.map { ($0 * 10).rounded() / 10 }, address: entry.address)
  }
}
