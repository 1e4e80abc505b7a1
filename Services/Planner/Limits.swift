import Messages

/// What a plan request that does not say otherwise means.
package enum PlanDefaults {
  package static let dwellSeconds = 600
  package static let options = 10
  package static let category = VenueCategory.coffee
  /// A text that is less certain, 0 ... 1, is a guess, and no trip is planned on it.
  package static let leastConfidence = 0.5
}

/// The planner's own bounds; those of its messages are in `PlannerLimits`.
package enum PlanningLimits {
  /// The length of a plan's name, and of a category's.
  package static let maximumNameBytes = 200
  /// Options whose two legs are asked for at the same time.
  package static let optionsInFlight = 8
  /// Tables asked for at the same time, where the shops do not fit into one.
  package static let tablesInFlight = 2
  /// What is kept of the caller's time to tell it that another service was too slow.
  package static let replyReserve = Duration.milliseconds(100)
  /// A departure's clock time that has passed by no more than this still means today.
  package static let clockGraceSeconds = 60
  /// A deadline's clock time that is before the departure means the next day where that makes the
  /// trip no longer than this: 23:30 to 00:15, but not 08:00 to 07:30.
  package static let overnightSeconds = 12 * 3600
  /// Distinct opening hours that are kept read; with one more, all are read anew.
  package static let keptHours = 10_000
  /// Places of which the geocoder is asked to choose, and texts suggested for an unknown one.
  package static let placesAsked = 5
  /// How often a change of a board is made anew where others change it at the same time.
  package static let pinAttempts = 10
  /// How often boards are looked at whose fences the geofence monitor has not taken yet.
  package static let pinWatchInterval = Duration.seconds(2)
  /// How long the geofence monitor may take for a board's fences before they count as pending.
  package static let pinWatchPatience = Duration.seconds(2)
}
