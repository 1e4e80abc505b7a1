package import Idempotency
package import Messages
import SQL
package import Stores
package import Time

/// The store of venues on disk: its connection, and what every part of the service needs of it.
/// `Favourites`, `Reviews`, `FeedRegistry` and others work on it.
///
/// Every change is durable before its method returns; a process that is killed half-way has changed
/// nothing. It behaves the same on a file and on a server.
///
/// Like `Database`, it must not be used from two threads at once. The current time is a parameter
/// of each call.
package final class VenueDatabase {
  let database: Database
  let replies: StoredReplies

  /// Opens the store; creates it if missing.
  ///
  /// - Parameter replies: how long replies are kept for repeated requests.
  /// - Throws: `SQLError`, with `isCorrupt` if the file is damaged; `SchemaVersionError`.
  package init(
    at location: StoreLocation, replies: StoredReplies = StoredReplies()
  ) throws {
    self.replies = replies
    database = try location.open()
    try database.create(VenueSchema.schema)
  }

  package var venues: VenueTable { VenueTable(database: database) }

  var changeLog: ChangeLogTable { ChangeLogTable(database: database) }

  /// Makes a change once for its idempotency key: a repeat of the request gets the same reply and
  /// changes nothing.
  ///
  /// - Parameters:
  ///   - key: `nil` if the request carries none; the change is then made each time.
  ///   - change: makes the change and returns the reply.
  /// - Throws: `ServiceError`: `invalidRequest` for a key that is empty or too long, `conflict`
  ///   if another request used the key; whatever `change` throws; `SQLError`.
  package func once<Request: RequestMessage>(
    _ request: Request, key: IdempotencyKey?, now: Timestamp, _ change: () throws -> Request.Reply
  ) throws -> Request.Reply {
    try database.transaction {
      if let kept = try replies.find(Request.Reply.self, for: request, key: key, in: database) {
        return kept
      }
      let reply = try change()
      try replies.keep(reply, for: request, key: key, now: now, in: database)
      return reply
    }
  }
}

// MARK: - Quotas

extension VenueDatabase {
  /// The users who are near a quota. Reads an index of all favourites, notes and reviews.
  ///
  /// - Throws: `SQLError`.
  func nearQuotas() throws -> [QuotaUse] {
    let kinds = [
      ("favourites", "favourite_mark", "owner", VenueLimits.maximumFavourites),
      ("notes", "note", "author", VenueLimits.maximumNotes),
      ("reviews", "review", "author", VenueLimits.maximumReviews),
    ]
    return try kinds.flatMap { name, table, user, limit in
      // A removed favourite leaves a mark.
      let counted = name == "favourites" ? "added_at_milliseconds" : "number"
      return try database.query(
        """
        SELECT \(user) AS name, count(\(counted)) AS found FROM \(table)
        GROUP BY \(user) HAVING count(\(counted)) >= ?
        """,
        // A guest may have a fiftieth.
        limit / 100
      ) {
        QuotaUse(
          user: $0.text("name"), kind: name, count: $0.int("found"),
          quota: Caller.quota(limit, of: $0.text("name")))
      }
    }.nearest
  }
}

extension StoreConnection<VenueDatabase> {
  /// Connects with the first use.
  init(to location: StoreLocation) { self.init("store") { try VenueDatabase(at: location) } }
}
