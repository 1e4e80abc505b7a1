import Messages
import SQL
import Time

/// The tables of favourites: `favourite_mark` with the marks of each user, tombstones included, and
/// `favourite_log` with the number of the last change.
struct FavouriteTable {
  let database: Database

  private static let columns = [
    "venue_id", "added_at_milliseconds", "stamp_milliseconds", "stamp_counter", "device", "change",
  ].joined(separator: ", ")
  private static let selectWithVenue = """
    SELECT \(columns), \(VenueTable.columns)
    FROM favourite_mark JOIN venue ON id = venue_id
    """

  /// Locks the log until the end of the caller's transaction: other transactions that change marks,
  /// in this process or another, wait.
  ///
  /// - Throws: `SQLError`.
  func lock() throws {
    try database.run("UPDATE favourite_log SET changes = changes")
  }

  /// The mark of a venue, which may be a tombstone, or `nil`.
  ///
  /// - Throws: `SQLError`.
  func mark(of user: String, _ venue: VenueID) throws -> FavouriteMark? {
    try database.first(
      "SELECT \(Self.columns) FROM favourite_mark WHERE owner = ? AND venue_id = ?", user,
      venue.rawValue, map: Self.mark)
  }

  /// A user's favourites, oldest first.
  ///
  /// - Throws: `SQLError`.
  func favourites(of user: String) throws -> [Favourite] {
    try database.query(
      """
      \(Self.selectWithVenue) WHERE owner = ? AND added_at_milliseconds IS NOT NULL
      ORDER BY added_at_milliseconds, change
      """, user
    ) { row in
      Favourite(
        venue: VenueTable.venue(row),
        addedAt: row.timestamp("added_at_milliseconds"))
    }
  }

  /// A user's marks whose last change is higher than `change`, in the order of their changes.
  ///
  /// - Throws: `SQLError`.
  func marks(
    of user: String, after change: Int64, limit: Int
  ) throws -> [(change: Int64, mark: MergedFavourite)] {
    try database.query(
      "\(Self.selectWithVenue) WHERE owner = ? AND change > ? ORDER BY change LIMIT ?",
      user, change, limit
    ) { row in
      let mark = Self.mark(row)
      let venue = VenueTable.venue(row)
      return (
        change: row.int64("change"),
        mark: MergedFavourite(mark: mark, venue: mark.addedAt == nil ? nil : venue)
      )
    }
  }

  /// The number of a user's marks, and of those that are favourites.
  ///
  /// - Throws: `SQLError`.
  func counts(of user: String) throws -> (marks: Int, favourites: Int) {
    try database.first(
      """
      SELECT count(*) AS marks, count(added_at_milliseconds) AS favourites
      FROM favourite_mark WHERE owner = ?
      """, user
    ) { (marks: $0.int("marks"), favourites: $0.int("favourites")) } ?? (0, 0)
  }

  /// Inserts or replaces a mark with the number of a new change, in the caller's transaction.
  ///
  /// - Throws: `SQLError`.
  func put(_ mark: FavouriteMark, of user: String, now: Timestamp) throws {
    let change = try database.first(
      "UPDATE favourite_log SET changes = changes + 1 RETURNING changes"
    ) { $0.int64("changes") }
    try database.run(
      """
      INSERT INTO favourite_mark (owner, \(Self.columns), accepted_at_milliseconds)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (owner, venue_id) DO UPDATE SET
        added_at_milliseconds = excluded.added_at_milliseconds,
        stamp_milliseconds = excluded.stamp_milliseconds, stamp_counter = excluded.stamp_counter,
        device = excluded.device, change = excluded.change,
        accepted_at_milliseconds = excluded.accepted_at_milliseconds
      """, user, mark.venueID.rawValue, mark.addedAt?.millisecondsSince1970,
      mark.stamp.milliseconds, mark.stamp.counter, mark.stamp.device.rawValue, change,
      now.millisecondsSince1970)
  }

  /// Deletes tombstones that the store accepted before a time, and records the highest change among
  /// them: older cursors cannot be continued.
  ///
  /// - Parameter time: in milliseconds since 1970.
  /// - Throws: `SQLError`.
  func deleteTombstones(before time: Int64) throws {
    let deleted = try database.query(
      """
      DELETE FROM favourite_mark
      WHERE added_at_milliseconds IS NULL AND accepted_at_milliseconds < ? RETURNING change
      """, time
    ) { $0.int64("change") }
    guard let last = deleted.max() else { return }
    try database.run(
      "UPDATE favourite_log SET forgotten = ? WHERE forgotten < ?", last, last)
  }

  /// The state of the log, whose identity is drawn at the first call, so that cursors of another
  /// store are recognised as foreign.
  ///
  /// - Throws: `SQLError`.
  func log() throws -> FavouriteLog {
    try database.run(
      "UPDATE favourite_log SET identity = ? WHERE identity = 0",
      Int64.random(in: 1..<FavouriteLog.identities))
    return try database.first("SELECT identity, changes, forgotten FROM favourite_log") {
      FavouriteLog(
        identity: $0.int64("identity"), changes: $0.int64("changes"),
        forgotten: $0.int64("forgotten"))
    } ?? FavouriteLog(identity: 1, changes: 0, forgotten: 0)
  }

  private static func mark(_ row: borrowing Row) -> FavouriteMark {
    FavouriteMark(
      venueID: VenueID(rawValue: row.text("venue_id")),
      addedAt: row.optionalTimestamp("added_at_milliseconds"),
      stamp: FavouriteStamp(
        milliseconds: row.int64("stamp_milliseconds"), counter: row.int("stamp_counter"),
        device: DeviceID(rawValue: row.text("device"))))
  }
}

/// The state of the log of changes to favourites. A cursor combines the store's identity with the
/// number of a change. It fits in 53 bits, the integers that every JSON parser keeps exactly.
struct FavouriteLog {
  static let identities: Int64 = 1 << 20
  private static let changeBits: Int64 = 32

  let identity: Int64
  /// The number of the last change.
  let changes: Int64
  /// The highest change among the deleted tombstones.
  let forgotten: Int64

  func cursor(_ change: Int64) -> Int64 { identity << Self.changeBits | change }

  func change(of cursor: Int64) -> Int64 { cursor & (1 << Self.changeBits - 1) }

  func restart(from cursor: Int64) -> FavouriteMergeReply.Restart? {
    if cursor == 0 { return nil }
    let change = change(of: cursor)
    guard cursor >> Self.changeBits == identity, change <= changes else { return .unknownCursor }
    return change < forgotten ? .cursorTooOld : nil
  }
}
