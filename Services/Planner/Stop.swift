import Messages

/// A shop's evaluation as a stop of the trip.
enum Stop: Sendable, Hashable {
  /// No road leads to the shop, or on to the destination.
  case unreachable
  /// It is closed at the arrival, and does not open in time.
  case closed
  /// It is unknown whether it is open, and the query is for open shops only.
  case uncertain
  /// `isCertain` if the shop is known to be open during the whole visit. The trip may be late.
  case possible(StopTimes, isCertain: Bool)

  /// A visit between two legs.
  ///
  /// A stop that needs a wait and is late counts as closed; one that is late without a wait counts
  /// as late.
  init(_ visit: EarliestVisit, _ legs: LegDurations, _ query: PlanQuery) {
    switch visit {
    case .closed: self = .closed
    case .uncertain: self = .uncertain
    case .possible(let waitSeconds, let isCertain):
      let times = StopTimes(
        legs: legs, waitSeconds: waitSeconds, dwellSeconds: query.dwellSeconds)
      let isTooLate = waitSeconds > 0 && times.tripSeconds > query.window.seconds
      self = isTooLate ? .closed : .possible(times, isCertain: isCertain)
    }
  }

  /// The times of a possible stop; `nil` for any other.
  var times: StopTimes? {
    guard case .possible(let times, _) = self else { return nil }
    return times
  }

  /// Whether it is unknown if the shop is open.
  var isUncertain: Bool {
    switch self {
    case .uncertain, .possible(_, isCertain: false): true
    case .unreachable, .closed, .possible: false
    }
  }
}

extension Trip {
  /// The earliest visit to a shop after a drive of `toStopSeconds`.
  func earliestVisit(_ shop: Shop, toStopSeconds: Int) -> EarliestVisit {
    map.hours.earliestVisit(
      shop, arrival: query.window.departure.adding(seconds: toStopSeconds),
      latest: query.window.deadline.adding(seconds: -query.dwellSeconds),
      dwellSeconds: query.dwellSeconds, certainly: query.openOnly)
  }

  /// When the second leg begins: after the drive to the shop, the wait and the dwell.
  func leaving(toStopSeconds: Int, waitSeconds: Int) -> Timestamp {
    map.zone.localized(
      query.window.departure.adding(
        seconds: toStopSeconds + waitSeconds + query.dwellSeconds))
  }

  /// The plan's option for a shop; `nil` if the stop is not possible.
  func option(
    _ venue: Venue, _ toStop: PlanLeg, _ toDestination: PlanLeg, _ stop: Stop, directSeconds: Int
  ) -> PlanOption? {
    guard case .possible(let times, let isCertain) = stop else { return nil }
    let timing = TripTiming(
      tripSeconds: times.tripSeconds, in: query.window, zone: map.zone)
    let start = query.window.departure
      .adding(seconds: times.legs.toStopSeconds + times.waitSeconds)
    return PlanOption(
      venue: venue, toStop: toStop, toDestination: toDestination,
      detourSeconds: times.detourSeconds(directSeconds: directSeconds),
      waitSeconds: times.waitSeconds, dwellSeconds: times.dwellSeconds,
      addedSeconds: times.addedSeconds(directSeconds: directSeconds), arrival: timing.arrival,
      slackSeconds: timing.slackSeconds, onTime: timing.onTime,
      leaveBy: leaveBy(Shop(venue), times.legs, certainly: isCertain),
      hours: map.hours.describe(
        Shop(venue), visitFrom: start, dwellSeconds: times.dwellSeconds,
        waits: times.waitSeconds > 0,
        isCertain: isCertain, zone: map.zone))
  }

  /// The latest departure that meets the deadline with a visit.
  ///
  /// Let a and b be the durations of the legs, d the dwell, D the deadline, and V the instants at
  /// which a visit may begin. A trip that departs at x begins its visit at the first v of V with
  /// v ≥ x + a and arrives at v + d + b. It meets the deadline if and only if some v of V satisfies
  /// x + a ≤ v ≤ D − d − b. So the latest x is the last such v minus a, and has no wait.
  ///
  /// - Parameter certainly: whether V holds only certain visits. It does if the visit of the plan is
  ///   certain: leaving later must not make it uncertain.
  private func leaveBy(_ shop: Shop, _ legs: LegDurations, certainly: Bool) -> Timestamp {
    let latest = query.window.deadline
      .adding(seconds: -query.dwellSeconds - legs.toDestinationSeconds)
    let start = map.hours.lastStart(
      shop, latest: latest, dwellSeconds: query.dwellSeconds, certainly: certainly)
    return map.zone.localized(start.adding(seconds: -legs.toStopSeconds))
  }
}
