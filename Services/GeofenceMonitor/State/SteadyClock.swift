import Time

/// Whether the time of day can be trusted to delete by.
///
/// A clock that jumps, because somebody or a time server sets it, is not trusted for ten minutes:
/// one that is months ahead for a moment must not empty the store.
struct SteadyClock: Sendable {
  /// More than a time server's slewing makes in weeks.
  private static let toleranceMilliseconds: Int64 = 60_000
  private static let trial = Duration.seconds(600)

  /// Since when the two clocks have run alike.
  private var start: (wall: Timestamp, machine: ContinuousClock.Instant)?

  /// Whether the time of day has run like the machine's own clock for ten minutes.
  ///
  /// - Parameters:
  ///   - wall: the time of day.
  ///   - machine: the machine's clock, which nobody sets, at the same instant.
  mutating func trusts(_ wall: Timestamp, at machine: ContinuousClock.Instant) -> Bool {
    guard let start else {
      start = (wall, machine)
      return false
    }
    let passed = start.machine.duration(to: machine)
    let milliseconds = wall.millisecondsSince1970 - start.wall.millisecondsSince1970
    let difference = milliseconds - Int64(passed / .milliseconds(1))
    guard abs(difference) <= Self.toleranceMilliseconds else {
      self.start = (wall, machine)
      return false
    }
    return passed >= Self.trial
  }
}
