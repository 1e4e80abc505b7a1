import FoundationEssentials
package import Idempotency
import Messages
import SQL
package import Stores

/// The venues, the rows of their sources and the users' contributions, on disk. Every change is
/// durable before its method returns; a process that is killed half-way has changed nothing. It
/// behaves the same on a file and on a server.
///
/// Like `Database`, it must not be used from two threads at once. The current time is a parameter
/// of each call.
package final class VenueDatabase {
  let database: Database
  let replies: StoredReplies

  /// Opens the store, creates its file if needed, and migrates its schema.
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

  /// Opens an existing store and migrates its schema.
  ///
  /// - Throws: `ServiceError` with `notFound` if there is none; else like `init(at:replies:)`.
  package convenience init(existingAt location: StoreLocation) throws {
    try location.checkExistence(of: "venues")
    try self.init(at: location)
  }
}
