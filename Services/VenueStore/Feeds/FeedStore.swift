import FoundationEssentials
package import Messages
import SQL
package import Time

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
  var feedTable: FeedTable { FeedTable(database: database) }

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
    try feedTable.insert(feed, nextSync: feed.interval.map { _ in now.millisecondsSince1970 })
    return try status(of: feed.name)
  }

  /// Removes a feed with its rows, and recomputes their venues.
  ///
  /// - Parameter publish: receives the changed venues.
  /// - Returns: the removed feed, with its header values redacted.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func removeFeed(_ name: FeedName, _ publish: VenueStream.Publish) throws -> Feed {
    let stored = try storedFeed(name)
    _ = try removeRows("WHERE feed = ?", publish, [stored.number])
    try feedTable.delete(stored.number)
    return stored.feed.redacted
  }

  /// Removes the first rows of a feed, and recomputes their venues. If the feed stays, its next
  /// sync brings them back.
  ///
  /// - Parameter publish: receives the changed venues.
  /// - Returns: whether the feed may have more.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func removeRows(
    of name: FeedName, atMost count: Int, _ publish: VenueStream.Publish
  ) throws -> Bool {
    let feed = try storedFeed(name).number
    return try removeRows(
      "WHERE number IN (SELECT number FROM feed_row WHERE feed = ? ORDER BY row_id LIMIT ?)",
      publish, [feed, count]) == count
  }

  private func removeRows(
    _ condition: String, _ publish: VenueStream.Publish, _ values: [(any SQLBindable)?]
  ) throws -> Int {
    try markVenuesStale("FROM feed_row \(condition)", values)
    let count = try database.run("DELETE FROM feed_row \(condition)", values)
    try recomputeStaleVenues(publish)
    return count
  }

  /// All feeds, in the order of precedence.
  ///
  /// - Throws: `SQLError`.
  package func feeds() throws -> FeedListReply {
    FeedListReply(feeds: try feedTable.statuses())
  }

  func status(of name: FeedName) throws -> FeedStatus {
    guard let found = try feedTable.status(of: name) else { throw Self.noFeed(name) }
    return found
  }

  /// A feed with the state of its syncs.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func storedFeed(_ name: FeedName) throws -> StoredFeed {
    guard let found = try feedTable.stored(name) else { throw Self.noFeed(name) }
    return found
  }

  /// Claims the feeds that are due, longest overdue first. Only the caller syncs them: another
  /// instance finds them due again if no sync has ended within `FeedLimits.claimSeconds`.
  func claimDueFeeds(now: Timestamp) throws -> [FeedName] {
    try database.transaction {
      let due = try feedTable.due(now: now)
      let claimedUntil = now.adding(seconds: FeedLimits.claimSeconds)
      for name in due { try feedTable.setNextSync(of: name, to: claimedUntil) }
      return due
    }
  }

  private static func noFeed(_ name: FeedName) -> ServiceError {
    ServiceError(
      .notFound, "There is no feed “\(name.rawValue.prefix(60))”; quickbrew feed list shows them.")
  }
}
