import MessageBus
import Messages

/// Completes the options by what follows from all candidates, and explains the rest.
struct PlanExplainer {
  let trip: Trip
  let direct: DirectTrip
  let services: any ServiceClient

  /// - Throws: whatever shop search throws, if names are needed.
  func explained(_ routed: RoutedCandidates) async throws -> ExplainedPlan {
    let exclusions = Exclusions(
      trip: trip, directSeconds: direct.durationSeconds, candidates: routed.candidates,
      options: routed.options)
    var whyNot: WhyNot?
    if let request = trip.query.details.whyNot {
      whyNot = try await exclusions.whyNot(request, from: services)
    }
    return ExplainedPlan(
      trip: trip, direct: direct, candidates: routed.candidates,
      options: completed(routed), whyNot: whyNot)
  }

  private func completed(_ routed: RoutedCandidates) -> [PlanOption] {
    let best = routed.candidates.compactMap { $0.stop.times?.tripSeconds }.min()
    return routed.options.map { option in
      var option = option
      option.laterThanBestSeconds = best.map { trip.times(of: option).tripSeconds - $0 }
      if trip.query.details.ledger == true {
        option.ledger = Ledger(trip: trip, option: option).rows
      }
      return option
    }
  }
}

/// All that a plan consists of, except how long it took.
struct ExplainedPlan: Sendable {
  let trip: Trip
  let direct: DirectTrip
  let candidates: [Candidate]
  let options: [PlanOption]
  let whyNot: WhyNot?

  /// - Parameter omitted: the shops that shop search left out.
  func plan(omitted: Int, _ timings: PlanTimings, certainty: PlanCertainty?) -> Plan {
    let query = trip.query
    return Plan(
      id: trip.id, origin: trip.origin, destination: trip.destination,
      category: query.category, departure: query.window.departure,
      deadline: query.window.deadline, direct: direct, options: options,
      candidates: CandidateCounts(
        candidates, on: trip, directSeconds: direct.durationSeconds, omitted: omitted),
      timings: timings, categories: query.categories.count > 1 ? query.categories : nil,
      openEnd: query.openEnd, whyNot: whyNot,
      departures: query.details.departures == true
        ? DepartureChart(candidates, on: trip, directSeconds: direct.durationSeconds) : nil,
      certainty: certainty, clockWarning: trip.map.info.clockWarning)
  }
}
