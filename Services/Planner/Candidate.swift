import Geography
import Messages

/// A shop and how long the drive over it takes.
struct Candidate: Sendable, Hashable {
  let venue: Venue
  /// The straight lines from the origin to the shop and on to the destination.
  let straightMeters: Meters
  /// `nil` where no road leads there, or on from there.
  var driving: StopDriving?

  init(_ venue: Venue, from origin: Coordinate, to destination: Coordinate, driving: StopDriving?) {
    self.venue = venue
    straightMeters =
      origin.distance(to: venue.coordinate) + venue.coordinate.distance(to: destination)
    self.driving = driving
  }

  /// How long the whole trip takes; `nil` where there is none.
  func tripSeconds(dwellSeconds: Int) -> Int? {
    driving.map { StopTimes(driving: $0, dwellSeconds: dwellSeconds).tripSeconds }
  }
}

/// The order of shops: the earliest arrival first; of equally early ones the shorter way, then by
/// name and identifier, so that the order is the same every time.
struct Rank: Comparable {
  let tripSeconds: Int
  let meters: Meters
  let name: String
  let id: VenueID

  init(tripSeconds: Int, meters: Meters, venue: Venue) {
    self.tripSeconds = tripSeconds
    self.meters = meters
    name = venue.name
    id = venue.id
  }

  static func < (left: Rank, right: Rank) -> Bool {
    (left.tripSeconds, left.meters, left.name, left.id)
      < (right.tripSeconds, right.meters, right.name, right.id)
  }
}

extension [Candidate] {
  /// Those that can be driven to, in the order of `Rank`; the way is the straight one, because the
  /// driven one is known only once a shop's legs are.
  func ranked(dwellSeconds: Int) -> [Candidate] {
    compactMap { candidate -> (rank: Rank, candidate: Candidate)? in
      guard let tripSeconds = candidate.tripSeconds(dwellSeconds: dwellSeconds) else { return nil }
      let rank = Rank(
        tripSeconds: tripSeconds, meters: candidate.straightMeters, venue: candidate.venue)
      return (rank, candidate)
    }
    .sorted { $0.rank < $1.rank }
    .map(\.candidate)
  }

  /// What became of them all.
  func count(dwellSeconds: Int, in window: TripWindow, omitted: Int) -> CandidateCount {
    let trips = compactMap { $0.tripSeconds(dwellSeconds: dwellSeconds) }
    return CandidateCount(
      considered: count, unreachable: count - trips.count,
      onTime: trips.count { $0 <= window.seconds }, omitted: omitted)
  }
}
