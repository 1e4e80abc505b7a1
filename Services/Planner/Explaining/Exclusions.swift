import Geography
import Messages
import Time

/// Why the shops that a plan does not list are not listed.
struct Exclusions {
  let trip: Trip
  let candidates: [EvaluatedShop]
  let options: [PlanOption]
  /// What is known of shops that are no candidates.
  let others: EvaluatedShops

  /// The reasons of all considered shops, and those of some in detail.
  ///
  /// - Throws: whatever the services throw.
  func whyNot(
    _ request: WhyNotRequest, from services: any PlanServices
  ) async throws -> WhyNot {
    let excluded = excluded
    var counts = Dictionary(grouping: excluded, by: \.1.reason).mapValues(\.count)
    if let bounded = others.bounded { counts[.outranked] = bounded.count }
    if others.unreachable > 0 { counts[.unreachable, default: 0] += others.unreachable }
    return WhyNot(
      shown: options.count,
      counts: PlanExclusion.Reason.allCases.compactMap { reason in
        counts[reason].map { WhyNot.ReasonCount(reason: reason, count: $0) }
      },
      venues: try await named(excluded, request, from: services))
  }

  /// The shops that are not listed, each with its reason.
  private var excluded: [(EvaluatedShop, PlanExclusion)] {
    let shown = Set(options.map(\.venue.id))
    let ranked = OptionQueue(candidates, on: trip).ranked
    var ranks: [VenueID: Int] = [:]
    // Shops that are not evaluated may come before those after their best rank.
    for (number, candidate) in ranked.enumerated() {
      if let unknown = others.bestOfBounded, let rank = trip.rank(candidate), unknown < rank {
        break
      }
      ranks[candidate.shop.id] = number + 1
    }
    var brands: [String: Int] = [:]
    for candidate in candidates where shown.contains(candidate.shop.id) {
      if let brand = candidate.shop.brand { brands[brand, default: 0] += 1 }
    }
    return candidates.filter { !shown.contains($0.shop.id) }.map { candidate in
      let listed = candidate.shop.brand.flatMap { brands[$0] } ?? 0
      let exclusion = exclusion(
        of: candidate, ranks[candidate.shop.id], isBrandFull: listed >= trip.query.perBrand)
      return (candidate, exclusion)
    }
  }

  /// The first reason that holds for a shop that is not listed.
  private func exclusion(
    of candidate: EvaluatedShop, _ rank: Int?, isBrandFull: Bool
  ) -> PlanExclusion {
    let shop = candidate.shop
    switch candidate.outcome {
    case .unreachable: return PlanExclusion(id: shop.id, reason: .unreachable)
    case .uncertain(let seconds):
      return PlanExclusion(
        id: shop.id, reason: .hoursUnknown, arrival: arrival(after: seconds))
    case .closed(let seconds):
      let reached = arrival(after: seconds)
      let (closes, opens) = trip.map.hours.closure(
        shop, arrival: reached, dwellSeconds: trip.query.dwellSeconds)
      return PlanExclusion(
        id: shop.id, reason: .closed, arrival: reached,
        closes: closes.map(trip.map.zone.localized), opens: opens.map(trip.map.zone.localized))
    case .possible(let times, _):
      let reason = reason(for: shop.id, times, isBrandFull: isBrandFull)
      return PlanExclusion(
        id: shop.id, reason: reason.0, seconds: reason.seconds, limit: reason.limit,
        meters: reason.0 == .walk ? times.toDoorMeters : nil, rank: rank,
        arrival: arrival(after: times.toShopSeconds))
    }
  }

  private func arrival(after seconds: Int) -> Timestamp {
    trip.map.zone.localized(trip.query.window.departure.adding(seconds: seconds))
  }

  private func reason(
    for id: VenueID, _ times: StopTimes, isBrandFull: Bool
  ) -> (PlanExclusion.Reason, seconds: Int?, limit: Int?) {
    if !trip.isFavourite(id) { return (.favourite, nil, nil) }
    if trip.isTooLong(times) {
      return (
        .detour, times.detourSeconds(directSeconds: trip.directSeconds),
        trip.query.choice.maximumDetourSeconds
      )
    }
    if trip.isTooFar(times) {
      return (.walk, times.toDoorSeconds, trip.query.choice.maximumWalkMeters.map(Int.init))
    }
    let late = times.tripSeconds - trip.query.window.seconds
    if late > 0 { return (.late, late, nil) }
    return isBrandFull
      ? (.brand, nil, trip.query.perBrand) : (.full, nil, trip.query.limit)
  }

  /// The exclusions that the request wants, with the names of their shops: those nearest to the
  /// way, or those of the given shops.
  private func named(
    _ excluded: [(EvaluatedShop, PlanExclusion)], _ request: WhyNotRequest,
    from services: any PlanServices
  ) async throws -> [PlanExclusion] {
    let limit = request.limit ?? PlanDefaults.explained
    let wanted: [VenueID]
    if let venues = request.venues {
      wanted = venues
    } else {
      let nearest = excluded.sorted {
        ($0.0.straightMeters, $0.0.shop.id) < ($1.0.straightMeters, $1.0.shop.id)
      }
      wanted = nearest.prefix(limit).map(\.0.shop.id)
    }
    guard !wanted.isEmpty else { return [] }
    let venues = try await services.venues(wanted)
    let reasons = Dictionary(excluded.map { ($0.1.id, $0.1) }) { first, _ in first }
    let shown = Set(options.map(\.venue.id))
    return wanted.filter { !shown.contains($0) }.map { id in
      var exclusion = reasons[id] ?? notConsidered(id, venues[id])
      (exclusion.name, exclusion.names) = (venues[id]?.name, venues[id]?.names)
      return exclusion
    }
  }

  /// Why a shop was not even evaluated. The bound is that of shop search: the straight lines,
  /// driven at the highest speed of any road.
  private func notConsidered(_ id: VenueID, _ venue: Venue?) -> PlanExclusion {
    guard let venue else { return PlanExclusion(id: id, reason: .unknownVenue) }
    guard trip.query.categories.contains(where: { $0.covers(venue.category) }) else {
      return PlanExclusion(id: id, reason: .category)
    }
    let straight =
      trip.origin.coordinate.distance(to: venue.coordinate)
      + venue.coordinate.distance(to: trip.destination.coordinate)
    let driven = straight - 4 * RouterLimits.maximumSnapMeters
    let least = Int(driven / RouterLimits.topSpeedMetersPerSecond)
    let isTooFar = least > trip.query.drivingSeconds
    return PlanExclusion(
      id: id, reason: isTooFar ? .tooFar : .filter,
      seconds: isTooFar ? least : nil, limit: isTooFar ? trip.query.drivingSeconds : nil)
  }
}
