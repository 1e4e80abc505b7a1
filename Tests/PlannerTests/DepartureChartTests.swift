import CommandLineKit
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

@Suite(.computing) struct DepartureChartTests {
  private static let eight = morning.adding(seconds: 1800)
  private static let deadline = morning.adding(seconds: 4500)

  private static func plan(
    _ city: FakeCity, after seconds: Int = 0, dwell: Int = 600, openOnly: Bool = false,
    chart: Bool? = nil
  ) async throws -> Plan {
    try await Bench(city).plan(
      request(
        depart: .instant(eight.adding(seconds: seconds)), by: .instant(deadline), dwell: dwell,
        limit: 50, openOnly: openOnly, details: PlanDetails(departures: chart)))
  }

  @Test(
    "each count of a chart is that of a plan for that departure, and none grows",
    arguments: 1...20)
  func matchesPlans(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let city = FakeCity.random(seed: seed, shops: .random(in: 0...40, using: &generator))
    let openOnly = Bool.random(using: &generator)
    let chart = try #require(
      try await Self.plan(city, openOnly: openOnly, chart: true).departures)
    #expect(chart.counts == chart.counts.sorted(by: >), "seed \(seed)")
    #expect(chart.counts.last == 0, "seed \(seed)")
    for (number, count) in chart.counts.enumerated() {
      let seconds = number * chart.stepSeconds
      guard seconds < Self.deadline.seconds(since: Self.eight) else { break }
      let plan = try await Self.plan(city, after: seconds, openOnly: openOnly)
      #expect(plan.candidates.onTime == count, "seed \(seed), after \(seconds) s")
    }
  }

  @Test("the last departure is the latest of all, and one second later none is on time")
  func last() async throws {
    let city = FakeCity(
      direct: 600,
      shops: [
        (name: "A", toStop: 300, toDestination: 301), (name: "B", toStop: 400, toDestination: 300),
      ])
    let chart = try #require(try await Self.plan(city, chart: true).departures)
    #expect(chart.last?.venue == "fake/A")
    let span = try #require(chart.last).leaveBy.seconds(since: Self.eight)
    #expect(try await Self.plan(city, after: span).candidates.onTime == 1)
    #expect(try await Self.plan(city, after: span + 1).candidates.onTime == 0)
  }

  @Test("a longer dwell never arrives earlier, and never leaves more on time", arguments: 1...20)
  func longerDwell(seed: UInt64) async throws {
    let city = FakeCity.random(seed: seed, shops: 30)
    var before: Plan?
    for minutes in [1, 5, 10, 15, 20] {
      let plan = try await Self.plan(city, dwell: minutes * 60)
      if let before {
        #expect(plan.candidates.onTime <= before.candidates.onTime, "seed \(seed)")
        for option in plan.options {
          let other = before.options.first { $0.venue.id == option.venue.id }
          if let other { #expect(option.arrival >= other.arrival, "seed \(seed)") }
        }
      }
      before = plan
    }
  }

  /// From nine o'clock on every drive takes half as long, or twice.
  @Test(
    "across the change of an hour no later departure, and no longer dwell, arrives earlier",
    arguments: 1...20)
  func acrossTheHour(seed: UInt64) async throws {
    var city = FakeCity.random(seed: seed, shops: 30)
    let nine = morning.adding(seconds: 5400), isQuicker = seed.isMultiple(of: 2)
    city.slowness = { ($0 < nine) == isQuicker ? 2 : 1 }
    var before: Plan?
    for (minutes, dwell) in [(30, 5), (40, 5), (45, 5), (50, 5), (55, 5), (55, 10), (59, 10)] {
      let plan = try await Bench(city).plan(
        request(
          depart: .clock(hour: 8, minute: minutes), by: .clock(hour: 9, minute: 40),
          dwell: dwell * 60, limit: 50))
      #expect(plan.candidates.onTime <= before?.candidates.onTime ?? .max, "seed \(seed)")
      #expect(plan.direct.arrival >= before?.direct.arrival ?? plan.direct.arrival)
      for option in plan.options {
        let earlier = before?.options.first { $0.venue.id == option.venue.id }
        #expect(earlier?.arrival ?? option.arrival <= option.arrival, "seed \(seed), \(minutes)")
      }
      before = plan
    }
  }

  @Test("a shop is on time with its longest stay, and late or closed with more", arguments: 1...20)
  func longestStay(seed: UInt64) async throws {
    let city = FakeCity.random(seed: seed, shops: 12)
    for option in try await Self.plan(city).options {
      var alone = city
      alone.venues = [option.venue]
      guard option.onTime else {
        #expect(option.longestStaySeconds == nil, "seed \(seed)")
        continue
      }
      let longest = try #require(option.longestStaySeconds)
      let longer = try await Self.plan(alone, dwell: longest + 1)
      #expect(longer.candidates.onTime == 0, "seed \(seed): \(option.venue)")
      #expect(
        try await Self.plan(alone, dwell: longest).candidates.onTime == 1, "seed \(seed)")
    }
  }

  @Test("no stay is longer than a day, however much time there is", arguments: [23, 30])
  func longestStayOfAll(hours: Int) async throws {
    let city = FakeCity(hours: ["24/7"])
    let plan = try await Bench(city).plan(
      request(
        depart: .instant(morning), by: .instant(morning.adding(seconds: hours * 3600 + 900)),
        dwell: 60))
    #expect(plan.options.map(\.longestStaySeconds) == [min(hours, 24) * 3600])
  }
}
