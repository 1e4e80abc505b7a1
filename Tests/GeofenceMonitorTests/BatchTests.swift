import Geography
import Messages
import SQL
import TestSupport
import Testing

@testable import GeofenceMonitor

/// A device that walks north and back through a circle, a position a minute.
private func walk(_ minutes: Range<Int>, device: DeviceID = "phone") -> [PositionReportRequest] {
  minutes.map { minute in
    PositionReportRequest(
      device: device, coordinate: union.north(Double((minute * 7) % 30) * 100),
      time: Track.time(Double(minute) * 60))
  }
}

private let circle = FenceAddRequest(
  center: union, radiusMeters: 1_000, confirmation: .immediate)
private let now = Track.time(1_000_000)

extension MonitorState {
  fileprivate func report(_ positions: [PositionReportRequest], key: IdempotencyKey? = nil) throws
    -> CommandOutcome<PositionBatchReply>
  {
    try apply(PositionBatchRequest(positions: positions), now: now, key: key)
  }

  fileprivate var log: [GeofenceEvent] {
    get throws { try events(GeofenceEventsRequest(since: 0, limit: 1_000)).events }
  }

  fileprivate var journalRows: Int {
    get throws { try store.database.first("SELECT count(*) FROM journal") { $0.int(0) } ?? 0 }
  }
}

extension MonitorState.Batch {
  fileprivate mutating func report(_ positions: [PositionReportRequest], key: IdempotencyKey? = nil)
    throws
    -> CommandOutcome<PositionBatchReply>
  {
    try apply(PositionBatchRequest(positions: positions), now: now, key: key)
  }
}

@Suite(.bothBackends) struct PositionBatchTests {
  let file = MonitorFile()

  @Test("a batch causes the same events as its positions one by one")
  func batchEqualsSingles() throws {
    let (single, batch) = (try MonitorFile().open(), try file.open())
    for monitor in [single, batch] { _ = try monitor.add(circle) }
    let positions = walk(0..<40) + walk(5..<20, device: "watch") + walk(38..<42)
    var (flaws, events): ([PositionRejection], [GeofenceEvent]) = ([], [])
    for position in positions {
      let outcome = try single.apply(position, now: now)
      flaws += outcome.effects.flaws
      events += outcome.reply.events
    }
    let outcome = try batch.report(positions)
    #expect(try batch.log == single.log)
    #expect(outcome.effects.events == events)
    #expect(outcome.reply.events == .init(first: 1, last: Int64(events.count)))
    #expect(outcome.reply.ignored.map(\.flaw) == flaws)
    #expect(outcome.reply.ignored.map(\.index) == [55, 56])
    #expect(flaws == [.duplicate, .duplicate])
    #expect(outcome.effects.accepted == positions.count - 2)
    #expect(outcome.effects.positions.map(\.device) == ["phone", "watch"])
    #expect(
      outcome.effects.positions == [
        try single.position(of: "phone"), try single.position(of: "watch"),
      ])
  }

  @Test("a batch without events has no event span")
  func batchWithoutEvents() throws {
    let outcome = try file.open().report(walk(0..<3))
    #expect(outcome.reply == PositionBatchReply(ignored: [], events: nil))
    #expect(try file.open().report([]).reply == outcome.reply)
  }

  @Test("a repeated batch gets the same reply and changes nothing")
  func repeatedBatch() throws {
    let monitor = try file.open()
    _ = try monitor.add(circle)
    let first = try monitor.report(walk(0..<20), key: "k")
    let again = try file.open().report(walk(0..<20), key: "k")
    #expect(again.reply == first.reply)
    #expect(again.effects == RequestEffects())
    #expect(try monitor.log.count == first.effects.events.count)
  }

  @Test("a batch with an invalid position changes nothing")
  func refusedBatch() throws {
    let monitor = try file.open()
    let bad = PositionReportRequest(device: "", coordinate: union)
    let error = #expect(throws: ServiceError.self) { try monitor.report(walk(0..<2) + [bad]) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.hasPrefix("Of positions[2], device is 0 bytes long") == true)
    let many = #expect(throws: ServiceError.self) { try monitor.report(walk(0..<1_001)) }
    #expect(many?.code == .invalidRequest)
    #expect(monitor.deviceCount == 0)
  }
}

@Suite(.bothBackends) struct BatchTests {
  let file = MonitorFile()

  @Test("one commit holds all requests but the refused one")
  func refusalInBatch() throws {
    let monitor = try file.open()
    var batch = try monitor.begin()
    let refusal = failure {
      _ = try batch.apply(circle, now: Track.time(0))
      _ = try batch.report(walk(0..<10))
      _ = try batch.apply(FenceRemoveRequest(id: "fence-7"), now: Track.time(0))
    }
    _ = failure { _ = try batch.report(walk(10..<20)) }
    try batch.commit()
    #expect((refusal as? ServiceError)?.code == .notFound)
    let reopened = try file.open()
    #expect(try reopened.log == monitor.log)
    #expect(try monitor.log.count > 5)
    #expect(try reopened.position(of: "phone") == monitor.position(of: "phone"))
  }

  @Test("a full disk undoes the whole commit, replies included")
  func fullDisk() throws {
    // SQLite's limit of pages is the only one that a test can set.
    guard BothBackends.server == nil else { return }
    let (monitor, whole) = (try file.open(), try MonitorFile().open())
    for one in [monitor, whole] {
      _ = try one.add(circle)
      _ = try one.report(walk(0..<10))
    }
    let pages = try #require(
      try monitor.store.database.first("PRAGMA page_count") { $0.int(0) })
    _ = try monitor.store.database.first("PRAGMA max_page_count = \(pages + 8)") { $0.int(0) }
    var errors: [(any Error)?] = []
    let full = #expect(throws: SQLError.self) {
      var batch = try monitor.begin()
      for start in stride(from: 10, to: 400, by: 10) {
        errors.append(failure { _ = try batch.report(walk(start..<start + 10)) })
      }
      try batch.commit()
    }
    #expect(full?.isDiskFull == true)
    #expect(errors.first.map { $0 == nil } == true, "the first had been answered")
    #expect(errors.last.map { $0 is SQLError } == true, "the last was refused")
    _ = try monitor.store.database.first("PRAGMA max_page_count = 1000000") { $0.int(0) }
    #expect(try monitor.log == whole.log)
    for one in [monitor, whole] {
      var batch = try one.begin()
      _ = failure { _ = try batch.report(walk(10..<40)) }
      try batch.commit()
    }
    #expect(try monitor.log == whole.log)
    #expect(try file.open().log == whole.log)
  }

  @Test("a key repeated within one batch gets the same reply, without effects")
  func repeatedKeyInBatch() throws {
    let monitor = try file.open()
    var batch = try monitor.begin()
    _ = try batch.apply(circle, now: Track.time(0))
    let first = try batch.report(walk(0..<10), key: "k")
    let again = try batch.report(walk(0..<10), key: "k")
    try batch.commit()
    #expect(!first.effects.events.isEmpty)
    #expect(again.reply == first.reply)
    #expect(again.effects == RequestEffects())
    #expect(try file.open().log == first.effects.events)
  }

  private func failure(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch { return error }
  }
}

@Suite(.bothBackends) struct JournalTests {
  let file = MonitorFile()

  /// A long track with a small window, beside two devices with one report each.
  @Test("folded samples are swept from the journal, and a restart loses nothing")
  func sweep() throws {
    var settings = EngineSettings()
    settings.windowSamples = 16
    let retention = Retention(events: 1_000_000, replies: 10, spareSamples: 100)
    let open = { try MonitorState(at: file.location, retention: retention, settings: settings) }
    let other = MonitorFile()
    let whole = try MonitorState(at: other.location, settings: settings)
    for monitor in [try open(), whole] {
      _ = try monitor.add(circle)
      _ = try monitor.report(walk(0..<1, device: "quiet") + walk(3..<4, device: "still"))
    }
    for start in stride(from: 0, to: 8_000, by: 500) {
      let positions = walk(start..<start + 500)
      #expect(try open().report(positions).reply == whole.report(positions).reply, "\(start)")
    }
    let rows = try open().journalRows
    #expect(rows < 8_002 / 2, "\(rows) rows are left")
    #expect(try whole.journalRows == 8_002)
    for device in ["phone", "quiet", "still"] as [DeviceID] {
      #expect(try open().position(of: device) == whole.position(of: device))
      let next = walk(8_000..<8_030, device: device)
      #expect(try open().report(next).effects == whole.report(next).effects, "\(device)")
    }
  }
}

@Suite struct TallyTests {
  @Test("positions are counted by their outcome")
  func tally() {
    let tally = PositionTally()
    #expect(tally.counts.isEmpty)
    var effects = RequestEffects()
    effects.accepted = 3
    effects.flaws = [.duplicate, .future, .duplicate]
    tally.add(effects)
    tally.add(RequestEffects())
    tally.add(effects)
    #expect(
      tally.counts == ["positions": 12, "ignored.duplicate": 4, "ignored.future": 2])
  }
}
