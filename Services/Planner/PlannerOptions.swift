import Messages

/// The second half of a plan: which of the shops, and what a stop there means.
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
    let (candidates, tablesMilliseconds) = try await times.measure {
      try await tables.candidates(shops)
    }
    announce(.progress(trip.progress(.detours, considered: candidates.count)))
    let (routed, legsMilliseconds) = try await times.measure {
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
      count: final.count(in: trip.question.window, omitted: omitted),
      tablesMilliseconds: tablesMilliseconds, legsMilliseconds: legsMilliseconds)
  }

  private struct RoutedOptions: Sendable {
    var options: [PlanOption] = []
    /// What the legs say, which counts where a table said otherwise a moment ago.
    var stops: [VenueID: Stop] = [:]
    /// Shops that are there no more, and count nowhere.
    var gone: Set<VenueID> = []
  }

  /// Routes the best candidates. One that is gone since shop search told of it, or whose road has
  /// been closed since its table was made, or that one no longer reaches while it is open, gives
  /// way to the next best.
  private func route(
    _ candidates: [Candidate], _ trip: Trip, directSeconds: Int
  ) async throws -> RoutedOptions {
    let considered = candidates.count
    var waiting = candidates.ranked[...]
    var routed = RoutedOptions()
    while routed.options.count < trip.question.limit, !waiting.isEmpty {
      let batch = waiting.prefix(trip.question.limit - routed.options.count)
      waiting = waiting.dropFirst(batch.count)
      let venues = try await services.details(ShopDetailsRequest(ids: batch.map(\.shop.id)))
        .venues
      let known = Dictionary(venues.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      let present = batch.compactMap { candidate in
        known[candidate.shop.id].map { (candidate: candidate, venue: $0) }
      }
      routed.gone.formUnion(batch.map(\.shop.id).filter { known[$0] == nil })
      let options = try await mapAtOnce(present, limit: PlanningLimits.optionsInFlight) {
        let found = try await option($0.venue, $0.candidate, trip, directSeconds: directSeconds)
        if let option = found.option {
          announce(
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

  /// A venue with its two legs, asked for at the same time, and what then becomes of it.
  private func option(
    _ venue: Venue, _ candidate: Candidate, _ trip: Trip, directSeconds: Int
  ) async throws -> (stop: Stop, option: PlanOption?) {
    guard let times = candidate.stop.times else { return (candidate.stop, nil) }
    let departure = map.zone.told(trip.question.window.departure)
    let leaving = trip.leaving(
      toStopSeconds: times.driving.toStopSeconds, waitSeconds: times.waitSeconds)
    do {
      let (toStop, toDestination) = try await both {
        try await services.route(
          trip.route(trip.origin.coordinate, venue.coordinate, departure: departure))
      } _: {
        try await services.route(
          trip.route(venue.coordinate, trip.destination.coordinate, departure: leaving))
      }
      let driving = StopDriving(
        toStopSeconds: toStop.durationSeconds, toDestinationSeconds: toDestination.durationSeconds)
      let visit = trip.visit(Shop(venue), toStopSeconds: driving.toStopSeconds)
      let stop = Stop(visit, driving, trip.question)
      let option = trip.option(
        venue, try PlanLeg(toStop), try PlanLeg(toDestination), stop, directSeconds: directSeconds)
      return (stop, option)
    } catch let error as ServiceError where error.code == .noRoute {
      return (.unreachable, nil)
    }
  }
}
