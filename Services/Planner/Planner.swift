import Messages
import Time

/// What the planner tells while it works.
package enum PlanNews: Sendable, Hashable {
  case progress(PlanProgress)
  case completed(PlanCompleted)
}

/// Answers whether there is time for a stop on the way, and where.
///
/// | stage | asks | at the same time |
/// |---|---|---|
/// | located | geocoder or geofence monitor for the origin and the destination | |
/// | direct, candidates | router for the direct drive, shop search for the shops | both |
/// | detours | router for a table 1×N; then each shop's hours are looked at | |
/// | | router for N×1, one for each hour in which shops are left: the exact detours | all hours |
/// | option | shop search for all that is known of the best shops, then | |
/// | | router for the two legs of each | all, within a bound |
///
/// Each stage is announced when it is done, each option as soon as its two legs are known, and at
/// last the plan. The first failure cancels what is still being asked.
package struct Planner: Sendable {
  let map: PlanningMap
  let services: any PlanningServices
  let times: StageTimes
  let maximumTableCells: Int
  let announce: @Sendable (PlanNews) -> Void

  /// - Parameters:
  ///   - clock: measures the stages.
  ///   - maximumTableCells: sources times destinations of one table.
  ///   - announce: takes the news, in the order in which they came to be known.
  package init(
    map: PlanningMap, services: any PlanningServices,
    clock: @escaping @Sendable () -> ContinuousClock.Instant,
    maximumTableCells: Int = RouterLimits.maximumTableCells,
    announce: @escaping @Sendable (PlanNews) -> Void
  ) {
    self.map = map
    self.services = NamedServices(base: services)
    times = StageTimes(clock: clock)
    self.maximumTableCells = maximumTableCells
    self.announce = announce
  }

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - now: what `now` and clock times in the request refer to.
  ///   - spareID: the plan's name where the request gives none.
  /// - Throws: `ServiceError`, see `PlanRequest`; `CancellationError`.
  package func plan(
    _ request: PlanRequest, now: Timestamp, spareID: PlanID
  ) async throws -> Plan {
    let start = times.clock()
    let question = try PlanQuestion(request, on: map, now: now)
    let id = question.id ?? spareID

    let finder = PlaceFinder(map: map, services: services)
    let (places, geocodeMilliseconds) = try await times.measure { try await finder.find(question) }
    announce(.progress(PlanProgress(planID: id, stage: .located)))
    let trip = Trip(id: id, question: question, map: map, places: places)

    let (direct, shops) = try await directAndShops(trip)
    let found = try await options(
      trip, direct: direct.trip, shops: shops.found, omitted: shops.omitted)
    let timings = PlanTimings(
      geocodeMilliseconds: geocodeMilliseconds, directMilliseconds: direct.milliseconds,
      candidatesMilliseconds: shops.milliseconds, tablesMilliseconds: found.tablesMilliseconds,
      legsMilliseconds: found.legsMilliseconds,
      totalMilliseconds: (times.clock() - start).milliseconds)
    let plan = Plan(
      id: id, origin: trip.origin, destination: trip.destination, category: question.category,
      departure: question.window.departure, deadline: question.window.deadline,
      direct: direct.trip, options: found.options, candidates: found.count, timings: timings)
    announce(.completed(PlanCompleted(plan: plan)))
    return plan
  }

  private func directAndShops(
    _ trip: Trip
  ) async throws -> (
    direct: (trip: DirectTrip, milliseconds: Double),
    shops: (found: [Shop], omitted: Int, milliseconds: Double)
  ) {
    let (direct, shops) = try await both {
      let (route, milliseconds) = try await times.measure {
        try await services.route(
          trip.route(
            trip.origin.coordinate, trip.destination.coordinate,
            departure: map.zone.told(trip.question.window.departure)))
      }
      let direct = try DirectTrip(route, in: trip.question.window, told: map.zone)
      return (trip: direct, milliseconds: milliseconds)
    } _: {
      let (reply, milliseconds) = try await times.measure {
        try await services.candidates(trip.candidates)
      }
      guard let shops = reply.shops.shops else {
        throw ServiceError.broken(.shopSearch, "shops of which no two fields fit")
      }
      return (found: shops, omitted: reply.omitted, milliseconds: milliseconds)
    }
    announce(.progress(PlanProgress(planID: trip.id, stage: .direct, direct: direct.trip)))
    announce(.progress(trip.progress(.candidates, considered: shops.found.count)))
    return (direct, shops)
  }
}
