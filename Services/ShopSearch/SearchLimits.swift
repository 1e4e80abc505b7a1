import FoldedText
import Geography

/// Limits of shop search, in addition to `ShopSearchLimits` of the contract.
package enum SearchLimits {
  package static let defaultNearby = 20
  package static let defaultMinimumCandidates = 10
  /// Words suggested for a category that does not exist.
  static let maximumSuggestions = 3
  /// The index is updated with new events at most this often.
  package static let publishingInterval = Duration.milliseconds(100)
  /// A new base table is built when the delta has more changes than `maximumDelta` plus one in
  /// `venuesPerDeltaChange` venues.
  package static let maximumDelta = 1_000
  package static let venuesPerDeltaChange = 250
  /// Opening hours values whose current period a thread caches; 100 bytes each.
  static let maximumCachedPeriods = 500_000
  /// Parsed opening hours values that a thread caches; some 2 kB each.
  static let maximumCachedHours = 10_000
  /// How many index nodes, or venues, a search tests between two looks whether it is still wanted.
  static let stepsBetweenLooks = 256
  /// Shorter words match only whole terms, not as a prefix.
  static let shortestPrefix = 2
  /// The cost of visiting a row from a posting list, in visits of neighbouring rows by a spatial
  /// search, which are adjacent in memory.
  static let listLookupCost = 3.0

  /// The assumed selectivity of a criterion without counts.
  static let assumedSelectivity = 1.0 / 3
  /// Two posting lists are intersected by merging where the longer has at most this many times the
  /// rows of the shorter.
  static let maximumMergeRatio = 50

  /// The allowed edit distance for a word with these letters: 1 from 4 letters on, 2 from 8. Words
  /// with digits must match exactly, because a changed number is another number.
  static func edits(in letters: [UInt32]) -> Int {
    guard letters.count >= 4, !letters.contains(where: Letters.isDigit) else { return 0 }
    return letters.count < 8 ? 1 : 2
  }

  /// The time limit for one page of the venues.
  package static let pageTimeout = Duration.seconds(5)

  // Of subscriptions.

  static let defaultSubscribed = 10
  /// The most subscriptions of one instance.
  static let maximumSubscriptions = 10_000
  /// The most venue identifiers in the filters of all subscriptions of one instance. They need by
  /// far the most memory.
  static let maximumSubscribedIDs = 1_000_000
  /// How long a subscription lasts after the last request for it.
  static let subscriptionLeaseSeconds = 60
  /// The interval at which changes by time and by changed venues are published.
  static let subscriptionTick = Duration.seconds(10)
  static let positionTimeout = Duration.seconds(2)
  /// How far beyond a radius the next venue is searched. Farther venues do not narrow a safe
  /// region of this width.
  static let lookahead: Meters = 10_000
}
