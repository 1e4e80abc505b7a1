import Messages
import Time

/// The departures with which a shop that is closed then would be open.
struct OtherDepartures {
  struct Departure: Sendable {
    let shop: Shop
    let time: Timestamp
    /// When the shop opens, if it opens after the arrival.
    let opens: Timestamp?
  }

  /// The latest one that is early enough to visit a shop before it closes, unless that has passed,
  /// and the earliest one to be at a shop when it opens. The nearer to the wanted departure first;
  /// of equal ones that for the same deadline.
  let ordered: [Departure]

  /// - Parameters:
  ///   - closed: each shop with the seconds from the departure to its door.
  ///   - latest: when a visit has to begin for the deadline.
  init(
    _ closed: [(shop: Shop, seconds: Int)], dwellSeconds: Int, latest: Timestamp,
    departure: Timestamp, certainly: Bool, on map: PlanningMap, now: Timestamp
  ) {
    var earlier: [Departure] = []
    var later: [Departure] = []
    for (shop, seconds) in closed where map.hours.hours(of: shop) != nil {
      let last = map.hours.lastStart(
        shop, latest: latest, dwellSeconds: dwellSeconds, certainly: certainly)
      let leave = map.zone.localized(last.adding(seconds: -seconds))
      if leave >= now, leave < departure {
        earlier.append(Departure(shop: shop, time: leave, opens: nil))
      }
      let arrival = departure.adding(seconds: seconds)
      if let opens = map.hours.closure(shop, arrival: arrival, dwellSeconds: dwellSeconds).opens {
        later.append(
          Departure(
            shop: shop, time: map.zone.localized(max(now, opens.adding(seconds: -seconds))),
            opens: map.zone.localized(opens)))
      }
    }
    let last = earlier.max { ($0.time, $1.shop.id) < ($1.time, $0.shop.id) }
    let first = later.min { ($0.time, $0.shop.id) < ($1.time, $1.shop.id) }
    ordered = [last, first].compactMap { $0 }.sorted {
      abs($0.time.seconds(since: departure)) < abs($1.time.seconds(since: departure))
    }
  }
}
