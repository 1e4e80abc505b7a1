import Geography

/// The monitor's internal limits; those of its messages are `GeofenceLimits`.
package enum MonitorLimits {
  /// How far off a fix may be without reporting it; subtracted from distances between fixes.
  package static let unreportedErrorMeters: Meters = 100
  /// A path that is inside for less than this touches the fence and does not cross it.
  package static let touchMeters: Meters = 1
  /// The width and height of the map section shown around a device.
  package static let viewMeters: Meters = 3_000
  /// Devices with a track; 1 to 20 kB each in memory, depending on the samples in its window.
  package static let maximumDevices = 1_000_000
  /// Events in a page unless a request sets a limit.
  package static let defaultPage = 100
}

/// How much of the past is stored; the oldest is deleted first.
package struct Retention: Sendable {
  /// Events in the log; about 600 bytes each on disk.
  package let events: Int64
  /// Replies to repeated requests.
  package let replies: Int64
  /// Positions that do not count.
  package let flawed: Int64
  /// Samples that no track holds any more but that are too few to sweep.
  package let spareSamples: Int

  package init(
    events: Int64, replies: Int64, flawed: Int64 = 100_000, spareSamples: Int = 10_000
  ) {
    self.events = events
    self.replies = replies
    self.flawed = flawed
    self.spareSamples = spareSamples
  }

  /// Ten million events, 6 GB, and 100,000 replies: a caller repeats within seconds, and at 1,000
  /// reports a second these are the last 100 s.
  package static let standard = Retention(events: 10_000_000, replies: 100_000)
}
