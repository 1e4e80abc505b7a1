import Geography

/// What is known about a hit that tells how sure one may be of it.
struct Evidence: Sendable {
  /// How well the words fit, 0 ... 1.
  let fit: Float
  /// How the house number was found, where one was asked for.
  var how: FoundHouse.How?
  /// How far the street reaches from its coordinate.
  var reach: Meters = 0
}

/// How sure one may be that what was meant lies within 50 m of a hit: the product of
/// - how often words that fit so well mean the hit at all,
/// - how often its coordinate is then within 50 m,
/// - its share among the hits that fit about as well and lie elsewhere.
///
/// The tables are estimates, held against the trial of `geocoder measure`: the tracked page tells
/// how often hits of each confidence are right.
enum Confidence {
  static func of(_ evidence: Evidence, share: Double) -> Double {
    words(evidence.fit) * place(evidence) * share
  }

  /// By how the number was found; for a number between two others by how far those lie apart, for
  /// one that is not known by how far the street reaches.
  private static func place(_ evidence: Evidence) -> Double {
    switch evidence.how {
    case nil, .exact: 1
    case .inRange: 0.98
    case .otherSuffix: 0.9
    case .onLine: 0.9
    case .between(_, _, let apart): apart <= 100 ? 0.9 : apart <= 250 ? 0.7 : 0.4
    case .nearest: 0.6
    case .unknown: evidence.reach <= 50 ? 0.9 : evidence.reach <= 150 ? 0.4 : 0.15
    }
  }

  private static func words(_ fit: Float) -> Double { interpolated(Double(fit), wordTable) }

  /// Fit and how often it is right, rising; between two rows linear.
  private static let wordTable: [(fit: Double, rate: Double)] = [
    (0, 0), (0.5, 0.3), (0.7, 0.6), (0.8, 0.85), (0.9, 0.97), (1, 1),
  ]

  static func interpolated(_ value: Double, _ table: [(fit: Double, rate: Double)]) -> Double {
    guard let above = table.firstIndex(where: { $0.fit >= value }) else {
      return table.last?.rate ?? 0
    }
    guard above > 0 else { return table[0].rate }
    let (low, high) = (table[above - 1], table[above])
    return low.rate + (value - low.fit) / (high.fit - low.fit) * (high.rate - low.rate)
  }
}
