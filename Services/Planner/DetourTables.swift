import Geography
import Messages

/// The exact driving times over every shop, from two kinds of table: origin to all, all to
/// destination.
struct DetourTables: Sendable {
  let origin: Coordinate
  let destination: Coordinate
  let services: any PlanningServices
  /// Shops that fit into one table.
  let maximumCells: Int

  /// Every venue with its driving times. One request each way, both at the same time; more only
  /// where the venues do not fit into one table.
  ///
  /// - Throws: `internal` where a table has not the size asked for; whatever the services throw.
  func candidates(_ venues: [Venue]) async throws -> [Candidate] {
    let parts = stride(from: 0, to: venues.count, by: max(1, maximumCells)).map {
      Array(venues[$0..<min($0 + max(1, maximumCells), venues.count)])
    }
    let tables = parts.flatMap { part in
      Direction.allCases.map { (direction: $0, points: part.map(\.coordinate)) }
    }
    let cells = try await mapAtOnce(tables, limit: PlanningLimits.tablesInFlight) {
      try await seconds($0.direction, $0.points)
    }
    return zip(parts, stride(from: 0, to: cells.count, by: 2)).flatMap { part, index in
      join(part, to: cells[index], from: cells[index + 1])
    }
  }

  private enum Direction: CaseIterable {
    case toStop, toDestination
  }

  /// The times of one direction, asked for in one table.
  ///
  /// A router refuses the whole table where a single shop lies too far from every road. Then the
  /// halves are asked for, so that only that shop counts as unreachable: log2(N) more requests.
  private func seconds(_ direction: Direction, _ points: [Coordinate]) async throws -> [Int32?] {
    do {
      return try await table(direction, points)
    } catch let error as ServiceError where error.code == .outsideMap {
      guard points.count > 1 else { return [nil] }
      let half = points.count / 2
      return try await seconds(direction, Array(points[..<half]))
        + seconds(direction, Array(points[half...]))
    }
  }

  private func table(_ direction: Direction, _ points: [Coordinate]) async throws -> [Int32?] {
    let request =
      switch direction {
      case .toStop: TableRequest(sources: [origin], destinations: points, packed: true)
      case .toDestination: TableRequest(sources: points, destinations: [destination], packed: true)
      }
    guard let cells = try await services.table(request).packedSeconds?.seconds else {
      throw ServiceError.broken(.router, "a table that is not packed")
    }
    guard cells.count == points.count else {
      throw ServiceError.broken(
        .router, "a table of \(cells.count) cells to a request for \(points.count)")
    }
    return cells
  }

  private func join(_ venues: [Venue], to: [Int32?], from: [Int32?]) -> [Candidate] {
    zip(venues, zip(to, from)).map { venue, seconds in
      var driving: StopDriving?
      if let toStop = seconds.0, let toDestination = seconds.1 {
        driving = StopDriving(
          toStopSeconds: Int(toStop), toDestinationSeconds: Int(toDestination))
      }
      return Candidate(venue, from: origin, to: destination, driving: driving)
    }
  }
}
