import MessageBus
import Messages

/// The best candidates with their legs, and all candidates as those legs corrected them.
struct RoutedCandidates: Sendable {
  /// Best first.
  let options: [PlanOption]
  /// Without the shops that no longer exist.
  let candidates: [Candidate]
}

/// Routes the best candidates: the two legs of each.
///
/// A shop that shop search no longer has, whose road was closed after the tables were computed, or
/// that is reached too late to be open, is replaced by the next best.
struct OptionRouter: Sendable {
  let trip: Trip
  let services: any ServiceClient
  /// The duration of the direct drive.
  let directSeconds: Int
  /// Called with each option as soon as it is known.
  let onOption: @Sendable (PlanOption) -> Void

  /// The options, at most as many as the query wants.
  ///
  /// - Throws: whatever the services throw, except `noRoute`.
  func route(_ candidates: [Candidate]) async throws -> RoutedCandidates {
    var remaining = candidates.ranked[...]
    var options: [PlanOption] = []
    var stops: [VenueID: Stop] = [:]
    var removed: Set<VenueID> = []
    while options.count < trip.query.limit, !remaining.isEmpty {
      let batch = remaining.prefix(trip.query.limit - options.count)
      remaining = remaining.dropFirst(batch.count)
      let venues = try await details(of: batch)
      removed.formUnion(batch.map(\.shop.id).filter { venues[$0] == nil })
      let present = batch.compactMap { candidate in
        venues[candidate.shop.id].map { (venue: $0, tableStop: candidate.stop) }
      }
      let routed = try await concurrentMap(present, limit: PlanningLimits.optionsInFlight) {
        try await route($0.venue, $0.tableStop)
      }
      options += routed.compactMap(\.option)
      for (shop, result) in zip(present, routed) { stops[shop.venue.id] = result.stop }
    }
    return RoutedCandidates(
      options: options.sorted { $0.rank < $1.rank },
      candidates: candidates.filter { !removed.contains($0.shop.id) }.map { candidate in
        var corrected = candidate
        corrected.stop = stops[candidate.shop.id] ?? candidate.stop
        return corrected
      })
  }

  /// The shops that still exist, by identifier.
  private func details(of batch: ArraySlice<Candidate>) async throws -> [VenueID: Venue] {
    let reply = try await services.send(ShopDetailsRequest(ids: batch.map(\.shop.id)))
    return Dictionary(reply.venues.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Routes the two legs of a shop at the same time, and evaluates the stop again by them.
  ///
  /// - Parameter tableStop: the evaluation by the tables, which gives the second leg's departure.
  private func route(
    _ venue: Venue, _ tableStop: Stop
  ) async throws -> (stop: Stop, option: PlanOption?) {
    guard let times = tableStop.times else { return (tableStop, nil) }
    let leaving = trip.secondDeparture(
      toStopSeconds: times.legs.toStopSeconds, waitSeconds: times.waitSeconds)
    do {
      let (toStop, toDestination) = try await concurrentPair {
        try await services.send(
          trip.route(trip.origin.coordinate, venue.coordinate, departure: trip.departure))
      } _: {
        try await services.send(
          trip.route(venue.coordinate, trip.destination.coordinate, departure: leaving))
      }
      let stop = Stop(
        ShopArrival(at: Shop(venue), toStopSeconds: toStop.durationSeconds, on: trip),
        toDestinationSeconds: toDestination.durationSeconds, trip.query)
      let option = PlanOption(
        venue, try PlanLeg(toStop), try PlanLeg(toDestination), stop, on: trip,
        directSeconds: directSeconds)
      if let option { onOption(option) }
      return (stop, option)
    } catch let error as ServiceError where error.code == .noRoute {
      return (.unreachable, nil)
    }
  }
}
