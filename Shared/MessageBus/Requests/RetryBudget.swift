/// Bounds how many requests may be repeated, so that a failing service is not buried under repeats.
///
/// Each request adds a fifth of a repeat, up to `maximum`; ten a second are granted in any case.
/// Source: Finagle's RetryBudget (20 % of requests, 10 a second).
package struct RetryBudget: Sendable {
  private let maximum = 100.0
  private let perSecond = 10.0
  private let perRequest = 0.2
  private var tokens: Double
  private var filled: ContinuousClock.Instant

  package init(now: ContinuousClock.Instant) {
    tokens = perSecond
    filled = now
  }

  /// Counts a request that is sent for the first time.
  package mutating func deposit() { tokens = min(maximum, tokens + perRequest) }

  /// Takes a repeat from the budget; `false` where there is none.
  package mutating func withdraw(now: ContinuousClock.Instant) -> Bool {
    let seconds = filled.duration(to: now) / .seconds(1)
    tokens = min(maximum, tokens + max(0, seconds) * perSecond)
    filled = now
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }
}
