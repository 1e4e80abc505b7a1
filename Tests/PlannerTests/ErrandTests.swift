import CommandLineKit
import Geography
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// Errands against an oracle that tries every order and every choice of shops.
@Suite struct ErrandTests {
  private static let eight = morning.adding(seconds: 1800)
  private static let deadline = morning.adding(seconds: 9000)

  private static func request(
    _ errands: [Errand], openOnly: Bool? = nil
  ) -> ErrandsRequest {
    ErrandsRequest(
      origin: .coordinate(unionSquare), destination: .coordinate(coitTower),
      departure: .instant(eight), deadline: .instant(deadline), errands: errands,
      openOnly: openOnly)
  }

  private static func plan(_ city: FakeCity, _ request: ErrandsRequest) async throws -> ErrandPlan {
    try await ErrandPlanner(map: downtown, services: city).plan(request, now: morning)
  }

  /// A city whose speeds change at 9:00, in the middle of many drives.
  private static func city(seed: UInt64, shops: Int) -> FakeCity {
    var city = FakeCity.random(seed: seed, shops: shops)
    for index in city.venues.indices {
      city.venues[index].category = index.isMultiple(of: 2) ? .coffee : .bakery
    }
    city.slowness = SlowFromNine.slowness
    city.listsCategories = true
    city.walkMeters = wholeMinutes
    return city
  }

  @Test(
    "the best trip of each order equals that of trying all shops, minute by minute",
    arguments: 1...25)
  func matchesOracle(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let city = Self.city(seed: seed, shops: .random(in: 2...9, using: &generator))
    var errands = [
      Errand(categories: [.coffee], dwellSeconds: 60 * .random(in: 1...15, using: &generator)),
      Errand(categories: [.bakery], dwellSeconds: 300),
    ]
    if seed.isMultiple(of: 2) {
      let corner = unionSquare.moved(by: 300, bearing: 45)
      errands.append(Errand(place: .coordinate(corner), dwellSeconds: 120))
    }
    let openOnly = Bool.random(using: &generator)
    let plan = try await Self.plan(city, Self.request(errands, openOnly: openOnly))
    let best = ErrandOracle(city: city, errands: errands, openOnly: openOnly)
      .bestByOrder(from: Self.eight, by: Self.deadline)
    // The best over shops that are known to be open, where that is on time.
    let certain = ErrandOracle(city: city, errands: errands, openOnly: true)
      .bestByOrder(from: Self.eight, by: Self.deadline)
      .filter { $0.value <= Self.deadline.minute }
    let trips = Dictionary(grouping: plan.trips) { $0.stops.map(\.errand) }
    #expect(Set(trips.keys) == Set(best.keys), "seed \(seed)")
    for (order, found) in trips {
      let expected = Set([certain[order], best[order]].compactMap { $0 })
      #expect(Set(found.map(\.arrival.minute)) == expected, "seed \(seed), \(order)")
      #expect(found.count == expected.count, "seed \(seed), \(order)")
    }
    checkOrder(of: plan, certain: certain, seed)
  }

  /// A shop of unknown hours never comes before one that is known to be open and on time.
  private func checkOrder(of plan: ErrandPlan, certain: [[Int]: Int], _ seed: UInt64) {
    let ranks = plan.trips.map { trip in
      !trip.onTime ? 2 : trip.stops.allSatisfy(\.isCertain) ? 0 : 1
    }
    #expect(ranks == ranks.sorted(), "seed \(seed)")
    for (index, next) in plan.trips.enumerated().dropFirst() where ranks[index - 1] == ranks[index]
    {
      #expect(plan.trips[index - 1].arrival <= next.arrival, "seed \(seed)")
    }
    let answer: PlanVerdict.Answer =
      !certain.isEmpty ? .yes : ranks.contains(1) ? .maybe : .no
    #expect(plan.verdict.answer == answer, "seed \(seed)")
    let sooner = plan.verdict.soonerPerhaps.map { plan.trips[$0] }
    if let sooner, let first = plan.trips.first {
      #expect(sooner.arrival < first.arrival && sooner.onTime, "seed \(seed)")
    }
  }

  @Test("the parts of a trip add up to its arrival", arguments: 1...10)
  func sums(seed: UInt64) async throws {
    let plan = try await Self.plan(
      Self.city(seed: seed, shops: 10),
      Self.request([Errand(categories: [.coffee]), Errand(categories: [.bakery])]))
    for trip in plan.trips {
      let stops = trip.stops.reduce(0) {
        $0 + $1.leg.durationSeconds + $1.waitSeconds + $1.dwellSeconds
      }
      let walks =
        [trip.originWalk, trip.destinationWalk] + trip.stops.flatMap { [$0.toDoor, $0.fromDoor] }
      let walked = walks.reduce(0) { $0 + ($1?.seconds ?? 0) }
      let total = stops + trip.toDestination.durationSeconds + walked
      #expect(plan.departure.adding(seconds: total) == trip.arrival, "seed \(seed)")
      #expect(trip.slackSeconds == plan.deadline.seconds(since: trip.arrival), "seed \(seed)")
      #expect(trip.onTime == (trip.slackSeconds >= 0), "seed \(seed)")
    }
  }

  @Test("whoever leaves by the time that a trip names is in time, and a minute later is not")
  func leaveBy() async throws {
    var checked = 0
    for seed in UInt64(1)...20 {
      let city = Self.city(seed: seed, shops: 8)
      let plan = try await Self.plan(
        city, Self.request([Errand(categories: [.coffee]), Errand(categories: [.bakery])]))
      for trip in plan.trips where trip.onTime {
        let last = (Self.eight.minute...Self.deadline.minute).last {
          Self.arrival(of: trip, leaving: $0, by: Self.deadline) ?? .max <= Self.deadline.minute
        }
        #expect(trip.leaveBy.minute == last, "seed \(seed)")
        checked += 1
      }
    }
    #expect(checked > 10)
  }

  /// When a trip arrives over the same stops with the same drives; `nil` if a shop is closed.
  private static func arrival(
    of trip: ErrandTrip, leaving minute: Int, by deadline: Timestamp
  ) -> Int? {
    var (now, before) = (minute, trip.originWalk)
    for (index, stop) in trip.stops.enumerated() {
      now += (stop.leg.durationSeconds + (before?.seconds ?? 0) + (stop.toDoor?.seconds ?? 0)) / 60
      let dwells = trip.stops[index...].reduce(0) { $0 + $1.dwellSeconds / 60 }
      let start = VisitOracle(stop.venue?.openingHours, dwell: stop.dwellSeconds / 60)
        .first(from: now, to: deadline.minute - dwells, certainly: stop.isCertain)
      guard let start else { return nil }
      now = start + stop.dwellSeconds / 60
      before = stop.fromDoor
    }
    return now
      + (trip.toDestination.durationSeconds + (before?.seconds ?? 0)
        + (trip.destinationWalk?.seconds ?? 0)) / 60
  }

  @Test("an errand with a car park is that of a shop in the car park", arguments: 1...20)
  func parked(seed: UInt64) async throws {
    let parked = ParkedCity(Self.city(seed: seed, shops: 8), seed: seed)
    let corner = unionSquare.moved(by: 300, bearing: 45)
    let roads = RoadSelection(avoid: [.tolls])
    var request = Self.request([
      Errand(categories: [.coffee]), Errand(categories: [.bakery]),
      Errand(place: .coordinate(corner), dwellSeconds: 120),
    ])
    request.roads = roads
    let moved = try await Self.plan(parked.moved, request)
    request.parking = .lot
    let plan = try await ErrandPlanner(map: parked.map, services: parked.city)
      .plan(request, now: morning)
    #expect(plan.trips.map(\.arrival) == moved.trips.map(\.arrival), "seed \(seed)")
    #expect(!plan.trips.isEmpty || parked.city.venues.isEmpty, "seed \(seed)")
    for stop in plan.trips.flatMap(\.stops) {
      #expect((stop.carPark == nil) == (stop.venue == nil))
      #expect(stop.carPark.map { $0.meters <= stop.toDoor?.meters ?? 0 } != false)
    }
    #expect(try parked.city.sent(TableRequest.self).allSatisfy { $0.roads == roads })
    #expect(
      try parked.city.sent(RoutesRequest.self).flatMap(\.routes).allSatisfy { $0.roads == roads })
  }

  @Test("each drive between errands is requested once, and the legs of a trip together")
  func requests() async throws {
    var city = FakeCity.random(seed: 4, shops: 8)
    for index in city.venues.indices {
      city.venues[index].category = index.isMultiple(of: 2) ? .coffee : .bakery
      city.venues[index].openingHours = "24/7"
    }
    city.listsCategories = true
    // So that every pair has a road.
    city.seconds = { start, end in Int(start.distance(to: end) / 10) }
    let corner = unionSquare.moved(by: 300, bearing: 45)
    let plan = try await Self.plan(
      city,
      Self.request([
        Errand(categories: [.coffee]), Errand(categories: [.bakery]),
        Errand(place: .coordinate(corner), dwellSeconds: 120),
      ]))
    #expect(plan.trips.count == 6)
    let drives = try city.sent(TableRequest.self).flatMap { table in
      table.sources.flatMap { source in
        table.destinations.map {
          [source, $0].map(\.text).joined() + "\(table.departure!.clockHour)"
        }
      }
    }
    #expect(Set(drives).count == drives.count)
    #expect(try city.sent(RoutesRequest.self).allSatisfy { $0.routes.count == 4 })
    #expect(try city.sent(RoutesRequest.self).count == 6)
    #expect(try city.sent(RouteRequest.self).isEmpty)
  }

  @Test("an errand without a shop has no trips")
  func noShop() async throws {
    var city = FakeCity(hours: ["24/7"])
    city.listsCategories = true
    let plan = try await Self.plan(
      city, Self.request([Errand(categories: [.coffee]), Errand(categories: [.bakery])]))
    #expect(plan.trips.isEmpty && plan.considered == [1, 0])
  }

  @Test(
    "errands out of range are refused",
    arguments: [
      [], Array(repeating: Errand(categories: [.coffee]), count: 4), [Errand()],
      [Errand(categories: [.coffee], place: .text("x"))], [Errand(categories: [])],
      [Errand(categories: [.coffee], dwellSeconds: -1)],
    ])
  func refused(_ errands: [Errand]) async {
    let city = FakeCity()
    let error = await #expect(throws: ServiceError.self) {
      try await Self.plan(city, Self.request(errands))
    }
    #expect(error?.code == .invalidRequest)
    #expect(city.sent.isEmpty)
  }
}

/// Tries every order and every choice of shops.
private struct ErrandOracle {
  let city: FakeCity
  let errands: [Errand]
  let openOnly: Bool

  /// The earliest arrival in minutes, by order of the errands.
  func bestByOrder(from departure: Timestamp, by deadline: Timestamp) -> [[Int]: Int] {
    var best: [[Int]: Int] = [:]
    visit([], unionSquare, departure.minute, deadline.minute, &best)
    return best
  }

  private func visit(
    _ order: [Int], _ here: Coordinate, _ now: Int, _ deadline: Int, _ best: inout [[Int]: Int]
  ) {
    if order.count == errands.count {
      guard let drive = drive(here, coitTower, now) else { return }
      best[order] = min(best[order] ?? .max, now + drive)
      return
    }
    let left = errands.indices.filter { !order.contains($0) }
    let dwells = left.reduce(0) { $0 + (errands[$1].dwellSeconds ?? 600) / 60 }
    for errand in left {
      let dwell = (errands[errand].dwellSeconds ?? 600) / 60
      if case .coordinate(let place, _) = errands[errand].place {
        guard let drive = drive(here, place, now) else { continue }
        visit(order + [errand], place, now + drive + dwell, deadline, &best)
      }
      for venue in city.venues where errands[errand].categories?.contains(venue.category) == true {
        guard let drive = drive(here, venue.coordinate, now) else { continue }
        let start = VisitOracle(venue.openingHours, dwell: dwell)
          .first(from: now + drive, to: deadline - dwells, certainly: openOnly)
        guard let start else { continue }
        visit(order + [errand], venue.coordinate, start + dwell, deadline, &best)
      }
    }
  }

  private func drive(_ start: Coordinate, _ end: Coordinate, _ minute: Int) -> Int? {
    city.seconds(start, end).map {
      walk(start) + SlowFromNine.minutes($0 / 60, from: minute) + walk(end)
    }
  }

  private func walk(_ point: Coordinate) -> Int { PlanWalk.seconds(city.walkMeters(point)) / 60 }
}
