import Geography
import MessageBus
import Messages
import Time

/// Answers where two travellers can meet on their ways.
///
/// Each shop that both can reach in time is evaluated: the meeting begins when both are there and
/// the shop is open for the whole of it, and both leave at its end. Of those known to be open, the
/// shop is best whose lesser slack is greatest. Where both leave their departure open, each meeting
/// is put off as long as both are on time.
struct MeetPlanner: Sendable {
  let map: PlanningMap
  let services: any PlanServices

  init(map: PlanningMap, services: any ServiceClient) {
    self.map = map
    self.services = BusServices(services)
  }

  /// - Parameter now: the reference of `now` and of clock times in the request.
  /// - Throws: `ServiceError`, see `MeetRequest`; `CancellationError`.
  func plan(_ request: MeetRequest, now: Timestamp) async throws -> MeetPlan {
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
    return try await PlaceResolver(map: map, services: services).trip(query, id: "meet")
  }

  /// Every shop where a meeting is possible, and those that are closed with the seconds of each
  /// traveller to them.
  func evaluated(
    _ shops: [Shop], _ pair: MeetingPair
  ) async throws -> (meetings: [Meeting], closed: [ClosedMeeting]) {
    let (one, other) = try await concurrentPair {
      try await drives(over: shops, pair.first)
    } _: {
      try await drives(over: shops, pair.second)
    }
    let seconds = shops.indices.map { index in
      one?.toDoorSeconds(index).flatMap { first in
        other?.toDoorSeconds(index).map { (first, $0) }
      }
    }
    let reached = shops.indices.map { index in
      seconds[index].flatMap { Meeting(shops[index], $0, pair) }
    }
    let closed = shops.indices.compactMap { index in
      reached[index] == nil
        ? seconds[index].map { ClosedMeeting(shop: shops[index], seconds: $0) } : nil
    }
    let ends = reached.map { $0?.ends }
    let home = try await concurrentPair {
      try await secondsHome(one, pair.first, leaving: ends)
    } _: {
      try await secondsHome(other, pair.second, leaving: ends)
    }
    let meetings = shops.indices.compactMap { index -> Meeting? in
      guard let meeting = reached[index], let one = home.0[index], let other = home.1[index]
      else { return nil }
      return meeting.leaving((one, other), pair)
    }
    return (meetings, closed)
  }

  /// The drives of one traveller over the shops; `nil` without shops, or if an end is too
  /// far from every road.
  private func drives(over shops: [Shop], _ trip: Trip) async throws -> StopDrives? {
    guard !shops.isEmpty else { return nil }
    do {
      return try await DetourTables(trip: trip, services: services)
        .drives(over: shops.map { trip.driveEnd(at: $0.coordinate) })
    } catch let error as ServiceError where error.code == .outsideMap {
      return nil
    }
  }

  /// The seconds from the door of each shop to the traveller's destination.
  private func secondsHome(
    _ drives: StopDrives?, _ trip: Trip, leaving times: [Timestamp?]
  ) async throws -> [Int?] {
    guard let drives else { return times.map { _ in nil } }
    let seconds = try await DetourTables(trip: trip, services: services)
      .secondsToDestination(drives, times)
    return zip(seconds, drives.walkMeters).map { seconds, meters in
      seconds.map { PlanWalk.seconds(meters) + $0 + drives.walks.destinationSeconds }
    }
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
    let venues = try await services.venues(best.map(\.shop.id))
    let routes = try await services.routes(
      best.flatMap {
        drives($0, pair.first, $0.there.0) + drives($0, pair.second, $0.there.1)
      })
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
