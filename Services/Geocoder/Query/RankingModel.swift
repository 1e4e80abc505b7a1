import Geography

/// The numbers that decide which hit comes first, and how sure it is. They are estimates;
/// `quickbrew-bench geocoder` measures what they do.
///
/// A fit, a weight, a share and a confidence are 0 ... 1; a bonus and a penalty are added to the
/// rank, which is a fit at first.
enum RankingModel {
  // MARK: What a token of a query weighs

  /// Weights of unknown or unexplained tokens by role.
  static let unitWeight: Float = 0
  static let stopWordWeight: Float = 0.1
  static let numberWeight: Float = 0.5
  static let postcodeWeight: Float = 0.2
  static let kindWeight: Float = 0.2
  static let letterWeight: Float = 0.2
  /// A little less than 1, so that a completely typed term ranks first.
  static let prefixSimilarity: Float = 0.99

  // MARK: Nearness

  /// The distance at which the nearness bonus is halved.
  static let nearHalfDistance: Meters = 2_000

  // MARK: Which names are candidates

  /// The cost of a name's term that the query lacks, as a fraction of what a matching term adds.
  static let missingTermCost: Float = 0.25
  /// A name whose score is below this fraction of the best score is not a candidate. It shares only
  /// a street type, or little more.
  static let minimumScoreRatio: Float = 0.3
  /// A name of which this fraction was typed is a candidate although a longer name, such as that of
  /// its town, has a much better score.
  static let completeRatio: Float = 0.9

  // MARK: How well a name fits

  /// The share of the fit that does not depend on name coverage.
  static let bareNameFit: Float = 0.55
  /// The same while the query is being typed, when the end of the name may still be missing.
  static let unfinishedBareNameFit: Float = 0.85
  static let contradiction: Float = 0.6
  /// How far the name of a place next to the entry explains a token.
  static let neighbourSimilarity: Float = 0.8
  /// The weight of a token beyond `GeocoderLimits.maximumQueryTokens`.
  static let ignoredTokenWeight: Float = 1
  static let wholeCoverage: Float = 0.85
  static let contradictedCredibility: Float = 0.45
  /// How alike a misspelt word and a town have to be for the word to mean it.
  static let leastTownSimilarity: Float = 0.7
  static let leastPlacedCredibility: Float = 0.6
  static let leastCredibility: Float = 0.45

  // MARK: Where a house number is

  /// The greatest difference between two numbers that are interpolated.
  static let maximumInterpolationGap = 100
  /// The greatest difference between two neighbours between which a number is sure.
  static let surelyBetween = 8.0
  /// The greatest difference between a number and the single neighbour that stands in for it.
  static let maximumNeighbourGap = 12
  /// The greatest distance of two numbers of a side beside which another suffix is sure. Of 677
  /// houses with a letter that 14 maps have, each taken out, 96 % were right, of those with no such
  /// neighbour 73 %.
  static let closeHouses: Meters = 40
  /// How far the numbers around an unknown one may be.
  static let surroundings: Meters = 75

  // MARK: Which match is best

  /// Hits with a lower fit are suggestions.
  static let minimumFit: Float = 0.5
  /// A match with this fit makes a second search with more misspellings unnecessary.
  static let goodFit: Float = 0.8
  /// Matches whose fit is this much lower than the best one are not read.
  static let maximumFitGap: Float = 0.3
  /// From this confidence on a text that is a country's name, too, means the place.
  static let surePlace = 0.5
  static let orderPenalty: Float = 0.02
  static let alternateNamePenalty: Float = 0.005
  /// What a stop that has the name of its street is behind the street.
  static let otherKindPenalty: Float = 0.03
  static let besidePenalty: Float = 0.1
  /// The most that a house number adds to the rank.
  static let houseBonus: Float = 0.05

  // MARK: Corners

  /// Ranks an explicit corner query ("&", "corner of") above single streets.
  static let explicitCornerBonus: Float = 0.15

  // MARK: Completions

  /// The most that importance adds to the rank of a completion. It is higher than for a search
  /// because a few letters match many names.
  static let completionImportance: Float = 0.15

  // MARK: Named venues

  /// The least fit with which a text names a place.
  static let leastNamedFit: Float = 0.85

  // MARK: What is near a place

  /// How often the nearest place of a kind is meant, where the place beside it is sure.
  static let nearestRate = 0.95
  /// What is farther away is hardly near.
  static let farthestNear: Meters = 3_000
  /// Places this near each other have the same surroundings.
  static let together: Meters = 300

  // MARK: What a hit loses

  static let otherTown: Float = 0.04
  static let setOffPenalty: Float = 0.1
  static let otherAccentPenalty: Float = 0.04

  // MARK: Which hits compete

  /// Two hits with one label within this distance are duplicates: one thing that was mapped twice.
  static let duplicateDistance: Meters = 150
  /// A hit within this distance of the place that is meant is right.
  static let rightDistance: Meters = 50
  /// Hits farther apart than this compete.
  static let competingDistance: Meters = 100
  /// A hit that ranks higher by this much is meant e times as often.
  static let rankScale: Float = 0.02
  /// Of two things of one name one that is more important by the reciprocal is meant e times as
  /// often, beyond its higher rank.
  static let fameScale: Float = 4
  /// Only hits with more than this fraction of the hit's own share are counted.
  static let competingShare = 0.5
  /// The least fit of a hit that stands alone, and how far the next one must be behind.
  static let leastAloneFit: Float = 0.25
  static let aloneGap: Float = 0.05
  /// What one of two equal hits counts beside the other: a little more, so that both are below a
  /// half.
  static let tieWeight = 1.05

  // MARK: How sure a hit is

  /// The fit of a name in one of its usual spellings.
  static let leastSurroundedFit: Float = 0.95
  /// How often a number beside known ones is right by their spread in metres, both as in
  /// `textRates`. Of 4,400 numbers that 14 maps have, each taken out, 98 % were right up to 75 m,
  /// 96 up to 100 m, 91 up to 125 m, 85 up to 150 m, 65 up to 250 m and 49 beyond. From 110 m on it
  /// is unsure, so that of all such numbers 1.7 % are sure and wrong.
  static let spreadRates: [(fit: Double, rate: Double)] = [
    (0, 0.97), (50, 0.96), (75, 0.94), (100, 0.86), (110, 0.48), (250, 0.45), (400, 0.42),
  ]
  /// Of how many times its distance the next house is as often right as between two neighbours.
  static let nextSpread = 4.0
  /// The most that a name is sure of which only a part was typed.
  static let surestBegun = 0.89
  /// Below what a plan uses without asking.
  static let unsure = 0.45
  /// Fit and how often it is right, both ascending; linear between two rows.
  static let textRates: [(fit: Double, rate: Double)] = [
    (0, 0), (0.5, 0.3), (0.7, 0.6), (0.8, 0.85), (0.9, 0.97), (1, 1),
  ]

  // MARK: Points

  /// How often the nearest city gives the country of a point on a map with several.
  static let nearBorder = 0.6
}
