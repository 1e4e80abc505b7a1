import Geography
package import MessageBus
package import Messages
package import Time

/// Answers in which order to do a few errands with one deadline, and where.
package struct ErrandPlanner: Sendable {
  let map: PlanningMap
  let services: any ServiceClient

  package init(map: PlanningMap, services: any ServiceClient) {
    self.map = map
    self.services = services.named(in: "plan")
  }

  /// - Parameter now: the reference of `now` and of clock times in the request.
  /// - Throws: `ServiceError`, see `ErrandsRequest`; `CancellationError`.
  package func plan(_ request: ErrandsRequest, now: Timestamp) async throws -> ErrandPlan {
    try check(request)
    let query = try PlanQuery(
      PlanRequest(
        origin: request.origin, destination: request.destination, departure: request.departure,
        deadline: request.deadline, profile: request.profile,
        leastConfidence: request.leastConfidence, openOnly: request.openOnly,
        choice: PlanChoice(parking: request.parking), roads: request.roads),
      on: map, now: now)
    let resolver = PlaceResolver(map: map, services: services)
    let ends = try await resolver.resolve(query)
    let groups = try await groups(request, query, ends)
    let search = ErrandSearch(
      map: map, window: query.window,
      tables: DriveTables(services: services, profile: query.profile, roads: query.roads),
      openOnly: query.openOnly)
    let trips = try await concurrentMap(
      groups.orders, limit: PlanningLimits.ordersInFlight
    ) { order -> ErrandTrip? in
      let spots = try await search.best(
        order, from: ends.origin.coordinate, to: ends.destination.coordinate)
      guard let spots else { return nil }
      return try await routed(zip(order, spots).map { ($0, $0.spots[$1]) }, query, ends, search)
    }
    return ErrandPlan(
      origin: ends.origin, destination: ends.destination,
      departure: map.zone.localized(query.window.departure),
      deadline: map.zone.localized(query.window.deadline),
      trips: trips.compactMap { $0 }.sorted { $0.precedes($1) },
      considered: groups.map(\.spots.count), omitted: groups.map(\.omitted),
      clockWarning: map.info.clockWarning)
  }

  private func check(_ request: ErrandsRequest) throws(ServiceError) {
    guard 1...PlannerLimits.maximumErrands ~= request.errands.count else {
      throw ServiceError(
        .invalidRequest,
        "There are \(request.errands.count) errands; a plan has 1 to "
          + "\(PlannerLimits.maximumErrands).")
    }
    for errand in request.errands {
      guard (errand.categories == nil) != (errand.place == nil) else {
        throw ServiceError(
          .invalidRequest, "An errand has either categories or a place.")
      }
      try PlanChoice(categories: errand.categories).check()
      if let place = errand.place { try PlanQuery.check(place, .errand, on: map) }
      let dwell = errand.dwellSeconds ?? PlanDefaults.dwellSeconds
      guard 0...PlannerLimits.maximumDwellSeconds ~= dwell else {
        throw ServiceError(
          .invalidRequest,
          "The dwell is \(dwell); it must be 0 to \(PlannerLimits.maximumDwellSeconds) seconds.")
      }
    }
  }

  private func groups(
    _ request: ErrandsRequest, _ query: PlanQuery,
    _ ends: (origin: PlanLocation, destination: PlanLocation)
  ) async throws -> [ErrandGroup] {
    let dwells = request.errands.map { $0.dwellSeconds ?? PlanDefaults.dwellSeconds }
    let driving = query.window.seconds - dwells.reduce(0, +)
    return try await concurrentMap(
      Array(request.errands.enumerated()), limit: PlannerLimits.maximumErrands
    ) { number, errand in
      if let place = errand.place {
        let location = try await PlaceResolver(map: map, services: services).resolve(
          place, as: .errand, near: ends.origin.coordinate,
          leastConfidence: query.leastConfidence)
        return ErrandGroup(
          errand: number, dwellSeconds: dwells[number],
          spots: [ErrandSpot(.place(location), on: map, query.parking)], omitted: 0)
      }
      let categories = errand.categories ?? []
      let found = try FoundShops(
        try await services.send(
          CandidatesRequest(
            origin: ends.origin.coordinate, destination: ends.destination.coordinate,
            category: categories[0], drivingSeconds: driving, categories: categories)))
      let shops = found.shops.prefix(PlannerLimits.maximumErrandShops)
      return ErrandGroup(
        errand: number, dwellSeconds: dwells[number],

        spots: shops.sorted { $0.id < $1.id }.map {
          ErrandSpot(.shop($0), on: map, query.parking)
        },
        omitted: found.omitted + found.shops.count - shops.count)
    }
  }
}

// MARK: - The legs of a trip

extension ErrandPlanner {
  /// The trip over the spots by its legs; `nil` if a shop is gone, or cannot be visited by them.
  private func routed(
    _ stops: [(group: ErrandGroup, spot: ErrandSpot)], _ query: PlanQuery,
    _ ends: (origin: PlanLocation, destination: PlanLocation), _ search: ErrandSearch
  ) async throws -> ErrandTrip? {
    let venues = try await venues(of: stops.map(\.spot))
    var time = map.zone.localized(query.window.departure)
    var point = DriveEnd(ends.origin.coordinate)
    var drives: [DoorToDoor] = []
    var visits: [(arrival: Timestamp, waitSeconds: Int, isCertain: Bool)] = []
    for (number, stop) in stops.enumerated() {
      let drive = try await drive(from: point, to: stop.spot.end, time, query)
      let arrival = map.zone.localized(time.adding(seconds: drive.seconds))
      let left = stops[number...].reduce(0) { $0 + $1.group.dwellSeconds }
      let visit = search.visit(
        stop.spot, arrival, stop.group.dwellSeconds,
        latest: query.window.deadline.adding(seconds: -left))
      guard let visit else { return nil }
      drives.append(drive)
      visits.append((arrival, visit.waitSeconds, visit.isCertain))
      time = map.zone.localized(
        arrival.adding(seconds: visit.waitSeconds + stop.group.dwellSeconds))
      point = stop.spot.end
    }
    drives.append(
      try await drive(from: point, to: DriveEnd(ends.destination.coordinate), time, query))
    let arrival = map.zone.localized(time.adding(seconds: drives[stops.count].seconds))
    let slack = query.window.deadline.seconds(since: arrival)
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
    return ErrandTrip(
      stops: listed, toDestination: drives[stops.count].leg, arrival: arrival,
      slackSeconds: slack, onTime: slack >= 0,
      leaveBy: map.zone.localized(
        search.latestDeparture(
          zip(stops, visits).map { ($0, $1.isCertain) }, drives: drives.map(\.seconds))),
      originWalk: drives[0].before, destinationWalk: drives[stops.count].after)
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
    from start: DriveEnd, to end: DriveEnd, _ departure: Timestamp, _ query: PlanQuery
  ) async throws -> DoorToDoor {
    let route = try await services.send(
      RouteRequest(
        waypoints: [start.coordinate, end.coordinate], profile: query.profile,
        departure: departure, geometry: true, roads: query.roads))
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
  fileprivate func precedes(_ other: ErrandTrip) -> Bool {
    arrival == other.arrival
      ? stops.map(\.errand).lexicographicallyPrecedes(other.stops.map(\.errand))
      : arrival < other.arrival
  }
}
