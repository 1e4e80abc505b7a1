import Geography
package import MessageBus
package import Messages
package import Time

/// Answers where two travellers can meet on their ways.
///
/// Each shop that both can reach in time is evaluated: the meeting begins when both are there and
/// the shop is open for the whole of it, and both leave at its end. The shop is best whose lesser
/// slack is greatest.
package struct MeetPlanner: Sendable {
  let map: PlanningMap
  let services: any ServiceClient

  package init(map: PlanningMap, services: any ServiceClient) {
    self.map = map
    self.services = services.named(in: "plan")
  }

  /// - Parameter now: the reference of `now` and of clock times in the request.
  /// - Throws: `ServiceError`, see `MeetRequest`; `CancellationError`.
  package func plan(_ request: MeetRequest, now: Timestamp) async throws -> MeetPlan {
    let first = try await trip(request.first, request, now)
    let second = try await trip(request.second, request, now)
    let found = try await concurrentPair {
      try FoundShops(try await services.send(first.candidates))
    } _: {
      try FoundShops(try await services.send(second.candidates))
    }
    let inRange = Set(found.1.shops.map(\.id))
    let shops = found.0.shops.filter { inRange.contains($0.id) }
    let meetings = try await evaluated(shops, first, second).sorted()
    return MeetPlan(
      options: try await options(meetings, first, second, limit: first.query.limit),
      considered: shops.count, onTime: meetings.count { $0.worstSlack >= 0 },
      omitted: found.0.omitted + found.1.omitted, first: first.traveller,
      second: second.traveller, clockWarning: map.info.clockWarning)
  }

  private func trip(
    _ traveller: Traveller, _ request: MeetRequest, _ now: Timestamp
  ) async throws -> Trip {
    let query = try PlanQuery(
      PlanRequest(
        origin: traveller.origin, destination: traveller.destination,
        departure: traveller.departure, deadline: traveller.deadline,
        dwellSeconds: request.dwellSeconds, profile: traveller.profile, limit: request.limit,
        openOnly: request.openOnly,
        choice: PlanChoice(categories: request.categories, parking: traveller.parking),
        roads: traveller.roads),
      on: map, now: now)
    return Trip(
      id: "meet", query: query, map: map,
      places: try await PlaceResolver(map: map, services: services).resolve(query))
  }

  /// Every shop where a meeting is possible.
  private func evaluated(
    _ shops: [Shop], _ first: Trip, _ second: Trip
  ) async throws -> [Meeting] {
    let there = try await concurrentPair {
      try await tables(first).seconds(
        from: [(DriveEnd(first.origin.coordinate), first.departure)],
        to: shops.map { first.driveEnd(at: $0.coordinate) })[0]
    } _: {
      try await tables(second).seconds(
        from: [(DriveEnd(second.origin.coordinate), second.departure)],
        to: shops.map { second.driveEnd(at: $0.coordinate) })[0]
    }
    let visits = shops.indices.compactMap { index -> Meeting? in
      guard let one = there.0[index], let other = there.1[index] else { return nil }
      return Meeting(shops[index], (one, other), first, second)
    }
    let home = try await concurrentPair {
      try await secondLegs(visits, first)
    } _: {
      try await secondLegs(visits, second)
    }
    return visits.indices.compactMap { index in
      guard let one = home.0[index], let other = home.1[index] else { return nil }
      return visits[index].leaving((one, other), first, second)
    }
  }

  private func tables(_ trip: Trip) -> DriveTables {
    DriveTables(
      services: services, profile: trip.query.profile, roads: trip.query.roads)
  }

  /// The seconds from each shop to the traveller's destination.
  private func secondLegs(_ meetings: [Meeting], _ trip: Trip) async throws -> [Int?] {
    try await tables(trip).seconds(
      from: meetings.map { (trip.driveEnd(at: $0.shop.coordinate), $0.ends) },
      to: [DriveEnd(trip.destination.coordinate)]
    ).map { $0[0] }
  }
}

// MARK: - Options

extension MeetPlanner {
  private func options(
    _ meetings: [Meeting], _ first: Trip, _ second: Trip, limit: Int
  ) async throws -> [MeetOption] {
    let best = Array(meetings.prefix(limit))
    guard !best.isEmpty else { return [] }
    let reply = try await services.send(ShopDetailsRequest(ids: best.map(\.shop.id)))
    let venues = Dictionary(reply.venues.map { ($0.id, $0) }) { first, _ in first }
    let routes = try await services.send(
      RoutesRequest(routes: best.flatMap { drives($0, first) + drives($0, second) })
    ).routes
    guard routes.count == 4 * best.count else {
      throw ServiceError.broken(.router, "\(routes.count) routes to \(4 * best.count) requests")
    }
    return try best.enumerated().compactMap { number, meeting -> MeetOption? in
      guard let venue = venues[meeting.shop.id] else { return nil }
      let legs = Array(routes[4 * number..<4 * number + 4])
      return MeetOption(
        venue: venue, begins: meeting.begins, dwellSeconds: first.query.dwellSeconds,
        isCertain: meeting.isCertain, first: try trip(meeting, first, legs[0], legs[1]),
        second: try trip(meeting, second, legs[2], legs[3]))
    }
  }

  private func drives(_ meeting: Meeting, _ trip: Trip) -> [RouteRequest] {
    let shop = trip.driveEnd(at: meeting.shop.coordinate).coordinate
    return [
      trip.route(trip.origin.coordinate, shop, departure: trip.departure),
      trip.route(shop, trip.destination.coordinate, departure: meeting.ends),
    ]
  }

  /// One traveller's trip, with the durations of its legs. The meeting begins as the tables say.
  private func trip(
    _ meeting: Meeting, _ trip: Trip, _ there: RouteResult, _ home: RouteResult
  ) throws -> MeetTrip {
    let shop = trip.driveEnd(at: meeting.shop.coordinate)
    let there = try DoorToDoor(
      try there.get(), from: DriveEnd(trip.origin.coordinate), to: shop)
    let home = try DoorToDoor(
      try home.get(), from: shop, to: DriveEnd(trip.destination.coordinate))
    let arrival = map.zone.localized(meeting.ends.adding(seconds: home.seconds))
    let reached = trip.departure.adding(seconds: there.seconds)
    return MeetTrip(
      toStop: there.leg, toDestination: home.leg,
      waitSeconds: meeting.begins.seconds(since: reached), arrival: arrival,
      slackSeconds: trip.query.window.deadline.seconds(since: arrival),
      leaveBy: map.zone.localized(meeting.begins.adding(seconds: -there.seconds)),
      originWalk: there.before, toDoor: there.after, fromDoor: home.before,
      destinationWalk: home.after, carPark: shop.carPark)
  }
}

extension Trip {
  fileprivate var traveller: PlannedTraveller {
    PlannedTraveller(
      origin: origin, destination: destination, departure: departure,
      deadline: map.zone.localized(query.window.deadline))
  }
}

/// A shop where both can meet.
private struct Meeting: Comparable, Sendable {
  let shop: Shop
  let begins: Timestamp
  let ends: Timestamp
  let isCertain: Bool
  private(set) var worstSlack = 0

  /// `nil` if the shop is closed.
  ///
  /// - Parameter there: the seconds that each traveller drives.
  init?(_ shop: Shop, _ there: (Int, Int), _ first: Trip, _ second: Trip) {
    let arrival = max(
      first.departure.adding(seconds: there.0), second.departure.adding(seconds: there.1))
    let deadline = max(first.query.window.deadline, second.query.window.deadline)
    let dwell = first.query.dwellSeconds
    let visit = first.map.hours.earliestVisit(
      shop, arrival: arrival, latest: deadline.adding(seconds: -dwell), dwellSeconds: dwell,
      certainly: first.query.openOnly)
    guard case .possible(let wait, let isCertain) = visit else { return nil }
    self.shop = shop
    self.isCertain = isCertain
    begins = first.map.zone.localized(arrival.adding(seconds: wait))
    ends = first.map.zone.localized(begins.adding(seconds: dwell))
  }

  /// The same with the slacks that follow from the drives on.
  func leaving(_ home: (Int, Int), _ first: Trip, _ second: Trip) -> Meeting {
    var meeting = self
    meeting.worstSlack = min(
      first.query.window.deadline.seconds(since: ends.adding(seconds: home.0)),
      second.query.window.deadline.seconds(since: ends.adding(seconds: home.1)))
    return meeting
  }

  static func == (left: Meeting, right: Meeting) -> Bool {
    (left.worstSlack, left.shop.id) == (right.worstSlack, right.shop.id)
  }

  /// The better first.
  static func < (left: Meeting, right: Meeting) -> Bool {
    (right.worstSlack, left.shop.id) < (left.worstSlack, right.shop.id)
  }
}
