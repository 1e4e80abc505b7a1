import CommandLineKit
import Foundation
import Geography
import MessageBus
import Messages
import ServiceRuntime
import TestSupport
import Testing
import Time

@testable import Router

/// The service on a real bus, with two instances and the files of a home.
@Suite(.timeLimit(.minutes(10))) struct RouterServiceTests {
  @Test("Two instances agree after a change on one of them") func agreement() async throws {
    try await TemporaryDirectory.with { directory in
      let drawn = try TrafficTests.ring()
      let home = try TestHome(in: directory, drawn)
      let routers = [
        try await RunningRouter(home, instance: "1"), try await RunningRouter(home, instance: "2"),
      ]
      let client = try Bus(runDirectory: home.home.runDirectory, name: "test", timeout: .patience)
      let changes = client.subscriber.events(TrafficChanged.self)
      let upper = RoadReference(way: 1)
      let closed = try await client.client.send(
        TrafficRequest(set: [TrafficChange(road: upper, state: .closed)]))
      #expect(closed.version == 1)
      #expect(closed.roads.map(\.name) == ["Upper Street"])
      for router in routers {
        let reply = try await router.answer(drawn.request("AC")) { $0.trafficVersion == 1 }
        #expect(reply.distanceMeters == 600)
        // The closure does not apply to walkers.
        let walk = try await router.answer(drawn.request("AC", profile: .foot)) { _ in true }
        #expect(walk.distanceMeters == 400)
        #expect(walk.trafficVersion == nil)
      }
      let open = try await client.client.send(TrafficRequest(clearAll: true))
      #expect(open.version == 2)
      for router in routers {
        let reply = try await router.answer(drawn.request("AC")) { $0.trafficVersion == 2 }
        #expect(reply.distanceMeters == 400)
      }
      // A third change is published by whichever instance accepts it, and no event was missed.
      var versions: [Int] = []
      _ = try await client.client.send(
        TrafficRequest(set: [TrafficChange(road: upper, state: .closed)]))
      for await item in changes {
        if case .gap = item { Issue.record("a gap") }
        guard case .event(let change, _) = item else { continue }
        versions.append(change.version)
        if change.version == 3 { break }
      }
      #expect(versions.last == 3)
      #expect(Set(versions).count == versions.count)
      await client.close()
      for router in routers { await router.close() }
    }
  }

  @Test("A new instance starts with the traffic that others know") func newInstance() async throws {
    try await TemporaryDirectory.with { directory in
      let drawn = try TrafficTests.ring()
      let home = try TestHome(in: directory, drawn)
      let first = try await RunningRouter(home, instance: "1")
      let client = try Bus(runDirectory: home.home.runDirectory, name: "test", timeout: .patience)
      _ = try await client.client.send(
        TrafficRequest(set: [TrafficChange(road: RoadReference(way: 1), state: .closed)]))
      await client.close()
      await first.close()
      let second = try await RunningRouter(home, instance: "2")
      let reply = try second.worker.router(for: nil).answer(drawn.request("AC"))
      #expect(reply.trafficVersion == 1)
      #expect(reply.distanceMeters == 600)
      await second.close()
    }
  }

  @Test("Speeds come from the home or from a flag") func speeds() async throws {
    try await TemporaryDirectory.with { directory in
      let drawn = try TrafficTests.ring()
      let home = try TestHome(in: directory, drawn)
      func speeds(_ factor: Double) -> String {
        """
        {"periods": {"always": {"other": \(factor)}},
         "week": [{"days": ["friday"], "from": 0, "to": 24, "period": "always"}]}
        """
      }
      func seconds(_ flags: [String: String] = [:]) async throws -> Int {
        let bus = try Bus(runDirectory: home.home.runDirectory, name: "router", timeout: .patience)
        defer { Task { await bus.close() } }
        let service = try await RouterService(home.environment(bus, instance: "1", flags: flags))
        let friday = Timestamp("2026-11-27T12:00:00Z")
        return try service.makeWorker().router(for: nil).answer(
          RouteRequest(waypoints: drawn.request("AB").waypoints, departure: friday)
        ).durationSeconds
      }
      // 200 m at 29 km/h; the factor of a side street at noon is 0.95.
      #expect(try await seconds() == 26)
      try directory.write(speeds(0.5).utf8, to: "data/speeds.json")
      #expect(try await seconds() == 50)
      let other = try directory.write(speeds(0.25).utf8, to: "other.json")
      #expect(try await seconds(["speeds": other]) == 99)
      try directory.write(speeds(7).utf8, to: "data/speeds.json")
      let error = await #expect(throws: SpeedScheduleFileError.self) { try await seconds() }
      #expect(error?.description.contains("periods.always.other") == true)
      await #expect(throws: SpeedScheduleFileError.self) {
        try await seconds(["speeds": directory.path("none.json")])
      }
    }
  }
}

/// A home whose current map is a drawn one.
private struct TestHome {
  let home: Home

  init(in directory: TemporaryDirectory, _ drawn: DrawnNetwork) throws {
    home = Home(directory: directory.path)
    try home.makeRunDirectory()
    let map = directory.path("maps/drawn")
    try FileManager.default.createDirectory(atPath: map, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: directory.path("data"), withIntermediateDirectories: true)
    for profile in [TravelProfile.car, .foot] {
      _ = try NetworkBuilder.build(
        drawn.map.elements, for: profile, to: map + "/" + NetworkFormat.fileName(for: profile))
    }
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("maps/current"), withDestinationPath: "drawn")
  }

  func environment(
    _ bus: Bus, instance: String, flags: [String: String] = [:]
  ) -> ServiceEnvironment {
    ServiceEnvironment(
      instance: instance, home: home, log: Log("test"), publisher: bus.publisher,
      client: bus.client, subscriber: bus.subscriber, flags: flags)
  }
}

/// A router set up as in its process.
private struct RunningRouter {
  let bus: Bus
  let worker: RouterWorker
  private let background: Task<Void, Never>

  init(_ home: TestHome, instance: String) async throws {
    let bus = try Bus(
      runDirectory: home.home.runDirectory, name: "router-\(instance)", timeout: .patience)
    bus.directory.removeSockets(of: .router, instance: instance)
    let service = try await RouterService(home.environment(bus, instance: instance))
    var handlers = RequestHandlers<RouterWorker>()
    service.register(in: &handlers)
    let server = try RequestServer(
      service: .router, loop: bus.loop, workers: 1, handlers: handlers,
      makeWorker: { service.makeWorker() })
    try await bus.publish(as: .router, instance: instance)
    try await bus.serve(server, as: .router, instance: instance)
    background = Task { await service.run() }
    worker = service.makeWorker()
    self.bus = bus
  }

  /// Asks this instance until the reply matches; the suite's time limit bounds the loop.
  func answer(
    _ request: RouteRequest, until matches: (RouteReply) -> Bool
  ) async throws -> RouteReply {
    while true {
      let reply = try worker.router(for: request.profile).answer(request)
      if matches(reply) { return reply }
      await Task.yield()
    }
  }

  func close() async {
    background.cancel()
    await background.value
    await bus.close()
  }
}
