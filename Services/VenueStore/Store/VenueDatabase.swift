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
  /// What the users keep who are near a quota: see `countQuotas`.
  private(set) var quotas = QuotaUses()
  /// Users who have changed something since they were counted.
  private var changedUsers: Set<String> = []

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

  /// Opens an existing store.
  ///
  /// - Throws: `ServiceError` with `notFound` if it does not exist; else like `init(at:replies:)`.
  package convenience init(existingAt location: StoreLocation) throws {
    try location.checkExistence(of: "venues")
    try self.init(at: location)
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
  /// Each kind with its table, and the columns of the user and of what counts if it is not null.
  private static let quotas = [
    (
      "favourites", "favourite_mark", "owner", "added_at_milliseconds",
      VenueLimits.maximumFavourites
    ),
    ("notes", "note", "author", "number", VenueLimits.maximumNotes),
    ("reviews", "review", "author", "number", VenueLimits.maximumReviews),
  ]

  /// Has the users counted who may be near a quota at the start; reads all marks, notes and reviews.
  ///
  /// - Throws: `SQLError`.
  func findUsersNearQuotas() throws {
    for (_, table, owner, counted, most) in Self.quotas {
      changedUsers.formUnion(
        try database.query(
          "SELECT \(owner) AS owner FROM \(table) GROUP BY 1 HAVING count(\(counted)) >= ?",
          // A guest may have a fiftieth.
          most / 100
        ) { $0.text("owner") })
    }
  }

  /// Has the users counted whose data a request changes.
  func noteChange(by request: some RequestMessage) {
    for case .user(let user) in request.owners
    where changedUsers.count < VenueStoreLimits.changedUsers {
      changedUsers.insert(user)
    }
  }

  /// Counts what users keep: those who are near a quota, and some of those who have changed
  /// something. Each is looked up in an index, so the work does not grow with the store.
  ///
  /// - Throws: `SQLError`.
  func countQuotas() throws {
    let changed = changedUsers.prefix(VenueStoreLimits.countedUsers)
    for user in Set(changed).union(quotas.all.map(\.user)) {
      for (kind, table, owner, counted, most) in Self.quotas {
        let count = try database.first(
          "SELECT count(\(counted)) AS found FROM \(table) WHERE \(owner) = ?", user
        ) { $0.int("found") }
        quotas.update(
          QuotaUse(user: user, kind: kind, count: count ?? 0, quota: Caller.quota(most, of: user)))
      }
    }
    changedUsers.subtract(changed)
  }
}
