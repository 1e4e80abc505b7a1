import Messages
import SQL

/// The change log: the table `change` with the latest changes, and the table `stream` with the
/// position of the last one.
struct ChangeLogTable {
  let database: Database

  /// How many changes the log holds. An instance that is further behind skips the lost ones.
  private static let keptChanges: Int64 = 20_000

  /// The position of the last committed change.
  ///
  /// - Throws: `SQLError`.
  func position() throws -> StreamPosition {
    try database.first("SELECT epoch, sequence FROM stream") {
      StreamPosition(epoch: $0.text("epoch"), sequence: UInt64($0.int64("sequence")))
    } ?? StreamPosition(epoch: "", sequence: 0)
  }

  /// Empties the log and starts a new epoch. Runs in the caller's transaction.
  ///
  /// - Throws: `SQLError`.
  func startEpoch(_ epoch: String) throws {
    try database.run("DELETE FROM change")
    try database.run("UPDATE stream SET epoch = ?, sequence = 0", epoch)
  }

  /// Appends changes. Runs in the caller's transaction: writers are serialised, so the sequence
  /// numbers have no gap.
  ///
  /// - Throws: `SQLError`.
  func append(_ ids: [VenueID]) throws {
    if ids.isEmpty { return }
    let before = Int64(try position().sequence)
    let sequence = before + Int64(ids.count)
    try database.run(
      "INSERT INTO change (sequence, venue_id) VALUES (?, ?)",
      each: ids.enumerated().map { [before + Int64($0) + 1, $1.rawValue] })
    try database.run("UPDATE stream SET sequence = ?", sequence)
    try database.run("DELETE FROM change WHERE sequence <= ?", sequence - Self.keptChanges)
  }

  /// The venues that changed after `start`, in order; `nil` if the log does not reach back to it.
  ///
  /// - Throws: `SQLError`.
  func changes(after start: StreamPosition?, upTo end: StreamPosition) throws -> [VenueID]? {
    guard let start, start.epoch == end.epoch, start.sequence <= end.sequence else { return nil }
    let changes = try database.query(
      "SELECT venue_id FROM change WHERE sequence > ? ORDER BY sequence", Int64(start.sequence)
    ) { VenueID(rawValue: $0.text("venue_id")) }
    return changes.count == Int(end.sequence - start.sequence) ? changes : nil
  }
}
