import Messages
import Time

/// What becomes of a shop as a stop on a trip.
enum Stop: Sendable, Hashable {
  /// No road leads there, or on from there.
  case unreachable
  /// It is closed when one comes, and does not open while there is time.
  case closed
  /// Nobody knows whether it is open, and the question is for shops that are.
  case uncertain
  /// Certain where the shop is known to be open all the while. It may be late.
  case possible(StopTimes, isCertain: Bool)

  /// A visit between two drives.
  ///
  /// Who has to wait for a shop and is late has no use for it: it counts as closed. Who is late
  /// without waiting is late.
  init(_ visit: Visit, _ driving: StopDriving, _ question: PlanQuestion) {
    switch visit {
    case .closed: self = .closed
    case .uncertain: self = .uncertain
    case .possible(let waitSeconds, let isCertain):
      let times = StopTimes(
        driving: driving, waitSeconds: waitSeconds, dwellSeconds: question.dwellSeconds)
      let isUseless = waitSeconds > 0 && times.tripSeconds > question.window.seconds
      self = isUseless ? .closed : .possible(times, isCertain: isCertain)
    }
  }

  /// Where the time goes; `nil` for a shop that is none to stop at.
  var times: StopTimes? {
    guard case .possible(let times, _) = self else { return nil }
    return times
  }

  /// Whether its hours do not tell whether it is open.
  var isUncertain: Bool {
    switch self {
    case .uncertain, .possible(_, isCertain: false): true
    case .unreachable, .closed, .possible: false
    }
  }
}

extension Trip {
  /// The visit to a shop to which the drive takes so long.
  func visit(_ shop: Shop, toStopSeconds: Int) -> Visit {
    map.hours.visit(
      shop, arrival: question.window.departure.adding(seconds: toStopSeconds),
      latest: question.window.deadline.adding(seconds: -question.dwellSeconds),
      dwellSeconds: question.dwellSeconds, certainly: question.openOnly)
  }

  /// When one leaves a shop again, as the map's clocks tell it.
  func leaving(toStopSeconds: Int, waitSeconds: Int) -> Timestamp {
    map.zone.told(
      question.window.departure.adding(
        seconds: toStopSeconds + waitSeconds + question.dwellSeconds))
  }

  /// The trip over a shop by its legs; `nil` where the stop is not possible.
  func option(
    _ venue: Venue, _ toStop: PlanLeg, _ toDestination: PlanLeg, _ stop: Stop, directSeconds: Int
  ) -> PlanOption? {
    guard case .possible(let times, let isCertain) = stop else { return nil }
    let verdict = TripVerdict(
      tripSeconds: times.tripSeconds, in: question.window, told: map.zone)
    let start = question.window.departure
      .adding(seconds: times.driving.toStopSeconds + times.waitSeconds)
    return PlanOption(
      venue: venue, toStop: toStop, toDestination: toDestination,
      detourSeconds: times.detourSeconds(directSeconds: directSeconds),
      waitSeconds: times.waitSeconds, dwellSeconds: times.dwellSeconds,
      addedSeconds: times.addedSeconds(directSeconds: directSeconds), arrival: verdict.arrival,
      slackSeconds: verdict.slackSeconds, onTime: verdict.onTime,
      leaveBy: leaveBy(Shop(venue), times.driving, certainly: isCertain),
      hours: map.hours.describe(
        Shop(venue), visitFrom: start, dwellSeconds: times.dwellSeconds,
        waits: times.waitSeconds > 0,
        isCertain: isCertain, told: map.zone))
  }

  /// The latest departure that meets the deadline with a visit.
  ///
  /// Let the legs take a and b, the dwell d, and let V be the instants at which a visit may begin.
  /// Who leaves at x visits from the first v of V with v ≥ x + a on, and is there at v + d + b.
  /// That is no later than the deadline D just where some v of V fulfils x + a ≤ v ≤ D − d − b. So
  /// the latest x is the last such v, less a: who leaves then does not wait at all.
  ///
  /// - Parameter certainly: whether V holds only visits that are certain. It does where the trip's
  ///   own visit is: leaving later must not turn it into a gamble.
  private func leaveBy(_ shop: Shop, _ driving: StopDriving, certainly: Bool) -> Timestamp {
    let latest = question.window.deadline
      .adding(seconds: -question.dwellSeconds - driving.toDestinationSeconds)
    let start = map.hours.lastStart(
      shop, latest: latest, dwellSeconds: question.dwellSeconds, certainly: certainly)
    return map.zone.told(start.adding(seconds: -driving.toStopSeconds))
  }
}
