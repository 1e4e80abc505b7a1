import Geography
import Messages

#if canImport(Glibc)
  import Glibc
#endif

/// Makes a reply of ranked hits.
struct ReplyBuilder {
  let ranked: [RankedHit]
  let options: SearchOptions

  /// A hit with its confidence among all others.
  struct Answer {
    let ranked: RankedHit
    var confidence: Double
    /// How many others fit about as well.
    let competing: Int
  }

  /// Orders the hits, merges those that are one thing, separates hits from suggestions and computes
  /// each one's confidence.
  func reply() throws -> GeocodeReply {
    let (hits, suggestions) = answers()
    return GeocodeReply(
      hits: try hits.prefix(options.limit).map(hit),
      suggestions: try suggestions.prefix(GeocoderLimits.maximumSuggestions).map(hit))
  }

  /// All hits and suggestions, the likeliest first.
  ///
  /// Where several hits fit about equally well in different locations, any of them may be meant:
  /// they share the confidence in proportion to e^(rank ⁄ `rankScale`).
  func answers() -> (hits: [Answer], suggestions: [Answer]) {
    // A hit has many parts, so that moving its index costs less than moving it.
    var hits: [Int] = []
    var suggestions: [Int] = []
    var seen: Set<RankedHit.Identity> = []
    for index in ranked.indices.sorted(by: { ranked[$0].rank > ranked[$1].rank })
    where seen.insert(ranked[index].identity).inserted {
      let isHit =
        ranked[index].evidence.fit >= RankingModel.minimumFit || ranked[index].evidence.isHouse
      let known = isHit ? hits : suggestions
      guard !known.contains(where: { Self.isDuplicate(ranked[$0], ranked[index]) }) else {
        continue
      }
      if isHit { hits.append(index) } else { suggestions.append(index) }
    }
    if hits.isEmpty, !suggestions.isEmpty, Self.standsAlone(suggestions.map { ranked[$0].evidence })
    {
      hits = [suggestions.removeFirst()]
    }
    let all = hits + suggestions
    return (likeliestFirst(hits, of: all), likeliestFirst(suggestions, of: all))
  }

  /// A surer hit is never behind a less sure one; of equally sure ones the rank decides. Of two in
  /// one location, that of the higher rank is at least as sure.
  ///
  /// - Parameter indices: the highest rank first.
  private func likeliestFirst(_ indices: [Int], of all: [Int]) -> [Answer] {
    var answers: [Answer] = []
    for index in indices {
      var answer = answer(index, of: all)
      for better in answers where !Self.isApart(better.ranked, answer.ranked) {
        answer.confidence = min(answer.confidence, better.confidence)
      }
      answers.append(answer)
    }
    return answers.indices.sorted {
      (answers[$1].confidence, $0) < (answers[$0].confidence, $1)
    }.map { answers[$0] }
  }

  /// Whether the best suggestion is what is meant although words beside its name are not
  /// understood: its whole name was typed, and no other fits nearly as well.
  private static func standsAlone(_ suggestions: [Evidence]) -> Bool {
    let second = suggestions.dropFirst().map(\.fit).max() ?? 0
    let first = suggestions[0]
    return first.isWhole && first.fit >= RankingModel.leastAloneFit
      && first.fit - second >= RankingModel.aloneGap
  }

  private static func isDuplicate(_ one: RankedHit, _ other: RankedHit) -> Bool {
    one.hit.label == other.hit.label
      && one.hit.coordinate.distance(to: other.hit.coordinate) <= RankingModel.duplicateDistance
      || Namesakes.areOne(one, other)
  }

  /// Whether two hits are meant equally often, whatever their importance: neither is sure.
  private static func isTie(_ one: RankedHit, _ other: RankedHit) -> Bool {
    let areStreets = one.hit.accuracy == .street && other.hit.accuracy == .street
    let isNamesake = areStreets && Namesakes.haveOneName(one, other)
    return abs(one.rank - other.rank) <= (isNamesake ? SearchOptions().importanceBonus : 0.001)
  }

  /// Streets that meet twice, as two roads with a divider do, have one corner to people.
  private static func isSameCorner(
    _ one: PlaceHit, _ other: PlaceHit, _ distance: Meters
  ) -> Bool {
    one.accuracy == .corner && other.accuracy == .corner
      && distance <= StreetJoiner.joinDistance && one.label == other.label
  }

  /// Whether the other hit makes this one less sure: they are so far apart that one of them is
  /// wrong, and the other one is not merely named after this one.
  private static func competes(_ other: RankedHit, with one: RankedHit) -> Bool {
    isApart(one, other) && !Namesakes.isBeside(other, one)
  }

  private static func isApart(_ one: RankedHit, _ other: RankedHit) -> Bool {
    let distance = one.hit.coordinate.distance(to: other.hit.coordinate)
    return distance > RankingModel.competingDistance
      && !isSameCorner(one.hit, other.hit, distance)
  }

  /// How often the other hit is meant for each time that this one is. Of two with the same name the
  /// well-known one is meant more often.
  private static func odds(of other: RankedHit, against one: RankedHit) -> Double {
    var gap = (other.rank - one.rank) / RankingModel.rankScale
    if Namesakes.haveOneName(one, other) {
      gap += (other.importance - one.importance) * RankingModel.fameScale
    }
    return isTie(other, one) ? max(RankingModel.tieWeight, exp(Double(gap))) : exp(Double(gap))
  }

  /// - Parameter all: the indices of the hits and suggestions in `ranked`.
  private func answer(_ index: Int, of all: [Int]) -> Answer {
    let one = ranked[index]
    var (sum, competing) = (0.0, 0)
    for other in all where other != index && Self.competes(ranked[other], with: one) {
      let odds = Self.odds(of: ranked[other], against: one)
      sum += odds
      if odds > RankingModel.competingShare { competing += 1 }
    }
    let confidence = Confidence.of(one.evidence, share: 1 / (1 + sum))
    return Answer(ranked: one, confidence: Self.rounded(confidence), competing: competing)
  }

  /// The hit with its confidence, explanation and rounded numbers.
  private func hit(_ answer: Answer) throws -> PlaceHit {
    let hit = answer.ranked.hit
    let builder = try answer.ranked.explanation()
    let explanation = MatchExplanation(
      words: builder.words, fit: Self.rounded(Double(answer.ranked.evidence.fit)),
      competingHits: answer.competing)
    return PlaceHit(
      label: hit.label, coordinate: hit.coordinate, accuracy: hit.accuracy,
      confidence: answer.confidence, matched: builder.text, category: hit.category,
      distanceMeters: hit.distanceMeters.map { ($0 * 10).rounded() / 10 }, address: hit.address,
      explanation: options.explains ? explanation : nil)
  }

  /// To two decimals, never up.
  private static func rounded(_ value: Double) -> Double {
    (min(1, value) * 100 + 1e-6).rounded(.down) / 100
  }
}
