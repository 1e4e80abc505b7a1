import Geography
import Messages

/// A shop, evaluated as a stop of the trip.
struct Candidate: Sendable, Hashable {
  let shop: Shop
  /// The straight-line distance from the origin to the shop and on to the destination.
  let straightMeters: Meters
  var stop: Stop

  init(_ shop: Shop, from origin: Coordinate, to destination: Coordinate, _ stop: Stop) {
    self.shop = shop
    straightMeters =
      origin.distance(to: shop.coordinate) + shop.coordinate.distance(to: destination)
    self.stop = stop
  }
}

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
  /// The possible stops, by `Rank`. The distance is the straight-line one, because the driven
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

  /// How many candidates ended as what.
  func count(in window: TripWindow, omitted: Int) -> CandidateCount {
    CandidateCount(
      considered: count, unreachable: self.count { $0.stop == .unreachable },
      closed: self.count { $0.stop == .closed }, unknown: self.count { $0.stop.isUncertain },
      onTime: self.count { ($0.stop.times?.tripSeconds ?? .max) <= window.seconds },
      omitted: omitted)
  }
}
