import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing
import Time

/// Two geofence monitors on one PostgreSQL database, as real processes: one works, one stands by.
@Suite(.timeLimit(.minutes(10)))
struct SharedMonitorProcessTests {
  private enum End: CaseIterable { case killed, stopped, frozen }

  private static let center = Coordinate(latitude: 37.785834, longitude: -122.406417)
  private static let devices = (0..<4).map { DeviceID(rawValue: "d\($0)") }
  private static let rounds = 60
  private static let start = Timestamp(millisecondsSince1970: 1_785_000_000_000)

  /// In and out by turns: one event a round and device, after the first.
  private static func position(_ device: DeviceID, _ round: Int) -> PositionReportRequest {
    let offset = round.isMultiple(of: 2) ? 0.0 : 0.05
    return PositionReportRequest(
      device: device,
      coordinate: Coordinate(latitude: center.latitude + offset, longitude: center.longitude),
      time: start.adding(seconds: round * 3_600))
  }

  @Test("the log has each event once, however the monitor at work ends")
  func handOvers() async throws {
    try await PostgreSQLServer.withDatabase { url in
      try await RealStack.run(only: [.geofenceMonitor], stores: ["fences-at": url]) { stack in
        _ = try await stack.bus.client.send(
          FenceAddRequest(center: Self.center, radiusMeters: 500, confirmation: .immediate))
        let output = stack.home + "/watch.jsonl"
        try Data().write(to: URL(filePath: output))
        let subscriber = try ChildProcess(
          "quickbrew", ["geofence", "watch", "--since", "0"],
          environment: ["QUICKBREW_HOME": stack.home], output: .file(output))
        for (turn, end) in End.allCases.enumerated() {
          try await handOver(turn, end, output, stack)
        }
        let log = try await stack.bus.client.send(
          GeofenceEventsRequest(since: 0, limit: GeofenceLimits.maximumPage)
        ).events
        #expect(log.map(\.number) == Array(1...Int64(log.count)))
        let printed = try await printed(in: output, upTo: log.count)
        #expect(printed == log.map(\.number))
        await subscriber.kill()
        for device in Self.devices {
          let kinds = log.filter { $0.device == device }.map(\.kind)
          let expected = (0..<End.allCases.count * Self.rounds).map { round in
            round.isMultiple(of: 2) ? GeofenceEvent.Kind.enter : .exit
          }
          #expect(kinds == expected, "\(device)")
        }
      }
    }
  }

  /// The one that stands by takes over while positions are reported.
  private func handOver(_ turn: Int, _ end: End, _ output: String, _ stack: RealStack) async throws
  {
    let (working, other) = turn.isMultiple(of: 2) ? (1, 2) : (2, 1)
    try stack.start(.geofenceMonitor, instance: other)
    while try await !standsBy("\(other)", stack) {
      // A process that begins to stand by announces nothing.
      try await Task.sleep(for: .milliseconds(20))
    }
    let rounds = turn * Self.rounds..<(turn + 1) * Self.rounds
    let reporting = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for device in Self.devices { group.addTask { try await report(device, rounds, stack) } }
        try await group.waitForAll()
      }
    }
    while try await latest(stack) ?? 0 < Self.devices.count * rounds.lowerBound + 40 {
      // Reports are under way in other tasks.
      try await Task.sleep(for: .milliseconds(5))
    }
    // At its start the subscriber needs a monitor that answers.
    _ = try await printed(in: output, upTo: 1)
    switch end {
    case .killed: await stack.kill(.geofenceMonitor, instance: working)
    case .stopped: await stack.kill(.geofenceMonitor, instance: working, by: SIGTERM)
    case .frozen: stack.freeze(.geofenceMonitor, instance: working)
    }
    try await reporting.value
    #expect(try await !standsBy("\(other)", stack))
    if end == .frozen {
      // It wakes up, finds the lease lost, and ends by itself.
      stack.freeze(.geofenceMonitor, instance: working, false)
      await stack.ended(.geofenceMonitor, instance: working)
    }
  }

  /// Reports every position until it is acknowledged: as a new request, where the one before may
  /// have been lost with its reply.
  private func report(_ device: DeviceID, _ rounds: Range<Int>, _ stack: RealStack) async throws {
    for round in rounds {
      try await untilDone {
        let reply = try await stack.bus.client.send(
          Self.position(device, round), timeout: .seconds(2))
        #expect(reply.ignored == nil || reply.ignored == .duplicate)
      }
    }
  }

  /// The numbers that a subscriber has printed, once it has as many as there are.
  private func printed(in path: String, upTo count: Int) async throws -> [Int64] {
    while true {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if lines.count >= count {
        return try lines.map {
          try MessageCoder.decode(GeofenceEvent.self, from: Data($0.utf8)).number
        }
      }
      // The subscriber is another process, so its output is polled.
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func latest(_ stack: RealStack) async throws -> Int64? {
    try? await stack.bus.client.send(GeofenceEventsRequest(since: 0, limit: 1)).latest
  }

  private func standsBy(_ instance: String, _ stack: RealStack) async throws -> Bool {
    let stats = try? await stack.bus.client.send(
      StatsRequest(), to: .geofenceMonitor, instance: instance, timeout: .seconds(2))
    return stats?.counts?["standingBy"] == 1
  }
}
