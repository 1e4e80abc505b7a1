import Messages
import Time

extension PlanOption {
  /// The plan's option for a shop; `nil` if the stop is not possible.
  init?(
    _ venue: Venue, _ toStop: PlanLeg, _ toDestination: PlanLeg, _ stop: Stop, on trip: Trip,
    directSeconds: Int
  ) {
    guard case .possible(let times, let isCertain) = stop else { return nil }
    let shop = Shop(venue)
    let timing = TripTiming(
      tripSeconds: times.tripSeconds, in: trip.query.window, zone: trip.map.zone)
    let start = trip.query.window.departure
      .adding(seconds: times.legs.toStopSeconds + times.waitSeconds)
    self.init(
      venue: venue, toStop: toStop, toDestination: toDestination,
      detourSeconds: times.detourSeconds(directSeconds: directSeconds),
      waitSeconds: times.waitSeconds, dwellSeconds: times.dwellSeconds,
      addedSeconds: times.addedSeconds(directSeconds: directSeconds), arrival: timing.arrival,
      slackSeconds: timing.slackSeconds, onTime: timing.onTime,
      leaveBy: Self.leaveBy(shop, times.legs, certainly: isCertain, on: trip),
      hours: trip.map.hours.describe(
        shop, visitFrom: start, dwellSeconds: times.dwellSeconds, waits: times.waitSeconds > 0,
        isCertain: isCertain, zone: trip.map.zone))
  }

  /// The latest departure that meets the deadline with a visit.
  ///
  /// Let a and b be the durations of the legs, d the dwell, D the deadline, and V the instants at
  /// which a visit may begin. A trip that departs at x begins its visit at the first v of V with
  /// v ≥ x + a and arrives at v + d + b. It meets the deadline if and only if some v of V satisfies
  /// x + a ≤ v ≤ D − d − b. So the latest x is the last such v minus a, and has no wait.
  ///
  /// - Parameter certainly: whether V holds only certain visits. It does if the visit of the plan
  ///   is certain: leaving later must not make it uncertain.
  private static func leaveBy(
    _ shop: Shop, _ legs: LegDurations, certainly: Bool, on trip: Trip
  ) -> Timestamp {
    let query = trip.query
    let latest = query.window.deadline
      .adding(seconds: -query.dwellSeconds - legs.toDestinationSeconds)
    let start = trip.map.hours.lastStart(
      shop, latest: latest, dwellSeconds: query.dwellSeconds, certainly: certainly)
    return trip.map.zone.localized(start.adding(seconds: -legs.toStopSeconds))
  }
}
