import CommandLineKit
import Geography
import Messages
import Testing
import TestSupport

@testable import Planner

/// Plans over random cities against a planner that looks at everything, one shop after the other
/// and one minute after the other.
@Suite struct PlanPropertyTests {
  /// A shop as the slow planner sees it; times in minutes.
  private struct Slow {
    let venue: Venue
    let visits: SlowVisits
    let toStop: Int
    let toDestination: Int
    /// When the visit begins.
    let start: Int
    let isCertain: Bool
    let trip: Int
    let straight: Meters
    let driven: Int
  }

  private enum Outcome {
    case unreachable, closed, uncertain
    case possible(Slow)
  }

  /// What the slow planner is asked; times in minutes.
  private struct Question {
    let city: FakeCity
    let dwell: Int
    let openOnly: Bool
    let departure = morning.minute + 30
    let deadline = morning.minute + 75
  }

  @Test(arguments: 1...60)
  func equalsTheSlowPlanner(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let question = Question(
      city: .random(seed: seed, shops: .random(in: 0...60, using: &generator)),
      dwell: .random(in: 1...20, using: &generator), openOnly: .random(using: &generator))
    let limit = Int.random(in: 1...12, using: &generator)
    let plan = try await Bench(question.city).plan(
      request(dwell: question.dwell * 60, limit: limit, openOnly: question.openOnly))

    let outcomes = question.city.venues.map { Self.outcome($0, question) }
    let expected = Self.best(outcomes, limit)
    #expect(plan.options.map(\.venue) == expected.map(\.venue), "seed \(seed)")
    #expect(plan.candidates == Self.count(outcomes, question), "seed \(seed)")
    for (option, slow) in zip(plan.options, expected) {
      checkSums(of: option, in: plan, dwell: question.dwell * 60, seed: seed)
      checkHours(of: option, slow, question, seed: seed)
    }
  }

  private static func outcome(_ venue: Venue, _ question: Question) -> Outcome {
    let city = question.city, dwell = question.dwell, here = venue.coordinate
    guard let toStop = city.seconds(unionSquare, here).map({ $0 / 60 }) else {
      return .unreachable
    }
    let visits = SlowVisits(venue.openingHours, dwell: dwell)
    let arrival = question.departure + toStop
    let latest = question.deadline - dwell
    guard let start = visits.first(from: arrival, to: latest, certainly: question.openOnly) else {
      return visits.first(from: arrival, to: latest, certainly: false) == nil
        ? .closed : .uncertain
    }
    guard let onward = city.seconds(here, coitTower).map({ $0 / 60 }) else {
      return .unreachable
    }
    let end = start + dwell + onward
    if start > arrival, end > question.deadline { return .closed }
    return .possible(
      Slow(
        venue: venue, visits: visits, toStop: toStop, toDestination: onward, start: start,
        isCertain: visits.isCertain(start), trip: end - question.departure,
        straight: unionSquare.distance(to: here) + here.distance(to: coitTower),
        driven: city.meters(unionSquare, here) + city.meters(here, coitTower)))
  }

  private static func best(_ outcomes: [Outcome], _ limit: Int) -> [Slow] {
    let possible = outcomes.compactMap { outcome in
      if case .possible(let slow) = outcome { slow } else { nil }
    }
    let byStraightWay = possible.sorted {
      ($0.trip, $0.straight, $0.venue.id) < ($1.trip, $1.straight, $1.venue.id)
    }
    return byStraightWay.prefix(limit).sorted {
      ($0.trip, $0.driven, $0.venue.id) < ($1.trip, $1.driven, $1.venue.id)
    }
  }

  private static func count(_ outcomes: [Outcome], _ question: Question) -> CandidateCount {
    var (unreachable, closed, unknown, onTime) = (0, 0, 0, 0)
    for outcome in outcomes {
      switch outcome {
      case .unreachable: unreachable += 1
      case .closed: closed += 1
      case .uncertain: unknown += 1
      case .possible(let slow):
        unknown += slow.isCertain ? 0 : 1
        onTime += question.departure + slow.trip <= question.deadline ? 1 : 0
      }
    }
    return CandidateCount(
      considered: outcomes.count, unreachable: unreachable, closed: closed, unknown: unknown,
      onTime: onTime, omitted: 0)
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

  /// Wait, hours and leave-by against a look at every minute.
  private func checkHours(
    of option: PlanOption, _ slow: Slow, _ question: Question, seed: UInt64
  ) {
    let wait = slow.start - question.departure - slow.toStop
    let told = "seed \(seed): \(slow.venue.openingHours ?? "no hours")"
    #expect(option.waitSeconds == wait * 60, "\(told)")
    let state: VisitHours.State =
      !slow.isCertain ? .unknown : wait > 0 ? .opensLater : .open
    #expect(option.hours?.state == state, "\(told)")
    #expect(option.hours?.opens?.minute == (wait > 0 ? slow.start : nil), "\(told)")
    let leaveBy = slow.visits.leaveBy(
      slow.toStop, slow.toDestination, deadline: question.deadline, certainly: slow.isCertain)
    #expect(option.leaveBy.secondsSince1970 == Int64(leaveBy) * 60, "\(told)")
    if option.onTime {
      #expect(option.leaveBy >= morning.adding(seconds: 1800), "\(told)")
    }
  }

  @Test(arguments: 1...5)
  func theSameQuestionHasTheSameAnswer(seed: UInt64) async throws {
    var city = FakeCity.random(seed: seed, shops: 40)
    let first = try await Bench(city).plan(request())
    var generator = SeededGenerator(seed: seed)
    city.venues.shuffle(using: &generator)
    #expect(try await Bench(city).plan(request()) == first, "seed \(seed)")
  }
}
