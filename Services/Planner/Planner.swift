import Messages

/// What the planner publishes while it works.
package enum PlanEvent: Sendable, Hashable {
  case progress(PlanProgress)
  case completed(PlanCompleted)
}

/// Answers whether there is time for a stop on the way, and where.
///
/// | stage | asks | at the same time |
/// |---|---|---|
/// | located | geocoder or geofence monitor for the origin and the destination | |
/// | direct, candidates | router for the direct drive, shop search for the shops | both |
/// | detours | router for a table 1×N; then each shop's hours are evaluated | |
/// | | router for N×1, one for each hour in which shops are left: the exact detours | all hours |
/// | option | shop search for the details of the best shops, then | |
/// | | router for the two legs of each | all, within a bound |
///
/// Each stage is published when it is done, each option as soon as its two legs are known, and
/// finally the plan. The first failure cancels the requests still under way.
package struct Planner: Sendable {
  let map: PlanningMap
  let services: any PlanningServices
  let timer: StageTimer
  let maximumTableCells: Int
  let publish: @Sendable (PlanEvent) -> Void

  /// - Parameters:
  ///   - clock: measures the stages.
  ///   - maximumTableCells: sources times destinations of one table.
  ///   - publish: called with each event, in order.
  package init(
    map: PlanningMap, services: any PlanningServices,
    clock: @escaping @Sendable () -> ContinuousClock.Instant,
    maximumTableCells: Int = RouterLimits.maximumTableCells,
    publish: @escaping @Sendable (PlanEvent) -> Void
  ) {
    self.map = map
    self.services = NamedServices(base: services)
    timer = StageTimer(clock: clock)
    self.maximumTableCells = maximumTableCells
    self.publish = publish
  }

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - now: the reference of `now` and of clock times in the request.
  ///   - spareID: the plan's identifier if the request has none.
  /// - Throws: `ServiceError`, see `PlanRequest`; `CancellationError`.
  package func plan(
    _ request: PlanRequest, now: Timestamp, spareID: PlanID
  ) async throws -> Plan {
    let start = timer.clock()
    let query = try PlanQuery(request, on: map, now: now)
    let id = query.id ?? spareID

    let resolver = PlaceResolver(map: map, services: services)
    let (places, geocodeMilliseconds) = try await timer.measure {
      try await resolver.resolve(query)
    }
    publish(.progress(PlanProgress(planID: id, stage: .located)))
    let trip = Trip(id: id, query: query, map: map, places: places)

    let (direct, shops) = try await directAndShops(trip)
    let found = try await options(
      trip, direct: direct.trip, shops: shops.found, omitted: shops.omitted)
    let timings = PlanTimings(
      geocodeMilliseconds: geocodeMilliseconds, directMilliseconds: direct.milliseconds,
      candidatesMilliseconds: shops.milliseconds, tablesMilliseconds: found.tablesMilliseconds,
      legsMilliseconds: found.legsMilliseconds,
      totalMilliseconds: (timer.clock() - start).milliseconds)
    let plan = Plan(
      id: id, origin: trip.origin, destination: trip.destination, category: query.category,
      departure: query.window.departure, deadline: query.window.deadline,
      direct: direct.trip, options: found.options, candidates: found.count, timings: timings)
    publish(.completed(PlanCompleted(plan: plan)))
    return plan
  }

  private func directAndShops(
    _ trip: Trip
  ) async throws -> (
    direct: (trip: DirectTrip, milliseconds: Double),
    shops: (found: [Shop], omitted: Int, milliseconds: Double)
  ) {
    let (direct, shops) = try await concurrentPair {
      let (route, milliseconds) = try await timer.measure {
        try await services.route(
          trip.route(
            trip.origin.coordinate, trip.destination.coordinate,
            departure: map.zone.localized(trip.query.window.departure)))
      }
      let direct = try DirectTrip(route, in: trip.query.window, zone: map.zone)
      return (trip: direct, milliseconds: milliseconds)
    } _: {
      let (reply, milliseconds) = try await timer.measure {
        try await services.candidates(trip.candidates)
      }
      guard let shops = reply.shops.shops else {
        throw ServiceError.broken(.shopSearch, "shops of which no two fields fit")
      }
      return (found: shops, omitted: reply.omitted, milliseconds: milliseconds)
    }
    publish(.progress(PlanProgress(planID: trip.id, stage: .direct, direct: direct.trip)))
    publish(.progress(trip.progress(.candidates, considered: shops.found.count)))
    return (direct, shops)
  }
}
