import Messages
import TestSupport
import Testing
import Time

@testable import Planner

@Suite struct PlanChoiceTests {
  private static let city: FakeCity = {
    var city = FakeCity(
      direct: 600,
      shops: [
        (name: "A", toStop: 300, toDestination: 500), (name: "B", toStop: 310, toDestination: 500),
        (name: "C", toStop: 320, toDestination: 500), (name: "D", toStop: 330, toDestination: 500),
      ])
    for index in 0..<3 { city.venues[index].brand = "Chain" }
    city.venues[2].rating = VenueRating(mean: 4.5, count: 3)
    city.venues[3].rating = VenueRating(mean: 4.6, count: 3)
    city.venues[1].openingHours = "06:00-08:16"
    return city
  }()

  private static func names(_ choice: PlanChoice, limit: Int = 10) async throws -> [String] {
    try await Bench(city).plan(request(limit: limit, choice: choice)).options.map(\.venue.name)
  }

  @Test("a chain does not fill the list")
  func perBrand() async throws {
    #expect(try await Self.names(PlanChoice()) == ["A", "B", "D"])
    #expect(try await Self.names(PlanChoice(perBrand: 1)) == ["A", "D"])
    #expect(try await Self.names(PlanChoice(perBrand: 3)) == ["A", "B", "C", "D"])
    #expect(try await Self.names(PlanChoice(perBrand: 0)) == ["A", "B", "C", "D"])
  }

  @Test("a shop that cannot be listed makes room for another of its brand")
  func brandReplacement() async throws {
    var city = Self.city
    city.since = { $0.name == "A" ? nil : $0 }
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.venue.name) == ["B", "C", "D"])
  }

  @Test(
    "options are in the wanted order",
    arguments: [
      (.arrival, ["A", "B", "C", "D"]), (.slack, ["A", "B", "C", "D"]),
      (.detour, ["A", "B", "C", "D"]), (.rating, ["D", "C", "A", "B"]),
      (.leaveBy, ["A", "C", "D", "B"]),
    ] as [(PlanOrder, [String])])
  func order(_ order: PlanOrder, _ expected: [String]) async throws {
    #expect(try await Self.names(PlanChoice(order: order, perBrand: 9)) == expected)
    #expect(
      try await Self.names(PlanChoice(order: order, perBrand: 9), limit: 1)
        == [expected[0]])
  }

  @Test("a late shop comes after all on time, in every order", arguments: PlanOrder.allCases)
  func lateLast(_ order: PlanOrder) async throws {
    var city = FakeCity(
      direct: 600,
      shops: [(name: "L", toStop: 2000, toDestination: 500), ("A", 300, 500), ("B", 310, 500)])
    city.venues[0].rating = VenueRating(mean: 5, count: 99)
    let plan = try await Bench(city).plan(request(choice: PlanChoice(order: order)))
    #expect(plan.options.map(\.onTime) == [true, true, false])
  }

  @Test("a detour longer than wanted is not listed and not counted as on time")
  func longestDetour() async throws {
    let plan = try await Bench(Self.city).plan(
      request(choice: PlanChoice(maximumDetourSeconds: 215, perBrand: 9)))
    #expect(plan.options.map(\.venue.name) == ["A", "B"])
    #expect(plan.candidates.onTime == 2)
  }

  @Test("favourites are listed alone, with how much later they are than the best of all")
  func favourites() async throws {
    let plan = try await Bench(Self.city).plan(
      request(
        choice: PlanChoice(favourites: ["fake/C", "fake/D"]),
        details: PlanDetails(whyNot: WhyNotRequest())))
    #expect(plan.options.map(\.venue.name) == ["C", "D"])
    #expect(plan.options.map(\.laterThanBestSeconds) == [20, 30])
    #expect(plan.whyNot?.counts == [WhyNot.ReasonCount(reason: .favourite, count: 2)])
  }

  @Test("categories and filter are passed on to shop search")
  func passedOn() async throws {
    let filter = VenueFilter(minimumRating: 4)
    let plan = try await Bench(Self.city).plan(
      request(choice: PlanChoice(categories: [.coffee, .bakery], filter: filter)))
    // Other tests ask the same city at the same time.
    #expect(
      try Self.city.sent(CandidatesRequest.self).contains {
        $0.categories == [.coffee, .bakery] && $0.filter == filter
      })
    #expect(plan.category == .coffee && plan.categories == [.coffee, .bakery])
  }

  @Test(
    "a choice out of range is refused",
    arguments: [
      PlanChoice(categories: []), PlanChoice(maximumDetourSeconds: -1), PlanChoice(perBrand: -1),
      PlanChoice(filter: VenueFilter(category: .bar)), PlanChoice(categories: [""]),
    ])
  func refused(_ choice: PlanChoice) async {
    let city = FakeCity(hours: ["24/7"])
    #expect(await Bench(city).failure(request(choice: choice))?.code == .invalidRequest)
    #expect(city.sent.isEmpty)
  }

  @Test("without a departure it is as late as the longest wanted detour allows")
  func openDeparture() async throws {
    var request = request(by: .clock(hour: 9, minute: 45))
    request.departure = nil
    let plan = try await Bench(Self.city).plan(request)
    // 10 min of driving, 10 min at the stop and 30 min for a detour before 9:45.
    #expect(plan.departure.description == "2026-11-21T08:55:00-08:00")
    #expect(plan.openEnd == .departure)
    #expect(plan.options.first?.venue.name == "A")
    request.deadline = .clock(hour: 8, minute: 0)
    let late = try await Bench(Self.city).plan(request)
    #expect(late.departure == morning)
    request.choice = PlanChoice(maximumDetourSeconds: 60)
    // 10 min of driving, 10 min at the stop, the detour, and twice 200 m on foot.
    let departure = try await Bench(Self.city).plan(request).departure
    #expect(departure == morning.adding(seconds: 9 * 60 - 2 * 144))
  }

  @Test("without a deadline it leaves room for the longest wanted detour")
  func openDeadline() async throws {
    var request = request(choice: PlanChoice(maximumDetourSeconds: 240))
    request.deadline = nil
    let plan = try await Bench(Self.city).plan(request)
    #expect(plan.deadline.description == "2026-11-21T08:28:48-08:00")
    #expect(plan.openEnd == .deadline)
    #expect(plan.options.allSatisfy { $0.onTime })
  }
}
