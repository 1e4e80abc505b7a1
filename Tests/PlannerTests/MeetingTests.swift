import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// Meetings against an oracle that tries every shop.
@Suite struct MeetingTests {
  private static let ferry = Coordinate(latitude: 37.7955, longitude: -122.3937)

  private static func request(limit: Int? = nil, openOnly: Bool? = nil) -> MeetRequest {
    MeetRequest(
      first: Traveller(
        origin: .coordinate(unionSquare), destination: .coordinate(coitTower),
        departure: .clock(hour: 8, minute: 0), deadline: .clock(hour: 9, minute: 0)),
      second: Traveller(
        origin: .coordinate(ferry), destination: .coordinate(unionSquare),
        departure: .clock(hour: 8, minute: 10), deadline: .clock(hour: 9, minute: 15)),
      limit: limit, openOnly: openOnly)
  }

  private static func plan(_ city: FakeCity, _ request: MeetRequest) async throws -> MeetPlan {
    try await MeetPlanner(map: downtown, services: city).plan(request, now: morning)
  }

  private struct Expected {
    let id: VenueID
    let begins: Int
    let worst: Int
    let isCertain: Bool

    /// Those on time come first, of them those known to be open.
    var rank: Int { (worst < 0 ? 2 : 0) + (isCertain ? 0 : 1) }
  }

  /// Every shop where both can meet, the best first; times in minutes.
  private static func oracle(_ city: FakeCity, openOnly: Bool) -> [Expected] {
    let (one, two) = (morning.minute + 30, morning.minute + 40)
    let (first, second) = (morning.minute + 90, morning.minute + 105)
    func drive(_ start: Coordinate, _ end: Coordinate, _ minute: Int) -> Int? {
      city.seconds(start, end).map {
        walk(start) + SlowFromNine.minutes($0 / 60, from: minute) + walk(end)
      }
    }
    func walk(_ point: Coordinate) -> Int { PlanWalk.seconds(city.walkMeters(point)) / 60 }
    return city.venues.compactMap { venue -> Expected? in
      let here = venue.coordinate
      guard let a = drive(unionSquare, here, one), let b = drive(ferry, here, two) else {
        return nil
      }
      let visits = VisitOracle(venue.openingHours, dwell: 10)
      let begins = visits.first(
        from: max(one + a, two + b), to: second - 10, certainly: openOnly)
      guard let begins, let c = drive(here, coitTower, begins + 10),
        let d = drive(here, unionSquare, begins + 10)
      else { return nil }
      let worst = min(first - begins - 10 - c, second - begins - 10 - d)
      return Expected(
        id: venue.id, begins: begins, worst: worst, isCertain: visits.isCertain(begins))
    }
    .sorted { ($0.rank, $1.worst, $0.id) < ($1.rank, $0.worst, $1.id) }
  }

  @Test("a meeting with a car park is that at a shop in the car park", arguments: 1...20)
  func parked(seed: UInt64) async throws {
    var city = FakeCity.random(seed: seed, shops: 12)
    city.slowness = SlowFromNine.slowness
    let parked = ParkedCity(city, seed: seed)
    let moved = try await Self.plan(parked.moved, Self.request(limit: 50))
    var request = Self.request(limit: 50)
    request.first.parking = .lot
    request.second.parking = .lot
    request.first.roads = RoadSelection(avoid: [.tunnels])
    let plan = try await MeetPlanner(map: parked.map, services: parked.city)
      .plan(request, now: morning)
    #expect(!plan.options.isEmpty, "seed \(seed)")
    #expect(plan.options.map(\.venue.id) == moved.options.map(\.venue.id), "seed \(seed)")
    #expect(
      plan.options.map(\.worstSlackSeconds) == moved.options.map(\.worstSlackSeconds),
      "seed \(seed)")
    for (option, other) in zip(plan.options, moved.options) {
      #expect(option.first.carPark != nil && option.second.carPark != nil)
      #expect(option.first.arrival == other.first.arrival, "seed \(seed)")
    }
    let detours = try parked.city.sent(DetoursRequest.self)
    #expect(try parked.city.sent(TableRequest.self).isEmpty)
    #expect(detours.contains { $0.roads?.avoid == [.tunnels] })
    #expect(detours.contains { $0.roads == nil })
  }

  @Test("only cars are left in a car park")
  func cars() async {
    var request = Self.request()
    request.second.parking = .lot
    request.second.profile = .foot
    let error = await #expect(throws: ServiceError.self) {
      try await Self.plan(FakeCity(), request)
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test("the meetings equal those of trying every shop, minute by minute", arguments: 1...30)
  func matchesOracle(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var city = FakeCity.random(seed: seed, shops: .random(in: 0...30, using: &generator))
    city.slowness = SlowFromNine.slowness
    city.walkMeters = wholeMinutes
    let openOnly = Bool.random(using: &generator)
    let limit = Int.random(in: 1...12, using: &generator)
    let plan = try await Self.plan(city, Self.request(limit: limit, openOnly: openOnly))
    let expected = Self.oracle(city, openOnly: openOnly)
    #expect(plan.options.map(\.venue.id) == expected.prefix(limit).map(\.id), "seed \(seed)")
    #expect(plan.onTime == expected.count { $0.worst >= 0 }, "seed \(seed)")
    #expect(plan.open == expected.count { $0.rank == 0 }, "seed \(seed)")
    let answer: PlanVerdict.Answer = plan.open > 0 ? .yes : plan.onTime > 0 ? .maybe : .no
    #expect(plan.verdict.answer == answer, "seed \(seed)")
    #expect(plan.considered == city.venues.count)
    for (option, expected) in zip(plan.options, expected) {
      #expect(option.begins.minute == expected.begins, "seed \(seed)")
      #expect(option.worstSlackSeconds == expected.worst * 60, "seed \(seed)")
      #expect(option.onTime == (expected.worst >= 0), "seed \(seed)")
      #expect(option.first.waitSeconds >= 0 && option.second.waitSeconds >= 0)
      let first = option.first
      let walked = (first.fromDoor?.seconds ?? 0) + (first.destinationWalk?.seconds ?? 0)
      for (trip, traveller) in [(option.first, plan.first), (option.second, plan.second)] {
        #expect(
          trip.leaveBy == traveller.departure.adding(seconds: trip.waitSeconds), "seed \(seed)")
      }
      let arrival = option.begins.adding(
        seconds: option.dwellSeconds + walked + first.toDestination.durationSeconds)
      #expect(first.arrival == arrival, "seed \(seed)")
    }
  }

  @Test("without a shop in range of both there is no option")
  func noShop() async throws {
    let plan = try await Self.plan(FakeCity(), Self.request())
    #expect(plan.options.isEmpty && plan.considered == 0 && plan.omitted == 0)
    #expect(plan.first.origin.coordinate == unionSquare)
    #expect(plan.second.deadline.minute == morning.minute + 105)
  }

  @Test("the request of each traveller is checked as a plan's")
  func refused() async {
    let city = FakeCity()
    var request = Self.request()
    request.second.deadline = .clock(hour: 8, minute: 0)
    let asked = request
    let error = await #expect(throws: ServiceError.self) { try await Self.plan(city, asked) }
    #expect(error?.code == .invalidRequest)
  }
}
