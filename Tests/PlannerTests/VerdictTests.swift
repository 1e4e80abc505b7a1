import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// Whether there is time, why not, and what would help.
@Suite struct VerdictTests {
  private static func errands(
    _ city: FakeCity, by deadline: Timestamp, leaving departure: Timestamp? = morning
  ) async throws -> ErrandPlan {
    try await ErrandPlanner(map: downtown, services: city).plan(
      ErrandsRequest(
        origin: .coordinate(unionSquare), destination: .coordinate(coitTower),
        departure: departure.map { .instant($0) }, deadline: .instant(deadline),
        errands: [Errand(categories: [.coffee])]),
      now: morning)
  }

  private static func meet(
    _ city: FakeCity, from departure: Timestamp = morning, by deadline: Timestamp,
    and other: Timestamp
  ) async throws -> MeetPlan {
    let ferry = Coordinate(latitude: 37.7955, longitude: -122.3937)
    return try await MeetPlanner(map: downtown, services: city).plan(
      MeetRequest(
        first: Traveller(
          origin: .coordinate(unionSquare), destination: .coordinate(coitTower),
          departure: .instant(departure), deadline: .instant(deadline)),
        second: Traveller(
          origin: .coordinate(ferry), destination: .coordinate(unionSquare),
          departure: .instant(departure), deadline: .instant(other))),
      now: morning)
  }

  @Test("a place of unknown hours is listed behind one known to be open, and may be sooner")
  func unknownBehind() async throws {
    var city = FakeCity(direct: 600, shops: [("Unknown", 310, 310), ("Open", 400, 400)])
    city.venues[0].openingHours = nil
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.venue.name) == ["Open", "Unknown"])
    #expect(plan.verdict == PlanVerdict(.yes, soonerPerhaps: 1))
    #expect(plan.candidates.outcomes == CandidateOutcomes(open: 1, perhaps: 1))

    let errands = try await Self.errands(city, by: morning.adding(seconds: 2700))
    #expect(errands.trips.map { $0.stops[0].venue?.name } == ["Open", "Unknown"])
    #expect(errands.verdict == PlanVerdict(.yes, soonerPerhaps: 1))

    let end = morning.adding(seconds: 2700)
    let meeting = try await Self.meet(city, by: end, and: end)
    #expect(meeting.options.map(\.venue.name) == ["Open", "Unknown"])
    #expect(meeting.verdict == PlanVerdict(.yes, soonerPerhaps: 1))
    #expect(meeting.onTime == 2 && meeting.open == 1)
  }

  @Test("of errands as soon at a shop known to be open there is no second trip of the order")
  func noSecondTrip() async throws {
    var city = FakeCity(direct: 600, shops: [("Unknown", 400, 400), ("Open", 400, 400)])
    city.venues[0].openingHours = nil
    city.venues[0].id = "fake/A"
    let errands = try await Self.errands(city, by: morning.adding(seconds: 2700))
    #expect(errands.trips.map { $0.stops[0].venue?.name } == ["Open"])
    #expect(errands.verdict == PlanVerdict(.yes))
  }

  @Test("if nobody knows the hours of any that is on time the answer is a maybe")
  func maybe() async throws {
    // The one that is known to be open is late.
    var city = FakeCity(direct: 600, shops: [("Unknown", 310, 310), ("Open", 1400, 1400)])
    city.venues[0].openingHours = nil
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.venue.name) == ["Unknown", "Open"])
    #expect(plan.verdict == PlanVerdict(.maybe, .hoursUnknown, count: 1))
    let end = morning.adding(seconds: 2700)
    let errands = try await Self.errands(city, by: end)
    #expect(errands.verdict == PlanVerdict(.maybe, .hoursUnknown))
    #expect(errands.trips.count == 1)
    let meeting = try await Self.meet(city, by: end, and: end)
    #expect(meeting.verdict == PlanVerdict(.maybe, .hoursUnknown, count: 1))
  }

  @Test("a chart counts those known to be open beside all, and names the last of each")
  func chart() async throws {
    var city = FakeCity(direct: 600, shops: [("Unknown", 310, 310), ("Open", 400, 400)])
    city.venues[0].openingHours = nil
    let chart = try #require(
      try await Bench(city).plan(request(details: PlanDetails(departures: true))).departures)
    #expect(chart.counts.first == 2 && chart.open.first == 1)
    #expect(chart.last?.venue == "fake/Unknown" && chart.lastOpen?.venue == "fake/Open")
    #expect(zip(chart.open, chart.counts).allSatisfy { $0 <= $1 })
    #expect(chart.open.count == chart.counts.count)
  }

  /// Plans again with the times of a way out, which must then be a yes.
  private static func check(_ wayOut: WayOut?, _ city: FakeCity) async throws {
    let wayOut = try #require(wayOut)
    let then = try await Bench(city).plan(
      request(depart: .instant(wayOut.departure), by: .instant(wayOut.deadline)))
    #expect(then.verdict.answer == .yes)
    #expect(then.options.first?.venue.id == wayOut.venue)
  }

  @Test("all are closed: the answer says how many, when the first opens, and when to leave for it")
  func closed() async throws {
    let city = FakeCity(hours: ["Sa 10:30-18:00", "Sa 09:30-18:00", "Mo 08:00-09:00"])
    let plan = try await Bench(city).plan(request())
    let verdict = plan.verdict
    #expect(verdict.answer == .no && verdict.reason == .closed && verdict.count == 3)
    let wayOut = try #require(verdict.wayOut)
    #expect(wayOut.name == "S1" && wayOut.names?.byLanguage == ["en": "Shop S1"])
    #expect(wayOut.opens?.description == "2026-11-21T09:30:00-08:00")
    #expect(wayOut.departure.description == "2026-11-21T09:20:00-08:00")
    #expect(wayOut.deadline.description == "2026-11-21T09:45:00-08:00")
    try await Self.check(wayOut, city)

    let errands = try await Self.errands(city, by: morning.adding(seconds: 2700))
    #expect(errands.trips.isEmpty && errands.verdict.errand == 0)
    #expect(errands.verdict.reason == .closed && errands.verdict.count == 3)
    #expect(errands.verdict.wayOut == wayOut)

    let end = morning.adding(seconds: 2700)
    let meeting = try await Self.meet(city, by: end, and: end)
    #expect(meeting.verdict.reason == .closed && meeting.verdict.count == 3)
    let way = try #require(meeting.verdict.wayOut)
    #expect(way.departure == wayOut.departure && way.deadline == wayOut.deadline)
    #expect(way.otherDeparture == wayOut.departure && way.opens == wayOut.opens)
    let then = try await Self.meet(
      city, from: way.departure, by: way.deadline, and: try #require(way.otherDeadline))
    #expect(then.verdict.answer == .yes)
  }

  @Test("a shop that closes too early is a reason to leave earlier, if there is time for that")
  func earlier() async throws {
    let city = FakeCity(hours: ["Sa 07:00-09:00"])
    let plan = try await Bench(city).plan(
      request(depart: .clock(hour: 9, minute: 0), by: .clock(hour: 9, minute: 45)))
    let wayOut = try #require(plan.verdict.wayOut)
    #expect(wayOut.departure.description == "2026-11-21T08:40:00-08:00")
    #expect(wayOut.deadline == plan.deadline && wayOut.opens == nil)
    try await Self.check(wayOut, city)
    let errands = try await Self.errands(
      city, by: plan.deadline, leaving: plan.departure)
    #expect(errands.verdict.wayOut == wayOut)
  }

  @Test("of an evening before and a morning after the nearer is the way out")
  func nearer() async throws {
    let city = FakeCity(hours: ["Mo-Su 07:00-19:00"])
    let plan = try await Bench(city).plan(
      request(
        depart: .instant(morning.adding(seconds: 21 * 3600)),
        by: .instant(morning.adding(seconds: 22 * 3600))))
    // From 04:30 the opening at 07:00 is nearer than the closing at 19:00.
    #expect(plan.verdict.wayOut?.opens?.description == "2026-11-22T07:00:00-08:00")
    let evening = try await Bench(city).plan(
      request(
        depart: .instant(morning.adding(seconds: 13 * 3600)),
        by: .instant(morning.adding(seconds: 14 * 3600))))
    #expect(evening.verdict.wayOut?.opens == nil)
    #expect(evening.verdict.wayOut?.departure.description == "2026-11-21T18:40:00-08:00")
  }

  @Test("a stop that is late is one to leave earlier for, or to arrive later from")
  func late() async throws {
    let city = FakeCity(hours: ["24/7"], toStop: 1800)
    let plan = try await Bench(city).plan(request(by: .clock(hour: 8, minute: 40)))
    #expect(plan.verdict.reason == .late && plan.verdict.count == 1)
    #expect(plan.verdict.wayOut?.departure == plan.options.first?.leaveBy)
    #expect(plan.verdict.wayOut?.deadline == plan.deadline)
    try await Self.check(plan.verdict.wayOut, city)

    let now = try await Bench(city).plan(
      request(depart: .now, by: .instant(morning.adding(seconds: 2400))))
    #expect(now.verdict.wayOut?.departure == now.departure)
    #expect(now.verdict.wayOut?.deadline == now.options.first?.arrival)
    try await Self.check(now.verdict.wayOut, city)

    let errands = try await Self.errands(city, by: now.deadline)
    #expect(errands.verdict.reason == .late)
    #expect(errands.verdict.wayOut?.deadline == now.options.first?.arrival)
    let meeting = try await Self.meet(city, by: now.deadline, and: now.deadline)
    #expect(meeting.verdict.reason == .late)
    #expect(meeting.verdict.wayOut?.deadline == meeting.options.first?.first.arrival)
  }

  @Test("whoever is late without a stop is told so, and by when it would work")
  func direct() async throws {
    let city = FakeCity(hours: ["24/7"])
    let plan = try await Bench(city).plan(request(by: .clock(hour: 8, minute: 5)))
    #expect(plan.verdict.reason == .direct)
    try await Self.check(plan.verdict.wayOut, city)
  }

  @Test("a no names what most shops are: none there, cut off, of unknown hours, or not wanted")
  func reasons() async throws {
    let nothing = try await Bench(FakeCity(direct: 600, shops: [])).plan(request())
    #expect(nothing.verdict == PlanVerdict(.no, .nothing))
    let cut = try await Bench(FakeCity(direct: 600, shops: [("A", nil, 300)])).plan(request())
    #expect(cut.verdict == PlanVerdict(.no, .unreachable, count: 1))
    let unknown = try await Bench(FakeCity(hours: [nil, nil])).plan(request(openOnly: true))
    #expect(unknown.verdict == PlanVerdict(.no, .hoursUnknown, count: 2))
    let unwanted = try await Bench(FakeCity(hours: ["24/7"])).plan(
      request(choice: PlanChoice(maximumDetourSeconds: 60)))
    #expect(unwanted.verdict == PlanVerdict(.no, .unwanted, count: 1))
    #expect(unwanted.candidates.outcomes == CandidateOutcomes(unwanted: 1))
    var city = FakeCity(hours: ["24/7"])
    city.listsCategories = true
    city.venues[0].category = .bakery
    let none = try await Self.errands(city, by: morning.adding(seconds: 2700))
    #expect(none.verdict == PlanVerdict(.no, .nothing, errand: 0))
  }

  @Test("without the router a yes is a maybe, as its drives are bounds")
  func bounds() async throws {
    var city = FakeCity(hours: ["24/7"])
    city.down[.router] = ServiceError(.unavailable, "It is away.")
    var query = request()
    query.allowsDegraded = true
    #expect(try await Bench(city).plan(query).verdict == PlanVerdict(.maybe, .bounds))
  }

  @Test("a place is called as the request calls it, and its label has a bound")
  func label() async throws {
    let city = FakeCity(hours: ["24/7"])
    let plan = try await Bench(city).plan(
      request(from: .coordinate(unionSquare, label: "My location")))
    #expect(plan.origin.label == "My location" && plan.origin.coordinate == unionSquare)
    let long = String(repeating: "x", count: PlannerLimits.maximumLabelBytes + 1)
    let error = await Bench(city).failure(request(to: .coordinate(coitTower, label: long)))
    #expect(error?.code == .invalidRequest)
  }
}
