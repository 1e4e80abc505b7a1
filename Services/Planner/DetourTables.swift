import Geography
import Messages
import Time

/// The exact travel times over every shop: from the origin to all in one table, and from all that
/// are open then to the destination, in one table for each hour of the clock in which shops are
/// left again, because the router's speeds are those of the hour.
struct DetourTables: Sendable {
  let trip: Trip
  let services: any PlanningServices
  /// Shops that fit into one table.
  let maximumCells: Int

  /// Every shop with what becomes of it. The tables of a kind are asked for at the same time.
  ///
  /// - Throws: `internal` where a table has not the size asked for; whatever the services throw.
  func candidates(_ shops: [Shop]) async throws -> [Candidate] {
    // Shops of other cities, which feeds bring, would make the router refuse table after table.
    let reach = trip.map.info.box.grown(by: RouterLimits.maximumSnapMeters)
    let near = shops.indices.filter { reach.contains(shops[$0].coordinate) }
    let toStop = try await seconds(
      of: [Batch(.toStop, at: trip.question.window.departure, near)], shops)
    let arrivals = shops.indices.map { index in
      toStop[index].map { Arrival(Int($0), trip.visit(shops[index], toStopSeconds: Int($0))) }
    }
    let toDestination = try await seconds(of: returns(arrivals), shops)
    return shops.indices.map { index in
      Candidate(
        shops[index], from: trip.origin.coordinate, to: trip.destination.coordinate,
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

  /// Shops for one table, by their places in the list.
  private struct Batch: Sendable {
    let direction: Direction
    /// Any time in the hour whose speeds count.
    let departure: Timestamp
    var places: [Int]

    init(_ direction: Direction, at departure: Timestamp, _ places: [Int]) {
      self.direction = direction
      self.departure = departure
      self.places = places
    }
  }

  /// The shops that can be visited, by the hour in which they are left again.
  private func returns(_ arrivals: [Arrival?]) -> [Batch] {
    var batches: [Int64: Batch] = [:]
    for (index, arrival) in arrivals.enumerated() {
      guard let arrival, case .possible(let waitSeconds, _) = arrival.visit else { continue }
      let leaving = trip.leaving(toStopSeconds: arrival.toStopSeconds, waitSeconds: waitSeconds)
      let hour = (leaving.secondsSince1970 + Int64(leaving.offsetSeconds)) / 3600
      batches[hour, default: Batch(.toDestination, at: leaving, [])].places.append(index)
    }
    return batches.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The times of all shops in the batches, in the order of the list; more than one table a batch
  /// only where its shops do not fit into one.
  private func seconds(of batches: [Batch], _ shops: [Shop]) async throws -> [Int32?] {
    let size = max(1, maximumCells)
    let parts = batches.flatMap { batch in
      stride(from: 0, to: batch.places.count, by: size).map {
        Batch(
          batch.direction, at: batch.departure,
          Array(batch.places[$0..<min($0 + size, batch.places.count)]))
      }
    }
    let cells = try await mapAtOnce(parts, limit: PlanningLimits.tablesInFlight) { part in
      try await seconds(part, part.places.map { shops[$0].coordinate })
    }
    var byShop = [Int32?](repeating: nil, count: shops.count)
    for (part, times) in zip(parts, cells) {
      for (place, time) in zip(part.places, times) { byShop[place] = time }
    }
    return byShop
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
    guard let cells = try await services.table(request).packedSeconds?.numbers else {
      throw ServiceError.broken(.router, "a table that is not packed")
    }
    guard cells.count == points.count else {
      throw ServiceError.broken(
        .router, "a table of \(cells.count) cells to a request for \(points.count)")
    }
    return cells
  }
}
