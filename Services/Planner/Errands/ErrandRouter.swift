import Algorithms
import Geography
import Messages
import Time

/// Finds the trips over all errands, and routes their legs.
struct ErrandRouter: Sendable {
  var trip: Trip
  let groups: [ErrandGroup]
  let services: any PlanServices
  let tables: DriveTables

  init(_ groups: [ErrandGroup], on trip: Trip, services: any PlanServices) {
    self.trip = trip
    self.groups = groups
    self.services = services
    tables = DriveTables(groups, on: trip, services: services)
  }

  private var map: PlanningMap { trip.map }

  /// For each order of the errands the best trip of all, and before it the best over shops that are
  /// known to be open, if that is another; those on time and known to be open first.
  ///
  /// - Parameter window: where the query leaves the departure open, each trip that is on time
  ///   leaves as late as it can.
  /// - Throws: whatever the services throw.
  func trips(in window: TripWindow) async throws -> [ErrandTrip] {
    var trips: [ErrandTrip] = []
    for order in groups.permutations {
      let search = ErrandSearch(
        trip: trip, window: window, tables: tables, openOnly: trip.query.openOnly)
      trips += try await self.trips(order, search)
    }
    return trips.sorted { one, other in
      let ranks = [one, other].map { $0.onTime ? ($0.isCertain ? 0 : 1) : 2 }
      return ranks[0] == ranks[1] ? precedes(one, other) : ranks[0] < ranks[1]
    }
  }

  private func trips(
    _ order: [ErrandGroup], _ search: ErrandSearch
  ) async throws -> [ErrandTrip] {
    guard let best = try await best(order, search) else { return [] }
    if best.isCertain || !best.onTime { return [best] }
    var certain = search
    certain.openOnly = true
    guard let known = try await self.best(order, certain), known.onTime else { return [best] }
    return precedes(best, known) ? [known, best] : [known]
  }

  /// Whether one trip arrives earlier, or leaves later where the departure is open.
  func precedes(_ one: ErrandTrip, _ other: ErrandTrip) -> Bool {
    if trip.query.openEnd == .departure, one.onTime, one.leaveBy != other.leaveBy {
      return one.leaveBy > other.leaveBy
    }
    return one.arrival == other.arrival
      ? one.stops.map(\.errand).lexicographicallyPrecedes(other.stops.map(\.errand))
      : one.arrival < other.arrival
  }

  /// The best trip of one order; `nil` if none is possible.
  ///
  /// Where the departure is open: the one with the latest departure, leaving then. Whether a trip
  /// is on time does not come back once it is lost by leaving later, so each search for a trip that
  /// leaves a second after the last one finds a better one, or proves that no trip is better.
  private func best(
    _ order: [ErrandGroup], _ search: ErrandSearch
  ) async throws -> ErrandTrip? {
    guard var (found, visits) = try await found(order, search) else { return nil }
    guard trip.query.openEnd == .departure, found.onTime else { return found }
    for _ in 0..<PlanningLimits.laterDepartures {
      found = try await leavingLast(found, visits, search)
      let later = found.schedule.leave.adding(seconds: 1)
      guard let next = try await self.found(order, search.leaving(later)),
        next.trip.onTime
      else { break }
      (found, visits) = next
    }
    return found
  }

  /// The trip over the same stops with the last second of departure that is on time; a later
  /// departure never becomes on time again.
  ///
  /// The latest departure of each trip on the way is the next guess. It is usually right: the
  /// drives of another hour make it differ. After some guesses the rest is halved.
  private func leavingLast(
    _ trip: ErrandTrip, _ stops: FoundStops, _ search: ErrandSearch
  ) async throws -> ErrandTrip {
    var (onTime, guess) = (trip.schedule.leave, trip.leaveBy)
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
        guess = max(next.leaveBy, time.adding(seconds: 1))
      } else {
        late = time
        guess = next?.leaveBy ?? onTime
      }
    }
    last.leaveBy = onTime
    return last
  }

  /// The spots of a trip with their details.
  private struct FoundStops {
    let stops: [(group: ErrandGroup, spot: ErrandSpot)]
    let venues: [VenueID: Venue]
    /// When each drive begins, as far as the search knows.
    let departures: [Timestamp]
  }

  private func found(
    _ order: [ErrandGroup], _ search: ErrandSearch
  ) async throws -> (trip: ErrandTrip, stops: FoundStops)? {
    guard let (spots, departures) = try await search.best(order) else { return nil }
    let stops = zip(order, spots).map { ($0, $0.spots[$1]) }
    let venues = try await services.venues(stops.compactMap { $1.shop?.id })
    let found = FoundStops(stops: stops, venues: venues, departures: departures)
    return try await routed(found, search).map { ($0, found) }
  }
}

// MARK: - The legs of a trip

extension ErrandRouter {
  /// The trip over the spots by its legs; `nil` if a shop is gone, or cannot be visited by them.
  ///
  /// All legs are requested at once. Those that begin at another time than the search expects, by
  /// the legs before them, are requested again.
  private func routed(_ found: FoundStops, _ search: ErrandSearch) async throws -> ErrandTrip? {
    let stops = found.stops
    let ends =
      [DriveEnd(door: trip.origin.coordinate)] + stops.map(\.spot.end) + [
        DriveEnd(door: trip.destination.coordinate)
      ]
    var time = map.zone.localized(search.window.departure)
    var departures = found.departures
    var routes: [RouteResult] = []
    var drives: [DoorToDoor] = []
    var visits: [(arrival: Timestamp, waitSeconds: Int, isCertain: Bool)] = []
    for (number, end) in ends.dropFirst().enumerated() {
      if routes.isEmpty || departures[number] != time {
        let shift = time.seconds(since: departures[number])
        for later in number..<departures.count {
          departures[later] = map.zone.localized(departures[later].adding(seconds: shift))
        }
        routes =
          routes.prefix(number)
          + (try await services.routes(
            (number..<departures.count).map {
              trip.route(
                ends[$0].coordinate, ends[$0 + 1].coordinate, departure: departures[$0])
            }))
      }
      drives.append(try DoorToDoor(try routes[number].get(), from: ends[number], to: end))
      guard number < stops.count else { break }
      let arrival = map.zone.localized(time.adding(seconds: drives[number].seconds))
      let (group, spot) = stops[number]
      let left = stops[number...].reduce(0) { $0 + $1.group.dwellSeconds }
      let visit = search.visit(
        spot, arrival, group.dwellSeconds,
        latest: search.window.deadline.adding(seconds: -left))
      guard let visit else { return nil }
      visits.append((arrival, visit.waitSeconds, visit.isCertain))
      time = map.zone.localized(arrival.adding(seconds: visit.waitSeconds + group.dwellSeconds))
    }
    return listed(found, drives, visits, search)
  }

  private func listed(
    _ found: FoundStops, _ drives: [DoorToDoor],
    _ visits: [(arrival: Timestamp, waitSeconds: Int, isCertain: Bool)], _ search: ErrandSearch
  ) -> ErrandTrip? {
    var listed: [ErrandStop] = []
    for (number, (group, spot)) in found.stops.enumerated() {
      let venue = spot.shop.flatMap { found.venues[$0.id]?.stopping(at: drives[number].road) }
      if spot.shop != nil, venue == nil { return nil }
      listed.append(
        ErrandStop(
          errand: group.errand, venue: venue, place: spot.place, leg: drives[number].leg,
          arrival: visits[number].arrival, waitSeconds: visits[number].waitSeconds,
          dwellSeconds: group.dwellSeconds, isCertain: visits[number].isCertain,
          toDoor: drives[number].after, fromDoor: drives[number + 1].before,
          carPark: spot.end.carPark))
    }
    let last = drives[listed.count]
    let schedule = schedule(listed, drives, leaving: search.window.departure)
    let slack = search.window.deadline.seconds(since: schedule.arrive)
    return ErrandTrip(
      stops: listed, toDestination: last.leg, arrival: schedule.arrive,
      slackSeconds: slack, onTime: slack >= 0,
      leaveBy: map.zone.localized(
        search.latestDeparture(
          zip(found.stops, visits).map { ($0, $1.isCertain) }, drives: drives.map(\.seconds))),
      originWalk: drives[0].before, destinationWalk: last.after, schedule: schedule)
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
}

extension ErrandTrip {
  /// Whether every shop is known to be open.
  var isCertain: Bool { stops.allSatisfy(\.isCertain) }
}
