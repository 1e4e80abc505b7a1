import FoundationEssentials
import Messages
import SQL
import Time

/// A feed with the state of its syncs.
struct StoredFeed: Sendable {
  let number: Int
  /// Includes the secret values of its headers, which must not leave the store.
  let feed: Feed
  /// Of the documents that were read last, in order; empty if one of them has none.
  let versions: [Validators]
  let asOf: Timestamp?
  let failures: Int
}

/// The version of a document for conditional requests: a server that is sent it back can answer
/// "not modified".
package struct Validators: Codable, Sendable, Hashable {
  /// Longer ones are ignored.
  static let maximumBytes = 500

  package var etag: String?
  package var lastModified: String?

  package init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
  }

  var isEmpty: Bool { etag == nil && lastModified == nil }
}

extension VenueDatabase {
  /// Adds a feed, which is due at once unless it is only synced on request. Adding the same feed
  /// again changes nothing.
  ///
  /// - Throws: `ServiceError`: `invalidRequest`, `conflict`; see `FeedAddRequest`. `SQLError`.
  package func addFeed(_ feed: Feed, now: Timestamp) throws -> FeedStatus {
    try FeedValidation.check(feed)
    let feeds = try self.feeds().feeds
    if let known = feeds.first(where: { $0.feed.name == feed.name }) {
      guard try storedFeed(feed.name).feed == feed else {
        throw ServiceError(
          .conflict,
          "There is another feed “\(feed.name)”; remove it first, or take another name.")
      }
      return known
    }
    guard feeds.count < VenueLimits.maximumFeeds else {
      throw ServiceError(
        .conflict, "There are \(VenueLimits.maximumFeeds) feeds; remove one first.")
    }
    try database.run(
      "INSERT INTO feed (name, definition, next_sync_milliseconds) VALUES (?, ?, ?)",
      feed.name.rawValue, try MessageCoder.encode(feed),
      feed.interval.map { _ in now.millisecondsSince1970 })
    return try status(of: feed.name)
  }

  /// Removes a feed with its rows, and recomputes their venues.
  ///
  /// - Parameter publish: receives the changed venues.
  /// - Returns: the removed feed, with its header values redacted.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func removeFeed(_ name: FeedName, _ publish: VenueStream.Publish) throws -> Feed {
    let stored = try storedFeed(name)
    try markVenuesStale("FROM feed_row WHERE feed = ?", stored.number)
    try database.run("DELETE FROM feed_row WHERE feed = ?", stored.number)
    try recomputeStaleVenues(publish)
    try database.run("DELETE FROM feed WHERE number = ?", stored.number)
    return stored.feed.redacted
  }

  /// All feeds, in the order of precedence.
  ///
  /// - Throws: `SQLError`.
  package func feeds() throws -> FeedListReply {
    FeedListReply(
      feeds: try database.query("\(Self.selectStatus) ORDER BY feed.number", map: Self.status))
  }

  func status(of name: FeedName) throws -> FeedStatus {
    let found = try database.first(
      "\(Self.selectStatus) AND feed.name = ?", name.rawValue, map: Self.status)
    guard let found else { throw Self.noFeed(name) }
    return found
  }

  /// A feed with the state of its syncs.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func storedFeed(_ name: FeedName) throws -> StoredFeed {
    let found = try database.first(
      """
      SELECT number, definition, versions, as_of_milliseconds, failures
      FROM feed WHERE definition IS NOT NULL AND name = ?
      """, name.rawValue
    ) { row in
      StoredFeed(
        number: row.int(0), feed: try MessageCoder.decode(Feed.self, from: row.data(1)),
        versions: try row.optionalData(2).map {
          try MessageCoder.decode([Validators].self, from: $0)
        } ?? [],
        asOf: row.optionalInt64(3).map { Timestamp(millisecondsSince1970: $0) },
        failures: row.int(4))
    }
    guard let found else { throw Self.noFeed(name) }
    return found
  }

  /// Claims the feeds that are due, longest overdue first. Only the caller syncs them: another
  /// instance finds them due again if no sync has ended within `FeedLimits.claimSeconds`.
  func claimDueFeeds(now: Timestamp) throws -> [FeedName] {
    try database.transaction {
      let due = try database.query(
        """
        SELECT name FROM feed WHERE definition IS NOT NULL AND next_sync_milliseconds <= ?
        ORDER BY next_sync_milliseconds
        """, now.millisecondsSince1970
      ) { $0.text(0) }
      let again = now.adding(seconds: FeedLimits.claimSeconds).millisecondsSince1970
      for name in due {
        try database.run(
          "UPDATE feed SET next_sync_milliseconds = ? WHERE name = ?", again, name)
      }
      return due.map { FeedName(rawValue: $0) }
    }
  }

  private static func noFeed(_ name: FeedName) -> ServiceError {
    ServiceError(.notFound, "There is no feed “\(name.rawValue.prefix(60))”; feed-list has them.")
  }

  private static let selectStatus = """
    SELECT definition, as_of_milliseconds, next_sync_milliseconds, report,
      (SELECT count(*) FROM feed_row WHERE feed = feed.number AND is_gone = 0),
      (SELECT count(*) FROM feed_row JOIN derived_place USING (sought)
        WHERE feed = feed.number AND is_gone = 0 AND feed_row.latitude IS NULL
        AND derived_place.latitude IS NOT NULL),
      (SELECT count(*) FROM feed_row WHERE feed = feed.number AND is_gone = 0
        AND latitude IS NULL)
    FROM feed WHERE definition IS NOT NULL
    """

  private static func status(_ row: borrowing Row) throws -> FeedStatus {
    FeedStatus(
      feed: try MessageCoder.decode(Feed.self, from: row.data(0)).redacted,
      asOf: row.optionalInt64(1).map { Timestamp(millisecondsSince1970: $0) },
      rows: row.int(4), derived: row.int(5), unplaced: row.int(6) - row.int(5),
      nextSync: row.optionalInt64(2).map { Timestamp(millisecondsSince1970: $0) },
      lastSync: try row.optionalData(3).map {
        try MessageCoder.decode(SyncReport.self, from: $0)
      })
  }
}

extension Feed {
  /// The feed with its header values hidden.
  fileprivate var redacted: Feed {
    Feed(
      name: name, format: format, location: location, mapping: mapping, everySeconds: everySeconds,
      headers: headers?.mapValues { _ in FeedHeaders.hidden })
  }
}
