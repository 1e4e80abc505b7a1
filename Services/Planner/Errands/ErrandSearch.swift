import Geography
import Messages
import Time

/// Where an errand can be done.
struct ErrandGroup: Sendable {
  /// The number of the errand in the request.
  let errand: Int
  let dwellSeconds: Int
  let spots: [ErrandSpot]
  let omitted: Int

  /// Its number among the places of `DriveTables`.
  var place: Int { errand + 1 }
}

/// One shop, or the place of an errand.
struct ErrandSpot: Sendable {
  /// `nil` for a place.
  let shop: Shop?
  /// `nil` for a shop.
  let place: PlanLocation?
  let end: DriveEnd

  init(_ shop: Shop, on trip: Trip) {
    self.shop = shop
    place = nil
    end = trip.driveEnd(at: shop.coordinate)
  }

  init(_ place: PlanLocation, on trip: Trip) {
    shop = nil
    self.place = place
    end = trip.driveEnd(at: place.coordinate)
  }
}

/// Finds the earliest arrival over all errands in a given order.
///
/// Layer by layer, from the origin over the spots of each errand to the destination. Of two ways to
/// leave a spot the earlier is never worse: it arrives everywhere no later (`HourlyDuration`), and
/// no visit begins later. So one label for each spot is enough, and the result is exact.
struct ErrandSearch: Sendable {
  let trip: Trip
  var window: TripWindow
  let tables: DriveTables
  var openOnly: Bool

  private var zone: MapTimeZone { trip.map.zone }

  /// The same search with another departure.
  func leaving(_ departure: Timestamp) -> ErrandSearch {
    var search = self
    search.window = TripWindow(departure: departure, deadline: window.deadline)
    return search
  }

  /// A way to leave a spot.
  private struct Label: Sendable {
    /// One spot of each errand so far.
    var spots: [Int] = []
    /// When each drive begins, the next one included.
    var departures: [Timestamp]

    var spot: Int { spots.last ?? 0 }
    var leaving: Timestamp { departures[departures.count - 1] }
  }

  /// The spots of the best trip, one of each group, and when its drives begin; `nil` if no trip is
  /// possible. Of trips that arrive at the same time the one whose spots come first.
  ///
  /// - Throws: whatever the router throws.
  func best(_ order: [ErrandGroup]) async throws -> (spots: [Int], departures: [Timestamp])? {
    var labels = [Label(departures: [zone.localized(window.departure)])]
    var place = 0
    for (number, group) in order.enumerated() {
      try Task.checkCancellation()
      let later = order[number...].reduce(0) { $0 + $1.dwellSeconds }
      let drives = try await drives(labels, of: place, to: group.place)
      labels = reached(labels, drives, group, dwellsLeft: later)
      place = group.place
    }
    let drives = try await drives(labels, of: place, to: order.count + 1)
    let trips = zip(labels, drives).compactMap { label, seconds in
      seconds[0].map { (arrival: label.leaving.adding(seconds: $0), label: label) }
    }
    let best = trips.min { left, right in
      left.arrival == right.arrival
        ? left.label.spots.lexicographicallyPrecedes(right.label.spots)
        : left.arrival < right.arrival
    }
    return best.map { ($0.label.spots, $0.label.departures) }
  }

  /// The seconds from each label to each spot of the next place.
  private func drives(_ labels: [Label], of place: Int, to next: Int) async throws -> [[Int?]] {
    try await tables.seconds(labels.map { ($0.spot, $0.leaving) }, of: place, to: next)
  }

  /// The labels of a group's spots: for each the earliest leaving; of ways to leave a spot at the
  /// same time the one whose spots come first.
  ///
  /// Opening hours are read only for an arrival earlier than all before it. Who arrives later, but
  /// not after the visit of another begins, waits for the same beginning: a visit never begins
  /// earlier for a later arrival. So the labels that leave first go first.
  private func reached(
    _ labels: [Label], _ drives: [[Int?]], _ group: ErrandGroup, dwellsLeft: Int
  ) -> [Label] {
    var best = [Reached?](repeating: nil, count: group.spots.count)
    let latest = window.deadline.adding(seconds: -dwellsLeft)
    let inOrder = labels.indices.sorted { labels[$0].leaving < labels[$1].leaving }
    for label in inOrder {
      let leaving = labels[label].leaving
      for (spot, seconds) in drives[label].enumerated() {
        guard let seconds else { continue }
        let arrival = leaving.secondsSince1970 + Int64(seconds)
        var start = best[spot]?.start
        if let known = best[spot], arrival >= known.arrival {
          if arrival > known.start { continue }
        } else {
          let time = leaving.adding(seconds: seconds)
          let visit = visit(group.spots[spot], time, group.dwellSeconds, latest: latest)
          start = visit.map { arrival + Int64($0.waitSeconds) }
        }
        guard let start else { continue }
        let spots = labels[label].spots
        let isFirst =
          best[spot].map {
            start < $0.start || spots.lexicographicallyPrecedes(labels[$0.label].spots)
          } ?? true
        best[spot] = Reached(
          label: isFirst ? label : best[spot]?.label ?? label,
          arrival: min(arrival, best[spot]?.arrival ?? arrival), start: start)
      }
    }
    return best.enumerated().compactMap { spot, reached in
      reached.map { reached in
        let label = labels[reached.label]
        let leaving = Timestamp(secondsSince1970: reached.start).adding(seconds: group.dwellSeconds)
        return Label(
          spots: label.spots + [spot], departures: label.departures + [zone.localized(leaving)])
      }
    }
  }

  /// The earliest visit of a spot so far.
  private struct Reached {
    /// The number of the label before.
    let label: Int
    /// The earliest arrival that was tried, and the beginning of its visit, in seconds since 1970.
    let arrival: Int64
    let start: Int64
  }

  /// The earliest visit from an arrival on; `nil` if none is possible in time.
  func visit(
    _ spot: ErrandSpot, _ arrival: Timestamp, _ dwellSeconds: Int, latest: Timestamp
  ) -> (waitSeconds: Int, isCertain: Bool)? {
    guard let shop = spot.shop else { return (0, true) }
    let visit = trip.map.hours.earliestVisit(
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
      guard let shop = stop.spot.shop else { continue }
      arrival = trip.map.hours.lastStart(
        shop, latest: arrival, dwellSeconds: dwell, certainly: certainly)
    }
    return arrival.adding(seconds: -drives[0])
  }
}
