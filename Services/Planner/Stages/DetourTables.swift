import Geography
import Messages
import Time

/// The exact travel times over every shop, by one request to the router.
///
/// The router's speeds depend on the hour, and when a shop is left depends on the drive to it and
/// its opening hours. So the request has every hour of the clock in which a shop can be left in
/// time, and `HourlyDuration` gives the drive from those that apply. Only late shops may be left or
/// driven from after those hours; another request is for them.
struct DetourTables: Sendable {
  let trip: Trip
  let services: any PlanServices

  /// Every shop with its evaluation, in the same order.
  ///
  /// - Parameter chosen: the numbers of those to evaluate, rising; `nil` for all. The router is
  ///   asked for all, because it knows sets that come again.
  /// - Throws: `internal` if a reply does not fit its request; whatever the services throw.
  func evaluated(_ shops: [Shop], only chosen: [Int]? = nil) async throws -> [EvaluatedShop] {
    guard !shops.isEmpty else { return [] }
    let drives = try await drives(over: shops.map { trip.driveEnd(at: $0.coordinate) })
    let isKnown = chosen != nil
    let chosen = chosen ?? Array(shops.indices)
    var arrivals = [ShopArrival?](repeating: nil, count: shops.count)
    for index in chosen {
      arrivals[index] = drives.toStopSeconds[index].map {
        ShopArrival(
          at: shops[index], toStopSeconds: Int($0), walkMeters: drives.walkMeters[index], on: trip)
      }
    }
    let leavings = arrivals.map { arrival -> Timestamp? in
      guard let arrival, case .possible(let waitSeconds, _) = arrival.visit else { return nil }
      return trip.leaving(toShopSeconds: arrival.times.toShopSeconds, waitSeconds: waitSeconds)
    }
    let toDestination = try await secondsToDestination(drives, leavings, isKnown: isKnown)
    return chosen.map { index in
      let outcome = StopOutcome(
        arrivals[index], toDestinationSeconds: toDestination[index], on: trip)
      return EvaluatedShop(shops[index], outcome, on: trip)
    }
  }

  /// The drives to some stops, and on from them for all hours in which they can be left in time.
  ///
  /// - Throws: as above.
  func drives(over ends: [DriveEnd]) async throws -> StopDrives {
    try await drives(over: ends, leavings: trip.leavings)
  }

  /// The seconds from each stop to the destination.
  ///
  /// - Parameters:
  ///   - leavings: when each stop is left; `nil` for one that cannot be visited.
  ///   - isKnown: whether the router knows the set of all stops.
  /// - Throws: as above.
  func secondsToDestination(
    _ drives: StopDrives, _ leavings: [Timestamp?], isKnown: Bool = false
  ) async throws -> [Int?] {
    var seconds = [Int?](repeating: nil, count: leavings.count)
    var columns = drives.columns
    var left = Array(leavings.indices)
    while true {
      var missing: [Int64: Timestamp] = [:]
      left = left.filter { index in
        guard let leaving = leavings[index] else { return false }
        let duration = columns.duration(departing: leaving, drive: index)
        seconds[index] = duration.seconds
        guard case .needs(let hour) = duration else { return false }
        missing[hour.clockHour] = hour
        return true
      }
      guard !left.isEmpty else { return seconds }
      var hours = Array(missing.values.prefix(RouterLimits.maximumLeavings))
      if isKnown, let first = hours.min(), let last = hours.max() {
        // These hours cost little, a request for each that the longest drive passes does.
        hours = trip.hours(from: first, through: last.adding(milliseconds: columns.longest))
      }
      let isWorthAll = isKnown && PlanningLimits.allPerReach * left.count >= leavings.count
      let asked = isWorthAll ? Array(leavings.indices) : left
      let further = try await self.drives(
        over: asked.map { drives.ends[$0] }, leavings: hours)
      columns.add(further.columns, of: asked, drives: leavings.count)
    }
  }

  private func drives(over ends: [DriveEnd], leavings: [Timestamp]) async throws -> StopDrives {
    let reply = try await services.send(
      DetoursRequest(
        origin: trip.origin.coordinate, destination: trip.destination.coordinate,
        stops: PackedCoordinates(ends.lazy.map(\.coordinate)), profile: trip.query.profile,
        departure: trip.departure, leavings: leavings, hourly: true, roads: trip.query.roads))
    return try StopDrives(reply, ends, leavings: leavings)
  }
}

/// The drives to some stops, and on from them to the destination.
struct StopDrives: Sendable {
  let ends: [DriveEnd]
  /// From the origin's road; `nil` without a route.
  let toStopSeconds: [Int32?]
  /// From each drive's end to the door.
  let walkMeters: [Meters]
  /// Of the walks from the origin to the road, and from the road to the destination.
  let walks: EndWalks
  /// To the destination.
  let columns: HourlyColumns

  /// - Throws: `internal` for a reply whose sizes do not fit.
  init(_ reply: DetoursReply, _ ends: [DriveEnd], leavings: [Timestamp]) throws(ServiceError) {
    self.ends = ends
    toStopSeconds = reply.toStopSeconds.numbers
    let centimeters = reply.stopCentimeters.numbers
    walkMeters = zip(centimeters, ends).map { Meters($0 ?? 0) / 100 + $1.walkMeters }
    walks = EndWalks(
      originSeconds: Self.walkSeconds(reply.originMeters),
      destinationSeconds: Self.walkSeconds(reply.destinationMeters))
    let columns = HourlyColumns(reply, leavings: leavings, stops: ends.count)
    guard let columns, toStopSeconds.count == ends.count, centimeters.count == ends.count else {
      throw .broken(
        .router,
        """
        \(toStopSeconds.count) and \(reply.toDestinationMilliseconds?.numbers.count ?? 0) times \
        in \((reply.leavingColumns.max() ?? -1) + 1) columns to a request for \(ends.count) stops
        """)
    }
    self.columns = columns
  }

  /// Of a walk; whole centimetres count, as in tables.
  private static func walkSeconds(_ meters: Meters) -> Int {
    PlanWalk.seconds((meters * 100).rounded() / 100)
  }

  /// From leaving the origin to the door of a stop: walks, drive and parking.
  func toDoorSeconds(_ index: Int) -> Int? {
    toStopSeconds[index].map {
      walks.originSeconds + Int($0) + ends[index].parkSeconds + PlanWalk.seconds(walkMeters[index])
    }
  }
}
