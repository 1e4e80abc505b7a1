import Geography
import Messages
import Time

/// The order of shops: those on time first, of them those known to be open, then by the wanted
/// order, then by arrival, distance and identifier, which makes it total.
struct Rank: Comparable {
  let isLate: Bool
  /// Whether nobody knows if the shop is open.
  let isUncertain: Bool
  /// The wanted order: the lesser first.
  let wanted: Int
  let tripSeconds: Int
  let meters: Meters
  let id: VenueID

  static func < (left: Rank, right: Rank) -> Bool {
    if left.isLate != right.isLate { return right.isLate }
    if left.isUncertain != right.isUncertain { return right.isUncertain }
    return (left.wanted, left.tripSeconds, left.meters, left.id)
      < (right.wanted, right.tripSeconds, right.meters, right.id)
  }
}

extension Trip {
  /// The rank of a candidate; `nil` if no stop is possible. The distance is the straight-line one,
  /// because the driven distance is known only once a shop's legs are.
  func rank(_ candidate: EvaluatedShop) -> Rank? {
    guard case .possible(let times, let isCertain) = candidate.outcome else { return nil }
    return rank(
      candidate.shop, times, candidate.straightMeters, isUncertain: !isCertain,
      leaveBy: { leaveBy(candidate.shop, times, certainly: isCertain) })
  }

  /// The rank of an option, by its driven distance.
  func rank(_ option: PlanOption) -> Rank {
    rank(
      Shop(option.venue), times(of: option),
      Meters(option.toStop.distanceMeters + option.toDestination.distanceMeters),
      isUncertain: option.hours.state == .unknown,
      leaveBy: { option.leaveBy })
  }

  private func rank(
    _ shop: Shop, _ times: StopTimes, _ meters: Meters, isUncertain: Bool,
    leaveBy: () -> Timestamp
  ) -> Rank {
    let wanted =
      switch query.order {
      case .arrival, .slack: 0
      case .detour: times.toStopSeconds + times.toDestinationSeconds
      case .rating: -shop.rating
      case .leaveBy: -Int(leaveBy().secondsSince1970)
      }
    return Rank(
      isLate: times.tripSeconds > query.window.seconds, isUncertain: isUncertain, wanted: wanted,
      tripSeconds: times.tripSeconds, meters: meters, id: shop.id)
  }

  /// Whether a stop is one that the request wants, late or not.
  func admits(_ id: VenueID, _ outcome: StopOutcome) -> Bool {
    guard let times = outcome.times else { return false }
    return isFavourite(id) && !isTooFar(times) && !isTooLong(times)
  }

  /// Whether the shop is a favourite, or none are given.
  func isFavourite(_ id: VenueID) -> Bool { query.favourites?.contains(id) ?? true }

  /// Whether the detour is longer than wanted.
  func isTooLong(_ times: StopTimes) -> Bool {
    guard let most = query.choice.maximumDetourSeconds else { return false }
    return times.detourSeconds(directSeconds: directSeconds) > most
  }

  /// Whether the shop is farther from the road than wanted.
  func isTooFar(_ times: StopTimes) -> Bool {
    guard let most = query.choice.maximumWalkMeters else { return false }
    return times.toDoorMeters > most
  }

  /// The parts of an option's duration.
  func times(of option: PlanOption) -> StopTimes {
    StopTimes(
      toStopSeconds: option.toStop.durationSeconds,
      toDestinationSeconds: option.toDestination.durationSeconds, ends: walks,
      parkSeconds: query.parkSeconds, toDoorMeters: option.toDoor?.meters ?? 0,
      toDoorSeconds: option.toDoor?.seconds ?? 0, fromDoorSeconds: option.fromDoor?.seconds ?? 0,
      waitSeconds: option.waitSeconds, dwellSeconds: option.dwellSeconds)
  }
}
