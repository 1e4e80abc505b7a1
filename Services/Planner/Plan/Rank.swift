import Geography
import Messages

/// The order of shops: by arrival, then by distance, then by identifier, which makes it total.
struct Rank: Comparable {
  let tripSeconds: Int
  let meters: Meters
  let id: VenueID

  init(tripSeconds: Int, meters: Meters, id: VenueID) {
    self.tripSeconds = tripSeconds
    self.meters = meters
    self.id = id
  }

  static func < (left: Rank, right: Rank) -> Bool {
    (left.tripSeconds, left.meters, left.id) < (right.tripSeconds, right.meters, right.id)
  }
}

extension [Candidate] {
  /// The possible stops, best first. The distance is the straight-line one, because the driven
  /// distance is known only once a shop's legs are.
  var ranked: [Candidate] {
    compactMap { candidate -> (rank: Rank, candidate: Candidate)? in
      guard let times = candidate.stop.times else { return nil }
      let rank = Rank(
        tripSeconds: times.tripSeconds, meters: candidate.straightMeters, id: candidate.shop.id)
      return (rank, candidate)
    }
    .sorted { $0.rank < $1.rank }
    .map(\.candidate)
  }
}

extension PlanOption {
  /// Its rank by arrival and driven distance.
  var rank: Rank {
    Rank(
      tripSeconds: toStop.durationSeconds + waitSeconds + dwellSeconds
        + toDestination.durationSeconds,
      meters: Meters(toStop.distanceMeters + toDestination.distanceMeters), id: venue.id)
  }
}
