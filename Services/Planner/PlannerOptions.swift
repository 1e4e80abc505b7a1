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
    _ trip: Trip, direct: DirectTrip, shops: CandidatesReply
  ) async throws -> FoundOptions {
    let tables = DetourTables(
      trip: trip, zone: map.zone, services: services, maximumCells: maximumTableCells)
    let (candidates, tablesMilliseconds) = try await times.measure {
      try await tables.candidates(shops.venues)
    }
    announce(.progress(trip.progress(.detours, considered: candidates.count)))
    let (routed, legsMilliseconds) = try await times.measure {
      try await route(candidates, trip, directSeconds: direct.durationSeconds)
    }
    let final = candidates.map { candidate in
      var corrected = candidate
      if let legs = routed.driving[candidate.venue.id] { corrected.driving = legs }
      return corrected
    }
    let question = trip.question
    return FoundOptions(
      options: routed.options.sorted { $0.rank < $1.rank },
      count: final.count(
        dwellSeconds: question.dwellSeconds, in: question.window, omitted: shops.omitted),
      tablesMilliseconds: tablesMilliseconds, legsMilliseconds: legsMilliseconds)
  }

  private struct RoutedOptions: Sendable {
    var options: [PlanOption] = []
    /// What the legs say, which counts where a table said otherwise a moment ago.
    var driving: [VenueID: StopDriving?] = [:]
  }

  /// Routes the best candidates. One whose road has been closed since its table was made gives way
  /// to the next best.
  private func route(
    _ candidates: [Candidate], _ trip: Trip, directSeconds: Int
  ) async throws -> RoutedOptions {
    let considered = candidates.count
    var waiting = candidates.ranked(dwellSeconds: trip.question.dwellSeconds)[...]
    var routed = RoutedOptions()
    while routed.options.count < trip.question.limit, !waiting.isEmpty {
      let batch = waiting.prefix(trip.question.limit - routed.options.count)
      waiting = waiting.dropFirst(batch.count)
      let options = try await mapAtOnce(
        Array(batch), limit: PlanningLimits.optionsInFlight
      ) { candidate in
        let option = try await option(candidate, trip, directSeconds: directSeconds)
        if let option {
          announce(
            .progress(trip.progress(.option, considered: considered, option: option)))
        }
        return option
      }
      for (candidate, option) in zip(batch, options) {
        routed.driving.updateValue(option?.driving, forKey: candidate.venue.id)
        if let option { routed.options.append(option) }
      }
    }
    return routed
  }

  /// A venue with its two legs, asked for at the same time; `nil` where no road leads over it.
  private func option(
    _ candidate: Candidate, _ trip: Trip, directSeconds: Int
  ) async throws -> PlanOption? {
    let venue = candidate.venue
    guard let driving = candidate.driving else { return nil }
    let departure = map.zone.told(trip.question.window.departure)
    let leaving = trip.departure(afterStop: driving.toStopSeconds, told: map.zone)
    do {
      let (toStop, toDestination) = try await both {
        try await services.route(
          trip.route(trip.origin.coordinate, venue.coordinate, departure: departure))
      } _: {
        try await services.route(
          trip.route(venue.coordinate, trip.destination.coordinate, departure: leaving))
      }
      return PlanOption(
        venue, try PlanLeg(toStop), try PlanLeg(toDestination), directSeconds: directSeconds,
        dwellSeconds: trip.question.dwellSeconds, in: trip.question.window, told: map.zone)
    } catch let error as ServiceError where error.code == .noRoute {
      return nil
    }
  }
}
