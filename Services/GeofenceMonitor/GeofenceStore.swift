import Foundation
import Geography
import Messages
import SQLite

/// The monitor's durable state: fences, last positions, who is inside what, the event log and the
/// replies that may be asked for again.
///
/// Every write belongs inside `transaction`; it is on disk when that returns.
final class GeofenceStore {
  private let database: Database
  private let retention: Retention

  /// Opens the file, making it where there is none.
  ///
  /// - Throws: `SQLiteError`; `NewerSchemaError`.
  init(path: String, retention: Retention) throws {
    self.retention = retention
    database = try Database(path: path, mode: .readWrite)
    try database.migrate(Schema.steps)
  }

  /// All of the body's writes, or none where it throws.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try database.transaction(.write, body)
  }
}

// MARK: - Fences

extension GeofenceStore {
  /// Files a fence and gives it the next number.
  func insertFence(center: Coordinate, radius: Meters, label: String?) throws -> FenceNumber {
    try database.run(
      "INSERT INTO fence (latitude, longitude, radius_meters, label) VALUES (?, ?, ?, ?)",
      center.latitude, center.longitude, radius, label)
    return database.lastInsertID
  }

  /// Forgets a fence, and who is inside.
  func deleteFence(_ number: FenceNumber) throws {
    try database.run("DELETE FROM fence WHERE number = ?", number)
  }

  func forEachFence(_ body: (FenceNumber, Fence) -> Void) throws {
    let sql = "SELECT number, latitude, longitude, radius_meters, label FROM fence ORDER BY number"
    try database.forEach(sql) { row in
      let number = row.int64(0)
      let center = Coordinate(latitude: row.double(1), longitude: row.double(2))
      let fence = Fence(
        id: FenceID(number: number), center: center, radiusMeters: row.double(3),
        label: row.optionalText(4))
      body(number, fence)
    }
  }
}

// MARK: - Devices

extension GeofenceStore {
  /// Keeps where a device is now, and the fences it came into and left.
  func save(_ position: DevicePosition, _ transitions: [Transition]) throws {
    try database.run(
      """
      INSERT INTO position (device, latitude, longitude, time_ms, offset_seconds)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (device) DO UPDATE SET latitude = excluded.latitude,
        longitude = excluded.longitude, time_ms = excluded.time_ms,
        offset_seconds = excluded.offset_seconds
      """,
      position.device.rawValue, position.coordinate.latitude, position.coordinate.longitude,
      position.time.millisecondsSince1970, position.time.offsetSeconds)
    for transition in transitions {
      let sql =
        transition.kind == .enter
        ? "INSERT INTO inside (device, fence) VALUES (?, ?)"
        : "DELETE FROM inside WHERE device = ? AND fence = ?"
      try database.run(sql, position.device.rawValue, transition.fence)
    }
  }

  func forEachDevice(_ body: (DeviceState) -> Void) throws {
    var inside: [String: [FenceNumber]] = [:]
    try database.forEach("SELECT device, fence FROM inside ORDER BY device, fence") { row in
      inside[row.text(0), default: []].append(row.int64(1))
    }
    let sql = "SELECT device, latitude, longitude, time_ms, offset_seconds FROM position"
    try database.forEach(sql) { row in
      let device = row.text(0)
      let position = DevicePosition(
        device: DeviceID(rawValue: device),
        coordinate: Coordinate(latitude: row.double(1), longitude: row.double(2)),
        time: Timestamp(millisecondsSince1970: row.int64(3), offsetSeconds: row.int(4)))
      body(DeviceState(position: position, inside: inside[device] ?? []))
    }
  }
}

// MARK: - Events

extension GeofenceStore {
  /// The number of the newest event; 0 before the first.
  func latestEventNumber() throws -> Int64 {
    try database.first("SELECT max(number) FROM event") { $0.int64(0) } ?? 0
  }

  /// Appends to the log and drops the oldest beyond the retention.
  func append(_ event: GeofenceEvent) throws {
    try database.run(
      "INSERT INTO event (number, body) VALUES (?, ?)", event.number,
      try MessageCoder.encode(event))
    try database.run(
      "DELETE FROM event WHERE number <= ?", event.number - retention.events)
  }

  /// Events with a greater number, oldest first.
  func events(since number: Int64, limit: Int) throws -> [GeofenceEvent] {
    try database.query(
      "SELECT body FROM event WHERE number > ? ORDER BY number LIMIT ?", number, limit
    ) { try MessageCoder.decode(GeofenceEvent.self, from: $0.data(0)) }
  }
}

// MARK: - Replies

extension GeofenceStore {
  /// What was answered under the key, and to which operation.
  func reply(underKey key: String) throws -> (operation: String, body: Data)? {
    try database.first("SELECT operation, body FROM reply WHERE key = ?", key) {
      (operation: $0.text(0), body: $0.data(1))
    }
  }

  /// Keeps a reply and drops the oldest beyond the retention.
  func saveReply(_ body: Data, underKey key: String, operation: String) throws {
    try database.run(
      "INSERT INTO reply (key, operation, body) VALUES (?, ?, ?)", key, operation, body)
    try database.run(
      "DELETE FROM reply WHERE number <= ?", database.lastInsertID - retention.replies)
  }
}
