import Algorithms
import Geography
import MessageBus
import Messages
import Time

/// Answers in which order to do a few errands with one deadline, and where.
struct ErrandPlanner: Sendable {
  let map: PlanningMap
  let services: any PlanServices

  init(map: PlanningMap, services: any ServiceClient) {
    self.map = map
    self.services = BusServices(services)
  }

  /// - Parameter now: the reference of `now` and of clock times in the request.
  /// - Throws: `ServiceError`, see `ErrandsRequest`; `CancellationError`.
  func plan(_ request: ErrandsRequest, now: Timestamp) async throws -> ErrandPlan {
    try validate(request)
    let trip = try await trip(request, now)
    let groups = try await groups(request, trip)
    let router = ErrandRouter(groups, on: trip, services: services)
    let trips = try await router.trips(in: trip.query.window)
    let judge = ErrandJudge(router: router, trips: trips, now: now)
    let latest = trips.first.flatMap { $0.onTime ? $0.leaveBy : nil }
    return ErrandPlan(
      origin: trip.origin, destination: trip.destination, departure: trip.departure,
      deadline: map.zone.localized(trip.query.window.deadline), trips: trips,
      considered: groups.map(\.spots.count), omitted: groups.map(\.omitted),
      clockWarning: map.info.clockWarning, openEnd: trip.query.openEnd,
      leaveBetween: trip.query.openEnd == .departure
        ? latest.map { DepartureWindow(earliest: trip.departure, latest: $0) } : nil,
      verdict: try await judge.verdict())
  }

  /// The places and times of the request.
  private func trip(_ request: ErrandsRequest, _ now: Timestamp) async throws -> Trip {
    let query = try PlanQuery(
      PlanRequest(
        origin: request.origin, destination: request.destination, departure: request.departure,
        deadline: request.deadline, profile: request.profile,
        leastConfidence: request.leastConfidence, openOnly: request.openOnly,
        choice: PlanChoice(parking: request.parking, parkSeconds: request.parkSeconds),
        roads: request.roads),
      on: map, now: now)
    return try await PlaceResolver(map: map, services: services).trip(
      query, id: "errands",
      dwellSeconds: try request.errands.map(Self.dwellSeconds))
  }

  private func validate(_ request: ErrandsRequest) throws(ServiceError) {
    try check(request.errands.count, "The number of errands", in: 1...PlannerLimits.maximumErrands)
    for errand in request.errands {
      try check(
        (errand.categories == nil) != (errand.place == nil),
        "An errand has either categories or a place.")
      try PlanChoice(categories: errand.categories).validate()
      try errand.place?.validate(as: .errand, on: map)
      try check(
        errand.dwellSeconds, "The dwell in seconds", in: 0...PlannerLimits.maximumDwellSeconds)
    }
  }

  private static func dwellSeconds(at errand: Errand) throws(ServiceError) -> Int {
    try PlanDefaults.dwellSeconds(errand.dwellSeconds, at: errand.categories ?? [])
  }

  private func groups(
    _ request: ErrandsRequest, _ trip: Trip
  ) async throws -> [ErrandGroup] {
    let query = trip.query
    let dwells = try request.errands.map(Self.dwellSeconds)
    let driving = query.window.seconds - dwells.reduce(0, +)
    return try await concurrentMap(
      Array(request.errands.enumerated()), limit: PlannerLimits.maximumErrands
    ) { number, errand in
      if let place = errand.place {
        let location = try await PlaceResolver(map: map, services: services).resolve(
          place, as: .errand, near: trip.origin.coordinate,
          leastConfidence: query.leastConfidence)
        return ErrandGroup(
          errand: number, dwellSeconds: dwells[number],
          spots: [ErrandSpot(location, on: trip)], omitted: 0)
      }
      let categories = errand.categories ?? []
      let found = try FoundShops(
        try await services.send(
          CandidatesRequest(
            origin: trip.origin.coordinate, destination: trip.destination.coordinate,
            category: categories[0], drivingSeconds: driving, categories: categories)))
      let shops = found.shops.prefix(PlannerLimits.maximumErrandShops)
      return ErrandGroup(
        errand: number, dwellSeconds: dwells[number],
        spots: shops.sorted { $0.id < $1.id }.map { ErrandSpot($0, on: trip) },
        omitted: found.omitted + found.shops.count - shops.count)
    }
  }
}
