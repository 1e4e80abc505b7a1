import CommandLineKit
import Geography
import Messages
import PostgreSQL
import SQL
import Stores
import TestSupport
import Testing

@testable import GeofenceMonitor

/// Monitors that hand over to one another, on one server.
@Suite(.timeLimit(.minutes(10))) struct SharedMonitorTests {
  private static let now = Track.time(1_000_000)
  private static let circle = FenceAddRequest(
    center: union, radiusMeters: 500, confirmation: .immediate)

  /// A store on a server, which a test lets monitors take over.
  private final class Shared {
    let location: StoreLocation
    let database: Database

    init(_ url: String) throws {
      location = .server(url: url, schema: "geofence_monitor")
      database = try GeofenceStore.database(at: location)
    }

    func take() throws -> Lease? {
      try Lease.take("geofence-monitor", for: .seconds(3_600), in: database)
    }

    /// As if the monitor at work had been stopped for longer than its lease.
    func expire() throws { try database.run("UPDATE lease SET expires_ms = 1") }

    func takeOver() throws -> MonitorState {
      try expire()
      let lease = try #require(try take())
      return try MonitorState(at: location, lease: lease)
    }
  }

  private static func step(_ minute: Int) -> PositionReportRequest {
    PositionReportRequest(
      device: "phone", coordinate: union.north(Double((minute * 7) % 20) * 100),
      time: Track.time(Double(minute) * 60))
  }

  @Test("a lease has one holder, until it expires or is released")
  func oneHolder() throws {
    try PostgreSQLServer.withDatabase { url in
      let shared = try Shared(url)
      let first = try #require(try shared.take())
      #expect(try shared.take() == nil)
      try first.confirm(in: shared.database)
      try shared.expire()
      // Nobody has taken it yet.
      try first.confirm(in: shared.database)
      #expect(try shared.take() == nil)
      try shared.expire()
      let second = try #require(try shared.take())
      #expect(second.epoch == first.epoch + 1)
      #expect(throws: LeaseLost.self) { try first.confirm(in: shared.database) }
      try first.release(in: shared.database)
      #expect(try shared.take() == nil)
      try second.release(in: shared.database)
      #expect(try shared.take()?.epoch == second.epoch + 1)
    }
  }

  @Test("a monitor that was stopped for longer than its lease can write nothing more")
  func fenced() throws {
    try PostgreSQLServer.withDatabase { url in
      let shared = try Shared(url)
      let old = try shared.takeOver()
      _ = try old.add(Self.circle)
      for minute in 0..<6 { _ = try old.apply(Self.step(minute), now: Self.now) }
      let before = try old.allEvents()
      let new = try shared.takeOver()
      #expect(throws: LeaseLost.self) { try old.apply(Self.step(6), now: Self.now, key: "k") }
      #expect(throws: LeaseLost.self) { try old.add(Self.circle) }
      #expect(try new.allEvents() == before)
      // The caller's repeat, under the same key.
      for minute in 6..<20 {
        _ = try new.apply(Self.step(minute), now: Self.now, key: minute == 6 ? "k" : nil)
      }
      let log = try new.allEvents()
      #expect(log.map(\.number) == Array(1...Int64(log.count)) && log.count > before.count)
      #expect(throws: LeaseLost.self) { try old.begin().commit() }
      #expect(new.fences.count == 1)
    }
  }

  @Test("a monitor that was stopped within a transaction keeps nobody from taking over")
  func stoppedWithinTransaction() async throws {
    try await PostgreSQLServer.withDatabase { url in
      let shared = try Shared(url)
      let old = try shared.takeOver()
      _ = try old.add(Self.circle)
      var batch = try old.begin()
      _ = try batch.apply(Self.step(0), now: Self.now)
      // It goes no further. The server ends the transaction, which has the writers' lock.
      try shared.expire()
      let next = try await MonitorLease(on: shared.location).wait()
      #expect(next.epoch == 2)
      let new = try MonitorState(at: shared.location, lease: next)
      var lost: (any Error)?
      do { try batch.commit() } catch { lost = error }
      #expect((lost as? SQLError)?.kind == .unreachable)
      #expect(throws: LeaseLost.self) { try old.apply(Self.step(1), now: Self.now) }
      #expect(new.deviceCount == 0 && new.fences.count == 1)
    }
  }

  /// Against a monitor to which nothing happened.
  @Test("whichever monitors take over and wake up again, the log is that of one monitor")
  func handOvers() throws {
    for seed in Seeds.all(2) {
      var random = SeededGenerator(seed: seed)
      try PostgreSQLServer.withDatabase { url in
        let shared = try Shared(url)
        let calm = try MonitorFile().open()
        var active = try shared.takeOver()
        var asleep: [MonitorState] = []
        for monitor in [calm, active] { _ = try monitor.add(Self.circle) }
        var refused = 0
        for minute in 0..<120 {
          let (request, key) = (Self.step(minute), IdempotencyKey("key \(minute)"))
          let expected = try calm.apply(request, now: Self.now, key: key).reply
          if Int.random(in: 0..<6, using: &random) == 0 {
            asleep.append(active)
            active = try shared.takeOver()
          }
          if let sleeper = asleep.randomElement(using: &random) {
            #expect(throws: LeaseLost.self) {
              try sleeper.apply(request, now: Self.now, key: key)
            }
            refused += 1
          }
          let reply = try active.apply(request, now: Self.now, key: key).reply
          #expect(reply == expected, "seed \(seed), minute \(minute)")
          // The answer was lost, and the next monitor is asked again.
          if Int.random(in: 0..<6, using: &random) == 0 {
            active = try shared.takeOver()
            #expect(try active.apply(request, now: Self.now, key: key).reply == expected)
          }
        }
        let log = try active.allEvents()
        #expect(try log == calm.allEvents(), "seed \(seed)")
        #expect(log.map(\.number) == Array(1...Int64(log.count)) && refused > 10, "seed \(seed)")
      }
    }
  }

  @Test("numbers go on where all events, fences and samples are deleted")
  func numbersGoOn() throws {
    try PostgreSQLServer.withDatabase { url in
      let shared = try Shared(url)
      let monitor = try shared.takeOver()
      let fence = try monitor.add(Self.circle)
      for minute in 0..<12 { _ = try monitor.apply(Self.step(minute), now: Self.now) }
      let latest = try #require(try monitor.allEvents().last?.number)
      _ = try monitor.remove(FenceRemoveRequest(id: fence.id))
      let store = monitor.store
      let mark = AgeMark(
        time: 1, event: try store.latestEventNumber(), flawed: 0, arrival: try store.latestArrival()
      )
      #expect(mark.event >= latest)
      try store.insert(mark)
      _ = try store.expireEvents(upTo: mark.event)
      try store.database.run("DELETE FROM journal")
      let next = try shared.takeOver()
      #expect(try next.store.latestEventNumber() == mark.event)
      #expect(try next.store.latestArrival() == mark.arrival)
      #expect(try next.add(Self.circle).id != fence.id)
    }
  }

  @Test("a store that begins on a server has the tables and columns of a file")
  func sameTables() throws {
    try PostgreSQLServer.withDatabase { url in
      let server = try Shared(url).database
      let kept = MonitorFile()
      defer { withExtendedLifetime(kept) {} }
      let file = try MonitorState(at: .file(path: kept.path)).store.database
      let onServer = try server.query(
        """
        SELECT table_name || '.' || column_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name <> 'schema_version'
        """
      ) { $0.text(0) }
      let inFile = try file.query(
        """
        SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
        """
      ) { $0.text(0) }
      #expect(onServer.sorted() == inFile.sorted())
      #expect(try server.schemaVersion() == file.schemaVersion())
    }
  }
}
