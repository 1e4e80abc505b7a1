import Geography
import MessageBus
import Messages
import Time

/// What the planner publishes while it works.
enum PlanEvent: Sendable, Hashable {
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
/// | `DetourTables` | router for the drives over every shop: each a `EvaluatedShop` | |
/// | `BoundedSearch` | router for the best of too many shops, instead | |
/// | `OptionRouter` | shop search for the best by `Rank`, router for their legs | both |
/// | `PlanExplainer` | shop search for names, if the request wants reasons | |
///
/// Each stage is published when it is done, then each option, and finally the plan. The first
/// failure cancels the requests still under way.
struct Planner: Sendable {
  let map: PlanningMap
  private let bus: BusServices
  private let memory: ReplyMemory
  private let inventory: ShopInventory
  let timer: StageTimer
  let publish: @Sendable (PlanEvent) -> Void

  /// - Parameters:
  ///   - clock: measures the stages.
  ///   - memory: of earlier plans, for those made while another service is away.
  ///   - inventory: of earlier plans.
  ///   - publish: called with each event, in order.
  init(
    map: PlanningMap, services: any ServiceClient, memory: ReplyMemory = ReplyMemory(),
    inventory: ShopInventory = ShopInventory(),
    clock: @escaping @Sendable () -> ContinuousClock.Instant,
    publish: @escaping @Sendable (PlanEvent) -> Void
  ) {
    self.map = map
    bus = BusServices(services)
    self.memory = memory
    self.inventory = inventory
    timer = StageTimer(clock: clock)
    self.publish = publish
  }

  /// What the plan was made from, as the services report it.
  var inputs: PlanInputs { bus.inputs }

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - now: the reference of `now` and of clock times in the request.
  ///   - spareID: the plan's identifier if the request has none.
  /// - Throws: `ServiceError`, see `PlanRequest`; `CancellationError`.
  func plan(
    _ request: PlanRequest, now: Timestamp, spareID: PlanID
  ) async throws -> Plan {
    let fallback =
      request.allowsDegraded == true
      ? FallbackServices(base: bus, memory: memory, plan: request, now: now) : nil
    let services: any PlanServices = fallback ?? bus
    let start = timer.clock()
    let query = try PlanQuery(request, on: map, now: now)
    let located = try await resolved(query, spareID, services)
    var trip = located.value
    let (direct, shops) = try await directAndShops(trip, services)
    trip.walks = direct.value.walks
    trip.directSeconds = direct.value.durationSeconds
    let evaluated = try await evaluated(shops.value, on: trip, services)
    let routed = try await routed(evaluated.value.candidates, on: trip, services)
    let explained = try await PlanExplainer(
      trip: trip, direct: direct.value, services: services, others: evaluated.value, now: now
    ).explained(routed.value)
    let timings = PlanTimings(
      geocodeMilliseconds: located.milliseconds, directMilliseconds: direct.milliseconds,
      candidatesMilliseconds: shops.milliseconds, tablesMilliseconds: evaluated.milliseconds,
      legsMilliseconds: routed.milliseconds,
      totalMilliseconds: (timer.clock() - start).milliseconds)
    let plan = explained.plan(timings, certainty: fallback?.certainty)
    publish(.completed(PlanCompleted(plan: plan)))
    return plan
  }
}

// MARK: - The stages, in order

extension Planner {
  private func resolved(
    _ query: PlanQuery, _ spareID: PlanID, _ services: any PlanServices
  ) async throws -> Measured<Trip> {
    let resolver = PlaceResolver(map: map, services: services, allowsStop: true)
    let trip = try await timer.measure {
      try await resolver.trip(query, id: query.id ?? spareID)
    }
    publish(.progress(PlanProgress(planID: trip.value.id, stage: .located)))
    return trip
  }

  private func directAndShops(
    _ trip: Trip, _ services: any PlanServices
  ) async throws -> (Measured<DirectTrip>, Measured<FoundShops>) {
    let (direct, shops) = try await concurrentPair {
      let route = try await timer.measure { try await services.send(trip.directRoute) }
      return try route.map { try DirectTrip($0, on: trip) }
    } _: {
      let finder = ShopFinder(trip: trip, services: services, inventory: inventory)
      return try await timer.measure { try await finder.find() }
    }
    publish(
      .progress(PlanProgress(planID: trip.id, stage: .direct, direct: direct.value)))
    publish(.progress(trip.progress(.candidates, considered: shops.value.count)))
    return (direct, shops)
  }

  private func evaluated(
    _ found: FoundShops, on trip: Trip, _ services: any PlanServices
  ) async throws -> Measured<EvaluatedShops> {
    let search = BoundedSearch(
      trip: trip, services: services, inventory: inventory)
    let evaluated = try await timer.measure { try await search.evaluated(found) }
    publish(.progress(trip.progress(.detours, considered: found.count)))
    return evaluated
  }

  private func routed(
    _ candidates: [EvaluatedShop], on trip: Trip, _ services: any PlanServices
  ) async throws -> Measured<RoutedShops> {
    let router = OptionRouter(trip: trip, services: services) { option in
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
  /// Instead of `shops`, if they are many: those of the categories, within reach or not.
  let all: ShopInventory.Shops?
  /// The numbers in `all` of those within reach; `nil` if they are too many for one reply.
  let reachable: [Int]?

  var count: Int { reachable?.count ?? all?.shops.count ?? shops.count }
  var isEachEvaluated: Bool { all == nil || reachable != nil }

  init(_ all: ShopInventory.Shops, reachable: [Int]?) {
    (shops, omitted, self.all, self.reachable) = ([], 0, all, reachable)
  }

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
    (all, reachable) = (nil, nil)
  }
}
