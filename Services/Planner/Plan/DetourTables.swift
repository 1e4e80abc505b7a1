import Geography
import MessageBus
import Messages
import Time

/// The exact travel times through every shop: one table from the origin to all of them, and one
/// table from the open ones to the destination for each hour of the clock in which shops are left,
/// because the router's speeds depend on the hour.
struct DetourTables: Sendable {
  let trip: Trip
  let services: any ServiceClient
  /// The maximum number of shops in one table.
  let maximumCells: Int

  /// Every shop with its evaluation. The tables of one direction are requested at the same time.
  ///
  /// - Throws: `internal` if a table does not have the requested size; whatever the services throw.
  func candidates(_ shops: [Shop]) async throws -> [Candidate] {
    // Feeds bring shops of other cities, for which the router would refuse table after table.
    let reach = trip.map.info.box.expanded(by: RouterLimits.maximumSnapMeters)
    let onMap = shops.indices.filter { reach.contains(shops[$0].coordinate) }
    let toStop = try await seconds(
      of: [Batch(.toStop, at: trip.query.window.departure, onMap)], shops)
    let arrivals = shops.indices.map { index in
      toStop[index].map { ShopArrival(at: shops[index], toStopSeconds: Int($0), on: trip) }
    }
    let toDestination = try await seconds(of: returns(arrivals), shops)
    return shops.indices.map { index in
      let stop = Stop(
        arrivals[index], toDestinationSeconds: toDestination[index].map(Int.init), trip.query)
      return Candidate(shops[index], stop, on: trip)
    }
  }

  private enum Direction {
    case toStop, toDestination
  }

  /// The shops of one table, by index.
  private struct Batch: Sendable {
    let direction: Direction
    /// Any time in the hour whose speeds apply.
    let departure: Timestamp
    var indices: [Int]

    init(_ direction: Direction, at departure: Timestamp, _ indices: [Int]) {
      self.direction = direction
      self.departure = departure
      self.indices = indices
    }
  }

  /// The shops that can be visited, by the hour in which they are left.
  private func returns(_ arrivals: [ShopArrival?]) -> [Batch] {
    var batches: [Int64: Batch] = [:]
    for (index, arrival) in arrivals.enumerated() {
      guard let arrival, case .possible(let waitSeconds, _) = arrival.visit else { continue }
      let leaving = trip.secondDeparture(
        toStopSeconds: arrival.toStopSeconds, waitSeconds: waitSeconds)
      let hour = (leaving.secondsSince1970 + Int64(leaving.offsetSeconds)) / 3600
      batches[hour, default: Batch(.toDestination, at: leaving, [])].indices.append(index)
    }
    return batches.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The times of all shops in the batches, by shop index. A batch is split only if its shops do
  /// not fit into one table.
  private func seconds(of batches: [Batch], _ shops: [Shop]) async throws -> [Int32?] {
    let size = max(1, maximumCells)
    let parts = batches.flatMap { batch in
      stride(from: 0, to: batch.indices.count, by: size).map {
        Batch(
          batch.direction, at: batch.departure,
          Array(batch.indices[$0..<min($0 + size, batch.indices.count)]))
      }
    }
    let cells = try await concurrentMap(parts, limit: PlanningLimits.tablesInFlight) { part in
      try await seconds(part, part.indices.map { shops[$0].coordinate })
    }
    var byShop = [Int32?](repeating: nil, count: shops.count)
    for (part, times) in zip(parts, cells) {
      for (index, time) in zip(part.indices, times) { byShop[index] = time }
    }
    return byShop
  }

  /// The times of one batch, from one table.
  ///
  /// The router refuses a whole table if a single shop is too far from every road. Then both halves
  /// are requested, so that only that shop counts as unreachable: log2(N) more requests.
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
      profile: trip.query.profile, departure: trip.map.zone.localized(batch.departure), packed: true
    )
    guard let cells = try await services.send(request).packedSeconds?.numbers else {
      throw ServiceError.broken(.router, "a table that is not packed")
    }
    guard cells.count == points.count else {
      throw ServiceError.broken(
        .router, "a table of \(cells.count) cells to a request for \(points.count)")
    }
    return cells
  }
}
