import Foundation
import Geography
import Hashing
import Idempotency
import Messages
import SQL
import Stores
import Time

/// The monitor's durable state: fences, tracks, the event log, and the replies to repeated
/// requests.
///
/// Every write belongs between `begin` and `commit`; it is on disk when `commit` returns. Those of
/// positions are queued: a round trip to a server for each would take longer than all else.
final class GeofenceStore {
  /// On a server.
  static let schema = "geofence_monitor"

  let database: Database
  let retention: Retention
  let replies: StoredReplies
  /// Without which nothing is committed; `nil` for a file, which has one monitor.
  private let lease: Lease?
  /// The rows of the devices.
  var deviceRows: [DeviceID: Int64] = [:]
  var journal = SampleJournal()

  /// Opens the store; creates it if missing.
  ///
  /// - Throws: `SQLError`; `SchemaVersionError`.
  init(at location: StoreLocation, retention: Retention, lease: Lease? = nil) throws {
    self.retention = retention
    self.lease = lease
    replies = StoredReplies(maximumCount: Int(retention.replies))
    database = try Self.database(at: location)
  }

  /// The database of a store, with its tables. On a server a monitor that is stopped within a
  /// transaction must not keep another from taking over.
  ///
  /// - Throws: `SQLError`; `SchemaVersionError`.
  static func database(at location: StoreLocation) throws -> Database {
    let database = try location.open(idleLimit: MonitorLimits.lease)
    try database.create(tables)
    return database
  }
}

// MARK: - Transactions

extension GeofenceStore {
  /// - Throws: `LeaseLost`, `SQLError`; nothing has begun then.
  func begin() throws {
    try database.connection.begin(.write)
    do {
      // Nobody can take the lease before the end of this transaction.
      try lease?.confirm(in: database)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Writes, and changes nothing; outside of a transaction.
  ///
  /// - Throws: `SQLError` if the store cannot be written.
  func checkWritable() throws {
    try database.transaction {
      try database.connection.setSchemaVersion(try database.connection.schemaVersion())
    }
  }

  /// - Throws: `SQLError`; `rollBack` must follow.
  func commit() throws(SQLError) { try database.connection.commit() }

  func rollBack() { database.connection.rollBack() }

  /// Undoes the body's writes if it throws, and nothing else of the transaction.
  func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try database.queue("SAVEPOINT request")
    do {
      let result = try body()
      try database.queue("RELEASE request")
      return result
    } catch {
      // Fails only if the whole transaction is lost already; its commit fails then.
      try? database.execute("ROLLBACK TO request; RELEASE request")
      throw error
    }
  }

  /// The reply kept for an earlier request under the key.
  ///
  /// - Throws: `ServiceError` with `conflict` if another request had the key; `SQLError`.
  func reply<Request: RequestMessage>(
    to request: Request, key: IdempotencyKey?
  ) throws -> Request.Reply? {
    try replies.find(Request.Reply.self, for: request, key: key, in: database)
  }

  /// Keeps a reply under the key, if there is one.
  func keep<Request: RequestMessage>(
    _ reply: Request.Reply, to request: Request, key: IdempotencyKey?, now: Timestamp
  ) throws {
    try replies.keep(reply, for: request, key: key, now: now, in: database)
  }
}

// MARK: - Fences

extension GeofenceStore {
  /// The number of the next fence: none is used twice.
  func nextFenceNumber() throws -> FenceNumber {
    1 + (try database.lastNumber(of: "watch"))
  }

  func insert(_ fence: WatchedFence) throws {
    let body = try MessageCoder.encode(fence.fence)
    try database.run(
      "INSERT INTO watch (number, body, first_arrival, digest) VALUES (?, ?, ?, ?)",
      fence.number, body, fence.firstArrival,
      RowDigest.of(fence.number, body, fence.firstArrival))
    // PostgreSQL does not count numbers that were given.
    try database.setLastNumber(fence.number, of: "watch")
  }

  func deleteFence(_ number: FenceNumber) throws {
    try database.run("DELETE FROM watch WHERE number = ?", number)
  }

  /// The fences in order, without those that cannot be read; these stay in the file.
  func fences(_ damage: inout [StoreDamage]) throws -> [WatchedFence] {
    let sql = "SELECT number, body, first_arrival, digest FROM watch ORDER BY number"
    return try database.query(sql) { row in
      let number = row.int64("number")
      do {
        try row.check("The fence", "number", "body", "first_arrival")
        return try WatchedFence(
          try MessageCoder.decode(Fence.self, from: row.data("body")), number: number,
          firstArrival: row.int64("first_arrival"))
      } catch {
        damage.append(.fence(number))
        return nil
      }
    }.compactMap(\.self)
  }
}

// MARK: - Flawed positions

extension GeofenceStore {
  /// Stores a position that does not count; deletes the oldest beyond the retention.
  ///
  /// - Parameter user: to whom the caller's key is bound: deletes the user's oldest beyond the
  ///   quota, so that nobody's push out another's. `nil` for an operator.
  func insert(
    _ report: FenceEngine.Report, _ flaw: PositionRejection, of user: String?
  ) throws {
    let owner = user ?? ""
    try database.queue(
      """
      INSERT INTO flawed (owner, device, time_ms, latitude, longitude, accuracy_meters, flaw)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      owner, report.device.rawValue, report.time.millisecondsSince1970, report.coordinate.latitude,
      report.coordinate.longitude, report.accuracy, flaw.rawValue)
    let limit =
      user.map { Int64(Caller.quota(MonitorLimits.flawedOfUser, of: $0)) } ?? retention.flawed
    try database.queue(
      """
      DELETE FROM flawed WHERE owner = ? AND number <= (
        SELECT number FROM flawed WHERE owner = ? ORDER BY number DESC LIMIT 1 OFFSET ?)
      """, owner, owner, limit)
  }
}

// MARK: - Events

extension GeofenceStore {
  /// The number of the newest event; 0 before the first.
  func latestEventNumber() throws -> Int64 {
    // The mark that events were deleted by stays, and has their last number.
    let mark = try database.first("SELECT max(event) AS event FROM age_mark") { $0.int64("event") }
    return max(try database.lastNumber(of: "event"), mark ?? 0)
  }

  /// The number of the oldest event in the log, or of the next one if it is empty.
  func firstEventNumber() throws -> Int64 {
    try database.first("SELECT number FROM event ORDER BY number LIMIT 1") { $0.int64("number") }
      ?? 1 + latestEventNumber()
  }

  /// Appends to the log and deletes the oldest beyond the retention.
  func append(_ event: GeofenceEvent) throws {
    let body = try MessageCoder.encode(event)
    try database.queue(
      "INSERT INTO event (number, body, checksum) VALUES (?, ?, ?)", event.number, body,
      Fingerprint(of: body).description)
    try database.queue(
      "DELETE FROM event WHERE number <= ?", event.number - retention.events)
  }

  /// The events with a greater number, oldest first, at most `limit`, without those that are
  /// damaged.
  func events(since number: Int64, limit: Int) throws -> LoggedEvents {
    var log = LoggedEvents()
    var last = number
    var isMore = true
    while isMore, log.events.count < limit {
      let wanted = limit - log.events.count
      let rows = try database.query(
        "SELECT number, body, checksum FROM event WHERE number > ? ORDER BY number LIMIT ?", last,
        wanted
      ) { (number: $0.int64("number"), event: Self.event($0)) }
      log.events += rows.compactMap(\.event)
      log.damaged += rows.count { $0.event == nil }
      last = rows.last?.number ?? last
      isMore = rows.count == wanted
    }
    return log
  }

  /// `nil` if the row is not as it was written.
  private static func event(_ row: borrowing Row) -> GeofenceEvent? {
    let body = row.data("body")
    guard row.text("checksum") == Fingerprint(of: body).description else { return nil }
    return try? MessageCoder.decode(GeofenceEvent.self, from: body)
  }
}

/// A part of the log.
struct LoggedEvents: Sendable, Hashable {
  var events: [GeofenceEvent] = []
  /// How many events in between cannot be read.
  var damaged = 0
}
