import Geography
import Messages

#if canImport(Glibc)
  import Glibc
#endif

extension Searcher {
  /// Two hits of one label within this distance are one thing, mapped twice.
  static let sameThing: Meters = 150
  /// Hits farther apart than this are different answers.
  static let elsewhere: Meters = 100
  /// Of two hits whose ranks differ by this much the better is meant e times as often.
  static let rankScale: Float = 0.02
  /// A hit whose share is more than this part of the first one's is a rival.
  static let rivalShare = 0.5

  /// Orders the hits, says each thing once, parts hits from suggestions, and tells how sure each
  /// is.
  ///
  /// Where several hits that fit about as well lie apart, nobody can know which was meant: they
  /// share the confidence in proportion to e^(rank ⁄ `rankScale`).
  func reply(_ ranked: [Ranked], _ scope: SearchScope) throws -> GeocodeReply {
    var hits: [Ranked] = []
    var suggestions: [Ranked] = []
    var seen: Set<String> = []
    for one in ranked.sorted(by: { $0.rank > $1.rank }) where seen.insert(one.identity).inserted {
      let isHit = one.evidence.fit >= Self.leastFit
      let known = isHit ? hits : suggestions
      guard !known.contains(where: { Self.isSame($0.hit, one.hit) }) else { continue }
      if isHit { hits.append(one) } else { suggestions.append(one) }
    }
    let all = hits + suggestions
    return GeocodeReply(
      hits: try hits.prefix(scope.limit).map { try Self.finished($0, among: all, scope) },
      suggestions: try suggestions.prefix(GeocoderBounds.maximumSuggestions)
        .map { try Self.finished($0, among: all, scope) })
  }

  private static func isSame(_ one: PlaceHit, _ other: PlaceHit) -> Bool {
    one.label == other.label && one.coordinate.distance(to: other.coordinate) <= sameThing
  }

  private static func finished(
    _ one: Ranked, among all: [Ranked], _ scope: SearchScope
  ) throws -> PlaceHit {
    let weights = all.filter { $0.identity != one.identity }
      .filter { $0.hit.coordinate.distance(to: one.hit.coordinate) > elsewhere }
      .map { Double(exp(($0.rank - one.rank) / rankScale)) }
    let share = 1 / (1 + weights.reduce(0, +))
    let confidence = Confidence.of(one.evidence, share: share)
    let understood = try one.receipt()
    let receipt = MatchReceipt(
      words: understood.words, fit: rounded(Double(one.evidence.fit)),
      rivals: weights.count { $0 > rivalShare })
    let hit = one.hit
    return PlaceHit(
      label: hit.label, coordinate: hit.coordinate, accuracy: hit.accuracy,
      confidence: rounded(confidence), matched: understood.text, category: hit.category,
      distanceMeters: hit.distanceMeters.map { ($0 * 10).rounded() / 10 }, address: hit.address,
      receipt: scope.explains ? receipt : nil)
  }

  /// To two decimals, never up.
  private static func rounded(_ value: Double) -> Double {
    (min(1, value) * 100 + 1e-6).rounded(.down) / 100
  }
}
