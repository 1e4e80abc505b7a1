import Messages

/// Measures the duration of a plan's stages, by a clock that is passed in.
struct StageTimer: Sendable {
  let clock: @Sendable () -> ContinuousClock.Instant

  /// The result of `stage`, and its duration.
  func measure<Result: Sendable>(
    _ stage: @Sendable () async throws -> Result
  ) async rethrows -> (Result, milliseconds: Double) {
    let start = clock()
    let result = try await stage()
    return (result, (clock() - start).milliseconds)
  }
}

extension Duration {
  /// Milliseconds, with three decimals.
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1000
  }
}
