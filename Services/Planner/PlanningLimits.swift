import Geography
import Messages
import ServiceRuntime

/// The values that a plan request has where it leaves them out.
package enum PlanDefaults {
  /// At a place, and at a venue of a word that is not in the tree of categories.
  package static let dwellSeconds = 600

  /// The dwell of a request, else how long people usually stay at the first of its categories.
  ///
  /// - Throws: `invalidRequest` where only the driver can say that, as at a charger.
  static func dwellSeconds(
    _ requested: Int?, at categories: [VenueCategory]
  ) throws(ServiceError) -> Int {
    if let requested { return requested }
    guard let category = categories.first?.resolved else { return dwellSeconds }
    try check(
      !category.needsDwell,
      "The length of a stop at “\(category.rawValue)” is up to the driver: give a dwell.")
    return category.usualStaySeconds ?? dwellSeconds
  }

  static let options = 10
  static let category = VenueCategory.coffee
  /// A text found with less confidence than this, 0 ... 1, is refused as a guess.
  static let leastConfidence = 0.5
  /// Options of one brand.
  static let perBrand = 2
  /// The detour that a window with an open end has room for.
  static let detourSeconds = 1800
  /// The walk from the road to a shop that it has room for as well, if the request has a longest
  /// detour but no longest walk.
  static let walkMeters: Meters = 200
  /// Shops that are explained if the request names none.
  static let explained = 20
}

/// The planner's internal bounds; those of its messages are in `PlannerLimits`.
enum PlanningLimits {
  /// The newest plans of a user that are kept.
  static let keptPlansOfUser = 500
  /// The length of a plan's identifier, and of a category.
  static let maximumNameBytes = 200
  /// Plans made, and changes of boards, at the same time; others wait, in order.
  static let plansAtOnce = max(16, 2 * plansOfOneCaller)
  /// Those of them for one caller. They wait for other services a part of their time, so three keep
  /// a core busy; more would serve that caller no quicker and make another's plan share the cores.
  static let plansOfOneCaller = 3 * max(2, ServiceRunner.coreCount)
  /// Kept back from the caller's time, to still answer that another service was too slow.
  static let replyReserve = Duration.milliseconds(100)
  /// Tables requested at the same time, where the points do not fit into one.
  static let tablesInFlight = 2
  /// How often a trip over errands is searched again that leaves later, where the departure is
  /// open.
  static let laterDepartures = 8
  /// Departures of a trip over errands that are guessed before the rest of the window is halved.
  static let departureGuesses = 6
  /// The longest way to the street that a shop without an address is said to be in.
  static let besideStreet: Meters = 200
  /// How long a ledger waits for the feeds that opening hours come from.
  static let sourceWait = Duration.milliseconds(250)
  /// Replies that are kept for plans made while another service is away.
  static let rememberedReplies = 200
  /// With more shops within reach a plan keeps all of their categories.
  static let leastInventory = 1_000
  /// How many times the shops within reach the router is asked for, if it knows them.
  static let allPerReach = 4
  /// How many times these it bounds.
  static let boundedPerReach = 16
  /// Sets of shops that are kept because many of them are within reach.
  static let inventories = 2
  /// How many of them are evaluated first.
  static let comparedFirst = 256
  /// Counts of one departure chart.
  static let chartCounts = 49
  /// The seconds between two of its counts: the first with which all fit.
  static let chartSteps = [60, 300, 600, 900, 1800, 3600, 7200, 4 * 3600]
  /// A departure clock time still means today while it is no further in the past than this.
  static let clockGraceSeconds = 60
  /// A deadline clock time before the departure means the next day if the trip is then no longer
  /// than this: 23:30 to 00:15, but not 08:00 to 07:30.
  static let overnightSeconds = 12 * 3600
  /// Distinct `opening_hours` values in the cache of parsed hours; one more empties the cache.
  static let cachedHours = 10_000
  /// Hits requested from the geocoder, and suggestions returned for an unknown text.
  static let maximumPlaceHits = 5
  /// How often a change is tried again because another request changed the board meanwhile.
  static let pinAttempts = 10
  /// How often fences that the geofence monitor has not accepted yet are sent again.
  static let pinFenceInterval = Duration.seconds(2)
  /// How long to wait for the geofence monitor before a board's fences count as pending.
  static let pinFenceTimeout = Duration.seconds(2)
  /// How long one planner keeps others from sending the fences of a board, should it die: longer
  /// than the monitor regards its request.
  static let pinFenceTurn = Duration.seconds(4)
  /// How far the clocks of planners that share a store may be apart.
  static let clockSkew = Duration.seconds(60)
}
