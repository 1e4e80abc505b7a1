import CommandLineKit
import Foundation
import Geography
import MapFiles
import MessageBus
import Messages
import ServiceRuntime
import TestSupport
import Testing
import Time

@testable import Planner

/// The planner over a real bus, with the other services answered by a fake city.
@Suite(.timeLimit(.minutes(10))) struct PlannerServiceTests {
  private let city: FakeCity = {
    var city = FakeCity(
      direct: 600,
      shops: [
        (name: "Near", toStop: 300, toDestination: 400),
        (name: "Quick", toStop: 200, toDestination: 300),
      ])
    city.places["Coit Tower"] = GeocodeReply(hits: [PlaceResolverTests.hit("Coit Tower", coitTower)]
    )
    city.devices["phone"] = unionSquare
    return city
  }()

  @Test("a plan is answered and its progress published")
  func planAndProgress() async throws {
    try await PlannerStack.run(city) { stack in
      var progress = stack.client.subscriber.events(PlanProgress.self).makeAsyncIterator()
      var completed = stack.client.subscriber.events(PlanCompleted.self).makeAsyncIterator()
      // Connected: no event is missed from here on.
      #expect(await progress.next()?.isLive == true)
      #expect(await completed.next()?.isLive == true)

      let plan = try await stack.client.client.send(
        request(from: .device("phone"), to: .text("Coit Tower"), id: "followed"))
      #expect(plan.id == "followed")
      #expect(plan.options.map(\.venue.name) == ["Quick", "Near"])
      #expect(plan.options.map(\.detourSeconds) == [-100, 100])
      let offset = downtown.zone.offsetSeconds(at: plan.departure)
      #expect(plan.departure.offsetSeconds == offset)

      var stages: [PlanProgress.Stage] = []
      while stages.count < 6, case .event(let event, _)? = await progress.next() {
        stages.append(event.stage)
      }
      #expect(stages == [.located, .direct, .candidates, .detours, .option, .option])
      guard case .event(let event, _)? = await completed.next() else {
        Issue.record("the plan was not published")
        return
      }
      #expect(event.plan == plan)
    }
  }

  @Test("a plan is its caller's, and its events say whose; another finds nothing by its identifier")
  func owners() async throws {
    try await PlannerStack.run(city) { stack in
      var completed = stack.client.subscriber.events(PlanCompleted.self).makeAsyncIterator()
      #expect(await completed.next()?.isLive == true)
      func send<Request: RequestMessage>(
        _ request: Request, as user: String?
      ) async throws -> Request.Reply {
        let caller = user.map { Caller(name: $0 + "-key", scope: .write, user: $0) }
        return try await stack.client.client.acting(for: caller).send(request)
      }
      func refusal<Request: RequestMessage>(_ request: Request, as user: String) async
        -> ErrorCode?
      {
        do {
          _ = try await send(request, as: user)
          return nil
        } catch { return (error as? ServiceError)?.code }
      }
      let anns = try await send(request(id: "p"), as: "ann")
      #expect(await refusal(PlanShowRequest(id: "p"), as: "bob") == .notFound)
      #expect(await refusal(PlanReplayRequest(id: "p"), as: "bob") == .notFound)
      #expect(try await send(PlanListRequest(), as: "bob").plans.isEmpty)
      let bobs = try await send(request(depart: .clock(hour: 8, minute: 1), id: "p"), as: "bob")
      let kept = try await send(PlanShowRequest(id: "p"), as: "ann")
      #expect(kept.plan == anns && bobs != anns)
      #expect(try await send(PlanShowRequest(id: "p"), as: "bob").plan == bobs)
      #expect(try await send(PlanListRequest(), as: "ann").plans.count == 1)
      #expect(try await send(PlanListRequest(), as: nil).plans.count == 2)
      #expect(try await send(PlanReplayRequest(id: "p"), as: "ann").isSame)
      let link = PlanShowRequest(id: "p", secret: kept.secret)
      #expect(try await send(link, as: "eve").plan == anns)
      #expect(await refusal(PlanShowRequest(id: "p"), as: "eve") == .notFound)

      var users: [String?] = []
      while users.count < 3, case .event(let event, _)? = await completed.next() {
        users.append(event.user)
      }
      #expect(users == ["ann", "bob", "ann"])
    }
  }

  @Test("a plan without an identifier gets one")
  func identifier() async throws {
    try await PlannerStack.run(city) { stack in
      let first = try await stack.client.client.send(request())
      let second = try await stack.client.client.send(request())
      #expect(first.id != second.id)
      #expect(first.options == second.options)
    }
  }

  @Test("a board of pins is changed over the bus")
  func pinBoard() async throws {
    try await PlannerStack.run(city) { stack in
      func send<Request: RequestMessage>(_ request: Request) async throws -> Request.Reply {
        try await stack.client.client.send(request)
      }
      _ = try await send(PinAddRequest(board: "me", place: .coordinate(unionSquare)))
      let board = try await send(PinAddRequest(board: "me", place: .text("Coit Tower")))
      #expect(board.pins.map(\.place.coordinate) == [unionSquare, coitTower])
      #expect(board.legs.map(\.drive.durationSeconds) == [600])
      #expect(try await send(PinBoardRequest(board: "me")) == board)
      // The geofence monitor of this test does not answer for fences.
      let watched = try await send(PinWatchRequest(board: "me", on: true))
      #expect(watched.watch == .pending)
      #expect(try await send(PinRemoveRequest(board: "me", label: "A")).pins.count == 1)
      #expect(try await send(PinResetRequest(board: "me")).pins.isEmpty)
    }
  }

  @Test("the planner describes the map")
  func mapInfo() async throws {
    try await PlannerStack.run(city) { stack in
      let info = try await stack.client.client.send(MapInfoRequest())
      var expected = downtown.info
      expected.version = "test"
      #expect(info == expected)
    }
  }

  @Test(
    "a service that is down is named at once",
    arguments: [ServiceName.router, .shopSearch, .geocoder, .geofenceMonitor])
  func serviceDown(_ service: ServiceName) async throws {
    try await PlannerStack.run(city, without: [service]) { stack in
      let error = await #expect(throws: ServiceError.self) {
        try await stack.client.client.send(
          request(from: .device("phone"), to: .text("Coit Tower")), timeout: .seconds(50))
      }
      #expect(error?.code == .unavailable)
      #expect(error?.message.contains("\(service)") == true, "\(error?.message ?? "")")
    }
  }

  /// The router gets the caller's time-out, not the bus's default.
  @Test("other services get the caller's remaining time")
  func deadline() async throws {
    let timesLeft = Recorder<Duration>()
    try await PlannerStack.run(city, onContext: { timesLeft.add($0.timeLeft) }) { stack in
      _ = try await stack.client.client.send(request(), timeout: .seconds(40))
      #expect(timesLeft.items.count == 3)
      #expect(timesLeft.items.allSatisfy { $0 > .seconds(5) && $0 <= .seconds(40) })
    }
  }

  @Test(
    "the planner waits a little less than its caller",
    arguments: [
      (Duration.zero, Duration.zero), (.milliseconds(10), .milliseconds(9)),
      (.seconds(1), .milliseconds(900)), (.seconds(40), .milliseconds(39_900)),
    ])
  func reserve(_ timeLeft: Duration, _ timeout: Duration) {
    #expect(
      DeadlineClient.timeout(timeLeft: timeLeft, reserve: PlanningLimits.replyReserve) == timeout)
  }

  @Test("the service refuses to start without a sound manifest")
  func noManifest() async throws {
    try await PlannerStack.run(city, manifest: "{}") { _ in
      Issue.record("it started")
    } refused: { error in
      #expect("\(error)".contains("formatVersion is missing"))
    }
  }
}

extension StreamItem {
  fileprivate var isLive: Bool { if case .live = self { true } else { false } }
}

/// A planner, the services it asks, and a client, each on its own bus.
private struct PlannerStack: Sendable {
  let client: Bus

  static func run(
    _ city: FakeCity, without missing: Set<ServiceName> = [], manifest: String? = nil,
    onContext: @escaping @Sendable (RequestContext) -> Void = { _ in },
    _ body: (PlannerStack) async throws -> Void,
    refused: (any Error) -> Void = { Issue.record("refused to start: \($0)") }
  ) async throws {
    try await TemporaryDirectory.with { temporary in
      let home = Home(directory: temporary.path)
      try home.makeRunDirectory()
      try FileManager.default.createDirectory(
        atPath: temporary.path("maps/current"), withIntermediateDirectories: true)
      let good = MapManifest(source: "test", map: downtown.info)
      let text = try manifest.map { Data($0.utf8) } ?? MessageCoder.encode(good)
      try temporary.write(text, to: "maps/current/map.json")

      let buses = try (0..<3).map {
        try Bus(runDirectory: home.runDirectory, name: "test-\($0)", timeout: .patience)
      }
      do {
        try await serve(city, on: buses[0], without: missing, onContext)
        if try await start(on: buses[1], home: home, refused: refused) {
          try await body(PlannerStack(client: buses[2]))
        }
      } catch {
        for bus in buses { await bus.close() }
        throw error
      }
      for bus in buses { await bus.close() }
    }
  }

  private static func start(
    on bus: Bus, home: Home, refused: (any Error) -> Void
  ) async throws -> Bool {
    let service: PlannerService
    do {
      service = try await PlannerService(
        ServiceEnvironment(
          instance: "1", home: home, log: Log("planner-test"), publisher: bus.publisher,
          client: bus.client, subscriber: bus.subscriber))
    } catch {
      refused(error)
      return false
    }
    var handlers = RequestHandlers<Void>()
    service.register(in: &handlers)
    try await bus.publish(as: .planner, instance: "1")
    try await serve(handlers, as: .planner, on: bus)
    return true
  }

  private static func serve(
    _ city: FakeCity, on bus: Bus, without missing: Set<ServiceName>,
    _ onContext: @escaping @Sendable (RequestContext) -> Void
  ) async throws {
    var all: [ServiceName: RequestHandlers<Void>] = [:]
    all[.geocoder, default: .init()].answerAsync(GeocodeRequest.self) { request, _ in
      try await city.geocode(request)
    }
    all[.geofenceMonitor, default: .init()].answerAsync(PositionRequest.self) { request, _ in
      try await city.position(request)
    }
    all[.shopSearch, default: .init()].answerAsync(CandidatesRequest.self) { request, _ in
      try await city.candidates(request)
    }
    all[.shopSearch, default: .init()].answerAsync(ShopDetailsRequest.self) { request, _ in
      try await city.details(request)
    }
    all[.router, default: .init()].answerAsync(RouteRequest.self) { request, context in
      onContext(context)
      return try await city.route(request)
    }
    all[.router, default: .init()].answerAsync(RoutesRequest.self) { request, context in
      onContext(context)
      return try await city.routes(request)
    }
    all[.router, default: .init()].answerAsync(DetoursRequest.self) { request, context in
      onContext(context)
      return try await city.detours(request)
    }
    for (service, handlers) in all where !missing.contains(service) {
      try await serve(handlers, as: service, on: bus)
    }
  }

  private static func serve(
    _ handlers: RequestHandlers<Void>, as service: ServiceName, on bus: Bus
  ) async throws {
    let server = try RequestServer(
      service: service, loop: bus.loop, workers: 1, handlers: handlers, makeWorker: {})
    try await bus.serve(server, as: service, instance: "1")
  }
}
