/// The bounds that are the monitor's own; those of its messages are `GeofenceLimits`.
package enum MonitorLimits {
  /// How far a device's clock may run ahead: a report of a later time is ignored. Phones keep time
  /// to the second, boards without a battery drift by minutes; five are more than any of them, and
  /// few enough that one wrong clock does not shut out a device's true reports for long.
  package static let futureToleranceSeconds = 300
  /// Devices whose last position is kept; about 200 bytes each in memory.
  package static let maximumDevices = 1_000_000
  /// Events in a page unless a request says otherwise.
  package static let defaultPage = 100
}

/// How much of the past is kept; the oldest goes first.
package struct Retention: Sendable {
  /// Events in the log; about 300 bytes each on disk.
  package let events: Int64
  /// Replies for repeated requests.
  package let replies: Int64

  package init(events: Int64, replies: Int64) {
    self.events = events
    self.replies = replies
  }

  /// Ten million events, 3 GB, and 100,000 replies: a caller repeats within seconds, and at 1,000
  /// reports a second these are the last 100 s.
  package static let standard = Retention(events: 10_000_000, replies: 100_000)
}
