import Messages
import Time

/// The arrival at a shop, and the earliest visit after it.
struct ShopArrival: Sendable {
  let toStopSeconds: Int
  let visit: EarliestVisit

  init(at shop: Shop, toStopSeconds: Int, on trip: Trip) {
    let query = trip.query
    self.toStopSeconds = toStopSeconds
    visit = trip.map.hours.earliestVisit(
      shop, arrival: query.window.departure.adding(seconds: toStopSeconds),
      latest: query.window.deadline.adding(seconds: -query.dwellSeconds),
      dwellSeconds: query.dwellSeconds, certainly: query.openOnly)
  }
}

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

  /// Evaluates a shop: first by the durations of the tables, then by those of its legs.
  ///
  /// A stop that needs a wait and is late counts as closed; one that is late without a wait counts
  /// as late.
  ///
  /// - Parameters:
  ///   - arrival: `nil` if no road leads to the shop.
  ///   - toDestinationSeconds: `nil` if no road leads on to the destination.
  init(_ arrival: ShopArrival?, toDestinationSeconds: Int?, _ query: PlanQuery) {
    guard let arrival else {
      self = .unreachable
      return
    }
    switch arrival.visit {
    case .closed: self = .closed
    case .uncertain: self = .uncertain
    case .possible(let waitSeconds, let isCertain):
      guard let toDestinationSeconds else {
        self = .unreachable
        return
      }
      let times = StopTimes(
        legs: LegDurations(
          toStopSeconds: arrival.toStopSeconds, toDestinationSeconds: toDestinationSeconds),
        waitSeconds: waitSeconds, dwellSeconds: query.dwellSeconds)
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
