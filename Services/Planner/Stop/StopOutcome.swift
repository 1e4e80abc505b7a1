import Geography
import Messages
import Time

/// The arrival at a shop, and the earliest visit after it.
struct ShopArrival: Sendable {
  /// As far as the door: without the wait and the way on.
  let times: StopTimes
  let visit: EarliestVisit

  /// - Parameter walkMeters: from the road to the shop.
  init(at shop: Shop, toStopSeconds: Int, walkMeters: Meters, on trip: Trip) {
    let query = trip.query
    let walkSeconds = PlanWalk.seconds(walkMeters)
    times = StopTimes(
      toStopSeconds: toStopSeconds, ends: trip.walks, parkSeconds: query.parkSeconds,
      toDoorMeters: walkMeters, toDoorSeconds: walkSeconds, fromDoorSeconds: walkSeconds,
      dwellSeconds: query.dwellSeconds)
    visit = trip.map.hours.earliestVisit(
      shop, arrival: query.window.departure.adding(seconds: times.toShopSeconds),
      latest: query.window.deadline.adding(seconds: -query.dwellSeconds),
      dwellSeconds: query.dwellSeconds, certainly: query.openOnly)
  }
}

/// What a shop is as a stop of the trip.
enum StopOutcome: Sendable, Hashable {
  /// No road leads to the shop, or on to the destination.
  case unreachable
  /// It is closed at the arrival, and does not open in time.
  case closed(toShopSeconds: Int)
  /// It is unknown whether it is open, and the query is for open shops only.
  case uncertain(toShopSeconds: Int)
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
  ///   - walkMeters: back to the road; `nil` for as far as from it.
  init(
    _ arrival: ShopArrival?, toDestinationSeconds: Int?, walkMeters: Meters? = nil, on trip: Trip
  ) {
    guard let arrival else {
      self = .unreachable
      return
    }
    var times = arrival.times
    let closed = StopOutcome.closed(toShopSeconds: times.toShopSeconds)
    switch arrival.visit {
    case .closed: self = closed
    case .uncertain: self = .uncertain(toShopSeconds: times.toShopSeconds)
    case .possible(let waitSeconds, let isCertain):
      guard let toDestinationSeconds else {
        self = .unreachable
        return
      }
      if let walkMeters { times.fromDoorSeconds = PlanWalk.seconds(walkMeters) }
      times.toDestinationSeconds = toDestinationSeconds
      times.waitSeconds = waitSeconds
      let isTooLate = waitSeconds > 0 && times.tripSeconds > trip.query.window.seconds
      self = isTooLate ? closed : .possible(times, isCertain: isCertain)
    }
  }

  /// The times of a possible stop; `nil` for any other.
  var times: StopTimes? {
    guard case .possible(let times, _) = self else { return nil }
    return times
  }
}

/// A shop, evaluated as a stop of the trip.
struct EvaluatedShop: Sendable, Hashable {
  let shop: Shop
  /// The straight-line distance from the origin to the shop and on to the destination.
  let straightMeters: Meters
  var outcome: StopOutcome

  init(_ shop: Shop, _ outcome: StopOutcome, on trip: Trip) {
    self.shop = shop
    straightMeters =
      trip.origin.coordinate.distance(to: shop.coordinate)
      + shop.coordinate.distance(to: trip.destination.coordinate)
    self.outcome = outcome
  }
}
