import Messages

/// Measures how long the stages of a plan take, by a clock that is passed in.
struct StageTimes: Sendable {
  let clock: @Sendable () -> ContinuousClock.Instant

  /// What `stage` answers, and how long it took.
  func measure<Result: Sendable>(
    _ stage: @Sendable () async throws -> Result
  ) async rethrows -> (Result, milliseconds: Double) {
    let start = clock()
    let result = try await stage()
    return (result, (clock() - start).milliseconds)
  }
}

extension Duration {
  /// Milliseconds with three decimals.
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1000
  }
}
