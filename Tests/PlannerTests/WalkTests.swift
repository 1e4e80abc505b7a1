import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// The walks between the roads and the doors.
@Suite struct WalkTests {
  /// Shops with the same drives, each so far from its road.
  private static func city(_ meters: [Meters], ends: Meters = 0) -> FakeCity {
    var city = FakeCity(hours: meters.map { _ in "24/7" })
    let byShop = Dictionary(uniqueKeysWithValues: zip(city.venues.map(\.coordinate), meters))
    city.walkMeters = { byShop[$0] ?? ends }
    return city
  }

  @Test("a walk takes whole seconds at the walker's speed, rounded up")
  func seconds() {
    #expect([0, 0.004, 0.01, 100, 128].map(PlanWalk.seconds) == [0, 0, 1, 72, 93])
  }

  @Test("the walks count: a shop on the road comes before one that is nearer but off it")
  func ranking() async throws {
    let plan = try await Bench(Self.city([128, 0, 90])).plan(request())
    #expect(plan.options.map(\.venue.name) == ["S1", "S2", "S0"])
    #expect(plan.options.map { $0.toDoor?.seconds } == [nil, 65, 93])
    #expect(plan.options.map(\.addedSeconds) == [900, 900 + 130, 900 + 186])
  }

  @Test("a shop without an address has the street where one stops, unless it is far")
  func street() async throws {
    var city = Self.city([0, 199, 201])
    city.street = "Mill Lane"
    city.venues[0].facts.address = "1 Market Street"
    let expected = ["S0": "1 Market Street", "S1": "Mill Lane", "S2": nil]
    func addresses(_ venues: [Venue]) -> [String: String?] {
      Dictionary(venues.map { ($0.name, $0.address) }) { one, _ in one }
    }
    let plan = try await Bench(city).plan(request())
    #expect(addresses(plan.options.map(\.venue)) == expected)
    let ends = (LocationReference.coordinate(unionSquare), LocationReference.coordinate(coitTower))
    let person = Traveller(
      origin: ends.0, destination: ends.1, departure: .clock(hour: 8, minute: 0),
      deadline: .clock(hour: 9, minute: 0))
    let meeting = try await MeetPlanner(map: downtown, services: city).plan(
      MeetRequest(first: person, second: person), now: morning)
    #expect(addresses(meeting.options.map(\.venue)) == expected)
    city.venues = [city.venues[1]]
    let errands = try await ErrandPlanner(map: downtown, services: city).plan(
      ErrandsRequest(
        origin: ends.0, destination: ends.1, departure: .clock(hour: 8, minute: 0),
        deadline: .clock(hour: 9, minute: 0),
        errands: [Errand(categories: [.coffee]), Errand(categories: [.coffee])]),
      now: morning)
    let stops = errands.trips.flatMap(\.stops).compactMap(\.venue)
    #expect(addresses(stops) == ["S1": "Mill Lane"])
  }

  @Test("each walk has its line, from the road to the door and back")
  func lines() async throws {
    let city = Self.city([90], ends: 20)
    let plan = try await Bench(city).plan(request())
    let option = plan.options[0]
    let toDoor = try #require(option.toDoor?.line.coordinates ?? nil)
    let fromDoor = try #require(option.fromDoor?.line.coordinates ?? nil)
    #expect(toDoor.last == option.venue.coordinate)
    #expect(fromDoor == toDoor.reversed())
    let origin = try #require(plan.direct.originWalk?.line.coordinates ?? nil)
    let destination = try #require(plan.direct.destinationWalk?.line.coordinates ?? nil)
    #expect(origin.first == unionSquare)
    #expect(destination.last == coitTower)
  }

  @Test("every sum includes the walks, and so do leave-by and ledger", arguments: 1...30)
  func sums(seed: UInt64) async throws {
    var city = FakeCity.random(seed: seed, shops: 30)
    city.walkMeters = { point in
      var generator = SeededGenerator(seed: point.latitude.bitPattern ^ seed)
      return Meters(Int.random(in: 0...20_000, using: &generator)) / 100
    }
    let plan = try await Bench(city).plan(request(details: PlanDetails(ledger: true)))
    let ends =
      (plan.direct.originWalk?.seconds ?? 0) + (plan.direct.destinationWalk?.seconds ?? 0)
    #expect(
      plan.direct.arrival
        == plan.departure.adding(seconds: plan.direct.durationSeconds + ends), "seed \(seed)")
    for option in plan.options {
      let walked = (option.toDoor?.seconds ?? 0) + (option.fromDoor?.seconds ?? 0)
      let driven = option.toStop.durationSeconds + option.toDestination.durationSeconds
      let trip = driven + walked + ends + option.waitSeconds + option.dwellSeconds
      #expect(option.arrival == plan.departure.adding(seconds: trip), "seed \(seed)")
      #expect(
        option.arrival == plan.direct.arrival.adding(seconds: option.addedSeconds),
        "seed \(seed)")
      let rows = try #require(option.ledger)
      #expect(
        rows.reduce(0) { $0 + $1.seconds } == plan.deadline.seconds(since: plan.departure))
      let onFoot = rows.filter { $0.kind == .walk }.reduce(0) { $0 + $1.seconds }
      #expect(onFoot == walked + ends, "seed \(seed)")
      guard option.onTime else { continue }
      var alone = city
      alone.venues = [option.venue]
      let last = try await Bench(alone).plan(
        request(depart: .instant(option.leaveBy), by: .instant(plan.deadline)))
      #expect(last.candidates.onTime == 1, "seed \(seed)")
    }
    let known = plan.options.filter { $0.hours.state != .unknown }.map(\.arrival)
    #expect(known == known.sorted())
  }

  @Test("a shop farther from the road than wanted is not listed, and the reason has its metres")
  func longestWalk() async throws {
    let plan = try await Bench(Self.city([128, 0, 90])).plan(
      request(
        choice: PlanChoice(maximumWalkMeters: 100),
        details: PlanDetails(whyNot: WhyNotRequest())))
    #expect(plan.options.map(\.venue.name) == ["S1", "S2"])
    let reason = try #require(plan.whyNot?.venues.first)
    #expect(reason.reason == .walk && reason.meters == 128 && reason.limit == 100)
    #expect(plan.candidates.onTime == 2)
  }
}
