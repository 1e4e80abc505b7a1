import Geography
import Messages

/// Limits of subscriptions, in addition to `ShopSearchLimits` of the contract.
enum SubscriptionLimits {
  static let defaultList = 10
  /// The most subscriptions of one instance.
  static let maximumSubscriptions = 10_000
  /// The most venue identifiers in the filters of all subscriptions of one instance. They need by
  /// far the most memory.
  static let maximumVenueIDs = 1_000_000
  /// How long a subscription lasts after the last request for it.
  static let leaseSeconds = 60
  /// The interval at which changes by time and by changed venues are published.
  static let tick = Duration.seconds(10)
  static let positionTimeout = Duration.seconds(2)
  /// How far beyond a radius the next venue is searched. Farther venues do not narrow a safe
  /// region of this width.
  static let lookahead: Meters = 10_000
}
