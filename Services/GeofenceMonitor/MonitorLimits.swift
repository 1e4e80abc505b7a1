package import Geography

/// The monitor's internal limits; those of its messages are `GeofenceLimits`.
package enum MonitorLimits {
  /// How far off a fix may be without reporting it; subtracted from distances between fixes.
  package static let unreportedErrorMeters: Meters = 100
  /// A path that is inside for less than this touches the fence and does not cross it.
  package static let touchMeters: Meters = 1
  /// The width and height of the map section shown around a device.
  package static let viewMeters: Meters = 3_000
  /// Devices with a track; 1 to 20 kB each in memory, depending on the samples in its window, and a
  /// quarter of a kilobyte for each event of these: one among many fences has hundreds.
  package static let maximumDevices = 1_000_000
  /// Those of a user to whom a key is bound, beside the one of the user's own name.
  package static let devicesOfUser = 1_000
  /// Positions that do not count, of such a user: its newest are kept.
  package static let flawedOfUser = 1_000
  /// For how long a monitor that has died keeps others from taking over; it confirms that it works
  /// once a second at least.
  package static let lease = Duration.seconds(3)
  /// How often one that stands by looks whether it may.
  package static let standByInterval = Duration.milliseconds(250)
  /// Events in a page unless a request sets a limit.
  package static let defaultPage = 100

  // When a device is on its route, and which changes are published.

  /// Farther from the line, beyond its reported accuracy, a device is off the route: the far side
  /// of a wide junction or a car park is nearer.
  package static let leaveMeters: Meters = 150
  /// Positions in a row off the route before it counts as left: single ones are outliers.
  package static let strayPositions = 3
  /// This near the end of the line the device has arrived: it parks somewhere around.
  package static let arriveMeters: Meters = 50
  /// This near a stop the device is at the stop; this near the start it has not set out.
  package static let stopMeters: Meters = 50
  /// A shorter stop is part of the drive.
  package static let leastStopSeconds = 30.0
  /// Parts of the line whose distances differ by no more than this are equally likely: the error of
  /// a receiver between buildings.
  package static let ambiguousMeters: Meters = 25
  /// How much more a metre behind the last match counts than a metre beyond the expected position.
  package static let reversePenalty = 4.0
  /// A fence around the device that the line enters no farther ahead has been entered already.
  package static let enteredMeters: Meters = 100
  /// A smaller change of the expected time is not published, nor one below this share of the time
  /// left: an hour ahead nobody needs the minute.
  package static let leastUpdateSeconds = 30.0
  package static let leastUpdateShare = 0.05
  /// A route that should have ended this long ago may be removed for another one.
  package static let staleRouteSeconds = 86_400
  /// Routes that are active at a time; some 60 bytes a point in memory.
  package static let maximumRoutes = 10_000
  /// Those of a user to whom a key is bound.
  package static let routesOfUser = 100
  /// Of a stretch and of a stop.
  package static let routeSeconds = 0...604_800
}
