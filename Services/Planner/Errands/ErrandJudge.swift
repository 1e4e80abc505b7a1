import Messages
import Time

/// Says of errands whether there is time for all of them, and what would help if not.
struct ErrandJudge {
  let router: ErrandRouter
  /// Best first.
  let trips: [ErrandTrip]
  let now: Timestamp

  private var trip: Trip { router.trip }
  private var groups: [ErrandGroup] { router.groups }
  private var deadline: Timestamp { trip.map.zone.localized(trip.query.window.deadline) }

  /// - Throws: whatever the services throw that are asked for a way out.
  func verdict() async throws -> PlanVerdict {
    if let best = trips.first, best.onTime {
      if !best.isCertain { return PlanVerdict(.maybe, .hoursUnknown) }
      let sooner = trips.firstIndex {
        $0.onTime && !$0.isCertain && router.precedes($0, best)
      }
      return PlanVerdict(.yes, soonerPerhaps: sooner)
    }
    if let group = groups.first(where: \.spots.isEmpty) {
      return PlanVerdict(.no, .nothing, errand: group.errand)
    }
    if let best = trips.first { return PlanVerdict(.no, .late, wayOut: wayOut(best)) }
    return try await withoutTrip()
  }

  /// To leave earlier for the trip, or to arrive later.
  private func wayOut(_ best: ErrandTrip) -> WayOut {
    if best.leaveBy >= now { return WayOut(departure: best.leaveBy, deadline: deadline) }
    return WayOut(departure: trip.departure, deadline: best.arrival)
  }

  /// Of errands without any trip: the one whose shops are all closed, whenever in the window one
  /// goes there first; or else that they are closed one after the other.
  private func withoutTrip() async throws -> PlanVerdict {
    var reached: [[(shop: Shop, seconds: Int)]] = []
    for group in groups { reached.append(try await shops(of: group)) }
    if let number = groups.indices.first(where: { number in
      groups[number].hasShops && reached[number].isEmpty
    }) {
      return PlanVerdict(
        .no, .unreachable, count: groups[number].spots.count, errand: groups[number].errand)
    }
    let closed = groups.indices.first { number in
      groups[number].hasShops
        && reached[number].allSatisfy { isClosed($0, groups[number].dwellSeconds) }
    }
    let blamed = closed.map { [$0] } ?? groups.indices.filter { groups[$0].hasShops }
    var wayOut: WayOut?
    for number in blamed where wayOut == nil {
      wayOut = try await reopened(reached[number], groups[number].dwellSeconds)
    }
    return PlanVerdict(
      .no, .closed, count: closed.map { reached[$0].count },
      errand: closed.map { groups[$0].errand }, wayOut: wayOut)
  }

  /// A group's shops with the seconds to each from the origin.
  private func shops(of group: ErrandGroup) async throws -> [(shop: Shop, seconds: Int)] {
    let seconds = try await router.tables.seconds(
      [(spot: 0, leaving: trip.departure)], of: 0, to: group.place)[0]
    return zip(group.spots, seconds).compactMap { spot, seconds in
      guard let shop = spot.shop, let seconds else { return nil }
      return (shop, seconds)
    }
  }

  private func isClosed(_ reached: (shop: Shop, seconds: Int), _ dwellSeconds: Int) -> Bool {
    let visit = trip.map.hours.earliestVisit(
      reached.shop, arrival: trip.departure.adding(seconds: reached.seconds),
      latest: deadline.adding(seconds: -dwellSeconds), dwellSeconds: dwellSeconds,
      certainly: trip.query.openOnly)
    if case .possible = visit { return false }
    return true
  }

  /// Times with which one of the shops is open and there is a trip.
  private func reopened(
    _ reached: [(shop: Shop, seconds: Int)], _ dwellSeconds: Int
  ) async throws -> WayOut? {
    let others = OtherDepartures(
      reached, dwellSeconds: dwellSeconds, latest: deadline.adding(seconds: -dwellSeconds),
      departure: trip.departure, certainly: trip.query.openOnly, on: trip.map, now: now)
    for other in others.ordered {
      let furthest = other.time.adding(seconds: PlannerLimits.maximumTripSeconds)
      let window = TripWindow(
        departure: other.time, deadline: other.opens == nil ? deadline : furthest)
      var moved = router
      moved.trip.query.openEnd = nil
      guard let best = try await moved.trips(in: window).first, best.onTime else {
        continue
      }
      let venue = best.stops.first { $0.venue?.id == other.shop.id }?.venue
      return WayOut(
        departure: other.time, deadline: max(deadline, best.arrival), opens: other.opens,
        venue: other.shop.id, name: venue?.name, names: venue?.names)
    }
    return nil
  }
}

extension ErrandGroup {
  /// Whether the errand is one for shops.
  fileprivate var hasShops: Bool { spots.first?.shop != nil }
}
