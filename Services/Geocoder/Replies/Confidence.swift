import Geography

/// What a hit's confidence is computed from.
struct Evidence: Sendable {
  /// How well the words fit, 0 ... 1; orders the hits.
  let fit: Float
  /// How well the words fit that were understood.
  let understood: Float
  /// What the other words leave of that, 0 ... 1.
  let credibility: Float
  /// Whether the name was typed in full, and with it all that was understood.
  let isWhole: Bool
  /// How the house number was found; `nil` where the query has none.
  var method: HouseMatch.Method?
  /// Whether an unknown number can hardly be elsewhere.
  var isSurrounded = false
  /// How often the house is on the street that was assumed for it; 1 where the map names one.
  var streetRate: Double = 1
  /// The greatest distance of a point of the street from its coordinate.
  var reach: Meters = 0
  /// The house number of the query; 0 without.
  var number = 0
  /// How far from its coordinate a street without a number, or the middle of an area, is; 0 for all
  /// else.
  var extent: Meters = 0
  /// The letters of its name so far, where a word of it is only typed in part; 0 for whole words.
  var begunLetters = 0
}

extension Evidence {
  init(
    _ match: NameMatch, numberBits: UInt32 = 0, _ query: ParsedQuery, house: HouseMatch? = nil,
    reach: Meters = 0, number: Int = 0, extent: Meters = 0
  ) {
    self.init(
      fit: match.fit(numberBits: numberBits, query),
      understood: match.understoodFit(numberBits: numberBits, query),
      credibility: match.credibility(numberBits: numberBits, query), isWhole: match.isWhole,
      method: house?.method, isSurrounded: house?.isSurrounded ?? false,
      streetRate: house?.streetRate ?? 1, reach: reach, number: number,
      extent: extent,
      begunLetters: match.isBegun ? query.letters(in: match.inName) : 0)
  }

  /// What two streets that meet have in common.
  init(_ one: NameMatch, _ query: ParsedQuery, _ other: NameMatch, _ otherQuery: ParsedQuery) {
    let (left, right) = (Evidence(one, query), Evidence(other, otherQuery))
    self.init(
      fit: (left.fit * right.fit).squareRoot(),
      understood: (left.understood * right.understood).squareRoot(),
      credibility: min(left.credibility, right.credibility),
      isWhole: left.isWhole && right.isWhole)
  }

  /// Whether the house of the query was found on a street whose whole name was typed.
  var isHouse: Bool {
    switch method {
    case .exact, .inRange, .acrossRange, .otherSuffix: isWhole
    default: false
    }
  }
}

/// The probability that the intended place lies within 50 m of a hit: the product of
/// - how often what was understood means the hit at all, and what the rest leaves of that,
/// - how often the hit's coordinate is then within 50 m,
/// - the hit's share among the hits with a similar fit in other locations.
///
/// The tables are fitted to what is right on eight maps, rounded down; `quickbrew-bench geocoder`
/// prints how often hits of each confidence are right on any map.
enum Confidence {
  static func of(_ evidence: Evidence, share: Double) -> Double {
    let rate =
      textRate(evidence.understood) * Double(evidence.credibility) * positionRate(evidence)
      * evidence.streetRate
    guard evidence.begunLetters > 0 else { return rate * share }
    // Of the names that begin alike the map need not have all.
    let rateOfBegun = min(RankingModel.surestBegun, 1 - 1 / Double(evidence.begunLetters))
    return rate * rateOfBegun * share * share.squareRoot()
  }

  /// Depends on how the number was found. A house that is not on the map is not sure, unless its
  /// neighbours leave no doubt; for an unknown number the extent of the street counts.
  private static func positionRate(_ evidence: Evidence) -> Double {
    // A misspelt name beside an unknown number may be another street.
    let isSpelt = evidence.understood >= RankingModel.leastSurroundedFit
    let isSurrounded = evidence.isSurrounded && isSpelt
    return switch evidence.method {
    case nil, .exact: 1
    case .inRange: 0.98
    case .onLine: 0.9
    case .acrossRange, .otherSuffix: isSurrounded ? 0.9 : RankingModel.unsure
    case .between where isSurrounded: 0.9
    case .between(_, _, let spread), .nearest(_, let spread):
      min(interpolated(spread, RankingModel.spreadRates), isSpelt ? 1 : RankingModel.unsure)
    case .unknown where evidence.reach <= 50:
      // Two houses that face each other take five metres of a street at least.
      Double(evidence.number) <= evidence.reach * 2 / 2.5 ? 0.9 : RankingModel.unsure
    case .unknown: evidence.reach <= 150 ? 0.4 : 0.05
    }
  }

  private static func textRate(_ fit: Float) -> Double {
    interpolated(Double(fit), RankingModel.textRates)
  }

  static func interpolated(_ value: Double, _ table: [(fit: Double, rate: Double)]) -> Double {
    guard let above = table.firstIndex(where: { $0.fit >= value }) else {
      return table.last?.rate ?? 0
    }
    guard above > 0 else { return table[0].rate }
    let (low, high) = (table[above - 1], table[above])
    return low.rate + (value - low.fit) / (high.fit - low.fit) * (high.rate - low.rate)
  }
}
