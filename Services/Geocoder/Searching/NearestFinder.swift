import Geography
import Messages
import PlaceWords

/// Finds the places that a wish is for, nearest first.
struct NearestFinder {
  let searcher: Searcher
  let options: SearchOptions

  private var index: PlaceIndex { searcher.index }

  /// The nearest such places, as places to go to; without any the anchor as a suggestion.
  ///
  /// The confidence is that of the anchor, or for a wish around the person a little less than sure
  /// if it is known where the person is. It is below a half where that is not known, where the
  /// nearest such place is far, and where the text asks for what the index does not know.
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
      place = options.near == nil ? "the middle of the map" : "you"
    }
    let (entries, isExact) = entries(of: wish)
    let reach = wish.radius ?? .infinity
    let near = entries.lazy
      .filter { options.area?.mayContain($0, index.names) ?? true }
      .map { ($0, index.names.coordinate(of: $0)) }
      .filter { options.area?.contains($0.1) ?? true }
      .map { (entry: $0.0, meters: $0.1.distance(to: point)) }
      .filter { $0.meters <= reach }
      .sorted { ($0.meters, $0.entry) < ($1.meters, $1.entry) }
    let hits = try near.prefix(options.limit).map { found in
      let isFar = found.meters > RankingModel.farthestNear
      let isKnown = isExact && !wish.hasCriteria && !isFar
      let confidence = min(
        sure * RankingModel.nearestRate, isKnown ? 1 : RankingModel.unsure - 0.01)
      return try hit(
        found.entry, confidence: confidence, distance: options.near == nil ? nil : found.meters,
        "\(Int(found.meters.rounded())) m from \(place)"
          + (wish.hasCriteria ? "; what else was asked for is not checked" : ""))
    }
    return GeocodeReply(hits: hits, suggestions: hits.isEmpty ? suggestions : [])
  }

  /// The entries of the wish's kind and name, and whether both were understood. Where no name fits,
  /// those of the kind alone.
  private func entries(of wish: PlaceWish) -> (entries: [UInt32], isExact: Bool) {
    let categories = Set((wish.kind?.tags ?? []).compactMap { index.categories[$0] })
    func isOfKind(_ entry: UInt32) -> Bool {
      index.names.kind(of: entry) == .pointOfInterest
        && (wish.kind == nil || categories.contains(index.names.category(of: entry)))
    }
    guard !wish.name.isEmpty else { return (index.points.poiEntries.filter(isOfKind), true) }
    let query = searcher.parser.parse(wish.name, .tolerant)
    let all = (UInt32(1) << UInt32(query.tokens.count)) - 1
    let names = searcher.finder.candidates(for: query, in: index, options, [.pointOfInterest])
    let matches = NameMatcher(query, index).matches(names).filter {
      $0.inName == all && isOfKind($0.entry)
    }
    let whole = matches.filter(\.isWhole)
    let named = Set((whole.isEmpty ? matches : whole).map(\.entry))
    if !named.isEmpty || wish.kind == nil { return (named.sorted(), true) }
    return (index.points.poiEntries.filter(isOfKind), false)
  }

  private func hit(
    _ number: UInt32, confidence: Double, distance: Meters?, _ matched: String
  ) throws -> PlaceHit {
    let context = searcher.context(options)
    let entry = try context.entries.entry(number)
    return PlaceHit(
      label: context.labels.label(of: entry), coordinate: entry.coordinate,
      accuracy: entry.kind.accuracy, confidence: (confidence * 100).rounded(.down) / 100,
      matched: "\(entry.category) \(entry.name), \(matched)", category: entry.optionalCategory,
      distanceMeters: distance.map { ($0 * 10).rounded() / 10 }, address: entry.address)
  }
}
