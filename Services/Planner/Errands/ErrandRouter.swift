import Algorithms
import Geography
import MessageBus
import Messages
import Time

/// Finds the trips over all errands, and routes their legs.
struct ErrandRouter: Sendable {
  var trip: Trip
  let services: any ServiceClient

  private var map: PlanningMap { trip.map }

  private func search(from departure: Timestamp, by deadline: Timestamp) -> ErrandSearch {
    ErrandSearch(
      map: map, window: TripWindow(departure: departure, deadline: deadline),
      tables: DriveTables(
        services: services, profile: trip.query.profile, roads: trip.query.roads),
      openOnly: trip.query.openOnly)
  }

  /// For each order of the errands the best trip of all, and before it the best over shops that are
  /// known to be open, if that is another; those on time and known to be open first.
  ///
  /// - Parameter window: where the query leaves the departure open, each trip that is on time
  ///   leaves as late as it can.
  /// - Throws: whatever the services throw.
  func trips(_ groups: [ErrandGroup], in window: TripWindow) async throws -> [ErrandTrip] {
    let search = search(from: window.departure, by: window.deadline)
    let trips = try await concurrentMap(
      groups.orders, limit: PlanningLimits.ordersInFlight
    ) { order -> [ErrandTrip] in
      guard let best = try await best(order, search) else { return [] }
      if best.isCertain || !best.onTime { return [best] }
      var certain = search
      certain.openOnly = true
      guard let known = try await self.best(order, certain), known.onTime else { return [best] }
      return precedes(best, known) ? [known, best] : [known]
    }
    return trips.flatMap { $0 }.sorted { one, other in
      let ranks = [one, other].map { $0.onTime ? ($0.isCertain ? 0 : 1) : 2 }
      return ranks[0] == ranks[1] ? precedes(one, other) : ranks[0] < ranks[1]
    }
  }

  /// Whether one trip arrives earlier, or leaves later where the departure is open.
  func precedes(_ one: ErrandTrip, _ other: ErrandTrip) -> Bool {
    if trip.query.openEnd == .departure, one.onTime, let left = one.leaveBy,
      let right = other.leaveBy, left != right
    {
      return left > right
    }
    return one.arrival == other.arrival
      ? one.stops.map(\.errand).lexicographicallyPrecedes(other.stops.map(\.errand))
      : one.arrival < other.arrival
  }

  /// The best trip of one order; `nil` if none is possible.
  ///
  /// Where the departure is open: the one with the latest departure, leaving then. Whether a trip
  /// is on time does not come back once it is lost by leaving later, so each search for a trip that
  /// leaves a second after the last one finds a better one, or proves that there is none.
  private func best(
    _ order: [ErrandGroup], _ search: ErrandSearch
  ) async throws -> ErrandTrip? {
    guard var found = try await found(order, search) else { return nil }
    guard trip.query.openEnd == .departure, found.trip.onTime else { return found.trip }
    for _ in 0..<PlanningLimits.laterDepartures {
      found.trip = try await leavingLast(found.trip, found.stops, search)
      guard let leave = found.trip.schedule?.leave,
        let next = try await self.found(order, search.leaving(leave.adding(seconds: 1))),
        next.trip.onTime
      else { break }
      found = next
    }
    return found.trip
  }

  /// The trip over the same stops with the last second of departure that is on time; a later
  /// departure never becomes on time again.
  ///
  /// The latest departure of each trip on the way is the next guess. It is usually right: the
  /// drives of another hour make it differ. After some guesses the rest is halved.
  private func leavingLast(
    _ trip: ErrandTrip, _ stops: Stops, _ search: ErrandSearch
  ) async throws -> ErrandTrip {
    guard var onTime = trip.schedule?.leave, var guess = trip.leaveBy else { return trip }
    var last = trip
    var late = search.window.deadline.adding(seconds: 1)
    var guesses = 0
    while late.seconds(since: onTime) > 1 {
      let isGuess = guesses < PlanningLimits.departureGuesses && guess > onTime && guess < late
      let half = late.seconds(since: onTime) / 2
      let time = isGuess ? guess : onTime.adding(seconds: half)
      guesses += 1
      let next = try await routed(stops, search.leaving(time))
      if let next, next.onTime {
        (last, onTime) = (next, time)
        guess = max(next.leaveBy ?? time, time.adding(seconds: 1))
      } else {
        late = time
        guess = next?.leaveBy ?? onTime
      }
    }
    last.leaveBy = onTime
    return last
  }

  private typealias Stops = [(group: ErrandGroup, spot: ErrandSpot)]

  private func found(
    _ order: [ErrandGroup], _ search: ErrandSearch
  ) async throws -> (trip: ErrandTrip, stops: Stops)? {
    let spots = try await search.best(
      order, from: trip.origin.coordinate, to: trip.destination.coordinate)
    guard let spots else { return nil }
    let stops = zip(order, spots).map { ($0, $0.spots[$1]) }
    return try await routed(stops, search).map { ($0, stops) }
  }
}

// MARK: - The legs of a trip

extension ErrandRouter {
  /// The trip over the spots by its legs; `nil` if a shop is gone, or cannot be visited by them.
  private func routed(_ stops: Stops, _ search: ErrandSearch) async throws -> ErrandTrip? {
    let venues = try await venues(of: stops.map(\.spot))
    var time = map.zone.localized(search.window.departure)
    var point = DriveEnd(trip.origin.coordinate)
    var drives: [DoorToDoor] = []
    var visits: [(arrival: Timestamp, waitSeconds: Int, isCertain: Bool)] = []
    for (number, stop) in stops.enumerated() {
      let drive = try await drive(from: point, to: stop.spot.end, time)
      let arrival = map.zone.localized(time.adding(seconds: drive.seconds))
      let left = stops[number...].reduce(0) { $0 + $1.group.dwellSeconds }
      let visit = search.visit(
        stop.spot, arrival, stop.group.dwellSeconds,
        latest: search.window.deadline.adding(seconds: -left))
      guard let visit else { return nil }
      drives.append(drive)
      visits.append((arrival, visit.waitSeconds, visit.isCertain))
      time = map.zone.localized(
        arrival.adding(seconds: visit.waitSeconds + stop.group.dwellSeconds))
      point = stop.spot.end
    }
    drives.append(
      try await drive(from: point, to: DriveEnd(trip.destination.coordinate), time))
    var listed: [ErrandStop] = []
    for (number, (group, spot)) in stops.enumerated() {
      guard let found = spot.found(venues) else { return nil }
      listed.append(
        ErrandStop(
          errand: group.errand, venue: found.venue, place: found.place, leg: drives[number].leg,
          arrival: visits[number].arrival, waitSeconds: visits[number].waitSeconds,
          dwellSeconds: group.dwellSeconds, isCertain: visits[number].isCertain,
          toDoor: drives[number].after, fromDoor: drives[number + 1].before,
          carPark: spot.end.carPark))
    }
    let schedule = schedule(listed, drives, leaving: search.window.departure)
    let slack = search.window.deadline.seconds(since: schedule.arrive)
    return ErrandTrip(
      stops: listed, toDestination: drives[stops.count].leg, arrival: schedule.arrive,
      slackSeconds: slack, onTime: slack >= 0,
      leaveBy: map.zone.localized(
        search.latestDeparture(
          zip(stops, visits).map { ($0, $1.isCertain) }, drives: drives.map(\.seconds))),
      originWalk: drives[0].before, destinationWalk: drives[stops.count].after,
      schedule: schedule)
  }

  private func schedule(
    _ stops: [ErrandStop], _ drives: [DoorToDoor], leaving departure: Timestamp
  ) -> TripSchedule {
    var builder = ScheduleBuilder(
      leaving: departure, walkSeconds: drives[0].before?.seconds ?? 0, in: map.zone)
    for (stop, drive) in zip(stops, drives) {
      builder.add(
        driveSeconds: drive.leg.durationSeconds, parkSeconds: drive.parkSeconds,
        afootSeconds: (drive.after?.seconds ?? 0, stop.fromDoor?.seconds ?? 0),
        waitSeconds: stop.waitSeconds, dwellSeconds: stop.dwellSeconds)
    }
    let last = drives[stops.count]
    return builder.arriving(
      driveSeconds: last.leg.durationSeconds, walkSeconds: last.after?.seconds ?? 0)
  }

  private func venues(of spots: [ErrandSpot]) async throws -> [VenueID: Venue] {
    let ids = spots.compactMap { spot in
      if case .shop(let shop) = spot.goal { shop.id } else { nil }
    }
    guard !ids.isEmpty else { return [:] }
    let reply = try await services.send(ShopDetailsRequest(ids: ids))
    return Dictionary(reply.venues.map { ($0.id, $0) }) { first, _ in first }
  }

  private func drive(
    from start: DriveEnd, to end: DriveEnd, _ departure: Timestamp
  ) async throws -> DoorToDoor {
    let route = try await services.send(
      RouteRequest(
        waypoints: [start.coordinate, end.coordinate], profile: trip.query.profile,
        departure: departure, geometry: true, roads: trip.query.roads))
    return try DoorToDoor(route, from: start, to: end)
  }
}

extension ErrandSpot {
  /// The shop's details or the place; `nil` for a shop that is gone.
  fileprivate func found(
    _ venues: [VenueID: Venue]
  ) -> (venue: Venue?, place: PlanLocation?)? {
    switch goal {
    case .shop(let shop): venues[shop.id].map { ($0, nil) }
    case .place(let location): (nil, location)
    }
  }
}

extension [ErrandGroup] {
  /// All orders of the groups.
  fileprivate var orders: [[ErrandGroup]] {
    guard count > 1 else { return [self] }
    return indices.flatMap { first in
      var others = self
      let group = others.remove(at: first)
      return others.orders.map { [group] + $0 }
    }
  }
}

extension ErrandTrip {
  /// Whether every shop is known to be open.
  var isCertain: Bool { stops.allSatisfy(\.isCertain) }
}
