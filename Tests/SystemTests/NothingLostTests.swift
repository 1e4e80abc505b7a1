import CommandLineKit
import Foundation
import Geography
import Glibc
import MessageBus
import Messages
import TestSupport
import Testing
import Time

/// The monitor, a subscriber and the connection between them are killed at random while devices
/// enter and leave a fence. The subscriber's log must have each event once and in order.
///
/// The long run, 10,000 events and 100 kills, takes some minutes:
///
///     QUICKBREW_LONG=1 swift test --filter NothingLostTests
@Suite(.serialized, .timeLimit(.minutes(30)))
struct NothingLostTests {
  private static let isLong = ProcessInfo.processInfo.environment["QUICKBREW_LONG"] != nil

  @Test(arguments: [1] as [UInt64]) func aShortRun(seed: UInt64) async throws {
    try await run(rounds: 75, kills: 6, seed: seed)
  }

  @Test(.enabled(if: isLong, "set QUICKBREW_LONG for 10,000 events and 100 kills"))
  func aLongRun() async throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    try await run(rounds: 2_500, kills: 100, seed: seed)
  }

  private func run(rounds: Int, kills: Int, seed: UInt64) async throws {
    try await TemporaryDirectory.with { temporary in
      let harness = try DeliveryHarness(in: temporary.path, seed: seed)
      do {
        try await harness.start()
        try await harness.run(rounds: rounds, kills: kills)
      } catch {
        await harness.end()
        throw error
      }
      let lines = try await harness.finish(events: rounds * DeliveryHarness.devices.count)
      let expectedLines = (0..<rounds).flatMap(DeliveryHarness.expectedLines)
      let firstWrong = zip(lines, expectedLines).first { $0 != $1 }
      #expect(firstWrong == nil, "seed \(seed)")
      #expect(lines.count == expectedLines.count, "seed \(seed)")
      #expect(harness.kept == expectedLines, "the monitor's own log, seed \(seed)")
      #expect(harness.killed.count == kills && Set(harness.killed).count == 3, "\(harness.killed)")
    }
  }
}

/// The number, kind, device and time of a line of the log.
private struct LogLine: Hashable, Sendable {
  let number: Int64
  let kind: GeofenceEvent.Kind
  let device: DeviceID
  let time: Timestamp

  init(_ number: Int64, _ kind: GeofenceEvent.Kind, _ device: DeviceID, _ time: Timestamp) {
    self.number = number
    self.kind = kind
    self.device = device
    self.time = time
  }

  init(_ event: GeofenceEvent) {
    self.init(event.number, event.kind, event.device, event.sample.time)
  }
}

/// A monitor, a relay to it, a subscriber behind the relay, and a reporter of positions.
private final class DeliveryHarness {
  static let devices: [DeviceID] = ["van", "bus", "tram", "bike"]
  private static let middle = Coordinate(latitude: 37.785834, longitude: -122.406417)

  enum Victim: CaseIterable { case monitor, subscriber, connection }

  private let monitorHome: Home
  private let relayHome: Home
  private let logPath: String
  private let relays: [CuttableRelay]
  /// One bus reports through the relay, the other queries the monitor directly.
  private let (reporting, looking): (Bus, Bus)
  private var monitor: ChildProcess?
  private var subscriber: ChildProcess?
  private var random: SeededGenerator
  private(set) var killed: [Victim] = []
  private(set) var kept: [LogLine] = []

  init(in directory: String, seed: UInt64) throws {
    monitorHome = Home(directory: directory + "/a")
    relayHome = Home(directory: directory + "/b")
    logPath = directory + "/watch.jsonl"
    random = SeededGenerator(seed: seed)
    for home in [monitorHome, relayHome] { try home.makeRunDirectory() }
    let (from, to) = (relayHome.runDirectory, monitorHome.runDirectory)
    relays = try [RunDirectory.Purpose.requests, .events].map { kind in
      try CuttableRelay(
        at: from.socketPath(.geofenceMonitor, instance: "1", kind),
        to: to.socketPath(.geofenceMonitor, instance: "1", kind))
    }
    reporting = try Bus(runDirectory: from, name: "reporting")
    looking = try Bus(runDirectory: to, name: "looking")
    try Data().write(to: URL(filePath: logPath))
  }

  /// The reports of a round: each device enters or leaves, a minute after the last round.
  static func reports(_ round: Int) -> [PositionReportRequest] {
    let coordinate = round.isMultiple(of: 2) ? middle : middle.moved(by: 1_000, bearing: 90)
    return devices.map {
      PositionReportRequest(
        device: $0, coordinate: coordinate,
        time: Timestamp(secondsSince1970: 1_700_000_000 + Int64(round) * 60))
    }
  }

  static func expectedLines(_ round: Int) -> [LogLine] {
    reports(round).enumerated().map { index, report in
      LogLine(
        Int64(round * devices.count + index + 1), round.isMultiple(of: 2) ? .enter : .exit,
        report.device, report.time ?? .now())
    }
  }

  func start() async throws {
    try startMonitor()
    let bus = looking
    try await untilDone {
      _ = try await bus.client.send(StatsRequest(), to: .geofenceMonitor)
    }
    _ = try await looking.client.send(
      FenceAddRequest(center: Self.middle, radiusMeters: 300, confirmation: .immediate))
    try startSubscriber()
  }

  /// Reports all rounds; in random ones a victim is killed while the reports are in flight.
  func run(rounds: Int, kills: Int) async throws {
    let fatal = Set((0..<rounds).shuffled(using: &random).prefix(kills))
    for round in 0..<rounds {
      let victims = Victim.allCases
      // The first three kills cover all kinds of victims.
      let victim =
        killed.count < 3
        ? victims[killed.count] : victims[Int.random(in: 0..<3, using: &random)]
      let request = PositionBatchRequest(positions: Self.reports(round))
      let bus = reporting
      let report = Task {
        try await untilDone { _ = try await bus.client.send(request, timeout: .seconds(2)) }
      }
      if fatal.contains(round) { try await kill(victim) }
      try await report.value
      try reviveSubscriber()
    }
  }

  /// Waits until the subscriber has all events, then stops everything and returns the log.
  func finish(events: Int) async throws -> [LogLine] {
    let limit = ContinuousClock.now + .seconds(120)
    while try lines().count < events, .now < limit {
      try reviveSubscriber()
      // The subscriber is another process, so its log is polled.
      try await Task.sleep(for: .milliseconds(50))
    }
    while true {
      let page = try await looking.client.send(
        GeofenceEventsRequest(since: kept.last?.number ?? 0, limit: 1_000))
      kept += page.events.map { LogLine($0) }
      if page.events.isEmpty { break }
    }
    await end()
    return try lines()
  }

  func end() async {
    await monitor?.kill()
    await subscriber?.kill()
    for relay in relays { relay.close() }
    await reporting.close()
    await looking.close()
  }

  private func kill(_ victim: Victim) async throws {
    // Anywhere between before the request is sent and after its reply has arrived.
    try await Task.sleep(for: .microseconds(Int.random(in: 0..<6_000, using: &random)))
    killed.append(victim)
    switch victim {
    case .monitor:
      await monitor?.kill()
      try startMonitor()
    case .subscriber:
      await subscriber?.kill()
      try startSubscriber()
    case .connection:
      for relay in relays { relay.cut(after: Int.random(in: 0..<1_500, using: &random)) }
    }
  }

  private func startMonitor() throws {
    monitor = try ChildProcess(
      "geofence-monitor", ["serve"], environment: ["QUICKBREW_HOME": monitorHome.directory])
  }

  /// Starts the subscriber after the last complete line of its log.
  private func startSubscriber() throws {
    try wholeLines().write(to: URL(filePath: logPath))
    let last = try lines().last?.number ?? 0
    subscriber = try ChildProcess(
      "quickbrew", ["geofence", "watch", "--since", "\(last)"],
      environment: ["QUICKBREW_HOME": relayHome.directory], output: .file(logPath))
  }

  /// Restarts the subscriber; it exits where the monitor was unavailable at its start.
  private func reviveSubscriber() throws {
    if subscriber?.isRunning == false { try startSubscriber() }
  }

  private func lines() throws -> [LogLine] {
    try wholeLines().split(separator: UInt8(ascii: "\n")).map {
      LogLine(try MessageCoder.decode(GeofenceEvent.self, from: Data($0)))
    }
  }

  /// The subscriber's log without an incomplete last line.
  private func wholeLines() throws -> Data {
    let text = try Data(contentsOf: URL(filePath: logPath))
    return text.prefix(text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
  }
}
