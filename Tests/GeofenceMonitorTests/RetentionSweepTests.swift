import CommandLineKit
import Geography
import Messages
import SQL
import SQLite
import TestSupport
import Testing
import Time

@testable import GeofenceMonitor

/// A monitor whose clocks the test sets, with a retention of two days.
private struct Watch {
  let file = MonitorFile()
  var monitor: MonitorState
  /// Seconds since the start of the test day.
  private(set) var seconds = 0.0
  private let machine = ContinuousClock.now

  init(days: Int? = 2) throws {
    monitor = try MonitorState(at: file.location, retention: Self.retention(days))
    _ = try monitor.add(FenceAddRequest(center: union, radiusMeters: 500, confirmation: .immediate))
  }

  private static func retention(_ days: Int?) -> Retention {
    Retention(events: 1_000_000, replies: 1_000, days: days)
  }

  mutating func restart(days: Int? = 2) throws {
    monitor = try MonitorState(at: file.location, retention: Self.retention(days))
  }

  /// A position that arrives now; even positions are inside.
  @discardableResult
  mutating func report(_ device: DeviceID, inside: Bool, key: IdempotencyKey? = nil) throws
    -> [GeofenceEvent]
  {
    let request = PositionReportRequest(
      device: device, coordinate: union.north(inside ? 0 : 2_000), time: Track.time(seconds))
    return try monitor.apply(request, now: Track.time(seconds), key: key).reply.events
  }

  /// Positions that do not count, as they are known already.
  func repeatReports(_ count: Int) throws {
    let report = PositionReportRequest(
      device: "phone", coordinate: union, time: Track.time(seconds))
    for start in stride(from: 0, to: count, by: GeofenceLimits.maximumBatch) {
      let size = min(GeofenceLimits.maximumBatch, count - start)
      let batch = PositionBatchRequest(positions: Array(repeating: report, count: size))
      _ = try monitor.apply(batch, now: Track.time(seconds))
    }
  }

  @discardableResult
  mutating func step(ahead: Double = 0, commits: Bool = true) throws -> RetentionSweep.Deleted {
    var batch = try monitor.begin()
    let deleted = try batch.expire(
      now: Track.time(seconds + ahead), at: machine.advanced(by: .seconds(seconds)))
    if commits {
      try batch.commit()
    } else {
      monitor.store.rollBack()
      try monitor.load()
    }
    return deleted
  }

  /// Lets time pass, with a step every so often.
  mutating func pass(hours: Double, every interval: Double = 0.5) throws {
    let end = seconds + hours * 3_600
    while seconds < end {
      seconds = min(end, seconds + interval * 3_600)
      try step()
    }
  }

  /// As many steps as a round may have here, with a second between them.
  mutating func settle() throws {
    for _ in 0..<20 {
      seconds += 1
      try step()
    }
  }

  func count(_ table: String) throws -> Int {
    try monitor.store.database.first("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0
  }

  /// Whether a row of the file names a device.
  func mentions(_ device: DeviceID) throws -> Bool {
    let columns = [
      ("device", "name"), ("event", "body"), ("flawed", "device"), ("kept_reply", "reply"),
      ("route", "device"), ("route_progress", "device"),
    ]
    return try columns.contains { table, column in
      let isBytes = ["body", "reply"].contains(column) && BothBackends.server != nil
      let text = isBytes ? "convert_from(\(column), 'UTF8')" : "CAST(\(column) AS TEXT)"
      let sql = "SELECT 1 FROM \(table) WHERE \(text) LIKE ? LIMIT 1"
      return try monitor.store.database.first(sql, "%\(device)%") { _ in true } ?? false
    }
  }
}

@Suite(.bothBackends) struct RetentionSweepTests {
  @Test("what is older than the retention is gone, and what is younger stays")
  func age() throws {
    var watch = try Watch()
    for _ in 0..<3 {
      try watch.report("van", inside: true, key: IdempotencyKey("k\(watch.seconds)"))
      try watch.report("phone", inside: true)
      try watch.pass(hours: 1)
      try watch.report("van", inside: false)
      try watch.report("phone", inside: false)
      try watch.pass(hours: 1)
    }
    _ = try watch.monitor.apply(
      PositionReportRequest(device: "van", coordinate: Coordinate(latitude: 0, longitude: 0)),
      now: Track.time(watch.seconds))
    try watch.pass(hours: 40)
    #expect(try watch.monitor.allEvents().count == 12)
    let kept = try watch.report("phone", inside: true)
    // The newest of before is 50 hours old, the mark above it 49 at most.
    try watch.pass(hours: 9)
    try watch.settle()
    #expect(try !watch.mentions("van"))
    #expect(try watch.monitor.allEvents() == kept)
    let reply = try watch.monitor.events(GeofenceEventsRequest(since: 3))
    #expect(reply.first == 13 && reply.latest == 13)
    #expect(watch.monitor.deviceCount == 1)
    #expect(try watch.count("journal") == 1)
    #expect(try watch.count("horizon") == 1)
    #expect(try watch.count("flawed") == 0)
    // The visit of the one goes on, the other begins a track, and numbers go on.
    #expect(try watch.report("phone", inside: false).map(\.episode) == [13])
    try watch.restart()
    let new = try watch.report("van", inside: true)
    #expect(new.map(\.kind) == [.enter] && new.map(\.number) == [15])
  }

  @Test("everything may go; numbers of events, arrivals and devices still go on")
  func everything() throws {
    var watch = try Watch()
    try watch.report("van", inside: true)
    let arrival = watch.monitor.engine.latestArrival
    try watch.pass(hours: 60)
    try watch.settle()
    for table in ["event", "device", "journal", "horizon"] {
      #expect(try watch.count(table) == 0, "\(table)")
    }
    try watch.restart()
    let reply = try watch.monitor.events(GeofenceEventsRequest(since: 0))
    #expect(reply.events.isEmpty && reply.first == 2 && reply.latest == 1)
    #expect(watch.monitor.engine.latestArrival == arrival)
    #expect(try watch.report("van", inside: true).map(\.number) == [2])
  }

  @Test("without a retention nothing is deleted")
  func unlimited() throws {
    var watch = try Watch(days: nil)
    try watch.report("van", inside: true)
    try watch.pass(hours: 24 * 400, every: 24)
    #expect(try watch.monitor.allEvents().count == 1)
    #expect(watch.monitor.deviceCount == 1)
  }

  @Test("a step deletes a bounded number, and requests are answered in between")
  func bounded() throws {
    var watch = try Watch()
    let count = 2 * GeofenceStore.expiredAtOnce + 7
    try watch.report("phone", inside: true)
    try watch.repeatReports(count)
    #expect(watch.monitor.engine.latestEvent >= 1)
    let rows = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO event (number, body, checksum) SELECT 1 + i, body, checksum FROM event, n
      """
    try watch.monitor.store.database.execute(rows)
    try watch.monitor.load()
    let before = try watch.count("event")
    try watch.pass(hours: 1)
    // No step in between: all of it becomes too old at once.
    try watch.pass(hours: 50, every: 50)
    var deleted: [Int] = []
    repeat {
      try watch.report("van", inside: deleted.count.isMultiple(of: 2))
      deleted.append(try watch.step().events)
    } while deleted.last != 0 || deleted.count < 3
    #expect(deleted.allSatisfy { $0 <= GeofenceStore.expiredAtOnce })
    #expect(deleted.count >= before / GeofenceStore.expiredAtOnce)
    #expect(try watch.monitor.allEvents().allSatisfy { $0.device == "van" })
  }

  @Test("a clock that is months ahead for some minutes deletes nothing, nor one that was behind")
  func jumpingClock() throws {
    var watch = try Watch()
    try watch.report("phone", inside: true)
    try watch.pass(hours: 5)
    for _ in 0..<9 {
      try watch.pass(hours: 1.0 / 60, every: 1.0 / 60)
      #expect(try watch.step(ahead: 200 * 86_400) == RetentionSweep.Deleted())
    }
    try watch.pass(hours: 5)
    for _ in 0..<60 { try watch.step(ahead: -200 * 86_400) }
    try watch.pass(hours: 5)
    #expect(try watch.monitor.allEvents().count == 1)
    #expect(watch.monitor.deviceCount == 1)
    try watch.pass(hours: 48)
    try watch.settle()
    #expect(watch.monitor.deviceCount == 0)
  }

  @Test("a device that reports seldom keeps no position older than the retention but its last")
  func seldom() throws {
    var watch = try Watch()
    for day in 0..<9 {
      try watch.report("phone", inside: day.isMultiple(of: 2))
      try watch.pass(hours: 24)
    }
    try watch.settle()
    // Three days with their hour of grace.
    #expect(try watch.count("journal") <= 3)
    #expect(try watch.report("phone", inside: false).map(\.kind) == [.exit])
  }

  /// Some devices report at least daily, some vanish, some come back; steps are rolled back and the
  /// monitor restarts. The oracle is a monitor that keeps everything.
  @Test("whatever happens, the log is the end of the one that is kept for ever", arguments: 1...8)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var watch = try Watch()
    let oracle = try Watch(days: nil)
    var times: [Double] = []
    for hour in 0..<(24 * 12) {
      for device in 0..<4 {
        // The last device vanishes after day 4; nobody is silent for two days and comes back.
        guard device < 3 || hour < 96, Int.random(in: 0..<6, using: &random) == 0 else { continue }
        let isInside = Bool.random(using: &random)
        let name = DeviceID(rawValue: "device-\(device)")
        let made = try watch.report(name, inside: isInside)
        let request = PositionReportRequest(
          device: name, coordinate: union.north(isInside ? 0 : 2_000),
          time: Track.time(watch.seconds))
        let expected = try oracle.monitor.apply(request, now: Track.time(watch.seconds))
        #expect(made == expected.reply.events, "seed \(seed), hour \(hour)")
        times += made.map { _ in watch.seconds }
      }
      if Int.random(in: 0..<10, using: &random) == 0 { try watch.step(commits: false) }
      if Int.random(in: 0..<40, using: &random) == 0 { try watch.restart() }
      try watch.pass(hours: 1)
    }
    try watch.settle()
    let all = try oracle.monitor.allEvents()
    let log = try watch.monitor.allEvents()
    #expect(log == all.suffix(log.count), "seed \(seed)")
    // Two days; a mark is an hour old at most, and a clock that restarted is on trial.
    let kept = times.count { watch.seconds - $0 < 48 * 3_600 }
    let gone = times.count { watch.seconds - $0 > 51 * 3_600 }
    #expect(log.count >= kept && log.count <= all.count - gone, "seed \(seed)")
    #expect(gone > 10)
    #expect(try !watch.mentions("device-3"), "seed \(seed)")
    #expect(watch.monitor.deviceCount == 3)
    #expect(try watch.count("horizon") <= 3)
    // What is left opens as it is.
    let positions = watch.monitor.engine.devices.map { try? watch.monitor.position(of: $0) }
    let devices = watch.monitor.engine.devices
    try watch.restart()
    #expect(devices.map { try? watch.monitor.position(of: $0) } == positions, "seed \(seed)")
  }
}

@Suite struct RetentionSettingTests {
  @Test("the environment names days, or none")
  func variable() throws {
    #expect(try Retention.configured([:]).days == Retention.standardDays)
    #expect(try Retention.configured([Retention.variable: "7d"]).days == 7)
    #expect(try Retention.configured([Retention.variable: "none"]).days == nil)
    for text in ["0d", "90", "-1d", "3651d", "d", "1w", "9999999999999999999d"] {
      #expect(throws: UsageError.self) { try Retention.configured([Retention.variable: text]) }
    }
  }
}
