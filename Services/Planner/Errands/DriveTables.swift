import Geography
import MessageBus
import Messages
import Time

/// Tables of travel times from door to door, walks included, in as many requests as they need.
struct DriveTables: Sendable {
  let services: any ServiceClient
  let profile: TravelProfile

  /// Whole seconds by source and destination; `nil` without a road.
  ///
  /// - Parameter departure: any time in the hour whose speeds apply.
  /// - Throws: `internal` for a reply of the wrong size; whatever the router throws.
  func seconds(
    from sources: [Coordinate], to destinations: [Coordinate], departure: Timestamp
  ) async throws -> [[Int?]] {
    guard !sources.isEmpty, !destinations.isEmpty else { return sources.map { _ in [] } }
    let rows = max(1, RouterLimits.maximumTableCells / destinations.count)
    let parts = stride(from: 0, to: sources.count, by: rows).map {
      Array(sources[$0..<min($0 + rows, sources.count)])
    }
    return try await concurrentMap(parts, limit: PlanningLimits.tablesInFlight) {
      try await table($0, destinations, departure)
    }.flatMap { $0 }
  }

  /// The router refuses a whole table for one point too far from every road. Then both halves of
  /// the longer side are requested, so that only this point counts as unreachable.
  private func table(
    _ sources: [Coordinate], _ destinations: [Coordinate], _ departure: Timestamp
  ) async throws -> [[Int?]] {
    do {
      return try await request(sources, destinations, departure)
    } catch let error as ServiceError where error.code == .outsideMap {
      if sources.count == 1, destinations.count == 1 { return [[nil]] }
      if sources.count >= destinations.count {
        let half = sources.count / 2
        return try await table(Array(sources[..<half]), destinations, departure)
          + table(Array(sources[half...]), destinations, departure)
      }
      let half = destinations.count / 2
      let left = try await table(sources, Array(destinations[..<half]), departure)
      let right = try await table(sources, Array(destinations[half...]), departure)
      return zip(left, right).map { $0 + $1 }
    }
  }

  private func request(
    _ sources: [Coordinate], _ destinations: [Coordinate], _ departure: Timestamp
  ) async throws -> [[Int?]] {
    let reply = try await services.send(
      TableRequest(
        sources: sources, destinations: destinations, profile: profile, departure: departure,
        packed: true, snapping: true))
    guard let cells = reply.packedSeconds?.numbers,
      cells.count == sources.count * destinations.count,
      let before = reply.sourceCentimeters?.walks, before.count == sources.count,
      let after = reply.destinationCentimeters?.walks, after.count == destinations.count
    else { throw ServiceError.broken(.router, "a table of another size") }
    return sources.indices.map { row in
      destinations.indices.map { column in
        cells[row * destinations.count + column].map { before[row] + Int($0) + after[column] }
      }
    }
  }
}

extension PackedNumbers {
  /// The seconds of walks of so many centimetres.
  fileprivate var walks: [Int] { numbers.map { PlanWalk.seconds(Meters($0 ?? 0) / 100) } }
}
