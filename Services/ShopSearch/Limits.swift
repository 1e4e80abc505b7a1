import Geography
import Messages

/// The bounds of shop search, beside `ShopSearchLimits` of the contract.
package enum SearchLimits {
  package static let defaultNearby = 20
  package static let defaultMinimumCandidates = 10
  /// Events change the index at most this often; until then answers come from the one before.
  package static let rebuildInterval = Duration.milliseconds(100)
  /// How long a page of the venues may take.
  package static let pageTimeout = Duration.seconds(5)
}
