import Geography
import Messages

/// The bounds of lists that follow devices, beside `ShopSearchLimits` of the contract.
enum WatchLimits {
  static let defaultList = 10
  /// Of an instance.
  static let maximumWatches = 10_000
  /// Of the identifiers that all watches of an instance look among together: these take by far the
  /// most memory.
  static let maximumAmong = 1_000_000
  /// How long a watch goes on without being asked for again.
  static let leaseSeconds = 60
  /// How late a change of time or of venues is told at the most.
  static let tick = Duration.seconds(10)
  static let positionTimeout = Duration.seconds(2)
  /// How far beyond a radius the next venue is looked for: farther ones do not narrow a safe zone
  /// that is as wide.
  static let lookout: Meters = 10_000
}
