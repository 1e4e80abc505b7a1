import CommandLineKit
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

@Suite struct LedgerTests {
  private static let uncounted = LedgerSource(.assumption, "parking: not counted")

  @Test("the time to park has its own row, part of every sum; only a car has one")
  func parking() async throws {
    let city = FakeCity(hours: ["24/7"])
    let bench = Bench(city)
    let without = try await bench.plan(request())
    var query = request(
      choice: PlanChoice(parkSeconds: 240), details: PlanDetails(ledger: true))
    let option = try #require(try await bench.plan(query).options.first)
    let before = try #require(without.options.first)
    #expect(option.arrival == before.arrival.adding(seconds: 240))
    #expect(option.leaveBy == before.leaveBy.adding(seconds: -240))
    #expect(option.addedSeconds == before.addedSeconds + 240)
    #expect(option.detourSeconds == before.detourSeconds)
    let rows = try #require(option.ledger)
    #expect(rows.map(\.kind) == [.departure, .drive, .park, .dwell, .drive, .arrival, .slack])
    #expect(rows[2].seconds == 240 && rows[2].sources == [LedgerSource(.request)])
    #expect(rows[1].sources == [LedgerSource(.map, "fake")])
    let stop = try #require(option.schedule.stops.first)
    #expect(stop.reaches.seconds(since: stop.parks) == 240)

    query.profile = .foot
    #expect(await bench.failure(query)?.code == .invalidRequest)
    query.choice?.parkSeconds = nil
    let walked = try #require(try await bench.plan(query).options.first?.ledger)
    #expect(walked[1].sources == [LedgerSource(.map, "fake")])
  }

  @Test("the rows of a ledger follow each other and add up to the second", arguments: 1...40)
  func sums(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let city = FakeCity.random(seed: seed, shops: .random(in: 1...40, using: &generator))
    let plan = try await Bench(city).plan(
      request(
        dwell: .random(in: 0...1500, using: &generator), details: PlanDetails(ledger: true)))
    for option in plan.options {
      let rows = try #require(option.ledger)
      #expect(
        rows.reduce(0) { $0 + $1.seconds } == plan.deadline.seconds(since: plan.departure),
        "seed \(seed)")
      for (row, next) in zip(rows, rows.dropFirst()) {
        #expect(row.begins.adding(seconds: row.seconds) == next.begins, "seed \(seed)")
      }
      #expect(rows.first { $0.kind == .arrival }?.begins == option.arrival, "seed \(seed)")
      #expect(rows.allSatisfy { !$0.sources.isEmpty }, "seed \(seed)")
      let drives = rows.filter { $0.kind == .drive }.map(\.seconds)
      #expect(
        drives == [option.toStop.durationSeconds, option.toDestination.durationSeconds])
    }
  }

  @Test("with an open departure a ledger is that of leaving last, with nothing to wait for")
  func openDeparture() async throws {
    let deadline = morning.adding(seconds: 25 * 3600)
    var query = request(by: .instant(deadline), details: PlanDetails(ledger: true))
    query.departure = nil
    // Also of a shop that closes, and of one that opens, while one could be there.
    for hours in ["24/7", "Su 07:00-08:00", "Su 08:10-18:00"] {
      let option = try #require(try await Bench(FakeCity(hours: [hours])).plan(query).options.first)
      let rows = try #require(option.ledger)
      #expect(rows.first?.begins == option.leaveBy && !rows.contains { $0.kind == .wait })
      #expect(rows.first { $0.kind == .arrival }?.begins == option.schedule.arrive)
      #expect(
        rows.reduce(0) { $0 + $1.seconds } == deadline.seconds(since: option.leaveBy), "\(hours)")
    }
  }

  @Test("each number of a ledger names its source")
  func sources() async throws {
    let plan = try await Bench(FakeCity(hours: ["09:00-18:00", nil])).plan(
      request(by: .clock(hour: 9, minute: 30), details: PlanDetails(ledger: true)))
    let rows = try #require(plan.options.first { $0.waitSeconds > 0 }?.ledger)
    #expect(
      rows.map(\.kind) == [.departure, .drive, .wait, .dwell, .drive, .arrival, .slack])
    #expect(rows[1].sources == [LedgerSource(.map, "fake"), Self.uncounted])
    #expect(rows[4].sources == [LedgerSource(.map, "fake")])
    #expect(rows[2].sources == [LedgerSource(.hours, "09:00-18:00")])
    #expect(rows[3].sources.map(\.kind) == [.assumption, .hours])
    let unknown = try #require(plan.options.first { $0.venue.openingHours == nil }?.ledger)
    #expect(unknown[2].sources.map(\.kind) == [.assumption, .assumption])
  }

  private static let march = Timestamp("2026-03-01T00:00:00Z")!

  private static func map(_ date: MapDate?) -> PlanningMap {
    let info = downtown.info
    return PlanningMap(
      MapInfo(name: info.name, box: info.box, timeZone: info.timeZone, country: "US", date: date))!
  }

  /// The ledger of the only option of a city.
  private static func ledger(_ city: FakeCity, _ date: MapDate?) async throws -> [LedgerRow] {
    let plan = try await Bench(city, on: map(date)).plan(
      request(by: .clock(hour: 9, minute: 30), details: PlanDetails(ledger: true)))
    return try #require(plan.options.first?.ledger)
  }

  @Test("the road map and the feed of the opening hours are named with their dates")
  func dates() async throws {
    var city = FakeCity(hours: ["09:00-18:00"])
    city.walkMeters = { _ in 100 }
    let sunday = Self.march.adding(seconds: 86_400)
    city.hoursFeed = VenueFieldSource(
      field: "openingHours", source: "campus", since: Self.march, asOf: sunday)
    let declared = MapDate(time: Self.march, source: .header)
    let rows = try await Self.ledger(city, declared)
    #expect(rows.map(\.kind).prefix(4) == [.departure, .walk, .drive, .walk])
    #expect(rows[1].sources[0] == LedgerSource(.map, date: Self.march))
    #expect(rows[2].sources == [LedgerSource(.map, "fake", date: Self.march), Self.uncounted])
    let wait = try #require(rows.first { $0.kind == .wait })
    #expect(wait.sources == [LedgerSource(.hours, "09:00-18:00", date: sunday, feed: "campus")])

    // Hours on the map are as old as the map, not as the store's reading of it.
    city.hoursFeed = VenueFieldSource(
      field: "openingHours", source: .map, since: Self.march, asOf: sunday)
    let mapped = try await Self.ledger(city, declared).first { $0.kind == .wait }
    #expect(mapped?.sources[0].date == Self.march && mapped?.sources[0].feed == .map)
  }

  @Test("a map dated by its file is assumed to be as old as that, and one without a date is named")
  func assumedDate() async throws {
    let city = FakeCity(hours: ["24/7"])
    let drive = try await Self.ledger(city, MapDate(time: Self.march, source: .file))[1]
    #expect(drive.sources.map(\.kind) == [.map, .assumption, .assumption])
    #expect(drive.sources[0].date == Self.march)
    let undated = try await Self.ledger(city, nil)[1]
    #expect(undated.sources == [LedgerSource(.map, "fake"), Self.uncounted])
  }

  @Test("without the store a ledger names the hours alone")
  func withoutStore() async throws {
    var city = FakeCity(hours: ["09:00-18:00"])
    city.down[.venueStore] = ServiceError(.unavailable, "It is away.")
    let rows = try await Self.ledger(city, nil)
    #expect(rows.first { $0.kind == .wait }?.sources == [LedgerSource(.hours, "09:00-18:00")])
  }

  @Test("a plan has ledgers only if requested")
  func onRequest() async throws {
    let plan = try await Bench(FakeCity(hours: ["24/7"])).plan(request())
    #expect(plan.options.count == 1)
    #expect(plan.options[0].ledger == nil)
  }
}
