import CommandLineKit
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// Plans over more shops than are evaluated, against plans that evaluate each.
@Suite struct BoundedSearchTests {
  private static func city(seed: UInt64, _ random: inout SeededGenerator) -> FakeCity {
    var city = FakeCity.random(seed: seed, shops: .random(in: 30...150, using: &random))
    for index in city.venues.indices where index.isMultiple(of: 3) {
      city.venues[index].brand = "Chain \(index % 4)"
    }
    // A fifth is far from every road, as is one in ten pairs of places.
    city.offRoad = Set(
      city.venues.filter { _ in .random(in: 0..<5, using: &random) == 0 }.map(\.coordinate))
    // Drives get slower within most trips, or quicker after them.
    let ten = morning.adding(seconds: 9000)
    city.slowness = SlowFromNine.slowness
    if Bool.random(using: &random) { city.slowness = { $0 < ten ? 3 : 1 } }
    city.walkMeters = wholeMinutes
    return city
  }

  private static func query(_ random: inout SeededGenerator) -> PlanRequest {
    let orders: [PlanOrder] = [.arrival, .detour, .slack, .leaveBy]
    let start = Int.random(in: 0...59, using: &random)
    return request(
      depart: .clock(hour: 8, minute: start),
      by: .instant(morning.adding(seconds: 60 * (start + .random(in: 50...110, using: &random)))),
      dwell: 60 * .random(in: 0...20, using: &random), limit: .random(in: 1...8, using: &random),
      openOnly: .random(using: &random),
      choice: PlanChoice(
        maximumDetourSeconds: Bool.random(using: &random)
          ? nil : 60 * .random(in: 5...40, using: &random),
        order: orders.randomElement(using: &random), perBrand: .random(in: 0...2, using: &random)),
      details: PlanDetails(whyNot: WhyNotRequest(limit: 500)))
  }

  @Test("a plan with bounds equals that of all shops", arguments: 1...80)
  func sameAsAll(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var city = Self.city(seed: seed, &random)
    let query = Self.query(&random)
    let exact = try await Bench(city).plan(query)
    city.maximumCandidates = 10
    let bench = Bench(
      city, inventory: ShopInventory(most: 10, first: .random(in: 1...8, using: &random)))
    for _ in 0..<2 {
      let plan = try await bench.plan(query)
      #expect(plan.options == exact.options, "seed \(seed)")
      let counts = plan.candidates
      #expect(counts.considered == city.venues.count && counts.omitted == 0, "seed \(seed)")
      #expect(counts.onTime <= exact.candidates.onTime, "seed \(seed)")
      if counts.bounded == nil { #expect(counts.onTime == exact.candidates.onTime, "seed \(seed)") }
      // A shop without a way on may be closed as well.
      #expect(counts.unreachable >= exact.candidates.unreachable, "seed \(seed)")
      let whyNot = try #require(plan.whyNot)
      #expect(
        whyNot.shown + whyNot.counts.reduce(0) { $0 + $1.count } == counts.considered,
        "seed \(seed)")
      #expect(
        whyNot.counts.first { $0.reason == .outranked }?.count == counts.bounded?.count,
        "seed \(seed)")
      let ranks = try #require(exact.whyNot).venues.map { ($0.id, $0.rank) }
      for shop in whyNot.venues where shop.rank != nil {
        #expect(ranks.contains { $0 == (shop.id, shop.rank) }, "seed \(seed)")
      }
    }
    // The second plan sends neither shops nor coordinates again.
    let sent = try city.sent(BestDetoursRequest.self).count { $0.stops != nil }
    #expect(sent == 1)
    #expect(try city.sent(CandidatesRequest.self).count { $0.unless != nil } == 1)
  }

  @Test("most shops of a large city are left to their bound, and one asked about is evaluated")
  func bounded() async throws {
    var city = FakeCity(direct: 600, shops: (0..<500).map { ("S\($0)", 300 + 2 * $0, 400) })
    city.maximumCandidates = 100
    let bench = Bench(city, inventory: ShopInventory(most: 100, first: 20))
    let plan = try await bench.plan(
      request(details: PlanDetails(whyNot: WhyNotRequest(venues: ["fake/S300"]))))
    #expect(plan.options.map(\.venue.name) == (0..<10).map { "S\($0)" })
    // The others need 340 s and 400 s, less a second for their rounding.
    #expect(plan.candidates.bounded == BoundedShops(count: 479, leastDetourSeconds: 139))
    #expect(plan.candidates.considered == 500)
    let asked = try #require(plan.whyNot?.venues.first)
    #expect(asked.reason == .full && asked.rank == nil)
    #expect(try city.sent(DetoursRequest.self).map(\.stops.count) == [21])
  }

  @Test("bounds are those of the hours of trips on time, and of a week only if late ones count")
  func hoursOfBounds() async throws {
    var city = FakeCity(direct: 600, shops: (0..<50).map { ("S\($0)", 300 + 2 * $0, 400) })
    let inventory = ShopInventory(most: 10, first: 20)
    let bench = Bench(city, inventory: inventory)
    #expect(try await bench.plan(request()).options.count == 10)
    func hours() throws -> [Int?] {
      try city.sent(BestDetoursRequest.self).filter { $0.stops == nil }.map { $0.leavings?.count }
    }
    // 8:10 to 8:45; the router is asked once more for shops that it was not sent.
    #expect(try hours() == [1])
    // With 22 minutes and 10 at the shop, nine shops are on time: 2 × 8 + 700 s.
    let tight = try await bench.plan(request(by: .clock(hour: 8, minute: 22), dwell: 604))
    #expect(tight.options.map(\.onTime) == Array(repeating: true, count: 9) + [false])
    #expect(try hours() == [1, 1, 169])
    // Nobody knows whether a shop without a road in these hours has one later.
    city.offRoad = Set(city.venues.dropFirst(15).map(\.coordinate))
    let plan = try await Bench(city, inventory: inventory).plan(request())
    #expect(plan.candidates.unreachable == 35 && plan.candidates.bounded == nil)
    #expect(try hours() == [1, 1, 169, 1, 169])
  }

  private static let quickFromNine: @Sendable (Timestamp) -> Int = {
    $0 < morning.adding(seconds: 5400) ? 3 : 1
  }

  @Test("a late shop has its rank only where no bounded one can be before it")
  func lateRank() async throws {
    var city = FakeCity(
      direct: 60, shops: [("S0", 100, 100), ("S1", 100, 1_400), ("S2", 100, 1_410)])
    let walker = city.venues[1].coordinate
    city.walkMeters = { $0 == walker ? 400 : 0 }
    city.slowness = Self.quickFromNine
    let query = request(
      dwell: 600, limit: 1, details: PlanDetails(whyNot: WhyNotRequest(venues: ["fake/S1"])))
    let exact = try await Bench(city).plan(query)
    #expect(exact.whyNot?.venues.first?.rank == 3)
    city.maximumCandidates = 1
    let bounded = try await Bench(city, inventory: ShopInventory(most: 1, first: 2)).plan(query)
    #expect(bounded.options == exact.options && bounded.candidates.bounded?.count == 1)
    let late = try #require(bounded.whyNot?.venues.first)
    #expect(late.reason == .late && late.rank == nil, "S2 may be before it, and is")
  }

  @Test("while the list is not full the hours after the deadline count for detours, too")
  func notFull() async throws {
    var city = FakeCity(direct: 60, shops: [("S0", 100, 100), ("S1", 800, 600)])
    // Before nine S1 is 4,020 s of a detour; it is left at 8:50, and then one of 3,220 s.
    city.slowness = Self.quickFromNine
    let query = request(
      dwell: 600, limit: 2, choice: PlanChoice(maximumDetourSeconds: 3_600))
    let exact = try await Bench(city).plan(query)
    #expect(exact.options.map(\.onTime) == [true, false])
    city.maximumCandidates = 1
    let bounded = try await Bench(city, inventory: ShopInventory(most: 1, first: 1)).plan(query)
    #expect(bounded.options == exact.options)
  }

  @Test("orders by rating, charts and car parks evaluate every shop")
  func unbounded() async throws {
    var city = FakeCity(direct: 600, shops: (0..<50).map { ("S\($0)", 300 + 2 * $0, 400) })
    let all = Bench(city)
    city.maximumCandidates = 10
    let bench = Bench(city, inventory: ShopInventory(most: 10, first: 5))
    for query in [
      request(choice: PlanChoice(order: .rating)),
      request(details: PlanDetails(departures: true)), request(choice: PlanChoice(parking: .lot)),
    ] {
      let plan = try await bench.plan(query)
      let exact = try await all.plan(query)
      #expect(plan.options == exact.options && plan.departures == exact.departures)
      #expect(plan.candidates == exact.candidates && plan.candidates.omitted == 0)
    }
    #expect(try city.sent(BestDetoursRequest.self).isEmpty)
  }

  @Test("without the router a plan over a large city has bounds of drives")
  func withoutRouter() async throws {
    var city = FakeCity(direct: 600, shops: (0..<50).map { ("S\($0)", 300 + 2 * $0, 400) })
    city.maximumCandidates = 10
    city.down[.router] = ServiceError(.unavailable, "It is away.")
    var query = request()
    query.allowsDegraded = true
    let bench = Bench(city, inventory: ShopInventory(most: 10, first: 5))
    let plan = try await bench.plan(query)
    #expect(plan.certainty?.detours.kind == .bound)
    #expect(plan.candidates.omitted == 40)
  }

  /// Shops with their hours and drives, of which as many are evaluated at first as are listed.
  private static func plans(
    _ shops: [(hours: String, toStop: Int, toDestination: Int)], limit: Int, _ order: PlanOrder
  ) async throws -> (bounded: Plan, exact: Plan) {
    var city = FakeCity(
      direct: 600, shops: shops.enumerated().map { ("S\($0)", $1.toStop, $1.toDestination) })
    for (index, shop) in shops.enumerated() { city.venues[index].openingHours = shop.hours }
    let query = request(
      by: .clock(hour: 9, minute: 30), dwell: 600, limit: limit, choice: PlanChoice(order: order))
    let exact = try await Bench(city).plan(query)
    city.maximumCandidates = 1
    let inventory = ShopInventory(most: 1, first: limit)
    return (try await Bench(city, inventory: inventory).plan(query), exact)
  }

  private static let (early, half) = ("Sa 07:00-20:00", "Sa 08:30-20:00")

  @Test("how much later a stop is counts from the quickest of all shops, the bounded included")
  func quickest() async throws {
    let shops = [(Self.half, 300, 300), (Self.half, 301, 300), (Self.early, 400, 400)]
    let (bounded, exact) = try await Self.plans(shops, limit: 2, .detour)
    #expect(bounded.options == exact.options)
    // Half past eight, ten minutes and the way on; the third is at the destination at 8:23:20.
    #expect(bounded.options.map(\.laterThanBestSeconds) == [1_300, 1_300])
  }

  @Test("a bound that nobody beats is enough, to the second") func quickestToTheSecond()
    async throws
  {
    // Drives of 500 s and a wait of 100 s; the others drive at least 601 s, less their rounding.
    let shops = [("Sa 08:06-20:00", 260, 240), (Self.early, 301, 300), (Self.early, 302, 300)]
    let (bounded, exact) = try await Self.plans(shops, limit: 1, .detour)
    #expect(bounded.options == exact.options)
    #expect(bounded.candidates.bounded?.count == 2, "only one shop is evaluated")
    let closer = [shops[0], (Self.early, 300, 300), shops[2]]
    let (all, exactAll) = try await Self.plans(closer, limit: 1, .detour)
    #expect(all.options == exactAll.options && all.candidates.bounded == nil)
  }

  @Test("a shop whose bound is better than the last one listed is evaluated")
  func lastListed() async throws {
    let shops = [
      (Self.early, 300, 300), (Self.half, 301, 300), (Self.half, 302, 300), (Self.early, 320, 320),
    ]
    let (bounded, exact) = try await Self.plans(shops, limit: 3, .arrival)
    #expect(exact.options.map(\.venue.name) == ["S0", "S3", "S1"])
    #expect(bounded.options == exact.options)
  }
}
