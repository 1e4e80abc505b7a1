import Geography
import Messages

/// The options, and all candidates corrected by the durations of their legs.
struct RoutedShops: Sendable {
  /// Best first.
  let options: [PlanOption]
  /// In the order given, without those that were removed meanwhile.
  let candidates: [EvaluatedShop]
}

/// Turns the best candidates into options: details and two legs of each, in two requests.
///
/// A shop that is gone, whose road was closed after its detour was computed, or that is reached too
/// late to be open, is replaced by the next best.
struct OptionRouter: Sendable {
  let trip: Trip
  let services: any PlanServices
  /// Called with each option as soon as it is known.
  let onOption: @Sendable (PlanOption) -> Void

  /// The options, at most as many as the query wants.
  ///
  /// - Throws: whatever the services throw, except `noRoute`.
  func route(_ candidates: [EvaluatedShop]) async throws -> RoutedShops {
    var queue = OptionQueue(candidates, on: trip)
    var options: [PlanOption] = []
    var outcomes: [VenueID: StopOutcome] = [:]
    var removed: Set<VenueID> = []
    while options.count < trip.query.limit {
      let batch = queue.next(trip.query.limit - options.count)
      if batch.isEmpty { break }
      for (candidate, visit) in zip(batch, try await visits(to: batch)) {
        guard let visit else {
          removed.insert(candidate.shop.id)
          queue.release(candidate.shop)
          continue
        }
        let (outcome, option) = try evaluated(visit)
        outcomes[candidate.shop.id] = outcome
        if let option {
          onOption(option)
          options.append(option)
        } else {
          queue.release(candidate.shop)
        }
      }
    }
    return RoutedShops(
      options: options.sorted { trip.rank($0) < trip.rank($1) },
      candidates: candidates.filter { !removed.contains($0.shop.id) }.map { candidate in
        var corrected = candidate
        corrected.outcome = outcomes[candidate.shop.id] ?? candidate.outcome
        return corrected
      })
  }

  /// A shop that still exists, and its two legs; `nil` where no road leads there any more.
  private struct Visit {
    let venue: Venue
    let legs: (toStop: RouteReply, toDestination: RouteReply)?
  }

  /// Each candidate's details and legs; `nil` for one that was removed.
  private func visits(to batch: [EvaluatedShop]) async throws -> [Visit?] {
    let (venues, legs) = try await concurrentPair {
      try await services.venues(batch.map(\.shop.id))
    } _: {
      try await self.legs(batch.map { ($0.shop.coordinate, $0.outcome) })
    }
    var visits = zip(batch, legs).map { candidate, legs in
      venues[candidate.shop.id].map { Visit(venue: $0, legs: legs) }
    }
    // Those that shop search has meanwhile at another coordinate.
    let moved = batch.indices.filter { index in
      visits[index].map { $0.venue.coordinate != batch[index].shop.coordinate } ?? false
    }
    let newLegs = try await self.legs(
      moved.compactMap { index in visits[index].map { ($0.venue.coordinate, batch[index].outcome) }
      })
    for (index, legs) in zip(moved, newLegs) {
      visits[index] = visits[index].map { Visit(venue: $0.venue, legs: legs) }
    }
    return visits
  }

  /// The two legs over each stop, by one request; `nil` where no road leads there.
  ///
  /// - Parameter stops: with their evaluation by detours, which gives the second leg's departure.
  private func legs(
    _ stops: [(coordinate: Coordinate, outcome: StopOutcome)]
  ) async throws -> [(toStop: RouteReply, toDestination: RouteReply)?] {
    let requests = stops.flatMap { door, outcome in
      let stop = trip.driveEnd(at: door).coordinate
      let times = outcome.times
      let leaving = trip.leaving(
        toShopSeconds: times?.toShopSeconds ?? 0, waitSeconds: times?.waitSeconds ?? 0)
      return [
        trip.route(trip.origin.coordinate, stop, departure: trip.departure),
        trip.route(stop, trip.destination.coordinate, departure: leaving),
      ]
    }
    let routes = try await services.routes(requests)
    return try stops.indices.map { index in
      do throws(ServiceError) {
        return (try routes[2 * index].get(), try routes[2 * index + 1].get())
      } catch {
        guard error.code == .noRoute else { throw error }
        return nil
      }
    }
  }

  /// Evaluates a stop again, by its legs.
  private func evaluated(_ visit: Visit) throws -> (outcome: StopOutcome, option: PlanOption?) {
    guard let legs = visit.legs else { return (.unreachable, nil) }
    let end = trip.driveEnd(at: visit.venue.coordinate)
    let walks = (
      toDoor: legs.toStop.walk(to: end), fromDoor: legs.toDestination.walk(from: end)
    )
    let shop = Shop(visit.venue)
    let outcome = StopOutcome(
      ShopArrival(
        at: shop, toStopSeconds: legs.toStop.durationSeconds,
        walkMeters: walks.toDoor?.meters ?? 0, on: trip),
      toDestinationSeconds: legs.toDestination.durationSeconds,
      walkMeters: walks.fromDoor?.meters ?? 0, on: trip)
    guard trip.admits(visit.venue.id, outcome) else { return (outcome, nil) }
    let option = PlanOption(
      visit.venue.stopping(at: legs.toStop.waypoints.last), try PlanLeg(legs.toStop),
      try PlanLeg(legs.toDestination), outcome, walks: walks, carPark: end.carPark, on: trip)
    return (outcome, option)
  }
}
