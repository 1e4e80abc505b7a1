import Geography
import MessageBus
import Messages
import Time

/// Where an errand can be done.
struct ErrandGroup: Sendable {
  /// The number of the errand in the request.
  let errand: Int
  let dwellSeconds: Int
  let spots: [ErrandSpot]
  let omitted: Int
}

/// One shop, or the place of an errand.
struct ErrandSpot: Sendable {
  enum Goal: Sendable {
    case shop(Shop)
    case place(PlanLocation)
  }

  let goal: Goal
  let end: DriveEnd

  init(_ goal: Goal, on trip: Trip) {
    self.goal = goal
    let door =
      switch goal {
      case .shop(let shop): shop.coordinate
      case .place(let place): place.coordinate
      }
    end = trip.driveEnd(at: door)
  }
}

/// Finds the earliest arrival over all errands in a given order.
///
/// Layer by layer, from the origin over the spots of each errand to the destination. Of two ways to
/// leave a spot the earlier is never worse: it arrives everywhere no later (`HourlyDuration`), and
/// no visit begins later. So one label for each spot is enough, and the result is exact.
struct ErrandSearch: Sendable {
  let map: PlanningMap
  var window: TripWindow
  let tables: DriveTables
  var openOnly: Bool

  /// The same search with another departure.
  func leaving(_ departure: Timestamp) -> ErrandSearch {
    var search = self
    search.window = TripWindow(departure: departure, deadline: window.deadline)
    return search
  }

  /// A way to leave a spot.
  fileprivate struct Label: Sendable {
    let spot: Int
    let leaving: Timestamp
    /// The spots of all errands so far.
    let spots: [Int]
  }

  /// The spots of the best trip, one of each group; `nil` if no trip is possible. Of trips that
  /// arrive at the same time the one whose spots come first.
  ///
  /// - Throws: whatever the router throws.
  func best(
    _ groups: [ErrandGroup], from origin: Coordinate, to destination: Coordinate
  ) async throws -> [Int]? {
    let departure = map.zone.localized(window.departure)
    var labels = [Label(spot: 0, leaving: departure, spots: [])]
    var points = [DriveEnd(origin)]
    for (number, group) in groups.enumerated() {
      let later = groups[number...].reduce(0) { $0 + $1.dwellSeconds }
      let next = group.spots.map(\.end)
      let drives = try await drives(labels, points, next)
      labels = reached(labels, drives, group, dwellsLeft: later)
      points = next
    }
    let drives = try await drives(labels, points, [DriveEnd(destination)])
    let trips = zip(labels, drives).compactMap { label, seconds in
      seconds[0].map { (arrival: label.leaving.adding(seconds: $0), spots: label.spots) }
    }
    return trips.min { left, right in
      left.arrival == right.arrival
        ? left.spots.lexicographicallyPrecedes(right.spots) : left.arrival < right.arrival
    }?.spots
  }

  /// The seconds from each label to each point.
  private func drives(
    _ labels: [Label], _ sources: [DriveEnd], _ destinations: [DriveEnd]
  ) async throws -> [[Int?]] {
    try await tables.seconds(
      from: labels.map { (sources[$0.spot], $0.leaving) }, to: destinations)
  }

  /// The labels of a group's spots: for each the earliest leaving.
  private func reached(
    _ labels: [Label], _ drives: [[Int?]], _ group: ErrandGroup, dwellsLeft: Int
  ) -> [Label] {
    var best: [Int: Label] = [:]
    let latest = window.deadline.adding(seconds: -dwellsLeft)
    for (label, row) in zip(labels, drives) {
      for (spot, seconds) in row.enumerated() {
        guard let seconds else { continue }
        let arrival = label.leaving.adding(seconds: seconds)
        guard let visit = visit(group.spots[spot], arrival, group.dwellSeconds, latest: latest)
        else { continue }
        let leaving = map.zone.localized(
          arrival.adding(seconds: visit.waitSeconds + group.dwellSeconds))
        let next = Label(spot: spot, leaving: leaving, spots: label.spots + [spot])
        if best[spot].map({ next.precedes($0) }) ?? true { best[spot] = next }
      }
    }
    return best.values.sorted { $0.spot < $1.spot }
  }

  /// The earliest visit from an arrival on; `nil` if none is possible in time.
  func visit(
    _ spot: ErrandSpot, _ arrival: Timestamp, _ dwellSeconds: Int, latest: Timestamp
  ) -> (waitSeconds: Int, isCertain: Bool)? {
    guard case .shop(let shop) = spot.goal else { return (0, true) }
    let visit = map.hours.earliestVisit(
      shop, arrival: arrival, latest: latest, dwellSeconds: dwellSeconds, certainly: openOnly)
    guard case .possible(let wait, let isCertain) = visit else { return nil }
    return (wait, isCertain)
  }

  /// The latest departure that meets the deadline over the same spots, with the same drives.
  ///
  /// From the last spot back: what `Trip.leaveBy` says of a shop and a deadline holds of each spot
  /// and the latest arrival at the next.
  ///
  /// - Parameters:
  ///   - stops: in the order of the trip; each with whether its visit has to be certain.
  ///   - drives: the seconds from door to door, to each spot and to the destination.
  func latestDeparture(
    _ stops: [(stop: (group: ErrandGroup, spot: ErrandSpot), certainly: Bool)], drives: [Int]
  ) -> Timestamp {
    var arrival = window.deadline
    for (index, (stop, certainly)) in stops.enumerated().reversed() {
      let dwell = stop.group.dwellSeconds
      arrival = arrival.adding(seconds: -drives[index + 1] - dwell)
      guard case .shop(let shop) = stop.spot.goal else { continue }
      arrival = map.hours.lastStart(
        shop, latest: arrival, dwellSeconds: dwell, certainly: certainly)
    }
    return arrival.adding(seconds: -drives[0])
  }
}

extension ErrandSearch.Label {
  fileprivate func precedes(_ other: Self) -> Bool {
    leaving == other.leaving
      ? spots.lexicographicallyPrecedes(other.spots) : leaving < other.leaving
  }
}
