import Geography
import MessageBus
import Messages
import Time

/// The exact travel times through every shop, by one request to the router.
///
/// The router's speeds depend on the hour, and when a shop is left depends on the drive to it and
/// its opening hours. So the request has every hour of the clock in which a shop can be left in
/// time, and the evaluation picks the one that applies. Only late shops may be left after those
/// hours; a second request is for them.
struct DetourTables: Sendable {
  let trip: Trip
  let services: any ServiceClient

  /// Every shop with its evaluation, in the same order.
  ///
  /// - Throws: `internal` if a reply does not fit its request; whatever the services throw.
  func candidates(_ shops: [Shop]) async throws -> [Candidate] {
    guard !shops.isEmpty else { return [] }
    let stops = PackedCoordinates(shops.lazy.map(\.coordinate))
    let times = try await times(over: stops, leavings: trip.leavings)
    let arrivals = shops.indices.map { index in
      times.toStopSeconds[index].map {
        ShopArrival(
          at: shops[index], toStopSeconds: Int($0), walkMeters: times.walkMeters[index], on: trip)
      }
    }
    let leavings = arrivals.map { arrival -> Timestamp? in
      guard let arrival, case .possible(let waitSeconds, _) = arrival.visit else { return nil }
      return trip.leaving(toShopSeconds: arrival.toShopSeconds, waitSeconds: waitSeconds)
    }
    let toDestination = try await secondLegs(leavings, times, shops)
    return shops.indices.map { index in
      let stop = Stop(
        arrivals[index], toDestinationSeconds: toDestination[index].map(Int.init), trip.query)
      return Candidate(shops[index], stop, on: trip)
    }
  }

  /// The seconds from each shop to the destination.
  ///
  /// - Parameter leavings: when each shop is left; `nil` for one that cannot be visited.
  private func secondLegs(
    _ leavings: [Timestamp?], _ times: DetourTimes, _ shops: [Shop]
  ) async throws -> [Int32?] {
    var seconds = [Int32?](repeating: nil, count: shops.count)
    var late: [Int] = []
    for (index, leaving) in leavings.enumerated() {
      guard let leaving else { continue }
      if let column = times.columns[leaving.clockHour] {
        seconds[index] = column[index]
      } else {
        late.append(index)
      }
    }
    while !late.isEmpty {
      let hours = Dictionary(late.compactMap { leavings[$0] }.map { ($0.clockHour, $0) }) { $1 }
      let next = try await self.times(
        over: PackedCoordinates(late.lazy.map { shops[$0].coordinate }),
        leavings: Array(hours.values.prefix(RouterLimits.maximumLeavings)))
      var left: [Int] = []
      for (row, index) in late.enumerated() {
        let column = leavings[index].flatMap { next.columns[$0.clockHour] }
        if let column { seconds[index] = column[row] } else { left.append(index) }
      }
      late = left
    }
    return seconds
  }

  private func times(
    over stops: PackedCoordinates, leavings: [Timestamp]
  ) async throws -> DetourTimes {
    let reply = try await services.send(
      DetoursRequest(
        origin: trip.origin.coordinate, destination: trip.destination.coordinate, stops: stops,
        profile: trip.query.profile, departure: trip.departure, leavings: leavings))
    return try DetourTimes(reply, stops: stops.count, leavings: leavings)
  }
}

/// A reply with detours, by stop.
private struct DetourTimes {
  let toStopSeconds: [Int32?]
  /// From the road to each stop.
  let walkMeters: [Meters]
  /// By hour of the clock in which a stop is left: the seconds to the destination.
  private(set) var columns: [Int64: [Int32?]] = [:]

  /// - Throws: `internal` for a reply whose sizes do not fit.
  init(_ reply: DetoursReply, stops: Int, leavings: [Timestamp]) throws(ServiceError) {
    toStopSeconds = reply.toStopSeconds.numbers
    walkMeters = reply.stopCentimeters.numbers.map { Meters($0 ?? 0) / 100 }
    let toDestination = reply.toDestinationSeconds.numbers
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
      columns[leaving.clockHour] = byColumn[column]
    }
  }
}
