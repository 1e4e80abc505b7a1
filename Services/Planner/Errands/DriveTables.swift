import Algorithms
import Geography
import MessageBus
import Messages
import Time

/// Tables of travel times from door to door, walks and parking included, in as many requests as
/// they need.
struct DriveTables: Sendable {
  let services: any ServiceClient
  let profile: TravelProfile
  /// Which roads the drives may use; `nil` for all.
  let roads: RoadSelection?

  /// A place that is left at some time.
  typealias Start = (end: DriveEnd, leaving: Timestamp)

  /// Whole seconds by start and destination; `nil` without a road.
  ///
  /// - Throws: `internal` for a reply of the wrong size; whatever the router throws.
  func seconds(from starts: [Start], to destinations: [DriveEnd]) async throws -> [[Int?]] {
    var seconds = [[Int?]](repeating: [], count: starts.count)
    guard !destinations.isEmpty else { return seconds }
    var rows = starts.map { StartRow($0.leaving) }
    var missing = Dictionary(grouping: starts.indices) { starts[$0].leaving.clockHour }
    while !missing.isEmpty {
      for (_, indices) in missing.sorted(by: { $0.key < $1.key }) {
        let hour = rows[indices[0]].next
        let tables = try await hourly(
          from: indices.map { starts[$0].end }, to: destinations, hour)
        for (index, cells) in zip(indices, tables) { rows[index].add(cells, hour) }
      }
      missing = [:]
      for index in starts.indices where seconds[index].isEmpty {
        if let row = rows[index].seconds() {
          seconds[index] = row
        } else {
          missing[rows[index].next.clockHour, default: []].append(index)
        }
      }
    }
    return seconds
  }

  /// The drives at the speeds of one hour throughout.
  private func hourly(
    from sources: [DriveEnd], to destinations: [DriveEnd], _ hour: Timestamp
  ) async throws -> [[DoorDrive?]] {
    let rows = max(1, RouterLimits.maximumTableCells / destinations.count)
    let parts = stride(from: 0, to: sources.count, by: rows).map {
      Array(sources[$0..<min($0 + rows, sources.count)])
    }
    return try await concurrentMap(parts, limit: PlanningLimits.tablesInFlight) {
      try await table($0, destinations, hour)
    }.flatMap { $0 }
  }

  /// The router refuses a whole table for one point too far from every road. Then both halves of
  /// the longer side are requested, so that only this point counts as unreachable.
  private func table(
    _ sources: [DriveEnd], _ destinations: [DriveEnd], _ hour: Timestamp
  ) async throws -> [[DoorDrive?]] {
    do {
      return try await request(sources, destinations, hour)
    } catch let error as ServiceError where error.code == .outsideMap {
      if sources.count == 1, destinations.count == 1 { return [[nil]] }
      if sources.count >= destinations.count {
        let half = sources.count / 2
        return try await table(Array(sources[..<half]), destinations, hour)
          + table(Array(sources[half...]), destinations, hour)
      }
      let half = destinations.count / 2
      let left = try await table(sources, Array(destinations[..<half]), hour)
      let right = try await table(sources, Array(destinations[half...]), hour)
      return zip(left, right).map { $0 + $1 }
    }
  }

  private func request(
    _ sources: [DriveEnd], _ destinations: [DriveEnd], _ hour: Timestamp
  ) async throws -> [[DoorDrive?]] {
    let reply = try await services.send(
      TableRequest(
        sources: sources.map(\.coordinate), destinations: destinations.map(\.coordinate),
        profile: profile, departure: hour, snapping: true, hourly: true, roads: roads))
    guard let cells = reply.packedMilliseconds?.numbers,
      cells.count == sources.count * destinations.count,
      let before = reply.sourceCentimeters?.walks(to: sources), before.count == sources.count,
      let after = reply.destinationCentimeters?.walks(to: destinations),
      after.count == destinations.count
    else { throw ServiceError.broken(.router, "a table of another size") }
    return sources.indices.map { row in
      destinations.indices.map { column in
        cells[row * destinations.count + column].map {
          DoorDrive(
            milliseconds: $0,
            afootSeconds: before[row] + destinations[column].parkSeconds + after[column])
        }
      }
    }
  }
}

/// A drive at the speeds of one hour, and the walks at both ends with the parking.
private struct DoorDrive: Sendable {
  let milliseconds: Int32
  let afootSeconds: Int
}

/// The drives from one start.
private struct StartRow {
  private let leaving: Timestamp
  /// A time in the hour whose speeds are needed next.
  private(set) var next: Timestamp
  private var columns = HourlyColumns()
  private var afootSeconds: [Int] = []

  init(_ leaving: Timestamp) { (self.leaving, next) = (leaving, leaving) }

  mutating func add(_ cells: [DoorDrive?], _ hour: Timestamp) {
    columns[hour] = cells.map { $0?.milliseconds }
    afootSeconds = cells.map { $0?.afootSeconds ?? 0 }
  }

  /// The seconds of each drive with its walks and parking; `nil` if another hour is needed: `next`.
  mutating func seconds() -> [Int?]? {
    var seconds: [Int?] = []
    for (drive, afoot) in afootSeconds.enumerated() {
      let duration = columns.duration(departing: leaving, drive: drive)
      if case .needs(let hour) = duration {
        next = hour
        return nil
      }
      seconds.append(duration.seconds.map { $0 + afoot })
    }
    return seconds
  }
}

extension PackedNumbers {
  /// The seconds of the walks between the road, so many centimetres from each end, and its door;
  /// none for another number of ends.
  fileprivate func walks(to ends: [DriveEnd]) -> [Int] {
    guard numbers.count == ends.count else { return [] }
    return zip(numbers, ends).map { PlanWalk.seconds(Meters($0 ?? 0) / 100 + $1.walkMeters) }
  }
}
