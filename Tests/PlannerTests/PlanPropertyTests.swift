import Geography
import Messages
import TestSupport
import Testing

@testable import Planner

/// Plans over random cities against a planner that looks at everything, one shop after the other.
@Suite struct PlanPropertyTests {
  /// A shop as the slow planner sees it.
  private struct Slow {
    let venue: Venue
    let trip: Int
    let straight: Meters
    let driven: Int
  }

  @Test(arguments: 1...60)
  func equalsTheSlowPlanner(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let city = FakeCity.random(seed: seed, shops: .random(in: 0...60, using: &generator))
    let limit = Int.random(in: 1...12, using: &generator)
    let dwell = Int.random(in: 0...1200, using: &generator)
    let plan = try await Bench(city).plan(request(dwell: dwell, limit: limit))

    let reachable = city.venues.compactMap { venue -> Slow? in
      let here = venue.coordinate
      guard let toStop = city.seconds(unionSquare, here),
        let onward = city.seconds(here, coitTower)
      else { return nil }
      return Slow(
        venue: venue, trip: toStop + dwell + onward,
        straight: unionSquare.distance(to: here) + here.distance(to: coitTower),
        driven: city.meters(unionSquare, here) + city.meters(here, coitTower))
    }
    let byStraightWay = reachable.sorted {
      ($0.trip, $0.straight, $0.venue.name, $0.venue.id)
        < ($1.trip, $1.straight, $1.venue.name, $1.venue.id)
    }
    let expected = byStraightWay.prefix(limit).sorted {
      ($0.trip, $0.driven, $0.venue.name, $0.venue.id)
        < ($1.trip, $1.driven, $1.venue.name, $1.venue.id)
    }
    #expect(plan.options.map(\.venue) == expected.map(\.venue), "seed \(seed)")
    #expect(
      plan.candidates
        == CandidateCount(
          considered: city.venues.count, unreachable: city.venues.count - reachable.count,
          onTime: reachable.filter { $0.trip <= 2700 }.count, omitted: 0), "seed \(seed)")
    for option in plan.options { checkSums(of: option, in: plan, dwell: dwell, seed: seed) }
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
    #expect(option.leaveBy == plan.departure.adding(seconds: option.slackSeconds))
    #expect(option.onTime == (option.slackSeconds >= 0), "seed \(seed)")
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
