import Algorithms
import Geography
import Messages
import Time

/// The drives between the places of errands from door to door, walks and parking included. Each is
/// requested once for each hour of the clock, whatever trips it is a part of.
///
/// The places are numbered: the origin is 0, the spots of each errand follow in their order, and
/// the destination is the last.
actor DriveTables {
  /// A spot of one place, from which all spots of another are reached.
  private struct Start: Hashable {
    let place: Int
    let spot: Int
    let next: Int
  }

  private let trip: Trip
  private let services: any PlanServices
  private let places: [[DriveEnd]]
  /// By start, then by spot of the next place.
  private var columns: [Start: HourlyColumns] = [:]
  /// By place: the seconds of the walk between each spot and its road.
  private var walks: [[Int]]

  init(_ groups: [ErrandGroup], on trip: Trip, services: any PlanServices) {
    self.trip = trip
    self.services = services
    places =
      [[DriveEnd(door: trip.origin.coordinate)]] + groups.map { $0.spots.map(\.end) } + [
        [DriveEnd(door: trip.destination.coordinate)]
      ]
    walks = places.map { Array(repeating: 0, count: $0.count) }
  }

  /// Whole seconds by start and spot of the next place; `nil` without a road.
  ///
  /// - Parameter starts: spots of `place`, each with when it is left.
  /// - Throws: `internal` for a reply of the wrong size; whatever the router throws.
  func seconds(
    _ starts: [(spot: Int, leaving: Timestamp)], of place: Int, to next: Int
  ) async throws -> [[Int?]] {
    while true {
      var missing: [Int64: (hour: Timestamp, spots: [Int])] = [:]
      let seconds = starts.map { spot, leaving in
        let start = Start(place: place, spot: spot, next: next)
        let row = row(from: start, leaving)
        if let hour = row.missing {
          missing[hour.clockHour, default: (hour, [])].spots.append(spot)
        }
        return row.seconds
      }
      if missing.isEmpty { return seconds }
      for (_, (hour, spots)) in missing.sorted(by: { $0.key < $1.key }) {
        try await request(spots, of: place, to: next, hour)
      }
    }
  }

  /// The seconds of the drives from one start, or the hour that is missing.
  private func row(from start: Start, _ leaving: Timestamp) -> (
    seconds: [Int?], missing: Timestamp?
  ) {
    let columns = columns[start] ?? HourlyColumns()
    let first = columns[leaving]
    let inFirst = leaving.millisecondsToNextClockHour
    var seconds: [Int?] = []
    seconds.reserveCapacity(places[start.next].count)
    for (drive, end) in places[start.next].enumerated() {
      // Most drives end in the hour that they begin in.
      let brief = first?[drive].flatMap { $0 <= inFirst ? UInt64($0) : nil }
      let duration =
        brief.map { .milliseconds($0) } ?? columns.duration(departing: leaving, drive: drive)
      if case .needs(let hour) = duration { return ([], hour) }
      seconds.append(
        duration.seconds.map {
          walks[start.place][start.spot] + $0 + end.parkSeconds + walks[start.next][drive]
        })
    }
    return (seconds, nil)
  }

  /// Requests the drives at the speeds of one hour throughout.
  private func request(
    _ spots: [Int], of place: Int, to next: Int, _ hour: Timestamp
  ) async throws {
    let rows = max(1, RouterLimits.maximumTableCells / places[next].count)
    let parts = stride(from: 0, to: spots.count, by: rows).map {
      Array(spots[$0..<min($0 + rows, spots.count)])
    }
    let tables = try await concurrentMap(parts, limit: PlanningLimits.tablesInFlight) { part in
      try await self.table(part, of: place, Array(self.places[next].indices), of: next, hour)
    }
    for (spot, row) in zip(spots, tables.flatMap { $0 }) {
      columns[Start(place: place, spot: spot, next: next), default: HourlyColumns()][hour] = row
    }
  }

  /// The router refuses a whole table for one point too far from every road. Then both halves of
  /// the longer side are requested, so that only this point counts as unreachable.
  private func table(
    _ sources: [Int], of place: Int, _ ends: [Int], of next: Int, _ hour: Timestamp
  ) async throws -> [[Int32?]] {
    do {
      return try await requestTable(sources, of: place, ends, of: next, hour)
    } catch let error as ServiceError where error.code == .outsideMap {
      if sources.count == 1, ends.count == 1 { return [[nil]] }
      if sources.count >= ends.count {
        let half = sources.count / 2
        return try await table(Array(sources[..<half]), of: place, ends, of: next, hour)
          + table(Array(sources[half...]), of: place, ends, of: next, hour)
      }
      let half = ends.count / 2
      let left = try await table(sources, of: place, Array(ends[..<half]), of: next, hour)
      let right = try await table(sources, of: place, Array(ends[half...]), of: next, hour)
      return zip(left, right).map { $0 + $1 }
    }
  }

  private func requestTable(
    _ sources: [Int], of place: Int, _ ends: [Int], of next: Int, _ hour: Timestamp
  ) async throws -> [[Int32?]] {
    let reply = try await services.send(
      TableRequest(
        sources: sources.map { places[place][$0].coordinate },
        destinations: ends.map { places[next][$0].coordinate }, profile: trip.query.profile,
        departure: hour, snapping: true, hourly: true, roads: trip.query.roads))
    guard let cells = reply.packedMilliseconds?.numbers, cells.count == sources.count * ends.count,
      let before = reply.sourceCentimeters?.numbers, before.count == sources.count,
      let after = reply.destinationCentimeters?.numbers, after.count == ends.count
    else { throw ServiceError.broken(.router, "a table of another size") }
    note(before, sources, of: place)
    note(after, ends, of: next)
    return sources.indices.map { Array(cells[$0 * ends.count..<($0 + 1) * ends.count]) }
  }

  /// - Parameter centimeters: between each spot, or its car park, and the road.
  private func note(_ centimeters: [Int32?], _ spots: [Int], of place: Int) {
    for (centimeters, spot) in zip(centimeters, spots) {
      walks[place][spot] = PlanWalk.seconds(
        Meters(centimeters ?? 0) / 100 + places[place][spot].walkMeters)
    }
  }
}
