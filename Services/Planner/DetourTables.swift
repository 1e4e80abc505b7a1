import Geography
import Messages

/// The exact travel times over every shop: from the origin to all in one table, and from all that
/// are open then to the destination, in one table for each hour of the clock in which shops are
/// left again, because the router's speeds are those of the hour.
struct DetourTables: Sendable {
  let trip: Trip
  let services: any PlanningServices
  /// Shops that fit into one table.
  let maximumCells: Int

  /// Every venue with what becomes of it. The tables of a kind are asked for at the same time.
  ///
  /// - Throws: `internal` where a table has not the size asked for; whatever the services throw.
  func candidates(_ venues: [Venue]) async throws -> [Candidate] {
    // Shops of other cities, which feeds bring, would make the router refuse table after table.
    let reach = trip.map.info.box.grown(by: RouterLimits.maximumSnapMeters)
    let near = venues.indices.filter { reach.contains(venues[$0].coordinate) }
    let toStop = try await seconds(
      of: [Batch(.toStop, at: trip.question.window.departure, near)], venues)
    let arrivals = venues.indices.map { index in
      toStop[index].map { Arrival(Int($0), trip.visit(venues[index], toStopSeconds: Int($0))) }
    }
    let toDestination = try await seconds(of: returns(arrivals), venues)
    return venues.indices.map { index in
      Candidate(
        venues[index], from: trip.origin.coordinate, to: trip.destination.coordinate,
        stop(arrivals[index], toDestination[index]))
    }
  }

  /// The drive to a shop, and what the shop's hours then say.
  private struct Arrival {
    let toStopSeconds: Int
    let visit: Visit

    init(_ toStopSeconds: Int, _ visit: Visit) {
      self.toStopSeconds = toStopSeconds
      self.visit = visit
    }
  }

  private func stop(_ arrival: Arrival?, _ toDestination: Int32?) -> Stop {
    guard let arrival else { return .unreachable }
    if arrival.visit == .closed { return .closed }
    if arrival.visit == .uncertain { return .uncertain }
    guard let toDestination else { return .unreachable }
    let driving = StopDriving(
      toStopSeconds: arrival.toStopSeconds, toDestinationSeconds: Int(toDestination))
    return Stop(arrival.visit, driving, trip.question)
  }

  private enum Direction {
    case toStop, toDestination
  }

  /// Shops for one table, by their places in the list of venues.
  private struct Batch: Sendable {
    let direction: Direction
    /// Any time in the hour whose speeds count.
    let departure: Timestamp
    var shops: [Int]

    init(_ direction: Direction, at departure: Timestamp, _ shops: [Int]) {
      self.direction = direction
      self.departure = departure
      self.shops = shops
    }
  }

  /// The shops that can be visited, by the hour in which they are left again.
  private func returns(_ arrivals: [Arrival?]) -> [Batch] {
    var batches: [Int64: Batch] = [:]
    for (index, arrival) in arrivals.enumerated() {
      guard let arrival, case .possible(let waitSeconds, _) = arrival.visit else { continue }
      let leaving = trip.leaving(toStopSeconds: arrival.toStopSeconds, waitSeconds: waitSeconds)
      let hour = (leaving.secondsSince1970 + Int64(leaving.offsetSeconds)) / 3600
      batches[hour, default: Batch(.toDestination, at: leaving, [])].shops.append(index)
    }
    return batches.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The times of all shops in the batches, by venue; more than one table a batch only where its
  /// shops do not fit into one.
  private func seconds(of batches: [Batch], _ venues: [Venue]) async throws -> [Int32?] {
    let size = max(1, maximumCells)
    let parts = batches.flatMap { batch in
      stride(from: 0, to: batch.shops.count, by: size).map {
        Batch(
          batch.direction, at: batch.departure,
          Array(batch.shops[$0..<min($0 + size, batch.shops.count)]))
      }
    }
    let cells = try await mapAtOnce(parts, limit: PlanningLimits.tablesInFlight) { part in
      try await seconds(part, part.shops.map { venues[$0].coordinate })
    }
    var byVenue = [Int32?](repeating: nil, count: venues.count)
    for (part, times) in zip(parts, cells) {
      for (shop, time) in zip(part.shops, times) { byVenue[shop] = time }
    }
    return byVenue
  }

  /// The times of one batch, asked for in one table.
  ///
  /// A router refuses the whole table where a single shop lies too far from every road. Then the
  /// halves are asked for, so that only that shop counts as unreachable: log2(N) more requests.
  private func seconds(_ batch: Batch, _ points: [Coordinate]) async throws -> [Int32?] {
    do {
      return try await table(batch, points)
    } catch let error as ServiceError where error.code == .outsideMap {
      guard points.count > 1 else { return [nil] }
      let half = points.count / 2
      return try await seconds(batch, Array(points[..<half]))
        + seconds(batch, Array(points[half...]))
    }
  }

  private func table(_ batch: Batch, _ points: [Coordinate]) async throws -> [Int32?] {
    let (origin, destination) = (trip.origin.coordinate, trip.destination.coordinate)
    let request = TableRequest(
      sources: batch.direction == .toStop ? [origin] : points,
      destinations: batch.direction == .toStop ? points : [destination],
      profile: trip.question.profile, departure: trip.map.zone.told(batch.departure), packed: true)
    guard let cells = try await services.table(request).packedSeconds?.seconds else {
      throw ServiceError.broken(.router, "a table that is not packed")
    }
    guard cells.count == points.count else {
      throw ServiceError.broken(
        .router, "a table of \(cells.count) cells to a request for \(points.count)")
    }
    return cells
  }
}
