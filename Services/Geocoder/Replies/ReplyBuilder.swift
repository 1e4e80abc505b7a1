import Geography
import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// Makes a reply of ranked hits.
struct ReplyBuilder {
  let ranked: [RankedHit]
  let options: SearchOptions

  /// Orders the hits, removes duplicates, separates hits from suggestions and computes each one's
  /// confidence.
  ///
  /// Where several hits fit about equally well in different locations, any of them may be meant:
  /// they share the confidence in proportion to e^(rank ⁄ `rankScale`).
  func reply() throws -> GeocodeReply {
    // A hit has many parts, so that moving its index costs less than moving it.
    var hits: [Int] = []
    var suggestions: [Int] = []
    var seen: Set<RankedHit.Identity> = []
    for index in ranked.indices.sorted(by: { ranked[$0].rank > ranked[$1].rank })
    where seen.insert(ranked[index].identity).inserted {
      let isHit =
        ranked[index].evidence.fit >= RankingModel.minimumFit || ranked[index].evidence.isHouse
      let known = isHit ? hits : suggestions
      guard !known.contains(where: { Self.isDuplicate(ranked[$0].hit, ranked[index].hit) }) else {
        continue
      }
      if isHit { hits.append(index) } else { suggestions.append(index) }
    }
    if hits.isEmpty, !suggestions.isEmpty, Self.standsAlone(suggestions.map { ranked[$0].evidence })
    {
      hits = [suggestions.removeFirst()]
    }
    let all = hits + suggestions
    return GeocodeReply(
      hits: try hits.prefix(options.limit).map { try hit($0, of: all) },
      suggestions: try suggestions.prefix(GeocoderLimits.maximumSuggestions)
        .map { try hit($0, of: all) })
  }

  /// Whether the best suggestion is what is meant although words beside its name are not
  /// understood: its whole name was typed, and no other fits nearly as well.
  private static func standsAlone(_ suggestions: [Evidence]) -> Bool {
    let second = suggestions.dropFirst().map(\.fit).max() ?? 0
    let first = suggestions[0]
    return first.isWhole && first.fit >= RankingModel.leastAloneFit
      && first.fit - second >= RankingModel.aloneGap
  }

  private static func isDuplicate(_ one: PlaceHit, _ other: PlaceHit) -> Bool {
    one.label == other.label
      && one.coordinate.distance(to: other.coordinate) <= RankingModel.duplicateDistance
  }

  /// Whether two hits are meant equally often, whatever their importance: neither is sure.
  private static func isTie(_ one: RankedHit, _ other: RankedHit) -> Bool {
    let areStreets = one.hit.accuracy == .street && other.hit.accuracy == .street
    let isNamesake = areStreets && isSameName(one, other)
    return abs(one.rank - other.rank) <= (isNamesake ? SearchOptions().importanceBonus : 0.001)
  }

  /// Whether the same words are the whole name of both, in any spelling, also as another name:
  /// "Ringstraße", "Ringstrasse".
  private static func isSameName(_ one: RankedHit, _ other: RankedHit) -> Bool {
    guard let match = one.match, let otherMatch = other.match else { return false }
    return match.inName == otherMatch.inName && match.isWhole && otherMatch.isWhole
  }

  /// Streets that meet twice, as two roads with a divider do, have one corner to people.
  private static func isSameCorner(
    _ one: PlaceHit, _ other: PlaceHit, _ distance: Meters
  ) -> Bool {
    one.accuracy == .corner && other.accuracy == .corner
      && distance <= StreetJoiner.joinDistance && one.label == other.label
  }

  /// Whether two hits are so far apart that one of them is wrong.
  private static func compete(_ one: PlaceHit, _ other: PlaceHit) -> Bool {
    let distance = one.coordinate.distance(to: other.coordinate)
    return distance > RankingModel.competingDistance && !isSameCorner(one, other, distance)
  }

  /// One of the hits with its confidence among all of them, explanation and rounded numbers.
  ///
  /// - Parameter all: the indices of the hits and suggestions in `ranked`.
  private func hit(_ index: Int, of all: [Int]) throws -> PlaceHit {
    let one = ranked[index]
    var (sum, competing) = (0.0, 0)
    for other in all where other != index && Self.compete(ranked[other].hit, one.hit) {
      let share = Double(exp((ranked[other].rank - one.rank) / RankingModel.rankScale))
      let weight = Self.isTie(ranked[other], one) ? max(RankingModel.tieWeight, share) : share
      sum += weight
      if weight > RankingModel.competingShare { competing += 1 }
    }
    let confidence = Confidence.of(one.evidence, share: 1 / (1 + sum))
    let builder = try one.explanation()
    let explanation = MatchExplanation(
      words: builder.words, fit: Self.rounded(Double(one.evidence.fit)),
      competingHits: competing)
    let hit = one.hit
    return PlaceHit(
      label: hit.label, coordinate: hit.coordinate, accuracy: hit.accuracy,
      confidence: Self.rounded(confidence), matched: builder.text, category: hit.category,
      distanceMeters: hit.distanceMeters.map { ($0 * 10).rounded() / 10 }, address: hit.address,
      explanation: options.explains ? explanation : nil)
  }

  /// To two decimals, never up.
  private static func rounded(_ value: Double) -> Double {
    (min(1, value) * 100 + 1e-6).rounded(.down) / 100
  }
}
