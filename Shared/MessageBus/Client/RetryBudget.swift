/// Limits how many requests may be retried, so that retries do not overload a failing service.
///
/// Each request adds a fifth of a retry, up to `maximum`; ten a second are granted in any case.
/// Source: Finagle's RetryBudget (20 % of requests, 10 a second).
package struct RetryBudget: Sendable {
  // In fifths of a retry, so that the sums are exact.
  private let price = 5.0
  private let maximum = 500.0
  private let perSecond = 50.0
  private var fifths = 50.0
  private var filled: ContinuousClock.Instant

  package init(now: ContinuousClock.Instant) { filled = now }

  /// Adds the share of a request that is sent for the first time.
  package mutating func deposit() { fifths = min(maximum, fifths + 1) }

  /// Withdraws a retry from the budget; `false` if it is exhausted.
  package mutating func withdraw(now: ContinuousClock.Instant) -> Bool {
    let seconds = filled.duration(to: now) / .seconds(1)
    fifths = min(maximum, fifths + max(0, seconds) * perSecond)
    filled = now
    guard fifths >= price else { return false }
    fifths -= price
    return true
  }
}
