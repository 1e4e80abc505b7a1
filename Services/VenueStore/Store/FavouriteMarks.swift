import Messages
import SQL

/// A user's favourites as last-writer-wins registers, one for each venue: a mark is the value of a
/// register with the stamp of its last write, and a mark without `addedAt` is a tombstone. Every
/// change gets the next number of `favourite_log`, whose row stays locked until the commit, so a
/// reader that has seen one number has seen all lower ones.
extension VenueDatabase {
  /// Merges the marks of a device, and returns the changes since its last request.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`: see `FavouriteMergeRequest`; `SQLError`.
  ///   Nothing was changed.
  package func merge(
    _ request: FavouriteMergeRequest, now: Timestamp
  ) throws -> FavouriteMergeReply {
    try UserText.check(user: request.user)
    guard request.marks.count <= VenueLimits.maximumMarks else {
      throw ServiceError(
        .invalidRequest,
        "\(request.marks.count) marks at once; \(VenueLimits.maximumMarks) is the most.")
    }
    return try changingFavourites {
      var refused: [RefusedMark] = []
      if !request.marks.isEmpty { try deleteOldTombstones(now: now) }
      for mark in request.marks {
        if let reason = try apply(mark, of: request.user, now: now) {
          refused.append(RefusedMark(venueID: mark.venueID, reason: reason))
        }
      }
      return try changes(of: request.user, since: request.cursor, refused, now: now)
    }
  }

  /// Runs `work` in a transaction that locks `favourite_log`: other transactions that change marks,
  /// in this process or another, wait for its end.
  func changingFavourites<Result>(_ work: () throws -> Result) throws -> Result {
    try database.transaction {
      try database.run("UPDATE favourite_log SET changes = changes")
      return try work()
    }
  }

  /// The mark of a venue, which may be a tombstone; `nil` if there is none.
  func mark(of user: String, _ id: VenueID) throws -> FavouriteMark? {
    try database.first(
      "SELECT \(Self.markColumns) FROM favourite_mark WHERE owner = ? AND venue_id = ?", user,
      id.rawValue, map: Self.mark)
  }

  /// Inserts or replaces a mark. Runs in the caller's transaction.
  func put(_ mark: FavouriteMark, of user: String, now: Timestamp) throws {
    let change = try database.first(
      "UPDATE favourite_log SET changes = changes + 1 RETURNING changes"
    ) { $0.int64(0) }
    try database.run(
      """
      INSERT INTO favourite_mark (owner, \(Self.markColumns), change, taken_at_milliseconds)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (owner, venue_id) DO UPDATE SET
        added_at_milliseconds = excluded.added_at_milliseconds,
        stamp_milliseconds = excluded.stamp_milliseconds, stamp_counter = excluded.stamp_counter,
        device = excluded.device, change = excluded.change,
        taken_at_milliseconds = excluded.taken_at_milliseconds
      """, user, mark.venueID.rawValue, mark.addedAt?.millisecondsSince1970,
      mark.stamp.milliseconds, mark.stamp.counter, mark.stamp.device.rawValue, change,
      now.millisecondsSince1970)
  }

  /// Whether a user may have one more favourite.
  ///
  /// - Parameter isNew: whether the user has no mark of the venue yet. The number of marks is
  ///   limited as well, and tombstones count there.
  func hasRoom(for user: String, isNew: Bool) throws -> Bool {
    let counts = try database.first(
      "SELECT count(*), count(added_at_milliseconds) FROM favourite_mark WHERE owner = ?", user
    ) { (all: $0.int(0), favourites: $0.int(1)) }
    guard let counts else { return true }
    return counts.favourites < VenueLimits.maximumFavourites
      && (!isNew || counts.all < VenueStoreLimits.maximumMarksKept)
  }

  /// Applies a mark unless the stored one is equal or later.
  ///
  /// - Returns: why the mark is refused; `nil` if it is valid.
  private func apply(
    _ mark: FavouriteMark, of user: String, now: Timestamp
  ) throws -> RefusedMark.Reason? {
    let latest = now.adding(seconds: VenueLimits.clockAheadSeconds)
    if mark.stamp.milliseconds > latest.millisecondsSince1970 { return .clockAhead }
    guard mark.isWellFormed, mark.addedAt.map({ $0 <= latest }) ?? true else { return .malformed }
    let old = try self.mark(of: user, mark.venueID)
    if let old, !mark.counts(before: old) { return nil }
    if old == nil {
      let isKnown = try database.first(
        "SELECT 1 FROM venue WHERE id = ?", mark.venueID.rawValue, map: { _ in true })
      guard isKnown == true else { return .unknownVenue }
    }
    let addsFavourite = mark.addedAt != nil && old?.addedAt == nil
    if addsFavourite || old == nil, try !hasRoom(for: user, isNew: old == nil) { return .tooMany }
    try put(mark, of: user, now: now)
    return nil
  }

  /// Deletes tombstones older than `VenueLimits.removalSeconds`, and records the last change among
  /// them: older cursors cannot be continued.
  private func deleteOldTombstones(now: Timestamp) throws {
    let oldest = now.adding(seconds: -VenueLimits.removalSeconds).millisecondsSince1970
    let deleted = try database.query(
      """
      DELETE FROM favourite_mark
      WHERE added_at_milliseconds IS NULL AND taken_at_milliseconds < ? RETURNING change
      """, oldest
    ) { $0.int64(0) }
    guard let last = deleted.max() else { return }
    try database.run(
      "UPDATE favourite_log SET forgotten = ? WHERE forgotten < ?", last, last)
  }

  private func changes(
    of user: String, since cursor: Int64, _ refused: [RefusedMark], now: Timestamp
  ) throws -> FavouriteMergeReply {
    let log = try favouriteLog()
    let restart = log.restart(from: cursor)
    let since = restart == nil ? log.change(of: cursor) : 0
    let found = try database.query(
      """
      SELECT change, \(Self.markColumns), \(StoredVenueColumns.columns)
      FROM favourite_mark JOIN venue ON id = venue_id
      WHERE owner = ? AND change > ? ORDER BY change LIMIT ?
      """, user, since, VenueLimits.maximumMarks + 1
    ) { row in
      let mark = Self.mark(row, from: 1)
      let venue = StoredVenueColumns.venue(row, from: 1 + Self.markWidth)
      return (
        change: row.int64(0),
        mark: MergedFavourite(mark: mark, venue: mark.addedAt == nil ? nil : venue)
      )
    }
    let page = found.prefix(VenueLimits.maximumMarks)
    let hasMore = found.count > page.count
    let last = hasMore ? page.last?.change : nil
    return FavouriteMergeReply(
      marks: page.map(\.mark), cursor: log.cursor(last ?? log.changes), hasMore: hasMore,
      refused: refused, restart: restart,
      time: Timestamp(millisecondsSince1970: now.millisecondsSince1970))
  }

  private func favouriteLog() throws -> FavouriteLog {
    // The identity is drawn once, so that cursors of another store are recognised as foreign.
    try database.run(
      "UPDATE favourite_log SET identity = ? WHERE identity = 0",
      Int64.random(in: 1..<FavouriteLog.identities))
    let log = try database.first("SELECT identity, changes, forgotten FROM favourite_log") {
      FavouriteLog(identity: $0.int64(0), changes: $0.int64(1), forgotten: $0.int64(2))
    }
    return log ?? FavouriteLog(identity: 1, changes: 0, forgotten: 0)
  }

  private static let markColumns =
    "venue_id, added_at_milliseconds, stamp_milliseconds, stamp_counter, device"
  private static let markWidth = 5

  private static func mark(_ row: borrowing Row) -> FavouriteMark { mark(row, from: 0) }

  private static func mark(_ row: borrowing Row, from first: Int) -> FavouriteMark {
    FavouriteMark(
      venueID: VenueID(rawValue: row.text(first)),
      addedAt: row.optionalInt64(first + 1).map { Timestamp(millisecondsSince1970: $0) },
      stamp: FavouriteStamp(
        milliseconds: row.int64(first + 2), counter: row.int(first + 3),
        device: DeviceID(rawValue: row.text(first + 4))))
  }
}

/// The state of the log of changes to favourites. A cursor combines the store's identity with the
/// number of a change. It fits in 53 bits, the integers that every JSON parser keeps exactly.
private struct FavouriteLog {
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

extension FavouriteMark {
  /// Whether its identifiers and numbers are in range.
  fileprivate var isWellFormed: Bool {
    (1...VenueStoreLimits.maximumIDBytes).contains(venueID.rawValue.utf8.count)
      && (1...VenueLimits.maximumUserBytes).contains(stamp.device.rawValue.utf8.count)
      && (0...Int(Int32.max)).contains(stamp.counter) && stamp.milliseconds >= 0
      && !stamp.device.rawValue.unicodeScalars.contains(where: PlainText.isUnprintable)
  }
}
