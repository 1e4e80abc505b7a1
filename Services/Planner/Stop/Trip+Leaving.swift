import Messages
import Time

extension Trip {
  /// The latest departure that meets the deadline with a visit.
  ///
  /// Let a and b be the durations of the ways to the shop and from it, d the dwell, D the
  /// deadline, and V the instants at which a visit may begin. A trip that departs at x begins its
  /// visit at the first v of V with v ≥ x + a and arrives at v + d + b. It meets the deadline if
  /// and only if some v of V satisfies x + a ≤ v ≤ D − d − b. So the latest x is the last such v
  /// minus a, and has no wait.
  ///
  /// - Parameter certainly: whether V holds only certain visits.
  func leaveBy(_ shop: Shop, _ times: StopTimes, certainly: Bool) -> Timestamp {
    let latest = query.window.deadline
      .adding(seconds: -query.dwellSeconds - times.fromShopSeconds)
    let start = map.hours.lastStart(
      shop, latest: latest, dwellSeconds: query.dwellSeconds, certainly: certainly)
    return map.zone.localized(start.adding(seconds: -times.toShopSeconds))
  }

  /// The longest dwell with which a shop is on time; `nil` if it is not on time with the plan's.
  ///
  /// A stay may begin at the arrival and must end in time for the way on. Every shorter stay is
  /// a part of a longer one, so all up to the longest are possible.
  func longestStay(_ shop: Shop, _ times: StopTimes) -> Int? {
    guard times.tripSeconds <= query.window.seconds else { return nil }
    let arrival = query.window.departure.adding(seconds: times.toShopSeconds)
    let leaving = query.window.deadline.adding(seconds: -times.fromShopSeconds)
    let longest = map.hours.longestStay(
      shop, from: arrival, to: leaving, certainly: query.openOnly)
    return min(max(longest, times.dwellSeconds), PlannerLimits.maximumDwellSeconds)
  }

  /// The schedule of the trip over a stop: from the departure or, where that is open and the stop
  /// on time, from its latest departure, with which there is no wait (`Trip.leaveBy`).
  func schedule(_ times: StopTimes, leaveBy: Timestamp, onTime: Bool) -> TripSchedule {
    let isLatest = query.openEnd == .departure && onTime
    var builder = ScheduleBuilder(
      leaving: isLatest ? leaveBy : departure, walkSeconds: times.ends.originSeconds,
      in: map.zone)
    builder.add(
      driveSeconds: times.toStopSeconds, parkSeconds: times.parkSeconds,
      afootSeconds: (times.toDoorSeconds, times.fromDoorSeconds),
      waitSeconds: isLatest ? 0 : times.waitSeconds, dwellSeconds: times.dwellSeconds)
    return builder.arriving(
      driveSeconds: times.toDestinationSeconds,
      walkSeconds: times.ends.destinationSeconds)
  }
}
