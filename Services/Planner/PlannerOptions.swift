import Messages

/// The second half of a plan: the best shops, routed.
extension Planner {
  struct FoundOptions: Sendable {
    let options: [PlanOption]
    let count: CandidateCount
    let tablesMilliseconds: Double
    let legsMilliseconds: Double
  }

  /// The exact detour of every shop, and the best ones with their legs.
  func options(
    _ trip: Trip, direct: DirectTrip, shops: [Shop], omitted: Int
  ) async throws -> FoundOptions {
    let tables = DetourTables(trip: trip, services: services, maximumCells: maximumTableCells)
    let (candidates, tablesMilliseconds) = try await timer.measure {
      try await tables.candidates(shops)
    }
    publish(.progress(trip.progress(.detours, considered: candidates.count)))
    let (routed, legsMilliseconds) = try await timer.measure {
      try await route(candidates, trip, directSeconds: direct.durationSeconds)
    }
    let final = candidates.compactMap { candidate -> Candidate? in
      guard !routed.gone.contains(candidate.shop.id) else { return nil }
      var corrected = candidate
      corrected.stop = routed.stops[candidate.shop.id] ?? candidate.stop
      return corrected
    }
    return FoundOptions(
      options: routed.options.sorted { $0.rank < $1.rank },
      count: final.count(in: trip.query.window, omitted: omitted),
      tablesMilliseconds: tablesMilliseconds, legsMilliseconds: legsMilliseconds)
  }

  private struct RoutedOptions: Sendable {
    var options: [PlanOption] = []
    /// By the durations of the legs, which replace those of the tables.
    var stops: [VenueID: Stop] = [:]
    /// Shops that no longer exist, and count nowhere.
    var gone: Set<VenueID> = []
  }

  /// Routes the best candidates. A shop that shop search no longer has, whose road was closed after
  /// the tables were computed, or that is reached too late to be open, is replaced by the next best.
  private func route(
    _ candidates: [Candidate], _ trip: Trip, directSeconds: Int
  ) async throws -> RoutedOptions {
    let considered = candidates.count
    var waiting = candidates.ranked[...]
    var routed = RoutedOptions()
    while routed.options.count < trip.query.limit, !waiting.isEmpty {
      let batch = waiting.prefix(trip.query.limit - routed.options.count)
      waiting = waiting.dropFirst(batch.count)
      let venues = try await services.details(ShopDetailsRequest(ids: batch.map(\.shop.id)))
        .venues
      let known = Dictionary(venues.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let present = batch.compactMap { candidate in
        known[candidate.shop.id].map { (candidate: candidate, venue: $0) }
      }
      routed.gone.formUnion(batch.map(\.shop.id).filter { known[$0] == nil })
      let options = try await concurrentMap(present, limit: PlanningLimits.optionsInFlight) {
        let found = try await option($0.venue, $0.candidate, trip, directSeconds: directSeconds)
        if let option = found.option {
          publish(
            .progress(trip.progress(.option, considered: considered, option: option)))
        }
        return found
      }
      for (venue, found) in zip(present.map(\.venue), options) {
        routed.stops[venue.id] = found.stop
        if let option = found.option { routed.options.append(option) }
      }
    }
    return routed
  }

  /// Routes the two legs of a shop at the same time, and evaluates the stop again by them.
  private func option(
    _ venue: Venue, _ candidate: Candidate, _ trip: Trip, directSeconds: Int
  ) async throws -> (stop: Stop, option: PlanOption?) {
    guard let times = candidate.stop.times else { return (candidate.stop, nil) }
    let departure = map.zone.localized(trip.query.window.departure)
    let leaving = trip.leaving(
      toStopSeconds: times.legs.toStopSeconds, waitSeconds: times.waitSeconds)
    do {
      let (toStop, toDestination) = try await concurrentPair {
        try await services.route(
          trip.route(trip.origin.coordinate, venue.coordinate, departure: departure))
      } _: {
        try await services.route(
          trip.route(venue.coordinate, trip.destination.coordinate, departure: leaving))
      }
      let legs = LegDurations(
        toStopSeconds: toStop.durationSeconds, toDestinationSeconds: toDestination.durationSeconds)
      let visit = trip.earliestVisit(Shop(venue), toStopSeconds: legs.toStopSeconds)
      let stop = Stop(visit, legs, trip.query)
      let option = trip.option(
        venue, try PlanLeg(toStop), try PlanLeg(toDestination), stop, directSeconds: directSeconds)
      return (stop, option)
    } catch let error as ServiceError where error.code == .noRoute {
      return (.unreachable, nil)
    }
  }
}
