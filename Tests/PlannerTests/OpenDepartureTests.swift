import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// A deadline without a departure: everything is computed back from the deadline.
@Suite struct OpenDepartureTests {
  private static let tomorrow = morning.adding(seconds: 25 * 3600)
  private static let ferry = Coordinate(latitude: 37.7955, longitude: -122.3937)

  private static func plan(_ city: FakeCity, openOnly: Bool? = nil) async throws -> Plan {
    var query = request(by: .instant(tomorrow), openOnly: openOnly)
    query.departure = nil
    return try await Bench(city).plan(query)
  }

  private static func errands(
    _ city: FakeCity, _ errands: [Errand], leaving departure: Timestamp? = nil,
    openOnly: Bool? = nil
  ) async throws -> ErrandPlan {
    try await ErrandPlanner(map: downtown, services: city).plan(
      ErrandsRequest(
        origin: .coordinate(unionSquare), destination: .coordinate(coitTower),
        departure: departure.map { .instant($0) }, deadline: .instant(tomorrow), errands: errands,
        openOnly: openOnly),
      now: morning)
  }

  private static func meet(
    _ city: FakeCity, leaving first: Timestamp? = nil, _ second: Timestamp? = nil
  ) async throws -> MeetPlan {
    try await MeetPlanner(map: downtown, services: city).plan(
      MeetRequest(
        first: Traveller(
          origin: .coordinate(unionSquare), destination: .coordinate(coitTower),
          departure: first.map { .instant($0) }, deadline: .instant(tomorrow)),
        second: Traveller(
          origin: .coordinate(ferry), destination: .coordinate(unionSquare),
          departure: second.map { .instant($0) },
          deadline: .instant(tomorrow.adding(seconds: 600)))),
      now: morning)
  }

  private static func city(seed: UInt64) -> FakeCity {
    var city = FakeCity.random(seed: seed, shops: 10)
    for index in city.venues.indices {
      city.venues[index].category = index.isMultiple(of: 2) ? .coffee : .bakery
    }
    city.listsCategories = true
    city.slowness = SlowFromNine.slowness
    city.walkMeters = wholeMinutes
    return city
  }

  @Test("a plan, errands and a meeting for tomorrow are nobody's 27 hours to spare")
  func window() async throws {
    let city = FakeCity(hours: ["24/7", "24/7"])
    let plan = try await Self.plan(city)
    // 10 min of driving, 10 of dwell, 30 for a detour; the way over a shop takes 25.
    let earliest = Self.tomorrow.adding(seconds: -3000)
    let latest = Self.tomorrow.adding(seconds: -1500)
    #expect(plan.leaveBetween == DepartureWindow(earliest: earliest, latest: latest))
    #expect(plan.verdict.answer == .yes)

    let errands = try await Self.errands(city, [Errand(categories: [.coffee])])
    #expect(errands.openEnd == .departure && errands.departure == earliest)
    #expect(errands.leaveBetween == plan.leaveBetween)
    #expect(errands.trips.first?.arrival == Self.tomorrow)
    #expect(errands.trips.first?.slackSeconds == 0)
    #expect(errands.trips.first?.schedule == plan.options.first?.schedule)

    let meeting = try await Self.meet(city)
    #expect(meeting.first.openEnd == .departure && meeting.second.openEnd == .departure)
    #expect(meeting.first.leaveBetween == plan.leaveBetween)
    let option = try #require(meeting.options.first)
    #expect(option.first.schedule == plan.options.first?.schedule)
    #expect(option.first.waitSeconds == 0 && option.second.waitSeconds == 0)
    #expect(option.first.arrival == Self.tomorrow)
  }

  @Test(
    "with a deadline and a departure no end is open, and with neither deadline nor departure both")
  func given() async throws {
    let city = FakeCity(hours: ["24/7"])
    let errands = try await Self.errands(
      city, [Errand(categories: [.coffee])], leaving: Self.tomorrow.adding(seconds: -7200))
    #expect(errands.openEnd == nil && errands.leaveBetween == nil)
    let neither = try await ErrandPlanner(map: downtown, services: city).plan(
      ErrandsRequest(
        origin: .coordinate(unionSquare), destination: .coordinate(coitTower), departure: nil,
        deadline: nil, errands: [Errand(categories: [.coffee], dwellSeconds: 300)]),
      now: morning)
    #expect(neither.openEnd == .deadline && neither.departure == morning)
    #expect(neither.deadline == morning.adding(seconds: 600 + 300 + 1800))
    // Two errands have room for two detours, and for parking twice.
    let two = try await ErrandPlanner(map: downtown, services: city).plan(
      ErrandsRequest(
        origin: .coordinate(unionSquare), destination: .coordinate(coitTower), departure: nil,
        deadline: nil,
        errands: Array(repeating: Errand(categories: [.coffee], dwellSeconds: 300), count: 2),
        parkSeconds: 60),
      now: morning)
    #expect(two.deadline == morning.adding(seconds: 600 + 2 * (300 + 1800 + 60)))
  }

  /// The oracle is the planner with a given departure, minute by minute.
  @Test("errands leave in the last minute with which a trip is on time", arguments: 1...16)
  func latestErrands(seed: UInt64) async throws {
    var city = Self.city(seed: seed)
    // In half of the cities the drives are slower, or quicker, in the last half hour.
    let eight = Self.tomorrow.adding(seconds: -1800)
    if seed.isMultiple(of: 2) {
      let isSlower = seed.isMultiple(of: 4)
      city.slowness = { ($0 < eight) == isSlower ? 1 : 2 }
    }
    let wanted = [
      Errand(categories: [.coffee], dwellSeconds: 300),
      Errand(categories: [.bakery], dwellSeconds: 300),
    ]
    let plan = try await Self.errands(city, wanted, openOnly: true)
    guard let latest = plan.leaveBetween?.latest, let best = plan.trips.first else { return }
    #expect(best.schedule.leave == latest && best.leaveBy == latest, "seed \(seed)")
    #expect(best.arrival == best.schedule.arrive && best.onTime, "seed \(seed)")
    let then = try await Self.errands(city, wanted, leaving: latest, openOnly: true)
    #expect(then.trips.first?.onTime == true, "seed \(seed)")
    let later = try await Self.errands(
      city, wanted, leaving: latest.adding(seconds: 1), openOnly: true)
    #expect(later.trips.allSatisfy { !$0.onTime }, "seed \(seed)")
  }

  @Test("of two shops errands choose the one that can be left for last, though it is farther")
  func closingEarly() async throws {
    // The nearer one closes half an hour before the deadline.
    var city = FakeCity(hours: ["Su 00:00-08:00", "24/7"])
    let near = city.venues[0].coordinate
    city.seconds = { $0 == near || $1 == near ? 120 : 600 }
    let plan = try await Self.errands(city, [Errand(categories: [.coffee])])
    #expect(plan.trips.first?.stops.first?.venue?.name == "S1")
    #expect(plan.leaveBetween?.latest == Self.tomorrow.adding(seconds: -1800))
  }

  @Test("whoever meets another that leaves now leaves in time to be there then")
  func oneOpen() async throws {
    let city = FakeCity(hours: ["24/7"])
    let start = Self.tomorrow.adding(seconds: -7200)
    let plan = try await Self.meet(city, leaving: start)
    #expect(plan.first.openEnd == nil && plan.second.openEnd == .departure)
    let option = try #require(plan.options.first)
    #expect(option.begins == start.adding(seconds: 600))
    #expect(option.second.schedule.leave == start && option.second.waitSeconds == 0)
    #expect(option.onTime)
  }

  @Test("a meeting that is left for last is on time by its legs, where they differ from the tables")
  func meetingByLegs() async throws {
    var city = FakeCity(hours: ["24/7"])
    let seconds = city.seconds
    city.drivenSeconds = { start, end in seconds(start, end).map { $0 + 7 } }
    let plan = try await Self.meet(city)
    let option = try #require(plan.options.first)
    #expect(option.onTime && option.worstSlackSeconds == 0)
    #expect(option.first.waitSeconds == 0 && option.second.waitSeconds == 0)
    #expect(option.first.schedule.arrive == Self.tomorrow)
    #expect(plan.first.leaveBetween?.latest == option.first.leaveBy)
  }

  @Test("a window of a short detour has room for the walks", arguments: [0, 100.0])
  func walks(meters: Meters) async throws {
    var city = FakeCity(hours: ["24/7"], toStop: 300, toDestination: 300)
    city.walkMeters = { _ in meters }
    var query = request(
      by: .instant(Self.tomorrow), choice: PlanChoice(maximumDetourSeconds: 0))
    query.departure = nil
    let plan = try await Bench(city).plan(query)
    #expect(plan.verdict.answer == .yes)
    #expect(plan.options.first?.schedule.arrive == Self.tomorrow)
  }

  @Test("of an open departure a trip over unknown hours that leaves later is later perhaps")
  func laterPerhaps() async throws {
    var city = FakeCity(direct: 600, shops: [("Unknown", 310, 310), ("Open", 400, 400)])
    city.venues[0].openingHours = nil
    let plan = try await Self.errands(city, [Errand(categories: [.coffee])])
    #expect(plan.trips.map { $0.stops[0].venue?.name } == ["Open", "Unknown"])
    #expect(plan.verdict == PlanVerdict(.yes, soonerPerhaps: 1))
    #expect(plan.leaveBetween?.latest == plan.trips[0].leaveBy)
    let single = try await Self.plan(city)
    #expect(single.verdict == PlanVerdict(.yes, soonerPerhaps: 1))
    let meeting = try await Self.meet(city)
    #expect(meeting.verdict == PlanVerdict(.yes, soonerPerhaps: 1))
  }

  @Test("both leave as late as lets both be in time, and no later", arguments: 1...15)
  func latestMeeting(seed: UInt64) async throws {
    var city = FakeCity.random(seed: seed, shops: 8)
    let (seconds, ferry) = (city.seconds, Self.ferry)
    city.seconds = { $0 == ferry && $1 == unionSquare ? 900 : seconds($0, $1) }
    city.walkMeters = wholeMinutes
    let plan = try await Self.meet(city)
    for option in plan.options where option.onTime {
      let slack = min(option.first.slackSeconds, option.second.slackSeconds)
      #expect(slack >= 0 && option.first.waitSeconds == 0, "seed \(seed)")
      // A minute later somebody is late, or the shop is closed or not known to be open.
      let visits = VisitOracle(option.venue.openingHours, dwell: 10)
      let next = option.begins.minute + 1
      let last = (next..<next + 600).first { minute in
        option.isCertain
          ? visits.isCertain(minute)
          : visits.first(from: minute, to: minute, certainly: false) != nil
      }
      if let last {
        #expect(slack < (last - option.begins.minute) * 60, "seed \(seed)")
      }
    }
    let begins = plan.options.filter { $0.onTime && $0.isCertain }
      .map { min($0.first.schedule.leave, $0.second.schedule.leave) }
    #expect(begins == begins.sorted(by: >), "seed \(seed)")
  }

  @Test("each schedule is the sum of its parts, of plans, errands and meetings", arguments: 1...15)
  func schedules(seed: UInt64) async throws {
    let city = Self.city(seed: seed)
    let plan = try await Bench(city).plan(request(by: .clock(hour: 9, minute: 30)))
    #expect(plan.direct.schedule.leave == plan.departure)
    #expect(plan.direct.schedule.arrive == plan.direct.arrival)
    for option in plan.options {
      let schedule = option.schedule
      let stop = try #require(schedule.stops.first)
      let walk = plan.direct.originWalk?.seconds ?? 0
      #expect(schedule.leave == plan.departure && schedule.arrive == option.arrival)
      #expect(
        stop.parks == plan.departure.adding(seconds: walk + option.toStop.durationSeconds),
        "seed \(seed)")
      #expect(stop.reaches.seconds(since: stop.parks) == option.toDoor?.seconds ?? 0)
      #expect(stop.from.seconds(since: stop.reaches) == option.waitSeconds)
      #expect(stop.until.seconds(since: stop.from) == option.dwellSeconds)
      #expect(stop.drivesOn.seconds(since: stop.until) == option.fromDoor?.seconds ?? 0)
    }
    // Leaving by the latest departure, there is nothing to wait for.
    for option in try await Self.plan(city).options where option.onTime {
      let stop = try #require(option.schedule.stops.first)
      #expect(option.schedule.leave == option.leaveBy && stop.from == stop.reaches)
      #expect(option.schedule.arrive <= Self.tomorrow, "seed \(seed)")
    }
    for trip in try await Self.errands(city, [Errand(categories: [.coffee, .bakery])]).trips {
      let stop = try #require(trip.schedule.stops.first)
      #expect(stop.reaches == trip.stops[0].arrival && trip.schedule.arrive == trip.arrival)
    }
  }
}
