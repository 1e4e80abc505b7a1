import Geography
import Messages
import Time

/// The arrival at a shop, and the earliest visit after it.
struct ShopArrival: Sendable {
  let toStopSeconds: Int
  let walks: StopWalks
  let visit: EarliestVisit

  /// - Parameter walkMeters: from the road to the shop.
  init(at shop: Shop, toStopSeconds: Int, walkMeters: Meters, on trip: Trip) {
    let query = trip.query
    var walks = StopWalks()
    walks.ends = trip.walks
    walks.toDoorSeconds = PlanWalk.seconds(walkMeters)
    walks.fromDoorSeconds = walks.toDoorSeconds
    walks.toDoorMeters = walkMeters
    walks.parkSeconds = query.parkSeconds
    self.toStopSeconds = toStopSeconds
    self.walks = walks
    let toShop =
      walks.ends.originSeconds + toStopSeconds + walks.parkSeconds + walks.toDoorSeconds
    visit = trip.map.hours.earliestVisit(
      shop, arrival: query.window.departure.adding(seconds: toShop),
      latest: query.window.deadline.adding(seconds: -query.dwellSeconds),
      dwellSeconds: query.dwellSeconds, certainly: query.openOnly)
  }

  /// From the departure to the arrival at the shop.
  var toShopSeconds: Int {
    walks.ends.originSeconds + toStopSeconds + walks.parkSeconds + walks.toDoorSeconds
  }
}

/// A shop's evaluation as a stop of the trip.
enum Stop: Sendable, Hashable {
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
    _ arrival: ShopArrival?, toDestinationSeconds: Int?, walkMeters: Meters? = nil,
    _ query: PlanQuery
  ) {
    guard let arrival else {
      self = .unreachable
      return
    }
    switch arrival.visit {
    case .closed: self = .closed(toShopSeconds: arrival.toShopSeconds)
    case .uncertain: self = .uncertain(toShopSeconds: arrival.toShopSeconds)
    case .possible(let waitSeconds, let isCertain):
      guard let toDestinationSeconds else {
        self = .unreachable
        return
      }
      var walks = arrival.walks
      if let walkMeters { walks.fromDoorSeconds = PlanWalk.seconds(walkMeters) }
      let times = StopTimes(
        legs: LegDurations(
          toStopSeconds: arrival.toStopSeconds, toDestinationSeconds: toDestinationSeconds),
        walks: walks, waitSeconds: waitSeconds, dwellSeconds: query.dwellSeconds)
      let isTooLate = waitSeconds > 0 && times.tripSeconds > query.window.seconds
      self =
        isTooLate
        ? .closed(toShopSeconds: arrival.toShopSeconds) : .possible(times, isCertain: isCertain)
    }
  }

  /// The times of a possible stop; `nil` for any other.
  var times: StopTimes? {
    guard case .possible(let times, _) = self else { return nil }
    return times
  }

  /// Whether it is closed at the arrival, and does not open in time.
  var isClosed: Bool {
    if case .closed = self { true } else { false }
  }

  /// Whether it is unknown if the shop is open.
  var isUncertain: Bool {
    switch self {
    case .uncertain, .possible(_, isCertain: false): true
    case .unreachable, .closed, .possible: false
    }
  }
}
