import Idempotency
import Messages
import SQL

/// Deletes rows that are too old, a limited number at a time.
extension GeofenceStore {
  /// How many rows of a table one step deletes, or reads in search of them: some milliseconds of
  /// the only worker. A second has a step, which is more than a monitor writes for long.
  static let expiredAtOnce = 2_000

  /// Deletes the oldest events up to a number: the log's numbering has no gap.
  ///
  /// - Returns: how many.
  func expireEvents(upTo number: Int64) throws -> Int {
    try database.run(
      """
      DELETE FROM event WHERE number IN (
        SELECT number FROM event WHERE number <= ? ORDER BY number LIMIT ?)
      """, number, Self.expiredAtOnce)
  }

  /// Deletes positions that do not count.
  func expireFlawed(upTo number: Int64) throws {
    try database.run(
      """
      DELETE FROM flawed WHERE number IN (
        SELECT number FROM flawed WHERE number <= ? ORDER BY number LIMIT ?)
      """, number, Self.expiredAtOnce)
  }

  /// Deletes replies kept before an instant, in milliseconds since 1970.
  func expireReplies(before time: Int64) throws {
    try replies.expire(before: time, atMost: Self.expiredAtOnce, in: database)
  }

  /// Deletes a device and its track. Its samples stay in the journal, as samples that no track
  /// holds, until `expireSamples` comes by.
  ///
  /// - Parameter samples: how many of them its track held.
  func forget(_ device: DeviceID, samples: Int) throws {
    guard let number = deviceRows.removeValue(forKey: device) else { return }
    try database.run("DELETE FROM device WHERE number = ?", number)
    try database.run(
      """
      INSERT INTO horizon (device, time_ms) VALUES (?, \(Int64.max))
      ON CONFLICT (device) DO UPDATE SET time_ms = excluded.time_ms
      """, number)
    journal.held -= samples
  }

  /// The number of the journal's last row; 0 if it is empty.
  func lastJournalRow() throws -> Int64 {
    try database.first("SELECT max(number) AS number FROM journal") { $0.int64("number") } ?? 0
  }

  /// Deletes samples that no track holds and that had arrived by a mark, among the next rows of the
  /// journal.
  ///
  /// - Returns: the number of the last of these rows; `nil` after the end.
  func expireSamples(after row: Int64, upTo end: Int64, arrivedBy arrival: Int64) throws -> Int64? {
    let last = try database.first(
      """
      SELECT max(number) AS last FROM (
        SELECT number FROM journal WHERE number > ? AND number <= ? ORDER BY number LIMIT ?) AS next
      """, row, end, Self.expiredAtOnce
    ) { $0.optionalInt64("last") }
    guard let last = last.flatMap(\.self) else { return nil }
    journal.rows -= try database.run(
      """
      DELETE FROM journal WHERE number IN (
        SELECT number FROM journal JOIN horizon ON horizon.device = journal.device
        WHERE number > ? AND number <= ? AND arrival <= ? AND journal.time_ms <= horizon.time_ms)
      """, row, last, arrival)
    return last
  }

  /// Deletes what is left of forgotten devices, once none of their samples is in the journal.
  ///
  /// - Returns: whether there may be more.
  func deleteForgotten() throws -> Bool {
    let deleted = try database.run(
      """
      DELETE FROM horizon WHERE device IN (
        SELECT device FROM horizon WHERE time_ms = \(Int64.max) LIMIT ?)
      """, Self.expiredAtOnce)
    return deleted == Self.expiredAtOnce
  }
}
