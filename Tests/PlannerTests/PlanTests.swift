import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

@Suite struct PlanTests {
  @Test("options are in order, with exact numbers")
  func options() async throws {
    let city = FakeCity(
      direct: 600,
      shops: [
        (name: "Late", toStop: 1500, toDestination: 700),
        (name: "Near", toStop: 300, toDestination: 400),
        (name: "Island", toStop: nil, toDestination: 400),
        (name: "Quick", toStop: 200, toDestination: 300),
        (name: "Oneway", toStop: 200, toDestination: nil),
      ])
    let plan = try await Bench(city).plan(request(id: "mine"))
    #expect(plan.id == "mine")
    #expect(plan.options.map(\.venue.name) == ["Quick", "Near", "Late"])
    #expect(plan.options.map(\.detourSeconds) == [-100, 100, 1600])
    #expect(plan.options.map(\.addedSeconds) == [500, 700, 2200])
    #expect(plan.options.map(\.slackSeconds) == [1600, 1400, -100])
    #expect(plan.options.map(\.onTime) == [true, true, false])
    #expect(plan.options.map(\.waitSeconds) == [0, 0, 0])
    #expect(plan.options[1].arrival.description == "2026-11-21T08:21:40-08:00")
    #expect(plan.options[1].leaveBy.description == "2026-11-21T08:23:20-08:00")
    #expect(plan.direct.durationSeconds == 600)
    #expect(plan.direct.arrival.description == "2026-11-21T08:10:00-08:00")
    #expect(plan.direct.slackSeconds == 2100)
    #expect(plan.direct.leaveBy.description == "2026-11-21T08:35:00-08:00")
    #expect(plan.direct.geometry.coordinates == [unionSquare, coitTower])
    #expect(
      plan.candidates.totals
        == CandidateCounts(considered: 5, unreachable: 2, onTime: 2, omitted: 0))
    #expect(plan.category == .coffee)
  }

  @Test("the requests to other services follow from the plan request")
  func requests() async throws {
    let city = FakeCity(
      direct: 600, shops: [(name: "A", toStop: 300, toDestination: 400)])
    _ = try await Bench(city).plan(request(dwell: 900, category: .brewery, limit: 3, steps: true))
    #expect(
      try city.sent(CandidatesRequest.self) == [
        CandidatesRequest(
          origin: unionSquare, destination: coitTower, category: .brewery,
          drivingSeconds: 2700 - 900, minimum: 3, traits: true)
      ])
    let shop = FakeCity.shop("A", at: 0).coordinate
    let eight = morning.adding(seconds: 1800)
    let leaving = eight.adding(seconds: 300 + 900)
    let hour = eight.adding(seconds: 900)
    #expect(
      try city.sent(DetoursRequest.self) == [
        DetoursRequest(
          origin: unionSquare, destination: coitTower, stops: PackedCoordinates([shop]),
          profile: .car, departure: eight, leavings: [hour], hourly: true)
      ])
    func drive(_ ends: Coordinate..., at time: Timestamp) -> RouteRequest {
      RouteRequest(waypoints: ends, profile: .car, departure: time, geometry: true, steps: true)
    }
    #expect(
      try city.sent(RouteRequest.self) == [drive(unionSquare, coitTower, at: eight)])
    #expect(
      try city.sent(RoutesRequest.self) == [
        RoutesRequest(
          routes: [drive(unionSquare, shop, at: eight), drive(shop, coitTower, at: leaving)])
      ])
    #expect(try city.sent(ShopDetailsRequest.self) == [ShopDetailsRequest(ids: ["fake/A"])])
    #expect(city.sent.count == 5)
  }

  @Test("legs have steps only if the request wants them")
  func steps() async throws {
    let city = FakeCity(direct: 600, shops: [(name: "A", toStop: 300, toDestination: 400)])
    let without = try await Bench(city).plan(request())
    #expect(without.direct.steps == nil && without.options[0].toStop.steps == nil)
    let with = try await Bench(city).plan(request(steps: true))
    #expect(with.direct.steps?.count == 1)
    #expect(with.options[0].toStop.steps?.count == 1)
    #expect(with.options[0].toDestination.steps?.count == 1)
  }

  @Test("the best shops are listed, up to the limit")
  func limit() async throws {
    let city = FakeCity(
      direct: 600, shops: (0..<30).map { ("S\($0)", 300 + ($0 * 7) % 30, 300) })
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.toStop.durationSeconds) == Array(300..<310))
    #expect(
      plan.candidates.totals
        == CandidateCounts(considered: 30, unreachable: 0, onTime: 30, omitted: 0))
    #expect(try await Bench(city).plan(request(limit: 2)).options.count == 2)
  }

  @Test("shops with equal arrival are ordered by distance, then identifier")
  func ties() async throws {
    var city = FakeCity(
      direct: 600,
      shops: [
        (name: "C", toStop: 300, toDestination: 300), (name: "B", toStop: 200, toDestination: 400),
        (name: "A", toStop: 300, toDestination: 300), (name: "D", toStop: 300, toDestination: 300),
      ])
    let far = city.venues[3].coordinate
    city.venues.append(
      FakeCity.shop("A", at: 2, id: "fake/A2"))
    city.meters = { $0 == far || $1 == far ? 400 : 500 }
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.venue.id) == ["fake/D", "fake/A", "fake/A2", "fake/B", "fake/C"])
  }

  @Test("a plan without a shop in range has no options")
  func noShop() async throws {
    let bench = Bench(FakeCity(direct: 600, shops: []))
    let plan = try await bench.plan(request())
    #expect(plan.options.isEmpty)
    #expect(plan.direct.durationSeconds == 600)
    #expect(
      plan.candidates.totals
        == CandidateCounts(considered: 0, unreachable: 0, onTime: 0, omitted: 0))
    #expect(bench.progress.map(\.stage) == [.located, .direct, .candidates, .detours])
  }

  @Test("a plan whose shops are all unreachable has no options")
  func unreachable() async throws {
    let plan = try await Bench(
      FakeCity(
        direct: 600,
        shops: [
          (name: "A", toStop: nil, toDestination: nil), (name: "B", toStop: 1, toDestination: nil),
        ])
    ).plan(request())
    #expect(plan.options.isEmpty)
    #expect(
      plan.candidates.totals
        == CandidateCounts(considered: 2, unreachable: 2, onTime: 0, omitted: 0))
  }

  @Test("origin and destination may be the same")
  func roundTrip() async throws {
    let city = FakeCity(direct: 0, shops: [(name: "A", toStop: 120, toDestination: 130)])
    let plan = try await Bench(city).plan(request(to: .coordinate(unionSquare)))
    #expect(plan.direct.durationSeconds == 0)
    #expect(plan.options[0].detourSeconds == 250)
    #expect(plan.options[0].addedSeconds == 850)
  }

  @Test("a dwell longer than the window leaves a negative driving time")
  func longDwell() async throws {
    let city = FakeCity(direct: 600, shops: [(name: "A", toStop: 300, toDestination: 300)])
    let plan = try await Bench(city).plan(request(dwell: 3600))
    #expect(plan.options.map(\.slackSeconds) == [2700 - 4200])
    #expect(plan.candidates.onTime == 0)
    #expect(try city.sent(CandidatesRequest.self).map(\.drivingSeconds) == [-900])
  }

  @Test("an arrival exactly at the deadline is on time")
  func atDeadline() async throws {
    let city = FakeCity(
      direct: 600,
      shops: [
        (name: "Early", toStop: 1000, toDestination: 1099),
        (name: "Just", toStop: 1000, toDestination: 1100),
        (name: "Late", toStop: 1000, toDestination: 1101),
      ])
    let plan = try await Bench(city).plan(request(dwell: 600))
    #expect(plan.options.map(\.slackSeconds) == [1, 0, -1])
    #expect(plan.options.map(\.onTime) == [true, true, false])
    #expect(plan.options[1].arrival == plan.deadline)
    #expect(plan.options[1].leaveBy == plan.departure)
    #expect(plan.candidates.onTime == 2)
  }

  @Test("the shops that shop search omitted are counted")
  func omitted() async throws {
    var city = FakeCity(direct: 600, shops: [(name: "A", toStop: 300, toDestination: 300)])
    city.omitted = 17
    #expect(try await Bench(city).plan(request()).candidates.omitted == 17)
  }

  @Test("the durations of the legs replace those of the table")
  func legsOverTable() async throws {
    var city = FakeCity(
      direct: 600,
      shops: [
        (name: "Jammed", toStop: 200, toDestination: 300),
        (name: "Free", toStop: 300, toDestination: 400),
      ])
    let (seconds, jammed) = (city.seconds, city.venues[0].coordinate)
    city.drivenSeconds = { $1 == jammed ? 2500 : seconds($0, $1) }
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.venue.name) == ["Free", "Jammed"])
    #expect(plan.options[1].toStop.durationSeconds == 2500)
    #expect(plan.options[1].detourSeconds == 2200)
    #expect(plan.options[1].slackSeconds == 2700 - 3400)
    #expect(
      plan.candidates.totals
        == CandidateCounts(considered: 2, unreachable: 0, onTime: 1, omitted: 0))
  }

  @Test("a shop whose road was closed meanwhile is replaced by the next best")
  func closedRoad() async throws {
    var city = FakeCity(
      direct: 600, shops: (0..<5).map { ("S\($0)", 300 + $0, 300) })
    let (seconds, closed) = (city.seconds, city.venues[1].coordinate)
    city.drivenSeconds = { $0 == closed ? nil : seconds($0, $1) }
    let bench = Bench(city)
    let plan = try await bench.plan(request(limit: 3))
    #expect(plan.options.map(\.venue.name) == ["S0", "S2", "S3"])
    #expect(
      plan.candidates.totals
        == CandidateCounts(considered: 5, unreachable: 1, onTime: 4, omitted: 0))
    #expect(bench.progress.filter { $0.stage == .option }.count == 3)
  }

  /// From nine o'clock on every drive is half as fast.
  @Test("each leg has the speeds of the hours that it is driven in")
  func departureHours() async throws {
    var city = FakeCity(
      direct: 600,
      shops: [(name: "Near", toStop: 300, toDestination: 400), ("Far", 3300, 400)])
    city.slowness = { $0.description.contains("T09") ? 2 : 1 }
    let plan = try await Bench(city).plan(
      request(by: .clock(hour: 10, minute: 0), dwell: 600))
    #expect(plan.options.map(\.venue.name) == ["Near", "Far"])
    #expect(plan.options.map(\.toStop.durationSeconds) == [300, 3300])
    #expect(plan.options.map(\.toDestination.durationSeconds) == [400, 800])
    #expect(plan.options.map(\.detourSeconds) == [100, 3500])
    let detours = try #require(try city.sent(DetoursRequest.self).first)
    #expect(
      detours.leavings?.map(\.description) == [
        "2026-11-21T08:10:00-08:00", "2026-11-21T09:00:00-08:00", "2026-11-21T10:00:00-08:00",
      ])
    let drives = try city.sent(RoutesRequest.self).flatMap(\.routes)
    #expect(
      drives.compactMap(\.departure?.description).sorted() == [
        "2026-11-21T08:00:00-08:00", "2026-11-21T08:00:00-08:00", "2026-11-21T08:15:00-08:00",
        "2026-11-21T09:05:00-08:00",
      ])
  }

  /// Both shops are reached so late that the first is left, and the second driven from, after the
  /// hours of the first request.
  @Test("a late shop has the speeds of the hours that it is driven from in, too")
  func lateHours() async throws {
    var city = FakeCity(
      direct: 600,
      shops: [(name: "Near", toStop: 3300, toDestination: 400), ("Far", 2700, 1300)])
    city.slowness = { $0.description.contains("T09") ? 2 : 1 }
    let plan = try await Bench(city).plan(request(dwell: 600, limit: 2))
    #expect(plan.options.map(\.venue.name) == ["Near", "Far"])
    // The second drives five minutes before nine, and the rest at half the speed.
    #expect(plan.options.map(\.toDestination.durationSeconds) == [800, 300 + 2 * 1000])
    let detours = try city.sent(DetoursRequest.self)
    #expect(detours.map(\.stops.count) == [2, 2])
    #expect(detours[1].leavings?.map(\.description) == ["2026-11-21T09:00:00-08:00"])
  }

  @Test("the profile applies to every drive")
  func profile() async throws {
    let city = FakeCity(direct: 600, shops: [(name: "A", toStop: 300, toDestination: 400)])
    _ = try await Bench(city).plan(request(profile: .bicycle))
    let drives =
      try city.sent(RouteRequest.self) + city.sent(RoutesRequest.self).flatMap(\.routes)
    #expect(drives.map(\.profile) == [.bicycle, .bicycle, .bicycle])
    #expect(try city.sent(DetoursRequest.self).map(\.profile) == [.bicycle])
  }

  @Test("a shop too far from every road counts as unreachable")
  func offRoad() async throws {
    var city = FakeCity(
      direct: 600, shops: (0..<9).map { ("S\($0)", 300 + $0, 300) })
    city.offRoad = [city.venues[4].coordinate]
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.venue.name) == ["S0", "S1", "S2", "S3", "S5", "S6", "S7", "S8"])
    #expect(
      plan.candidates.totals
        == CandidateCounts(considered: 9, unreachable: 1, onTime: 8, omitted: 0))
  }

  @Test("a shop that was removed meanwhile is replaced by the next best and counts nowhere")
  func removedShop() async throws {
    var city = FakeCity(
      direct: 600, shops: (0..<9).map { ("S\($0)", 300 + $0, 300) })
    city.since = { ["S0", "S2", "S3"].contains($0.name) ? nil : $0 }
    let plan = try await Bench(city).plan(request(limit: 3))
    #expect(plan.options.map(\.venue.name) == ["S1", "S4", "S5"])
    #expect(
      plan.candidates.totals
        == CandidateCounts(considered: 6, unreachable: 0, onTime: 6, omitted: 0))
    city.since = { _ in nil }
    let empty = try await Bench(city).plan(request(limit: 3))
    #expect(empty.options.isEmpty)
    #expect(
      empty.candidates.totals
        == CandidateCounts(considered: 0, unreachable: 0, onTime: 0, omitted: 0))
  }

  @Test("a shop that changed meanwhile is listed with its new details")
  func changedShop() async throws {
    var city = FakeCity(direct: 600, shops: [("A", 300, 300), ("B", 310, 300), ("C", 320, 300)])
    let far = FakeCity.shop("B", at: 1).coordinate
    city.since = { venue in
      var now = venue
      switch venue.name {
      case "A": now.openingHours = "21:00-22:00"
      case "C": now.coordinate = far
      default: now.phone = "+1 415 555 0100"
      }
      return now
    }
    let plan = try await Bench(city).plan(request())
    #expect(plan.options.map(\.venue.name) == ["B", "C"])
    #expect(plan.options[0].venue.phone == "+1 415 555 0100")
    #expect(plan.options[1].toStop.durationSeconds == 310)
    #expect(
      plan.candidates.totals
        == CandidateCounts(considered: 3, unreachable: 0, closed: 1, onTime: 2, omitted: 0))
  }

  @Test("plan identifiers have sixteen digits, and each is another")
  func randomID() {
    let ids = (0..<100).map { _ in PlanID.random.rawValue }
    #expect(Set(ids).count == 100 && ids.allSatisfy { $0.utf8.count == 16 })
  }
}
