import CommandLineKit
import Foundation
import Geography
import Messages
import PostgreSQL
import SQL
import TestSupport
import Testing

@testable import GeofenceMonitor

/// The monitor's log under crashes and a full disk, or cut connections to its server, by seed: the
/// real engine and store, a client that repeats what was not acknowledged, under the same keys, and
/// a subscriber that follows.
///
/// Invariants:
/// 1. The log is that of a monitor to which nothing happened: the same events, with the same
///    numbers, without a gap.
/// 2. Each reply is the one that this other monitor gave.
/// 3. The subscriber, who misses what is published while a process ends, has each event once.
///
/// `QUICKBREW_SEEDS` says how many seeds, `QUICKBREW_SEED` repeats one.
@Suite(.bothBackends, .timeLimit(.minutes(10)))
struct LogSimulationTests {
  /// On a server a run takes several times as long.
  private static var seeds: [UInt64] { Seeds.all(BothBackends.server == nil ? 6 : 2) }

  @Test("whatever crashes and fails, the log is that of a monitor to which nothing happened")
  func invariants() throws {
    var faults = LogSimulation.Faults()
    var events = 0
    let seeds = Self.seeds
    for seed in seeds {
      var simulation = try LogSimulation(seed: seed)
      try simulation.run()
      #expect(simulation.log == simulation.expected, "seed \(seed)")
      #expect(simulation.log.map(\.number) == Array(1...Int64(max(1, simulation.log.count))))
      #expect(simulation.replies == simulation.expectedReplies, "seed \(seed)")
      #expect(simulation.heard == simulation.expected, "seed \(seed)")
      faults.add(simulation.faults)
      events += simulation.log.count
    }
    // The faults are not in vain.
    let runs = seeds.count
    #expect(events > 5 * runs, "\(events)")
    #expect(faults.lost > runs && faults.unanswered > runs && faults.full > 0, "\(faults)")
  }
}

/// One run.
private struct LogSimulation {
  struct Faults {
    /// Crashes before a commit, crashes after one and before its replies, commits on a full disk.
    var (lost, unanswered, full) = (0, 0, 0)

    mutating func add(_ other: Faults) {
      lost += other.lost
      unanswered += other.unanswered
      full += other.full
    }
  }

  private static let count = 150
  private static let now = Track.time(1_000_000)

  private var random: SeededGenerator
  private let file = MonitorFile()
  private let calmFile = MonitorFile()
  private var monitor: MonitorState?
  private let requests: [PositionReportRequest]
  private(set) var faults = Faults()
  private(set) var replies: [PositionReportReply] = []
  private(set) var expectedReplies: [PositionReportReply] = []
  private(set) var expected: [GeofenceEvent] = []
  /// What the subscriber has.
  private(set) var heard: [GeofenceEvent] = []
  private(set) var log: [GeofenceEvent] = []

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    requests = Self.walks(&random)
    self.random = random
    let calm = try calmFile.open()
    monitor = try file.open()
    for radius in [300.0, 900] {
      let fence = FenceAddRequest(
        center: union, radiusMeters: radius, confirmation: .immediate)
      _ = try calm.add(fence)
      _ = try monitor?.add(fence)
    }
    for request in requests {
      expectedReplies.append(try calm.apply(request, now: Self.now).reply)
    }
    expected = try calm.allEvents()
  }

  /// Three devices that walk in and out, with samples that come late and twice.
  private static func walks(_ random: inout SeededGenerator) -> [PositionReportRequest] {
    var minutes = [0, 0, 0]
    return (0..<count).map { _ in
      let device = Int(random.next() % UInt64(3))
      minutes[device] += 1
      let isLate = random.next() % UInt64(8) == 0
      let minute = isLate ? max(0, minutes[device] - 2) : minutes[device]
      return PositionReportRequest(
        device: DeviceID(rawValue: "device-\(device)"),
        coordinate: union.north(Double(random.next() % UInt64(12)) * 100),
        time: Track.time(Double(minute) * 60))
    }
  }

  mutating func run() throws {
    while replies.count < requests.count {
      let size = 1 + Int(random.next() % UInt64(8))
      try attempt(replies.count..<min(requests.count, replies.count + size))
    }
    try catchUp()
    log = try monitor?.allEvents() ?? []
  }

  /// Sends some requests in one batch; they are acknowledged all together, or not at all.
  private mutating func attempt(_ range: Range<Int>) throws {
    let fault = random.next() % UInt64(10)
    if fault == 0 { try setRoom(for: 1) }
    defer { if fault == 0 { try? setRoom(for: 1_000_000_000) } }
    guard let outcomes = try transaction(range, commits: fault != 1, isCut: fault == 0) else {
      if fault == 1 { try crash() } else { faults.full += 1 }
      return
    }
    if fault == 2 {
      // Committed; the client has heard of nothing, and repeats.
      faults.unanswered += 1
      return try restart()
    }
    replies += outcomes.map(\.reply)
    for event in outcomes.flatMap(\.effects.events) { try hear(event) }
  }

  /// `nil` if nothing has happened.
  private mutating func transaction(
    _ range: Range<Int>, commits: Bool, isCut: Bool
  ) throws -> [CommandOutcome<PositionReportReply>]? {
    guard let monitor else { return nil }
    do {
      var batch = try monitor.begin()
      let outcomes = try range.map {
        try batch.apply(requests[$0], now: Self.now, key: IdempotencyKey("key \($0)"))
      }
      guard commits else { return nil }
      if isCut { try cutConnection() }
      try batch.commit()
      return outcomes
    } catch {
      // A write failed: the batch has to end, and cannot hold.
      monitor.store.rollBack()
      try monitor.load()
      return nil
    }
  }

  private mutating func crash() throws {
    faults.lost += 1
    try restart()
  }

  private mutating func restart() throws {
    monitor = nil
    monitor = try file.open()
    // Its new epoch tells the subscriber to read the log.
    try catchUp()
  }

  /// On a server the connection ends within the transaction, where a file has no room.
  private func cutConnection() throws {
    guard let url = BothBackends.server,
      let session = try monitor?.store.database.first("SELECT pg_backend_pid()", map: { $0.int(0) })
    else { return }
    try Database(postgreSQL: url).first("SELECT pg_terminate_backend(?, 5000)", session) { _ in }
  }

  private func setRoom(for pages: Int) throws {
    guard BothBackends.server == nil else { return }
    try monitor?.store.database.execute("PRAGMA max_page_count = \(pages)")
  }

  private mutating func hear(_ event: GeofenceEvent) throws {
    let last = heard.last?.number ?? 0
    if event.number == last + 1 { heard.append(event) } else { try catchUp() }
  }

  private mutating func catchUp() throws {
    let request = GeofenceEventsRequest(
      since: heard.last?.number ?? 0, limit: GeofenceLimits.maximumPage)
    heard += try monitor?.events(request).events ?? []
  }
}
