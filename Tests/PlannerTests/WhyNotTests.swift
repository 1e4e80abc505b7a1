import CommandLineKit
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

@Suite struct WhyNotTests {
  private static let all = WhyNotRequest(limit: PlannerLimits.maximumExplained)

  @Test(
    "shown and reasons add up to considered; each reason is that of a plan over the shop alone",
    arguments: 1...40)
  func reconciles(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var city = FakeCity.random(seed: seed, shops: .random(in: 0...40, using: &generator))
    for index in city.venues.indices where Bool.random(using: &generator) {
      city.venues[index].brand = ["A", "B"].randomElement(using: &generator)
    }
    let choice = PlanChoice(
      maximumDetourSeconds: Bool.random(using: &generator)
        ? .random(in: 0...2400, using: &generator) : nil,
      order: PlanOrder.allCases.randomElement(using: &generator),
      perBrand: .random(in: 1...3, using: &generator))
    let openOnly = Bool.random(using: &generator)
    let limit = Int.random(in: 1...12, using: &generator)
    let plan = try await Bench(city).plan(
      request(
        limit: limit, openOnly: openOnly, choice: choice, details: PlanDetails(whyNot: Self.all)))
    let whyNot = try #require(plan.whyNot)

    #expect(whyNot.shown == plan.options.count, "seed \(seed)")
    #expect(
      whyNot.shown + whyNot.counts.reduce(0) { $0 + $1.count } == plan.candidates.considered,
      "seed \(seed)")
    #expect(
      Set(whyNot.venues.map(\.id)).union(plan.options.map(\.venue.id))
        == Set(city.venues.map(\.id)), "seed \(seed)")
    for count in whyNot.counts {
      #expect(
        whyNot.venues.count { $0.reason == count.reason } == count.count, "seed \(seed)")
    }
    for exclusion in whyNot.venues {
      try await check(exclusion, city, choice, openOnly: openOnly, plan, seed)
    }
  }

  private func check(
    _ exclusion: PlanExclusion, _ city: FakeCity, _ choice: PlanChoice, openOnly: Bool,
    _ plan: Plan, _ seed: UInt64
  ) async throws {
    var alone = city
    alone.venues.removeAll { $0.id != exclusion.id }
    let other = try await Bench(alone).plan(request(openOnly: openOnly))
    let comment = "seed \(seed): \(exclusion)"
    switch exclusion.reason {
    case .unreachable: #expect(other.candidates.unreachable == 1, "\(comment)")
    case .closed: #expect(other.candidates.closed == 1, "\(comment)")
    case .hoursUnknown: #expect(openOnly && other.candidates.unknown == 1, "\(comment)")
    case .late:
      #expect(exclusion.seconds == -(try #require(other.options.first).slackSeconds), "\(comment)")
    case .detour:
      let option = try #require(other.options.first)
      #expect(exclusion.seconds == option.detourSeconds, "\(comment)")
      #expect(option.detourSeconds > choice.maximumDetourSeconds ?? .max, "\(comment)")
    case .brand:
      let brand = try #require(alone.venues[0].brand)
      #expect(plan.options.count { $0.venue.brand == brand } == choice.perBrand, "\(comment)")
      #expect(other.candidates.onTime == 1, "\(comment)")
    case .full: #expect(other.candidates.onTime == 1, "\(comment)")
    case .favourite, .walk, .outranked, .tooFar, .category, .filter, .unknownVenue:
      Issue.record("\(comment)")
    }
  }

  @Test("a closed shop has the time it closes and opens, and that of the arrival")
  func closed() async throws {
    let plan = try await Bench(FakeCity(hours: ["07:00-08:05,09:00-18:00"])).plan(
      request(details: PlanDetails(whyNot: WhyNotRequest())))
    let shop = try #require(plan.whyNot?.venues.first)
    #expect(shop.reason == .closed && shop.name == "S0")
    #expect(shop.arrival?.description == "2026-11-21T08:10:00-08:00")
    #expect(shop.closes?.description == "2026-11-21T08:05:00-08:00")
    #expect(shop.opens?.description == "2026-11-21T09:00:00-08:00")
  }

  @Test("a shop that closes during the visit has the time it closes")
  func closesDuringVisit() async throws {
    let plan = try await Bench(FakeCity(hours: ["07:00-08:15"])).plan(
      request(details: PlanDetails(whyNot: WhyNotRequest())))
    let shop = try #require(plan.whyNot?.venues.first)
    #expect(shop.reason == .closed)
    #expect(shop.closes?.description == "2026-11-21T08:15:00-08:00")
  }

  @Test("the shops asked about are explained, considered or not")
  func asked() async throws {
    var city = FakeCity(hours: ["24/7", "24/7"])
    city.unlisted = [
      FakeCity.shop("Bar", at: 3).with(category: .bar),
      FakeCity.shop("Far", at: 900), FakeCity.shop("Near", at: 4),
    ]
    let ids: [VenueID] = ["fake/S0", "fake/Bar", "fake/Far", "fake/Near", "fake/None", "fake/S1"]
    let plan = try await Bench(city).plan(
      request(limit: 1, details: PlanDetails(whyNot: WhyNotRequest(venues: ids))))
    let reasons = try #require(plan.whyNot).venues
    #expect(plan.options.map(\.venue.id) == ["fake/S0"])
    #expect(reasons.map(\.id) == ["fake/Bar", "fake/Far", "fake/Near", "fake/None", "fake/S1"])
    #expect(reasons.map(\.reason) == [.category, .tooFar, .filter, .unknownVenue, .full])
    #expect(reasons.map(\.name) == ["Bar", "Far", "Near", nil, "S1"])
    #expect(
      reasons.map(\.names?.texts) == [["Shop Bar"], ["Shop Far"], ["Shop Near"], nil, ["Shop S1"]])
    #expect(reasons[1].seconds ?? 0 > reasons[1].limit ?? .max)
    #expect(reasons[4].rank == 2 && reasons[4].limit == 1)
  }

  @Test("a plan explains only if requested, and at most as many as requested")
  func bounded() async throws {
    let city = FakeCity(hours: Array(repeating: "24/7", count: 30))
    #expect(try await Bench(city).plan(request()).whyNot == nil)
    let whyNot = try await Bench(city).plan(
      request(details: PlanDetails(whyNot: WhyNotRequest(limit: 3)))
    ).whyNot
    #expect(whyNot?.venues.count == 3)
    #expect(whyNot?.counts == [WhyNot.ReasonCount(reason: .full, count: 20)])
    let tooMany = request(details: PlanDetails(whyNot: WhyNotRequest(limit: 501)))
    #expect(await Bench(city).failure(tooMany)?.code == .invalidRequest)
  }
}

extension Venue {
  func with(category: VenueCategory) -> Venue {
    var venue = self
    venue.category = category
    return venue
  }
}
