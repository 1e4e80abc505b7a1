import CommandLineKit
import FoundationEssentials
import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

@testable import Planner

/// Plans made while another service is down or slow.
@Suite struct StandInTests {
  private static func away(_ code: ErrorCode = .unavailable) -> ServiceError {
    ServiceError(code, "It is away.")
  }

  private static func planner(_ services: any ServiceClient, _ memory: ReplyMemory) -> Planner {
    let start = ContinuousClock.now
    return Planner(
      map: downtown, services: services, memory: memory, clock: { start }, publish: { _ in })
  }

  private static func plan(
    _ services: any ServiceClient, _ request: PlanRequest, memory: ReplyMemory = ReplyMemory(),
    now: Timestamp = morning
  ) async throws -> Plan {
    var request = request
    request.allowsDegraded = true
    return try await planner(services, memory).plan(request, now: now, spareID: "spare")
  }

  @Test("with every service there, all of a plan is exact, and the same as otherwise")
  func exact() async throws {
    let city = FakeCity.random(seed: 3, shops: 20)
    let plan = try await Self.plan(city, request())
    #expect(plan.certainty == PlanCertainty())
    let other = try await Bench(city).plan(request())
    #expect(plan.options == other.options && plan.candidates == other.candidates)
    #expect(other.certainty == nil)
  }

  @Test(
    "without the router, what is late or closed is so in the exact plan, too", arguments: 1...20)
  func boundsHold(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    var city = FakeCity.random(seed: seed, shops: 30)
    // Far apart, so that the bounds are not 0; no road is faster than the router's limit.
    for index in city.venues.indices {
      city.venues[index].coordinate = unionSquare.moved(
        by: .random(in: 0...90_000, using: &generator),
        bearing: .random(in: 0..<360, using: &generator))
    }
    let hurry = Double.random(in: 1...3, using: &generator)
    city.seconds = { start, end in
      Int(start.distance(to: end) / RouterLimits.topSpeedMetersPerSecond * hurry)
    }
    let exact = try await Self.plan(city, request(limit: 50))
    city.down[.router] = Self.away()
    let bounds = try await Self.plan(city, request(limit: 50))
    let certainty = try #require(bounds.certainty)
    #expect(certainty.direct.kind == .bound && certainty.detours.kind == .bound)
    #expect(certainty.detours.cause == "The plan needs router: It is away.")
    #expect(certainty.shops == .exact)
    #expect(bounds.direct.durationSeconds <= exact.direct.durationSeconds, "seed \(seed)")
    #expect(bounds.candidates.onTime >= exact.candidates.onTime, "seed \(seed)")
    for option in exact.options where option.onTime {
      let bound = bounds.options.first { $0.venue.id == option.venue.id }
      if let bound { #expect(bound.arrival <= option.arrival, "seed \(seed)") }
      #expect(bound != nil || bounds.options.count == 50, "seed \(seed)")
    }
  }

  @Test("a trip that no road is fast enough for is late for certain without the router")
  func lateForCertain() async throws {
    var city = FakeCity(direct: 1, shops: [(name: "A", toStop: 1, toDestination: 1)])
    city.venues[0].coordinate = unionSquare.moved(by: 80_000, bearing: 90)
    city.down[.router] = Self.away()
    let plan = try await Self.plan(city, request())
    #expect(plan.candidates.onTime == 0)
    #expect(plan.options.map(\.onTime) == [false])
  }

  @Test("with the tables known, the legs' durations stay exact and their lines become straight")
  func legsAway() async throws {
    var city = FakeCity(direct: 600, shops: [(name: "A", toStop: 300, toDestination: 400)])
    let exact = try await Self.plan(city, request())
    city.onRoute = { (request) throws(ServiceError) in
      if request.waypoints != [unionSquare, coitTower] { throw Self.away(.deadlineExceeded) }
    }
    let plan = try await Self.plan(city, request())
    let certainty = try #require(plan.certainty)
    #expect(certainty.legs.kind == .bound && certainty.detours == .exact)
    #expect(plan.options.map(\.arrival) == exact.options.map(\.arrival))
    #expect(plan.candidates == exact.candidates)
  }

  @Test("without the geocoder a place is where it was last found, and how long ago")
  func rememberedPlace() async throws {
    var city = FakeCity(direct: 600, shops: [(name: "A", toStop: 300, toDestination: 400)])
    city.places["Coit Tower"] = GeocodeReply(
      hits: [PlaceResolverTests.hit("Coit Tower", coitTower)])
    let memory = ReplyMemory()
    let asked = request(to: .text("Coit Tower"))
    let first = try await Self.plan(city, asked, memory: memory)
    city.down[.geocoder] = Self.away()
    let later = morning.adding(seconds: 60)
    let plan = try await Self.plan(city, asked, memory: memory, now: later)
    #expect(plan.destination == first.destination)
    #expect(plan.certainty?.destination.kind == .stale)
    #expect(plan.certainty?.destination.ageSeconds == 60)
    #expect(plan.certainty?.origin == .exact)
    let unknown = request(to: .text("Nowhere"))
    await #expect(throws: ServiceError.self) {
      try await Self.plan(city, unknown, memory: memory)
    }
  }

  @Test("without shop search the shops are those last found, or missing")
  func rememberedShops() async throws {
    var city = FakeCity(direct: 600, shops: [(name: "A", toStop: 300, toDestination: 400)])
    let memory = ReplyMemory()
    let first = try await Self.plan(city, request(), memory: memory)
    city.down[.shopSearch] = Self.away()
    let stale = try await Self.plan(city, request(), memory: memory)
    #expect(stale.options == first.options)
    #expect(stale.certainty?.shops.kind == .stale)
    let missing = try await Self.plan(city, request())
    #expect(missing.options.isEmpty && missing.certainty?.shops.kind == .missing)
    #expect(missing.direct == first.direct && missing.certainty?.direct == .exact)
  }

  @Test("an answer that refuses is no absence")
  func refusals() async throws {
    let city = FakeCity(direct: nil, shops: [])
    await #expect(throws: ServiceError.self) { try await Self.plan(city, request()) }
  }

  @Test("a request that accepts no stand-in fails as before")
  func notAccepted() async {
    var city = FakeCity(direct: 600, shops: [])
    city.down[.router] = Self.away()
    #expect(await Bench(city).failure(request())?.code == .unavailable)
  }

  @Test(
    "a plan with 300 ms left is answered within them, whichever service is slow",
    arguments: [
      [ServiceName.router], [.shopSearch], [.geofenceMonitor], [.router, .shopSearch],
    ])
  func answersInTime(slow: [ServiceName]) async throws {
    var city = FakeCity(direct: 600, shops: [(name: "A", toStop: 300, toDestination: 400)])
    city.devices["phone"] = unionSquare
    let memory = ReplyMemory()
    let asked = request(from: .device("phone"))
    _ = try await Self.plan(city, asked, memory: memory)
    let services = SlowServices(city, slow: slow, allowed: .milliseconds(300))
    let plan = try await Self.plan(services, asked, memory: memory)
    #expect(plan.options.count == 1)
    #expect(services.elapsed <= .milliseconds(300))
    #expect(services.elapsed >= .milliseconds(200))
  }
}

/// Services of which some take ten seconds, by a clock that only they advance. They wait no longer
/// than their caller, as `DeadlineClient` does.
private final class SlowServices: ServiceClient {
  private let base: any ServiceClient
  private let slow: [ServiceName]
  private let allowed: Duration
  private let clock = Locked(Duration.zero)

  init(_ base: any ServiceClient, slow: [ServiceName], allowed: Duration) {
    self.base = base
    self.slow = slow
    self.allowed = allowed
  }

  var elapsed: Duration { clock.withLock { $0 } }

  func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    let start = elapsed
    let left = DeadlineClient.timeout(
      timeLeft: max(.zero, allowed - start), reserve: PlanningLimits.replyReserve)
    guard let service = operation.service, slow.contains(service) else {
      clock.withLock { $0 = max($0, start + .milliseconds(1)) }
      return try await base.send(body, as: operation, timeout: timeout, traceID: traceID)
    }
    clock.withLock { $0 = max($0, start + left) }
    throw ServiceError(.deadlineExceeded, "\(service) did not answer in time.")
  }
}
