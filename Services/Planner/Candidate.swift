import Geography
import Messages

/// A shop and what becomes of it as a stop.
struct Candidate: Sendable, Hashable {
  let shop: Shop
  /// The straight lines from the origin to the shop and on to the destination.
  let straightMeters: Meters
  var stop: Stop

  init(_ shop: Shop, from origin: Coordinate, to destination: Coordinate, _ stop: Stop) {
    self.shop = shop
    straightMeters =
      origin.distance(to: shop.coordinate) + shop.coordinate.distance(to: destination)
    self.stop = stop
  }
}

/// The order of shops: the earliest arrival first; of equally early ones the shorter way, then by
/// identifier, so that the order is the same every time.
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
  /// Those where one can stop, in the order of `Rank`; the way is the straight one, because the
  /// driven one is known only once a shop's legs are.
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

  /// What became of them all.
  func count(in window: TripWindow, omitted: Int) -> CandidateCount {
    CandidateCount(
      considered: count, unreachable: self.count { $0.stop == .unreachable },
      closed: self.count { $0.stop == .closed }, unknown: self.count { $0.stop.isUncertain },
      onTime: self.count { ($0.stop.times?.tripSeconds ?? .max) <= window.seconds },
      omitted: omitted)
  }
}
