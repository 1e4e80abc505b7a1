import Geography
import MessageBus
import Messages
import Time

/// The exact travel times through every shop, by one request to the router.
///
/// The router's speeds depend on the hour, and when a shop is left depends on the drive to it and
/// its opening hours. So the request has every hour of the clock in which a shop can be left in
/// time, and `HourlyDuration` gives the drive from those that apply. Only late shops may be left or
/// driven from after those hours; another request is for them.
struct DetourTables: Sendable {
  let trip: Trip
  let services: any ServiceClient

  /// Every shop with its evaluation, in the same order.
  ///
  /// - Throws: `internal` if a reply does not fit its request; whatever the services throw.
  func candidates(_ shops: [Shop]) async throws -> [Candidate] {
    guard !shops.isEmpty else { return [] }
    let ends = shops.map { trip.driveEnd(at: $0.coordinate) }
    let stops = ends.map(\.coordinate)
    let times = try await times(over: PackedCoordinates(stops), leavings: trip.leavings)
    let arrivals = shops.indices.map { index in
      times.toStopSeconds[index].map {
        ShopArrival(
          at: shops[index], toStopSeconds: Int($0),
          walkMeters: times.walkMeters[index] + ends[index].walkMeters, on: trip)
      }
    }
    let leavings = arrivals.map { arrival -> Timestamp? in
      guard let arrival, case .possible(let waitSeconds, _) = arrival.visit else { return nil }
      return trip.leaving(toShopSeconds: arrival.toShopSeconds, waitSeconds: waitSeconds)
    }
    let toDestination = try await secondLegs(leavings, times, stops)
    return shops.indices.map { index in
      let stop = Stop(
        arrivals[index], toDestinationSeconds: toDestination[index], trip.query)
      return Candidate(shops[index], stop, on: trip)
    }
  }

  /// The seconds from each stop to the destination.
  ///
  /// - Parameter leavings: when each shop is left; `nil` for one that cannot be visited.
  private func secondLegs(
    _ leavings: [Timestamp?], _ times: DetourTimes, _ stops: [Coordinate]
  ) async throws -> [Int?] {
    var seconds = [Int?](repeating: nil, count: stops.count)
    var columns = times.columns
    var left = Array(stops.indices)
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
      let further = try await self.times(
        over: PackedCoordinates(left.lazy.map { stops[$0] }),
        leavings: Array(missing.values.prefix(RouterLimits.maximumLeavings)))
      columns.add(further.columns, of: left, drives: stops.count)
    }
  }

  private func times(
    over stops: PackedCoordinates, leavings: [Timestamp]
  ) async throws -> DetourTimes {
    let reply = try await services.send(
      DetoursRequest(
        origin: trip.origin.coordinate, destination: trip.destination.coordinate, stops: stops,
        profile: trip.query.profile, departure: trip.departure, leavings: leavings, hourly: true,
        roads: trip.query.roads))
    return try DetourTimes(reply, stops: stops.count, leavings: leavings)
  }
}

/// A reply with detours, by stop.
private struct DetourTimes {
  let toStopSeconds: [Int32?]
  /// From the road to each stop.
  let walkMeters: [Meters]
  /// To the destination.
  private(set) var columns = HourlyColumns()

  /// - Throws: `internal` for a reply whose sizes do not fit.
  init(_ reply: DetoursReply, stops: Int, leavings: [Timestamp]) throws(ServiceError) {
    toStopSeconds = reply.toStopSeconds.numbers
    walkMeters = reply.stopCentimeters.numbers.map { Meters($0 ?? 0) / 100 }
    let toDestination = reply.toDestinationMilliseconds?.numbers ?? []
    let columnCount = (reply.leavingColumns.max() ?? -1) + 1
    guard toStopSeconds.count == stops, walkMeters.count == stops,
      reply.leavingColumns.count == leavings.count,
      reply.leavingColumns.allSatisfy({ $0 >= 0 }), toDestination.count == columnCount * stops
    else {
      throw .broken(
        .router,
        """
        \(toStopSeconds.count) and \(toDestination.count) times in \(columnCount) columns to a \
        request for \(stops) stops
        """)
    }
    let byColumn = (0..<columnCount).map {
      Array(toDestination[$0 * stops..<($0 + 1) * stops])
    }
    for (leaving, column) in zip(leavings, reply.leavingColumns) {
      columns[leaving] = byColumn[column]
    }
  }
}
