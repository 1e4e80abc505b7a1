package import Geography

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
  /// For how long a monitor that has died keeps others from taking over; it confirms that it works
  /// once a second at least.
  package static let lease = Duration.seconds(3)
  /// How often one that stands by looks whether it may.
  package static let standByInterval = Duration.milliseconds(250)
  /// Events in a page unless a request sets a limit.
  package static let defaultPage = 100
}
