import Messages
import Time

extension OnTimeChance {
  /// The chance of the direct drive; `nil` where the route has no spread.
  init?(direct route: RouteReply, walkedSeconds: Int, on trip: Trip) {
    guard let spread = route.spread else { return nil }
    let drive = DriveTime(medianSeconds: route.durationSeconds, spread)
    let room = Double(trip.query.window.seconds - walkedSeconds)
    self.init([drive], probability: drive.probability(within: room))
  }

  /// The chance of the trip over a shop; `nil` where the routes have no spread.
  ///
  /// On each of a hundred equally likely days of the first drive, the visit begins as the opening
  /// hours allow; what then remains until the deadline is the room of the second drive, whose time
  /// depends on the first through what both have in common. Error: below 0.01, where a closing time
  /// cuts one of the hundred days.
  init?(
    over shop: Shop, _ legs: (toStop: RouteReply, toDestination: RouteReply), _ times: StopTimes,
    on trip: Trip
  ) {
    guard let there = legs.toStop.spread, let onward = legs.toDestination.spread else { return nil }
    let first = DriveTime(medianSeconds: times.legs.toStopSeconds, there)
    let second = DriveTime(medianSeconds: times.legs.toDestinationSeconds, onward)
    let walked = times.toShopSeconds - times.legs.toStopSeconds
    let walkedOn = times.fromShopSeconds - times.legs.toDestinationSeconds
    let days = Normal.hundredths.map { deviations in
      let reached = walked + Int(first.seconds(at: deviations).rounded(.up))
      guard let begins = trip.visit(shop, after: reached) else { return 0.0 }
      let room = trip.query.window.seconds - begins - times.dwellSeconds - walkedOn
      return second.probability(within: Double(room), after: first, at: deviations)
    }
    self.init([first, second], probability: days.reduce(0, +) / Double(days.count))
  }

  private init(_ drives: [DriveTime], probability: Double) {
    self.init(
      probability: (probability * 1000).rounded() / 1000, drives: drives.map(\.quantiles))
  }
}

extension Trip {
  /// The seconds from the departure to the earliest visit, if it can begin before the deadline.
  fileprivate func visit(_ shop: Shop, after seconds: Int) -> Int? {
    let arrival = query.window.departure.adding(seconds: seconds)
    let visit = map.hours.earliestVisit(
      shop, arrival: arrival, latest: query.window.deadline.adding(seconds: -query.dwellSeconds),
      dwellSeconds: query.dwellSeconds, certainly: query.openOnly)
    guard case .possible(let waitSeconds, _) = visit else { return nil }
    return seconds + waitSeconds
  }
}
