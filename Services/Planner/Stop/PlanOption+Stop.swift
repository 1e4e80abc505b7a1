import Messages
import Time

extension PlanOption {
  /// The plan's option for a shop; `nil` if the stop is not possible.
  init?(
    _ venue: Venue, _ toStop: PlanLeg, _ toDestination: PlanLeg, _ outcome: StopOutcome,
    walks: (toDoor: PlanWalk?, fromDoor: PlanWalk?), carPark: CarPark?,
    on trip: Trip
  ) {
    guard case .possible(let times, let isCertain) = outcome else { return nil }
    let shop = Shop(venue)
    let timing = TripTiming(
      tripSeconds: times.tripSeconds, in: trip.query.window, zone: trip.map.zone)
    let leaveBy = trip.leaveBy(shop, times, certainly: isCertain)
    let start = trip.query.window.departure
      .adding(seconds: times.toShopSeconds + times.waitSeconds)
    self.init(
      venue: venue, toStop: toStop, toDestination: toDestination,
      detourSeconds: times.detourSeconds(directSeconds: trip.directSeconds),
      waitSeconds: times.waitSeconds, dwellSeconds: times.dwellSeconds,
      addedSeconds: times.addedSeconds(directSeconds: trip.directSeconds), arrival: timing.arrival,
      slackSeconds: timing.slackSeconds, onTime: timing.onTime,
      leaveBy: leaveBy,
      hours: trip.map.hours.describe(
        shop, visitFrom: start, dwellSeconds: times.dwellSeconds, waits: times.waitSeconds > 0,
        isCertain: isCertain, zone: trip.map.zone),
      longestStaySeconds: trip.longestStay(shop, times), toDoor: walks.toDoor,
      fromDoor: walks.fromDoor, carPark: carPark,
      parkSeconds: trip.query.choice.parkSeconds,
      schedule: trip.schedule(times, leaveBy: leaveBy, onTime: timing.onTime))
  }
}
