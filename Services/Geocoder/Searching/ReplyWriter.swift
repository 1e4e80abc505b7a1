import Geography
import Messages

extension Searcher {
  /// Two hits of one label within this distance are one thing, mapped twice.
  static let sameThing: Meters = 150
  /// Hits farther apart than this are different answers.
  static let elsewhere: Meters = 300
  /// Hits whose confidence differs by less are equally good.
  static let equallyGood = 0.02
  /// A hit this many times nearer to the request's point than any equal one is the one meant.
  static let clearlyNearer = 3.0

  /// Orders the hits, says each thing once, parts hits from suggestions.
  ///
  /// Where several equally good hits lie apart, nobody can know which was meant: the confidence of
  /// all is multiplied with 0.8 for two and 0.65 for more, but stays at least 0.5.
  func reply(_ ranked: [Ranked], _ limit: Int) -> GeocodeReply {
    var hits: [PlaceHit] = []
    var suggestions: [PlaceHit] = []
    var seen: Set<String> = []
    for one in ranked.sorted(by: { $0.rank > $1.rank }) where seen.insert(one.identity).inserted {
      let isHit = one.hit.confidence >= Double(Self.leastConfidence)
      let known = isHit ? hits : suggestions
      guard !known.contains(where: { Self.isSame($0, one.hit) }) else { continue }
      if isHit {
        hits.append(one.hit)
      } else if suggestions.count < GeocoderBounds.maximumSuggestions {
        suggestions.append(one.hit)
      }
    }
    let factor = Self.ambiguity(hits)
    return GeocodeReply(
      hits: hits.prefix(limit).map { $0.rounded(times: factor) },
      suggestions: suggestions.map { $0.rounded(times: 1) })
  }

  private static func isSame(_ one: PlaceHit, _ other: PlaceHit) -> Bool {
    one.label == other.label && one.coordinate.distance(to: other.coordinate) <= sameThing
  }

  private static func ambiguity(_ hits: [PlaceHit]) -> Double {
    guard let first = hits.first else { return 1 }
    let rivals = hits.dropFirst().filter { rival in
      guard rival.accuracy == first.accuracy, rival.confidence >= first.confidence - equallyGood,
        rival.coordinate.distance(to: first.coordinate) > elsewhere
      else { return false }
      guard let near = first.distanceMeters, let far = rival.distanceMeters else { return true }
      return far < clearlyNearer * near
    }
    return rivals.isEmpty ? 1 : rivals.count == 1 ? 0.8 : 0.65
  }
}

extension PlaceHit {
  /// The same hit with its confidence to two decimals; a factor below 1 takes it to 0.5 at least.
  fileprivate func rounded(times factor: Double) -> PlaceHit {
    let scaled = factor < 1 ? max(0.5, confidence * factor) : confidence
    return PlaceHit(
      label: label, coordinate: coordinate, accuracy: accuracy,
      confidence: (min(1, scaled) * 100).rounded(.down) / 100, matched: matched,
      distanceMeters: distanceMeters.map { ($0 * 10).rounded() / 10 }, address: address)
  }
}
