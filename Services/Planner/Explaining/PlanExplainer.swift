import Algorithms
import Messages
import Time

/// Completes the options by what follows from all candidates, and explains the rest.
struct PlanExplainer {
  let trip: Trip
  let direct: DirectTrip
  let services: any PlanServices
  /// What is known of shops that are no candidates.
  let others: EvaluatedShops
  let now: Timestamp

  /// - Throws: whatever the services throw that are asked for names, or for a way out.
  func explained(_ routed: RoutedShops) async throws -> ExplainedPlan {
    let exclusions = Exclusions(
      trip: trip, candidates: routed.candidates,
      options: routed.options, others: others)
    var whyNot: WhyNot?
    if let request = trip.query.details.whyNot {
      whyNot = try await exclusions.whyNot(request, from: services)
    }
    let counts = CandidateCounts(
      routed.candidates, on: trip, others: others)
    let judge = PlanJudge(
      trip: trip, direct: direct, services: services, candidates: routed.candidates,
      options: routed.options, outcomes: counts.outcomes, now: now)
    return ExplainedPlan(
      trip: trip, direct: direct, candidates: routed.candidates,
      options: try await completed(routed), whyNot: whyNot, counts: counts,
      verdict: try await judge.verdict(), leaveBetween: judge.leaveBetween)
  }

  private func completed(_ routed: RoutedShops) async throws -> [PlanOption] {
    let best = routed.candidates.compactMap { $0.outcome.times?.tripSeconds }.min()
    let hasLedger = trip.query.details.ledger == true
    let feeds = hasLedger ? await hoursFeeds(of: routed.options.map(\.venue.id)) : []
    return routed.options.enumerated().map { number, option in
      var option = option
      option.laterThanBestSeconds = best.map { trip.times(of: option).tripSeconds - $0 }
      if hasLedger {
        option.ledger = Ledger(trip: trip, option: option, hoursFeed: feeds[number]).rows
      }
      return option
    }
  }

  /// The feed that each shop's opening hours come from. A plan is not late for it, and does not
  /// fail: without the store a ledger names the hours alone.
  private func hoursFeeds(of shops: [VenueID]) async -> [VenueFieldSource?] {
    let wait = PlanningLimits.sourceWait
    return await concurrentMap(shops) { [services] shop in
      do throws(ServiceError) {
        let reply = try await services.send(VenueSourcesRequest(id: shop), timeout: wait)
        return reply.fields.first { $0.field == "openingHours" }
      } catch {
        return nil
      }
    }
  }
}

/// All that a plan consists of, except how long it took.
struct ExplainedPlan: Sendable {
  let trip: Trip
  let direct: DirectTrip
  let candidates: [EvaluatedShop]
  let options: [PlanOption]
  let whyNot: WhyNot?
  let counts: CandidateCounts
  let verdict: PlanVerdict
  let leaveBetween: DepartureWindow?

  func plan(_ timings: PlanTimings, certainty: PlanCertainty?) -> Plan {
    let query = trip.query
    let alike = OptionHighlights(
      trip: trip, options: options,
      brands: Dictionary(
        candidates.compactMap { candidate in candidate.shop.brand.map { (candidate.shop.id, $0) } },
        uniquingKeysWith: { first, _ in first }))
    let isBound = certainty?.detours.kind == .bound && verdict.answer == .yes
    return Plan(
      id: trip.id, origin: trip.origin, destination: trip.destination,
      category: query.category, departure: query.window.departure,
      deadline: query.window.deadline, direct: direct, options: options,
      candidates: counts,
      timings: timings, categories: query.categories.count > 1 ? query.categories : nil,
      openEnd: query.openEnd, whyNot: whyNot,
      departures: query.details.departures == true
        ? DepartureChart(candidates, on: trip) : nil,
      certainty: certainty, clockWarning: trip.map.info.clockWarning,
      verdict: isBound ? PlanVerdict(.maybe, .bounds) : verdict, leaveBetween: leaveBetween,
      highlights: alike.highlights, groups: alike.groups)
  }
}
