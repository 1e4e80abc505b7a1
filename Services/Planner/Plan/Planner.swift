import Geography
import MessageBus
import Messages
import Time

/// What the planner publishes while it works.
package enum PlanEvent: Sendable, Hashable {
  case progress(PlanProgress)
  case completed(PlanCompleted)
}

/// Answers whether there is time for a stop on the way, and where.
///
/// `plan` is a pipeline; each line of it is one stage, and each stage has one file:
///
/// | stage | asks | at the same time |
/// |---|---|---|
/// | `PlanQuery` | no service: validates the request, resolves its times | |
/// | `PlaceResolver` | geocoder or geofence monitor for the places of the `Trip` | |
/// | direct, shops | router for the direct drive; shop search for the shops | both |
/// | `DetourTables` | router for the drives over every shop: each a `Candidate` | |
/// | `OptionRouter` | shop search for the best by `Rank`, router for their legs | both |
///
/// Each stage is published when it is done, then each option, and finally the plan. The first
/// failure cancels the requests still under way.
package struct Planner: Sendable {
  let map: PlanningMap
  let services: any ServiceClient
  let timer: StageTimer
  let publish: @Sendable (PlanEvent) -> Void

  /// - Parameters:
  ///   - clock: measures the stages.
  ///   - publish: called with each event, in order.
  package init(
    map: PlanningMap, services: any ServiceClient,
    clock: @escaping @Sendable () -> ContinuousClock.Instant,
    publish: @escaping @Sendable (PlanEvent) -> Void
  ) {
    self.map = map
    self.services = services.named(in: "plan")
    timer = StageTimer(clock: clock)
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
    let trip = try await resolved(query, spareID)
    let (direct, shops) = try await directAndShops(trip.value)
    let candidates = try await evaluated(shops.value, on: trip.value)
    let routed = try await routed(candidates.value, on: trip.value, direct.value)
    let timings = PlanTimings(
      geocodeMilliseconds: trip.milliseconds, directMilliseconds: direct.milliseconds,
      candidatesMilliseconds: shops.milliseconds, tablesMilliseconds: candidates.milliseconds,
      legsMilliseconds: routed.milliseconds,
      totalMilliseconds: (timer.clock() - start).milliseconds)
    let plan = Plan(
      trip.value, direct: direct.value, options: routed.value.options,
      candidates: CandidateCounts(
        routed.value.candidates, in: query.window, omitted: shops.value.omitted),
      timings: timings)
    publish(.completed(PlanCompleted(plan: plan)))
    return plan
  }
}

// MARK: - The stages, in order

extension Planner {
  private func resolved(
    _ query: PlanQuery, _ spareID: PlanID
  ) async throws -> Measured<Trip> {
    let resolver = PlaceResolver(map: map, services: services)
    let trip = try await timer.measure {
      Trip(
        id: query.id ?? spareID, query: query, map: map, places: try await resolver.resolve(query))
    }
    publish(.progress(PlanProgress(planID: trip.value.id, stage: .located)))
    return trip
  }

  private func directAndShops(
    _ trip: Trip
  ) async throws -> (Measured<DirectTrip>, Measured<FoundShops>) {
    let (direct, shops) = try await concurrentPair {
      let route = try await timer.measure { try await services.send(trip.directRoute) }
      return try route.map { try DirectTrip($0, in: trip.query.window, zone: map.zone) }
    } _: {
      let reply = try await timer.measure { try await services.send(trip.candidates) }
      return try reply.map { try FoundShops($0) }
    }
    publish(
      .progress(PlanProgress(planID: trip.id, stage: .direct, direct: direct.value)))
    publish(.progress(trip.progress(.candidates, considered: shops.value.shops.count)))
    return (direct, shops)
  }

  private func evaluated(
    _ found: FoundShops, on trip: Trip
  ) async throws -> Measured<[Candidate]> {
    let tables = DetourTables(trip: trip, services: services)
    let candidates = try await timer.measure { try await tables.candidates(found.shops) }
    publish(.progress(trip.progress(.detours, considered: candidates.value.count)))
    return candidates
  }

  private func routed(
    _ candidates: [Candidate], on trip: Trip, _ direct: DirectTrip
  ) async throws -> Measured<RoutedCandidates> {
    let router = OptionRouter(
      trip: trip, services: services, directSeconds: direct.durationSeconds
    ) { option in
      publish(.progress(trip.progress(.option, considered: candidates.count, option: option)))
    }
    return try await timer.measure { try await router.route(candidates) }
  }
}

/// The shops that the deadline could allow.
struct FoundShops: Sendable {
  /// Sorted, so that the router recognizes the shops of an earlier plan.
  let shops: [Shop]
  /// How many more there are, which shop search left out.
  let omitted: Int

  /// - Throws: `internal` for a reply whose fields do not fit together.
  init(_ reply: CandidatesReply) throws(ServiceError) {
    guard let shops = reply.shops.shops else {
      throw .broken(.shopSearch, "shops of which no two fields fit")
    }
    self.shops = shops.sorted {
      ($0.coordinate.latitude, $0.coordinate.longitude)
        < ($1.coordinate.latitude, $1.coordinate.longitude)
    }
    omitted = reply.omitted
  }
}

extension Plan {
  fileprivate init(
    _ trip: Trip, direct: DirectTrip, options: [PlanOption], candidates: CandidateCounts,
    timings: PlanTimings
  ) {
    self.init(
      id: trip.id, origin: trip.origin, destination: trip.destination,
      category: trip.query.category, departure: trip.query.window.departure,
      deadline: trip.query.window.deadline, direct: direct, options: options,
      candidates: candidates, timings: timings)
  }
}
