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
@Memberwise package struct Validators: Codable, Sendable, Hashable {
  /// Longer ones are ignored.
  static let maximumBytes = 500

  package var etag: String?
  package var lastModified: String?

  var isEmpty: Bool { etag == nil && lastModified == nil }
}

/// The feeds of a store.
package struct FeedRegistry {
  private let database: Database
  private let venues: VenueRecompute
  let table: FeedTable

  package init(_ store: VenueDatabase) {
    database = store.database
    venues = VenueRecompute(store)
    table = FeedTable(database: store.database)
  }

  /// Adds a feed, which is due at once unless it is only synced on request. Adding the same feed
  /// again changes nothing.
  ///
  /// - Throws: `ServiceError`: `invalidRequest`, `conflict`; see `FeedAddRequest`. `SQLError`.
  package func add(_ feed: Feed, now: Timestamp) throws -> FeedStatus {
    try FeedValidation.check(feed)
    let feeds = try list().feeds
    if let known = feeds.first(where: { $0.feed.name == feed.name }) {
      guard try stored(feed.name).feed == feed else {
        throw ServiceError(
          .conflict,
          "There is another feed “\(feed.name)”; remove it first, or use another name.")
      }
      return known
    }
    try check(
      feeds.count < VenueLimits.maximumFeeds, or: .conflict,
      "There are \(VenueLimits.maximumFeeds) feeds; remove one first.")
    try table.insert(feed, nextSync: feed.interval.map { _ in now.millisecondsSince1970 })
    return try status(of: feed.name)
  }

  /// Removes a feed with its rows, and recomputes their venues.
  ///
  /// - Parameter publish: receives the changed venues.
  /// - Returns: the removed feed, with its header values redacted.
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func remove(_ name: FeedName, _ publish: VenueStream.Publish) throws -> Feed {
    let found = try stored(name)
    _ = try removeRows("WHERE feed = ?", publish, [found.number])
    try table.delete(found.number)
    return found.feed.redacted
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
    let feed = try stored(name).number
    return try removeRows(
      "WHERE number IN (SELECT number FROM feed_row WHERE feed = ? ORDER BY row_id LIMIT ?)",
      publish, [feed, count]) == count
  }

  private func removeRows(
    _ condition: String, _ publish: VenueStream.Publish, _ values: [(any SQLBindable)?]
  ) throws -> Int {
    try venues.markStale("FROM feed_row \(condition)", values)
    let count = try database.run("DELETE FROM feed_row \(condition)", values)
    try venues.recomputeStale(publish)
    return count
  }

  /// All feeds, in the order of precedence.
  ///
  /// - Throws: `SQLError`.
  package func list() throws -> FeedListReply {
    FeedListReply(feeds: try table.statuses())
  }

  private func status(of name: FeedName) throws -> FeedStatus {
    guard let found = try table.status(of: name) else { throw Self.noFeed(name) }
    return found
  }

  /// A feed with the state of its syncs.
  ///
  /// - Throws: `ServiceError` with `notFound`; `SQLError`.
  func stored(_ name: FeedName) throws -> StoredFeed {
    guard let found = try table.stored(name) else { throw Self.noFeed(name) }
    return found
  }

  /// Claims the feeds that are due, longest overdue first. Only the caller syncs them: another
  /// instance finds them due again if no sync has ended within `FeedLimits.claimSeconds`.
  ///
  /// - Throws: `SQLError`.
  func claimDue(now: Timestamp) throws -> [FeedName] {
    try database.transaction {
      let due = try table.due(now: now)
      let claimedUntil = now.adding(seconds: FeedLimits.claimSeconds)
      for name in due { try table.setNextSync(of: name, to: claimedUntil) }
      return due
    }
  }

  private static func noFeed(_ name: FeedName) -> ServiceError {
    ServiceError(
      .notFound, "There is no feed “\(name.rawValue.prefix(60))”; quickbrew feed list shows them.")
  }
}
