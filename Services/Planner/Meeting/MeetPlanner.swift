import Geography
package import MessageBus
package import Messages
package import Time

/// Answers where two travellers can meet on their ways.
///
/// Each shop that both can reach in time is evaluated: the meeting begins when both are there and
/// the shop is open for the whole of it, and both leave at its end. Of those known to be open, the
/// shop is best whose lesser slack is greatest. Where both leave their departure open, each meeting
/// is put off as long as both are on time.
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
    let pair = try await pair(request, now)
    let found = try await concurrentPair {
      try FoundShops(try await services.send(pair.first.candidates))
    } _: {
      try FoundShops(try await services.send(pair.second.candidates))
    }
    let inRange = Set(found.1.shops.map(\.id))
    let shops = found.0.shops.filter { inRange.contains($0.id) }
    let evaluated = try await evaluated(shops, pair)
    let meetings = evaluated.meetings.sorted()
    let options = try await options(meetings, pair)
    let judge = MeetJudge(
      planner: self, pair: pair, shops: shops, meetings: meetings, options: options,
      closed: evaluated.closed, now: now)
    return MeetPlan(
      options: options, considered: shops.count, onTime: meetings.count { $0.onTime },
      omitted: found.0.omitted + found.1.omitted,
      first: pair.first.traveller(options.map { ($0, $0.first) }),
      second: pair.second.traveller(options.map { ($0, $0.second) }),
      clockWarning: map.info.clockWarning,
      open: meetings.count { $0.onTime && $0.isCertain }, verdict: try await judge.verdict())
  }

  /// Both trips. One whose departure is open may leave when the other one does, to be there when
  /// the meeting begins.
  private func pair(_ request: MeetRequest, _ now: Timestamp) async throws -> MeetingPair {
    let first = try await trip(request.first, request, now)
    let second = try await trip(request.second, request, now)
    let earliest = min(first.departure, second.departure)
    return MeetingPair(first: first.leaving(earliest), second: second.leaving(earliest))
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
        choice: PlanChoice(
          categories: request.categories, parking: traveller.parking,
          parkSeconds: traveller.parkSeconds),
        roads: traveller.roads),
      on: map, now: now)
    let trip = Trip(
      id: "meet", query: query, map: map,
      places: try await PlaceResolver(map: map, services: services).resolve(query))
    return try await OpenWindow(trip: trip, services: services).chosen()
  }

  /// Every shop where a meeting is possible, and those that are closed with the seconds of each
  /// traveller to them.
  func evaluated(
    _ shops: [Shop], _ pair: MeetingPair
  ) async throws -> (meetings: [Meeting], closed: [ClosedMeeting]) {
    let there = try await concurrentPair {
      try await firstLegs(shops, pair.first)
    } _: {
      try await firstLegs(shops, pair.second)
    }
    let reached = shops.indices.compactMap { index -> (ClosedMeeting, Meeting?)? in
      guard let one = there.0[index], let other = there.1[index] else { return nil }
      return (
        ClosedMeeting(shop: shops[index], seconds: (one, other)),
        Meeting(shops[index], (one, other), pair)
      )
    }
    let visits = reached.compactMap(\.1)
    let home = try await concurrentPair {
      try await secondLegs(visits, pair.first)
    } _: {
      try await secondLegs(visits, pair.second)
    }
    let meetings = visits.indices.compactMap { index -> Meeting? in
      guard let one = home.0[index], let other = home.1[index] else { return nil }
      return visits[index].leaving((one, other), pair)
    }
    return (meetings, reached.compactMap { $1 == nil ? $0 : nil })
  }

  /// The seconds from each traveller's origin to each shop.
  private func firstLegs(_ shops: [Shop], _ trip: Trip) async throws -> [Int?] {
    try await tables(trip).seconds(
      from: [(DriveEnd(trip.origin.coordinate), trip.departure)],
      to: shops.map { trip.driveEnd(at: $0.coordinate) })[0]
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
  /// The best meetings, as many as the request wants.
  func options(
    _ meetings: [Meeting], _ pair: MeetingPair
  ) async throws -> [MeetOption] {
    let best = Array(meetings.prefix(pair.first.query.limit))
    guard !best.isEmpty else { return [] }
    let reply = try await services.send(ShopDetailsRequest(ids: best.map(\.shop.id)))
    let venues = Dictionary(reply.venues.map { ($0.id, $0) }) { first, _ in first }
    let routes = try await services.send(
      RoutesRequest(
        routes: best.flatMap {
          drives($0, pair.first, $0.there.0) + drives($0, pair.second, $0.there.1)
        })
    ).routes
    guard routes.count == 4 * best.count else {
      throw ServiceError.broken(.router, "\(routes.count) routes to \(4 * best.count) requests")
    }
    let routed = try best.enumerated().compactMap { number, meeting -> RoutedMeeting? in
      guard let venue = venues[meeting.shop.id] else { return nil }
      return try RoutedMeeting(
        meeting, venue, Array(routes[4 * number..<4 * number + 4]), pair)
    }
    // By their legs another may be the best.
    return (pair.isOpen ? routed.sorted { $0.meeting < $1.meeting } : routed).map(\.option)
  }

  /// - Parameter seconds: from the origin to the shop.
  private func drives(_ meeting: Meeting, _ trip: Trip, _ seconds: Int) -> [RouteRequest] {
    let shop = trip.driveEnd(at: meeting.shop.coordinate).coordinate
    let leave =
      trip.query.openEnd == .departure
      ? map.zone.localized(meeting.begins.adding(seconds: -seconds)) : trip.departure
    return [
      trip.route(trip.origin.coordinate, shop, departure: leave),
      trip.route(shop, trip.destination.coordinate, departure: meeting.ends),
    ]
  }
}

extension Trip {
  /// The same trip, if its departure is open, with another that is earlier.
  fileprivate func leaving(_ earliest: Timestamp) -> Trip {
    guard query.openEnd == .departure, earliest < query.window.departure else { return self }
    var trip = self
    trip.query.window = TripWindow(departure: earliest, deadline: query.window.deadline)
    return trip
  }

  /// - Parameter options: each with the trip of this traveller; best first.
  fileprivate func traveller(_ options: [(MeetOption, MeetTrip)]) -> PlannedTraveller {
    var latest: Timestamp?
    if query.openEnd == .departure, let first = options.first?.0, first.onTime {
      let equal = options.filter { $0.0.onTime && $0.0.isCertain == first.isCertain }
      latest = equal.compactMap(\.1.leaveBy).max()
    }
    return PlannedTraveller(
      origin: origin, destination: destination, departure: departure,
      deadline: map.zone.localized(query.window.deadline), openEnd: query.openEnd,
      leaveBetween: latest.map { DepartureWindow(earliest: departure, latest: $0) })
  }
}
