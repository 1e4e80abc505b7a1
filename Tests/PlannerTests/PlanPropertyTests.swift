import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// Plans over random cities against an oracle that tries every shop, minute by minute.
@Suite struct PlanPropertyTests {
  /// A possible stop according to the oracle; times in minutes.
  private struct OracleStop {
    let venue: Venue
    let visits: VisitOracle
    let toStop: Int
    let toDestination: Int
    /// When the visit begins.
    let start: Int
    let isCertain: Bool
    let trip: Int
    let straight: Meters
    let driven: Int

    func isLate(_ query: Query) -> Bool { query.departure + trip > query.deadline }
  }

  private enum Outcome {
    case unreachable, closed, uncertain
    case possible(OracleStop)
  }

  /// The oracle's input; times in minutes.
  private struct Query {
    var city: FakeCity
    let dwell: Int
    let openOnly: Bool
    /// Minutes after eight, at most 59; many drives then pass nine o'clock.
    let start: Int
    var departure: Int { morning.minute + 30 + start }
    var deadline: Int { departure + 45 }
  }

  @Test("a plan equals that of the oracle, minute by minute", arguments: 1...60)
  func matchesOracle(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var query = Query(
      city: .random(seed: seed, shops: .random(in: 0...60, using: &generator)),
      dwell: .random(in: 1...20, using: &generator), openOnly: .random(using: &generator),
      start: seed.isMultiple(of: 2) ? 0 : .random(in: 1...59, using: &generator))
    query.city.slowness = SlowFromNine.slowness
    let limit = Int.random(in: 1...12, using: &generator)
    let plan = try await Bench(query.city).plan(
      request(
        depart: .clock(hour: 8, minute: query.start),
        by: .instant(morning.adding(seconds: (query.deadline - morning.minute) * 60)),
        dwell: query.dwell * 60, limit: limit, openOnly: query.openOnly))

    let outcomes = query.city.venues.map { Self.outcome($0, query) }
    let best = Self.best(outcomes, limit, query)
    #expect(plan.options.map(\.venue) == best.map(\.venue), "seed \(seed)")
    #expect(plan.candidates == Self.count(outcomes, query), "seed \(seed)")
    #expect(plan.verdict.answer == Self.answer(outcomes, query), "seed \(seed)")
    for (option, expected) in zip(plan.options, best) {
      checkSums(of: option, in: plan, dwell: query.dwell * 60, seed: seed)
      checkHours(of: option, expected, query, seed: seed)
    }
  }

  private static func outcome(_ venue: Venue, _ query: Query) -> Outcome {
    let city = query.city, dwell = query.dwell, here = venue.coordinate
    let toStop = city.seconds(unionSquare, here).map {
      SlowFromNine.minutes($0 / 60, from: query.departure)
    }
    guard let toStop else {
      return .unreachable
    }
    let visits = VisitOracle(venue.openingHours, dwell: dwell)
    let arrival = query.departure + toStop
    let latest = query.deadline - dwell
    guard let start = visits.first(from: arrival, to: latest, certainly: query.openOnly) else {
      return visits.first(from: arrival, to: latest, certainly: false) == nil
        ? .closed : .uncertain
    }
    let onward = city.seconds(here, coitTower).map {
      SlowFromNine.minutes($0 / 60, from: start + dwell)
    }
    guard let onward else { return .unreachable }
    let end = start + dwell + onward
    if start > arrival, end > query.deadline { return .closed }
    return .possible(
      OracleStop(
        venue: venue, visits: visits, toStop: toStop, toDestination: onward, start: start,
        isCertain: visits.isCertain(start), trip: end - query.departure,
        straight: unionSquare.distance(to: here) + here.distance(to: coitTower),
        driven: city.meters(unionSquare, here) + city.meters(here, coitTower)))
  }

  /// Those on time first, of them those known to be open.
  private static func best(_ outcomes: [Outcome], _ limit: Int, _ query: Query) -> [OracleStop] {
    let possible = outcomes.compactMap { outcome in
      if case .possible(let expected) = outcome { expected } else { nil }
    }
    func rank(_ stop: OracleStop) -> Int { (stop.isLate(query) ? 2 : 0) + (stop.isCertain ? 0 : 1) }
    let byStraightWay = possible.sorted {
      (rank($0), $0.trip, $0.straight, $0.venue.id)
        < (rank($1), $1.trip, $1.straight, $1.venue.id)
    }
    return byStraightWay.prefix(limit).sorted {
      (rank($0), $0.trip, $0.driven, $0.venue.id) < (rank($1), $1.trip, $1.driven, $1.venue.id)
    }
  }

  /// A yes only for a shop that is known to be open.
  private static func answer(_ outcomes: [Outcome], _ query: Query) -> PlanVerdict.Answer {
    let onTime = outcomes.compactMap { outcome -> Bool? in
      guard case .possible(let stop) = outcome, !stop.isLate(query) else { return nil }
      return stop.isCertain
    }
    return onTime.contains(true) ? .yes : onTime.isEmpty ? .no : .maybe
  }

  private static func count(_ outcomes: [Outcome], _ query: Query) -> CandidateCounts {
    var (unreachable, closed, unknown, onTime) = (0, 0, 0, 0)
    var (uncertain, perhaps) = (0, 0)
    for outcome in outcomes {
      switch outcome {
      case .unreachable: unreachable += 1
      case .closed: closed += 1
      case .uncertain:
        unknown += 1
        uncertain += 1
      case .possible(let expected):
        unknown += expected.isCertain ? 0 : 1
        onTime += expected.isLate(query) ? 0 : 1
        perhaps += expected.isLate(query) || expected.isCertain ? 0 : 1
      }
    }
    return CandidateCounts(
      considered: outcomes.count, unreachable: unreachable, closed: closed, unknown: unknown,
      onTime: onTime, omitted: 0,
      outcomes: CandidateOutcomes(
        open: onTime - perhaps, perhaps: perhaps,
        late: outcomes.count - unreachable - closed - uncertain - onTime, closed: closed,
        hoursUnknown: uncertain, unreachable: unreachable))
  }

  /// Every number of an option against the definitions, from the legs.
  private func checkSums(of option: PlanOption, in plan: Plan, dwell: Int, seed: UInt64) {
    let legs = option.toStop.durationSeconds + option.toDestination.durationSeconds
    let trip = legs + option.waitSeconds + dwell
    #expect(option.dwellSeconds == dwell, "seed \(seed)")
    #expect(option.detourSeconds == legs - plan.direct.durationSeconds, "seed \(seed)")
    #expect(
      option.addedSeconds == option.detourSeconds + option.waitSeconds + dwell, "seed \(seed)")
    #expect(option.arrival == plan.departure.adding(seconds: trip), "seed \(seed)")
    #expect(option.arrival == plan.direct.arrival.adding(seconds: option.addedSeconds))
    #expect(option.slackSeconds == plan.deadline.seconds(since: option.arrival), "seed \(seed)")
    #expect(option.onTime == (option.slackSeconds >= 0), "seed \(seed)")
    #expect(option.waitSeconds == 0 || option.onTime, "seed \(seed)")
  }

  /// Wait, hours and leave-by against the oracle.
  private func checkHours(
    of option: PlanOption, _ expected: OracleStop, _ query: Query, seed: UInt64
  ) {
    let wait = expected.start - query.departure - expected.toStop
    let comment = "seed \(seed): \(expected.venue.openingHours ?? "no hours")"
    #expect(option.waitSeconds == wait * 60, "\(comment)")
    let state: VisitHours.State =
      !expected.isCertain ? .unknown : wait > 0 ? .opensLater : .open
    #expect(option.hours.state == state, "\(comment)")
    #expect(option.hours.opens?.minute == (wait > 0 ? expected.start : nil), "\(comment)")
    let leaveBy = expected.visits.leaveBy(
      expected.toStop, expected.toDestination, deadline: query.deadline,
      certainly: expected.isCertain)
    #expect(option.leaveBy.secondsSince1970 == Int64(leaveBy) * 60, "\(comment)")
    if option.onTime {
      #expect(option.leaveBy >= morning.adding(seconds: 1800), "\(comment)")
    }
  }

  @Test("a plan does not depend on the order of the shops", arguments: 1...5)
  func deterministic(seed: UInt64) async throws {
    var city = FakeCity.random(seed: seed, shops: 40)
    let first = try await Bench(city).plan(request())
    var generator = SeededGenerator(seed: seed)
    city.venues.shuffle(using: &generator)
    #expect(try await Bench(city).plan(request()) == first, "seed \(seed)")
  }
}
