import Messages

/// Measures the duration of a plan's stages, by a clock that is passed in.
struct StageTimer: Sendable {
  let clock: @Sendable () -> ContinuousClock.Instant

  /// The result of `stage`, and its duration.
  func measure<Value: Sendable>(
    _ stage: @Sendable () async throws -> Value
  ) async rethrows -> Measured<Value> {
    let start = clock()
    let value = try await stage()
    return Measured(value: value, milliseconds: (clock() - start).milliseconds)
  }
}

/// The result of a stage, and how long it took.
struct Measured<Value: Sendable>: Sendable {
  let value: Value
  let milliseconds: Double

  /// The same duration with another value.
  func map<Other: Sendable, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Measured<Other> {
    Measured<Other>(value: try transform(value), milliseconds: milliseconds)
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
