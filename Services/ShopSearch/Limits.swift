import Geography
import Messages

/// The bounds of shop search, beside `ShopSearchLimits` of the contract.
package enum SearchLimits {
  package static let defaultNearby = 20
  package static let defaultMinimumCandidates = 10
  /// Events change the index at most this often; until then answers come from the one before.
  package static let publishingInterval = Duration.milliseconds(100)
  /// With more changes than this, and than one in so many venues, the table is built anew.
  package static let keptChanges = 1_000
  package static let venuesPerKeptChange = 250
  /// How long a page of the venues may take.
  package static let pageTimeout = Duration.seconds(5)
}
