import FoundationEssentials
import Messages
import SQL
import Time

/// The table `feed`, with each feed and the state of its syncs. The map is a row
/// without a definition.
struct FeedTable {
  let database: Database

  private static let selectStatus = """
    SELECT definition, as_of_milliseconds, next_sync_milliseconds, report,
      (SELECT count(*) FROM feed_row WHERE feed = feed.number AND is_gone = 0) AS feed_rows,
      (SELECT count(*) FROM feed_row JOIN derived_place USING (geocodable_address)
        WHERE feed = feed.number AND is_gone = 0 AND feed_row.latitude IS NULL
        AND derived_place.latitude IS NOT NULL) AS derived,
      (SELECT count(*) FROM feed_row WHERE feed = feed.number AND is_gone = 0
        AND latitude IS NULL) AS without_coordinate
    FROM feed WHERE definition IS NOT NULL
    """

  /// All feeds, in the order of precedence, with their header values hidden.
  ///
  /// - Throws: `SQLError`.
  func statuses() throws -> [FeedStatus] {
    try database.query("\(Self.selectStatus) ORDER BY feed.number", map: Self.status)
  }

  /// - Throws: `SQLError`.
  func status(of name: FeedName) throws -> FeedStatus? {
    try database.first(
      "\(Self.selectStatus) AND feed.name = ?", name.rawValue, map: Self.status)
  }

  /// - Throws: `SQLError`.
  func stored(_ name: FeedName) throws -> StoredFeed? {
    try database.first(
      """
      SELECT number, definition, versions, as_of_milliseconds, failures FROM feed
      WHERE definition IS NOT NULL AND name = ?
      """, name.rawValue
    ) { row in
      StoredFeed(
        number: row.int("number"),
        feed: try MessageCoder.decode(Feed.self, from: row.data("definition")),
        versions: try row.optionalData("versions").map {
          try MessageCoder.decode([Validators].self, from: $0)
        } ?? [],
        asOf: row.optionalTimestamp("as_of_milliseconds"),
        failures: row.int("failures"))
    }
  }

  /// - Parameter nextSync: in milliseconds since 1970; `nil` to sync on request only.
  /// - Throws: `SQLError`.
  func insert(_ feed: Feed, nextSync: Int64?) throws {
    try database.run(
      "INSERT INTO feed (name, definition, next_sync_milliseconds) VALUES (?, ?, ?)",
      feed.name.rawValue, try MessageCoder.encode(feed), nextSync)
  }

  /// - Throws: `SQLError`.
  func delete(_ number: Int) throws {
    try database.run("DELETE FROM feed WHERE number = ?", number)
  }

  /// The feeds that are due, longest overdue first, and those whose next sync is later than any
  /// that would be set now: the clock was ahead when it was set.
  ///
  /// - Throws: `SQLError`; what decoding throws.
  func due(now: Timestamp) throws -> [FeedName] {
    let feeds = try database.query(
      """
      SELECT definition, next_sync_milliseconds FROM feed
      WHERE definition IS NOT NULL AND next_sync_milliseconds IS NOT NULL
      ORDER BY next_sync_milliseconds
      """
    ) {
      (
        feed: try MessageCoder.decode(Feed.self, from: $0.data("definition")),
        next: $0.int64("next_sync_milliseconds")
      )
    }
    let present = now.millisecondsSince1970
    return feeds.filter { $0.next <= present || $0.next > $0.feed.latestSync(after: now) }
      .map(\.feed.name)
  }

  /// - Throws: `SQLError`.
  func setNextSync(of name: FeedName, to time: Timestamp) throws {
    try database.run(
      "UPDATE feed SET next_sync_milliseconds = ? WHERE name = ?", time.millisecondsSince1970,
      name.rawValue)
  }

  /// Stores the report of a sync that succeeded.
  ///
  /// - Parameter nextSync: as of `insert`.
  /// - Throws: `SQLError`.
  func recordSuccess(
    _ report: SyncReport, of number: Int, versions: [Validators], asOf: Timestamp, nextSync: Int64?
  ) throws {
    try database.run(
      """
      UPDATE feed SET versions = ?, as_of_milliseconds = ?, report = ?,
        next_sync_milliseconds = ?, failures = 0
      WHERE number = ?
      """, versions.isEmpty ? nil : try MessageCoder.encode(versions), asOf.millisecondsSince1970,
      try MessageCoder.encode(report), nextSync, number)
  }

  /// Stores the report of a sync that failed. The rest stays.
  ///
  /// - Parameter nextSync: as of `insert`.
  /// - Throws: `SQLError`.
  func recordFailure(_ report: SyncReport, of number: Int, nextSync: Int64?) throws {
    try database.run(
      """
      UPDATE feed SET report = ?, next_sync_milliseconds = ?, failures = failures + 1
      WHERE number = ?
      """, try MessageCoder.encode(report), nextSync, number)
  }

  /// How many rows a source has.
  ///
  /// - Throws: `SQLError`.
  func rowCount(of number: Int) throws -> Int {
    try database.first(
      "SELECT count(*) AS feed_rows FROM feed_row WHERE feed = ? AND is_gone = 0", number
    ) { $0.int("feed_rows") } ?? 0
  }

  // MARK: The map

  /// The number of the map's row.
  ///
  /// - Throws: `SQLError`.
  func mapNumber() throws -> Int {
    try database.first("SELECT number FROM feed WHERE name = ?", FeedName.map.rawValue) {
      $0.int("number")
    } ?? 0
  }

  /// The identity of the map loaded last; "" before the first.
  ///
  /// - Throws: `SQLError`.
  func mapIdentity() throws -> String {
    try database.first("SELECT map_identity FROM feed WHERE name = ?", FeedName.map.rawValue) {
      $0.text("map_identity")
    } ?? ""
  }

  /// - Throws: `SQLError`.
  func setMapIdentity(_ identity: String, asOf: Timestamp) throws {
    try database.run(
      "UPDATE feed SET map_identity = ?, as_of_milliseconds = ? WHERE name = ?", identity,
      asOf.millisecondsSince1970, FeedName.map.rawValue)
  }

  private static func status(_ row: borrowing Row) throws -> FeedStatus {
    let derived = row.int("derived")
    return FeedStatus(
      feed: try MessageCoder.decode(Feed.self, from: row.data("definition")).redacted,
      asOf: row.optionalTimestamp("as_of_milliseconds"),
      rows: row.int("feed_rows"), derived: derived,
      withoutCoordinate: row.int("without_coordinate") - derived,
      nextSync: row.optionalTimestamp("next_sync_milliseconds"),
      lastSync: try row.optionalData("report").map {
        try MessageCoder.decode(SyncReport.self, from: $0)
      })
  }
}

extension Feed {
  /// The feed with its header values hidden.
  var redacted: Feed {
    Feed(
      name: name, format: format, location: location, mapping: mapping, everySeconds: everySeconds,
      headers: headers?.mapValues { _ in FeedHeaders.hidden })
  }
}
