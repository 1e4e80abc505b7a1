import FoundationEssentials
import Messages
import SQL
import Time

/// The table `feed`, with each feed and the state of its syncs. The map is a row of its own without
/// a definition.
struct FeedTable {
  let database: Database

  private enum Column: Int, QueryColumn {
    case number, definition, versions, asOf, failures

    var sql: String {
      switch self {
      case .number: "number"
      case .definition: "definition"
      case .versions: "versions"
      case .asOf: "as_of_milliseconds"
      case .failures: "failures"
      }
    }
  }

  private enum StatusColumn: Int, QueryColumn {
    case definition, asOf, nextSync, report, rows, derived, withoutCoordinate

    var sql: String {
      switch self {
      case .definition: "definition"
      case .asOf: "as_of_milliseconds"
      case .nextSync: "next_sync_milliseconds"
      case .report: "report"
      case .rows: "(SELECT count(*) FROM feed_row WHERE feed = feed.number AND is_gone = 0)"
      case .derived:
        """
        (SELECT count(*) FROM feed_row JOIN derived_place USING (geocodable_address)
          WHERE feed = feed.number AND is_gone = 0 AND feed_row.latitude IS NULL
          AND derived_place.latitude IS NOT NULL)
        """
      case .withoutCoordinate:
        """
        (SELECT count(*) FROM feed_row WHERE feed = feed.number AND is_gone = 0
          AND latitude IS NULL)
        """
      }
    }
  }

  private static let selectStatus = """
    SELECT \(StatusColumn.list) FROM feed WHERE definition IS NOT NULL
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
      "SELECT \(Column.list) FROM feed WHERE definition IS NOT NULL AND name = ?", name.rawValue
    ) { row in
      StoredFeed(
        number: row.int(Column.number),
        feed: try MessageCoder.decode(Feed.self, from: row.data(Column.definition)),
        versions: try row.optionalData(Column.versions).map {
          try MessageCoder.decode([Validators].self, from: $0)
        } ?? [],
        asOf: row.optionalInt64(Column.asOf).map { Timestamp(millisecondsSince1970: $0) },
        failures: row.int(Column.failures))
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
  /// that is set now: the clock was ahead then.
  ///
  /// - Throws: `SQLError`; what decoding throws.
  func due(now: Timestamp) throws -> [FeedName] {
    let feeds = try database.query(
      """
      SELECT definition, next_sync_milliseconds FROM feed
      WHERE definition IS NOT NULL AND next_sync_milliseconds IS NOT NULL
      ORDER BY next_sync_milliseconds
      """
    ) { (feed: try MessageCoder.decode(Feed.self, from: $0.data(0)), next: $0.int64(1)) }
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

  // MARK: The map

  /// The number of the map's row.
  ///
  /// - Throws: `SQLError`.
  func mapNumber() throws -> Int {
    try database.first("SELECT number FROM feed WHERE name = ?", FeedName.map.rawValue) {
      $0.int(0)
    } ?? 0
  }

  /// The identity of the map loaded last; "" before the first.
  ///
  /// - Throws: `SQLError`.
  func mapIdentity() throws -> String {
    try database.first("SELECT map_identity FROM feed WHERE name = ?", FeedName.map.rawValue) {
      $0.text(0)
    } ?? ""
  }

  /// - Throws: `SQLError`.
  func setMapIdentity(_ identity: String, asOf: Timestamp) throws {
    try database.run(
      "UPDATE feed SET map_identity = ?, as_of_milliseconds = ? WHERE name = ?", identity,
      asOf.millisecondsSince1970, FeedName.map.rawValue)
  }

  private static func status(_ row: borrowing Row) throws -> FeedStatus {
    let derived = row.int(StatusColumn.derived)
    return FeedStatus(
      feed: try MessageCoder.decode(Feed.self, from: row.data(StatusColumn.definition)).redacted,
      asOf: row.optionalInt64(StatusColumn.asOf).map { Timestamp(millisecondsSince1970: $0) },
      rows: row.int(StatusColumn.rows), derived: derived,
      withoutCoordinate: row.int(StatusColumn.withoutCoordinate) - derived,
      nextSync: row.optionalInt64(StatusColumn.nextSync).map {
        Timestamp(millisecondsSince1970: $0)
      },
      lastSync: try row.optionalData(StatusColumn.report).map {
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
