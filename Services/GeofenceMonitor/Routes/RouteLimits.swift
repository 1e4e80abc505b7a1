import Geography

/// What counts as being on a route, and as news of it. Each has its reason.
package enum RouteLimits {
  /// Farther from the line, and beyond what its accuracy allows, a device is not on it: the far
  /// side of a wide junction or a car park is nearer.
  package static let leaveMeters: Meters = 150
  /// Positions in a row that are so far off before the route counts as left: single ones are wild.
  package static let strays = 3
  /// So near to the end of the line it has arrived: it parks somewhere around.
  package static let arriveMeters: Meters = 50
  /// So near to a stop it stays there; so near to the start it has not set out.
  package static let stopMeters: Meters = 50
  /// A shorter stay is part of the way.
  package static let leastStopSeconds = 30.0
  /// Parts of the line that differ by no more than this in their distance are as likely: the error
  /// of a receiver among houses.
  package static let alikeMeters: Meters = 25
  /// So many times as far ahead of where it is expected a device is sought as behind where it was.
  package static let reverseness = 4.0
  /// A fence around the device that the line enters no farther ahead has been entered already.
  package static let enteredMeters: Meters = 100
  /// An expected time that changes by less is no news, and by less than this share of what is left:
  /// who is told of an hour does not ask for the minute.
  package static let newsSeconds = 30.0
  package static let newsShare = 0.05
  /// A route that should have ended so long ago makes room for others.
  package static let staleSeconds = 86_400
  /// Routes that are active at a time; some 60 bytes a point in memory.
  package static let maximumRoutes = 10_000
  /// Of a stretch and of a stop.
  package static let seconds = 0...604_800
}
