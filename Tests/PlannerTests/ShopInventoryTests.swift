import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// Plans that ask the router for all shops of the categories, because it knows these, against
/// plans that ask for those within reach.
@Suite struct ShopInventoryTests {
  /// A random city, and some of its shops out of reach of any trip of two hours.
  private static func city(seed: UInt64, _ random: inout SeededGenerator) -> FakeCity {
    var city = FakeCity.random(seed: seed, shops: .random(in: 30...80, using: &random))
    for index in city.venues.indices {
      if index.isMultiple(of: 3) { city.venues[index].brand = "Chain \(index % 4)" }
      if .random(in: 0..<4, using: &random) == 0 { city.venues[index].moveAway() }
    }
    city.offRoad = Set(
      city.venues.filter { _ in .random(in: 0..<5, using: &random) == 0 }.map(\.coordinate))
    city.slowness = SlowFromNine.slowness
    city.walkMeters = wholeMinutes
    city.listsReach = true
    return city
  }

  @Test("drives over all shops give the plan of drives over those in reach", arguments: 1...40)
  func sameAsAlone(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let city = Self.city(seed: seed, &random)
    let start = Int.random(in: 0...59, using: &random)
    let query = request(
      depart: .clock(hour: 8, minute: start),
      by: .instant(morning.adding(seconds: 60 * (start + .random(in: 50...110, using: &random)))),
      dwell: 60 * .random(in: 0...20, using: &random), limit: .random(in: 1...8, using: &random),
      openOnly: .random(using: &random),
      choice: PlanChoice(
        maximumDetourSeconds: Bool.random(using: &random)
          ? nil : 60 * .random(in: 5...40, using: &random),
        order: PlanOrder.allCases.randomElement(using: &random),
        perBrand: .random(in: 0...2, using: &random)),
      details: PlanDetails(
        whyNot: WhyNotRequest(limit: 500), departures: .random(using: &random)))
    let exact = try await Bench(city).plan(query)
    let alone = try city.sent(DetoursRequest.self).count
    let bench = Bench(city, inventory: ShopInventory(least: 3))
    for _ in 0..<2 {
      let plan = try await bench.plan(query)
      #expect(plan.options == exact.options && plan.candidates == exact.candidates, "seed \(seed)")
      #expect(plan.whyNot == exact.whyNot && plan.departures == exact.departures, "seed \(seed)")
    }
    let sent = try city.sent(DetoursRequest.self).dropFirst(alone).filter {
      $0.stops.count == city.venues.count
    }
    #expect(sent.count >= 2 && Set(sent.map(\.stops)).count == 1, "seed \(seed)")
    // The second plan gets no shops again.
    let (all, known) = (
      try city.sent(CandidatesRequest.self).filter { $0.everything == true },
      try city.sent(CandidatesRequest.self).count { $0.unless != nil }
    )
    #expect(all.count == 2 && known == 1)
  }

  /// How a plan asks for drives if this many of 48 shops are within reach.
  private static func plan(
    near: Int, least: Int = 2, most: Int = .max, known: Int = .max, order: PlanOrder = .arrival
  ) async throws -> (stops: [Int], isBounded: Bool, plan: Plan) {
    var city = FakeCity(direct: 600, shops: (0..<48).map { ("S\($0)", 300 + 2 * $0, 400) })
    for index in near..<48 { city.venues[index].moveAway() }
    city.listsReach = true
    let inventory = ShopInventory(least: least, most: most, known: known, first: 20)
    let plan = try await Bench(city, inventory: inventory)
      .plan(request(choice: PlanChoice(order: order)))
    return (
      try city.sent(DetoursRequest.self).map(\.stops.count),
      try !city.sent(BestDetoursRequest.self).isEmpty, plan
    )
  }

  @Test("all shops are asked for if they are at most four times those within reach")
  func fourTimes() async throws {
    for (near, stops) in [(12, 48), (11, 11)] {
      let made = try await Self.plan(near: near)
      #expect(made.stops == [stops] && !made.isBounded)
      #expect(made.plan.candidates.considered == near && made.plan.options.count == 10)
    }
    #expect(try await Self.plan(near: 12, least: 12).stops == [12], "few are asked for alone")
    #expect(try await Self.plan(near: 12, least: 11).stops == [48])
  }

  @Test("more shops than the router knows are bounded, if they are at most 16 times as many")
  func sixteenTimes() async throws {
    #expect(try await Self.plan(near: 3, known: 47).isBounded)
    #expect(try await !Self.plan(near: 3, known: 48).isBounded)
    #expect(try await Self.plan(near: 12, known: 47).isBounded)
    let few = try await Self.plan(near: 2, least: 1, known: 47)
    #expect(!few.isBounded && few.stops == [2])
    let rated = try await Self.plan(near: 3, known: 47, order: .rating)
    #expect(!rated.isBounded && rated.stops == [3], "an order by rating has no bounds")
  }

  @Test("more shops within reach than are evaluated are bounded, as many are not")
  func most() async throws {
    #expect(try await Self.plan(near: 13, most: 12).isBounded)
    let all = try await Self.plan(near: 12, most: 12)
    #expect(!all.isBounded && all.stops == [48])
  }

  @Test("late shops need one further request, over all shops unless they are few")
  func lateShops() async throws {
    for (late, stops) in [(12, 48), (11, 11)] {
      var city = FakeCity(
        direct: 600,
        shops: (0..<48).map { ("S\($0)", 300 + 2 * $0, $0 < late ? 4 * 3600 : 400) })
      city.listsReach = true
      let exact = try await Bench(city).plan(request())
      let alone = try city.sent(DetoursRequest.self).count
      let plan = try await Bench(city, inventory: ShopInventory(least: 2)).plan(request())
      #expect(plan.options == exact.options && plan.candidates == exact.candidates)
      #expect(plan.candidates.outcomes.late == late)
      let sent = try city.sent(DetoursRequest.self).dropFirst(alone)
      #expect(sent.map(\.stops.count) == [48, stops])
    }
  }

  @Test("a shorter trip asks for the few shops within its reach, whatever a longer one keeps")
  func shorterTrip() async throws {
    var city = FakeCity(direct: 60, shops: (0..<48).map { ("S\($0)", 300 + 2 * $0, 400) })
    city.listsReach = true
    let bench = Bench(city, inventory: ShopInventory(least: 10))
    #expect(try await bench.plan(request()).candidates.considered == 48)
    // Two minutes of driving, eight kilometres from every shop.
    let far = LocationReference.coordinate(Coordinate(latitude: 37.71, longitude: -122.5))
    let query = request(from: far, to: far, by: .clock(hour: 8, minute: 12), dwell: 600)
    #expect(try await bench.plan(query).candidates.considered == 0)
    #expect(try city.sent(CandidatesRequest.self).map(\.everything) == [nil, true, nil])
  }
}

extension Venue {
  /// By 556 km.
  fileprivate mutating func moveAway() {
    coordinate = Coordinate(
      latitude: coordinate.latitude + 5, longitude: coordinate.longitude)
  }
}
