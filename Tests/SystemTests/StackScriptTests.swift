import Foundation
import Geography
import Glibc
import MessageBus
import Messages
import TestSupport
import Testing

@Suite(
  .serialized, .timeLimit(.minutes(10)),
  .enabled(if: StackScript.isUsable, StackScript.absence))
struct StackScriptTests {

  @Test("a stack starts, scales, recovers, restarts and stops")
  func lifecycle() async throws {
    try await StackScript.with(hasMap: true) { stack in
      try await stack.succeeds("up")
      let started = try await stack.instances()
      #expect(Set(started.keys) == Self.allInstances)
      #expect(started.values.allSatisfy { $0.restarts == 0 })
      try await expectPlan(on: stack)
      let report = try await stack("status", "--json").output
      let status = try JSONDecoder().decode(StatusReport.self, from: Data(report.utf8))
      #expect(status.running && Set(status.instances.map(\.instance)) == Self.allInstances)

      try await stack.succeeds("scale", "router", "2")
      let scaled = try await stack.instances()
      #expect(Set(scaled.keys) == Self.allInstances.union(["router-2"]))
      for (name, instance) in started {
        #expect(scaled[name]?.pid == instance.pid, "\(name) was not to be touched")
      }

      let killed = try #require(scaled["router-1"])
      kill(killed.pid, SIGKILL)
      let back = try await restarted(killed, on: stack)
      #expect(back.restarts == 1)
      try await expectPlan(on: stack)
      try await expectFailedBuildChangesNothing(on: stack)

      try await restartPlanner(on: stack)
      let again = try await stack.instances()
      #expect(again["planner-1"]?.restarts == 1)
      #expect(again["router-1"]?.pid == back.pid)

      try await closeRoad(on: stack)
      #expect(stack.contents(of: "run").contains("router-traffic.json"))
      try await stack.succeeds("down")
      try expectNothingLeft(of: stack)
      #expect(stack.contents(of: "data").contains("router-traffic.json"))
      #expect(stack.contents(of: "data").filter { $0.hasSuffix("-wal") } == [])
      #expect(try await stack("status").status == 5)
      try await stack.succeeds("down")
    }
  }

  /// Sends requests to a service while its only instance is restarted: none fails.
  private func restartPlanner(on stack: StackScript) async throws {
    let bus = try Bus(
      runDirectory: RunDirectory(path: stack.home + "/run"), name: "test", timeout: .patience,
      restartGrace: .patience)
    let isRestarted = Locked(false)
    async let replies = {
      var replies = 0
      while !isRestarted.withLock({ $0 }) {
        _ = try await bus.client.send(MapInfoRequest())
        replies += 1
      }
      return replies
    }()
    try await stack.succeeds("restart", "planner")
    isRestarted.withLock { $0 = true }
    #expect(try await replies > 0)
    await bus.close()
  }

  /// What a script reads of `status --json`.
  private struct StatusReport: Decodable {
    struct Instance: Decodable { let instance: String }
    let instances: [Instance]
    let running: Bool
  }

  @Test("a port that another program has is refused before anything is built")
  func occupiedPort() async throws {
    try await ScriptedServer.with {
      $0.answer(200, "")
    } _: { server in
      let port = try #require(URL(string: server.address)?.port)
      try await StackScript.with { stack in
        let settings = stack.temporary + "/settings.conf"
        try Data("# mine\nport = \(port)\n".utf8).write(to: URL(filePath: settings))
        for environment in [
          ["QUICKBREW_HTTP_PORT": "\(port)"],
          ["QUICKBREW_HTTP_PORT": "", "QUICKBREW_CONFIG": settings],
        ] {
          let outcome = try await stack("up", environment: environment)
          #expect(outcome.status == 1, "\(outcome.errors)")
          #expect(outcome.errors.contains("Another program has port \(port)"), "\(outcome.errors)")
          #expect(stack.contents(of: "maps").isEmpty)
        }
      }
    }
  }

  @Test("up says in six lines what is up, where and what next; the rest is in logs")
  func fewLines() async throws {
    try await StackScript.with { stack in
      let up = try await stack("up")
      let lines = up.errors.split(separator: "\n").map(String.init)
      // Port 0 has no page to name; a slow machine says that it waits.
      let starts = lines.filter { !$0.hasPrefix("Waiting") }.map { $0.prefix { $0 != " " } }
      #expect(starts == ["Map:", "Building", "QuickBrew", "Next:", "Stop:"], "\(up.errors)")
      let log = try String(contentsOfFile: stack.home + "/logs/build-router.log", encoding: .utf8)
      #expect(log.contains("segments"))
    }
  }

  @Test func failedBuildStartsNothing() async throws {
    try await StackScript.with { stack in
      let outcome = try await stack("up", "--map", try stack.noMap())
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("build-planner.log"), "\(outcome.errors)")
      #expect(!stack.contents(of: "maps").contains("current"))
      try expectNothingLeft(of: stack)
    }
  }

  /// A killed supervisor leaves its services as orphans. `down` stops those, and does not touch the
  /// stack of another home.
  @Test("stacks of two homes do not affect each other")
  func twoHomes() async throws {
    try await StackScript.with(hasMap: true) { one in
      try await StackScript.with(hasMap: true) { other in
        async let first: Void = one.succeeds("up")
        async let second: Void = other.succeeds("up")
        _ = try await (first, second)
        let left = try await other.instances()
        try await expectPlan(on: one)

        let supervisor = try one.supervisor()
        kill(supervisor, SIGKILL)
        let orphans = try one.processes().filter { $0 != supervisor }
        // The watchdog ends by itself, perhaps a moment later.
        #expect((0...1).contains(orphans.count - Self.allInstances.count))
        try await one.succeeds("down")
        try expectNothingLeft(of: one)
        #expect(try await other.instances().mapValues(\.pid) == left.mapValues(\.pid))
        try await expectPlan(on: other)
      }
    }
  }

  @Test(arguments: [
    ([], "up [--map FILE]"),
    (["statsu"], "'status'"),
    (["--hlep"], "'--help'"),
    (["up", "--mapp", "x"], "'--map'"),
    (["up", "--map"], "needs a value"),
    (["up", "--map", "/no/such.osm"], "/no/such.osm"),
    (["up", "--time-zone", "Europe/Helsinkii"], "Europe/Helsinki"),
    (["up", "--elevation", "/no/such"], "no folder of heights /no/such"),
    (["up", "--country", "Bavaria"], "Bavaria"),
    (["up", "--venues-at", "postgresql://me:s3cret@db/venues"], "--venues-at-file FILE"),
    (["up", "--venues-at=postgres://me@db/venues?password=s3cret"], "--venues-at-file FILE"),
    (["up", "--venues-at", "postgresql://db/venues?p%61ssword=s3cret"], "--venues-at-file FILE"),
    (["up", "postgresql://me:s3cret@db/venues"], "--venues-at-file FILE"),
    (["up", "--venues-at", "mysql://me@db/venues"], "postgresql://USER@HOST/DATABASE"),
    (["up", "--venues-at-file", "/no/such"], "no readable file /no/such"),
    (["up", "--venues-at-file", "/"], "no readable file /"),
    (["up", "--venues-at-file", "/etc/passwd"], "chmod 600 /etc/passwd"),
    (["up", "--venues-at-file", "-"], "begins with no address"),
    (["up", "--venues-at-file", "-", "--venues-at", "file"], "does not go with"),
    (["up", "--plans-at", "postgresql://me:s3cret@db/plans"], "--plans-at-file FILE"),
    (["up", "--plans-at", "a.sqlite"], "--plans-at is 'file' or"),
    (["up", "--fences-at-file", "/etc/passwd"], "chmod 600 /etc/passwd"),
    (["up", "now"], "'now'"),
    (["down", "now"], "'now'"),
    (["status", "-v"], "'-v'"),
    (["logs", "-n", "few"], "number"),
    (["restart", "rutr"], "'router'"),
    (["scale", "router"], "deploy/stack scale router 3"),
    (["scale", "router", "0"], "1 to 16"),
    (["scale", "router", "2", "3"], "'3'"),
    (["scale", "planner", "2"], "embedded store"),
  ])
  func wrongUsageIsRefused(_ arguments: [String], expecting message: String) async throws {
    try await StackScript.with { stack in
      let outcome = try await stack(arguments)
      #expect(outcome.status == 2, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
      #expect(!outcome.errors.contains("s3cret"))
      #expect(!stack.contents(of: "maps").contains("current"))
      try expectNothingLeft(of: stack)
    }
  }

  private static let allInstances: Set = [
    "geocoder-1", "router-1", "venue-store-1", "shop-search-1", "geofence-monitor-1", "planner-1",
    "map-tiles-1", "web-gateway-1",
  ]

  private func closeRoad(on stack: StackScript) async throws {
    let bus = try Bus(
      runDirectory: RunDirectory(path: stack.home + "/run"), name: "test", timeout: .patience)
    let union = RoadReference(coordinate: Coordinate(latitude: 37.785834, longitude: -122.406417))
    let reply = try await bus.client.send(
      TrafficRequest(set: [TrafficChange(road: union, state: .closed)], keep: true))
    #expect(reply.version == 1)
    await bus.close()
  }

  private func expectPlan(on stack: StackScript) async throws {
    let outcome = try await stack.quickbrew(
      "plan", "--from", "37.785834,-122.406417", "--to", "Coit Tower", "--depart", "08:00",
      "--arrive-by", "08:45")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Yes"), "\(outcome.output)")
  }

  private func expectFailedBuildChangesNothing(on stack: StackScript) async throws {
    let (map, before) = (try stack.map(), try await stack.instances())
    let outcome = try await stack("up", "--map", try stack.noMap())
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("goes on with the map \(map)"), "\(outcome.errors)")
    #expect(try stack.map() == map)
    #expect(try await stack.instances().mapValues(\.pid) == before.mapValues(\.pid))
  }

  /// Polls until the supervisor has restarted the instance.
  private func restarted(
    _ killed: StackScript.Instance, on stack: StackScript
  ) async throws -> StackScript.Instance {
    while true {
      let now = try await stack.instances()[killed.name]
      if let now, now.pid != killed.pid { return now }
      try Task.checkCancellation()  // the suite's time limit
    }
  }

  private func expectNothingLeft(of stack: StackScript) throws {
    #expect(try stack.processes() == [])
    #expect(stack.contents(of: "run") == [])
  }
}
