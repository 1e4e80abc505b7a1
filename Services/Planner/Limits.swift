import Messages

/// The values that a plan request has where it leaves them out.
package enum PlanDefaults {
  package static let dwellSeconds = 600
  package static let options = 10
  package static let category = VenueCategory.coffee
  /// A text found with less confidence than this, 0 ... 1, is refused as a guess.
  package static let leastConfidence = 0.5
}

/// The planner's internal bounds; those of its messages are in `PlannerLimits`.
package enum PlanningLimits {
  /// The length of a plan's identifier, and of a category.
  package static let maximumNameBytes = 200
  /// Plans made, and changes of boards, at the same time; others wait, in order.
  package static let plansAtOnce = 16
  /// Kept back from the caller's time, to still answer that another service was too slow.
  package static let replyReserve = Duration.milliseconds(100)
  /// A departure clock time still means today while it is no further in the past than this.
  package static let clockGraceSeconds = 60
  /// A deadline clock time before the departure means the next day if the trip is then no longer
  /// than this: 23:30 to 00:15, but not 08:00 to 07:30.
  package static let overnightSeconds = 12 * 3600
  /// Distinct `opening_hours` values in the cache of parsed hours; one more empties the cache.
  package static let cachedHours = 10_000
  /// Hits requested from the geocoder, and suggestions returned for an unknown text.
  package static let maximumPlaceHits = 5
  /// How often a change is tried again because another request changed the board meanwhile.
  package static let pinAttempts = 10
  /// How often fences that the geofence monitor has not accepted yet are sent again.
  package static let pinFenceInterval = Duration.seconds(2)
  /// How long to wait for the geofence monitor before a board's fences count as pending.
  package static let pinFenceTimeout = Duration.seconds(2)
}
