import FoundationEssentials
import Idempotency
import Messages
import SQL

/// The venues, what each source says of them and what people said, on disk: every change is there
/// before its method returns, and a process that is killed half-way has changed nothing. The same
/// on a file and on a server.
///
/// Has one user at a time, as `Database` has; what time it is comes in with each call.
package final class VenueDatabase {
  let database: Database
  let replies: KeptReplies

  /// Opens the store, making its file where there is none, and brings its schema up to date.
  ///
  /// - Parameter replies: what is kept for repeats of requests.
  /// - Throws: `SQLError`, with `isCorrupt` where the file is damaged; `NewerSchemaError`.
  package init(
    at location: VenueStoreLocation, replies: KeptReplies = KeptReplies()
  ) throws {
    self.replies = replies
    database = try location.open()
    try database.migrate(VenueSchema.steps)
  }

  /// Opens a store that is there, and brings its schema up to date.
  ///
  /// - Throws: `ServiceError` with `notFound` where there is none; as the other.
  package convenience init(existingAt location: VenueStoreLocation) throws {
    if case .file(let path) = location, !FileManager.default.fileExists(atPath: path) {
      throw ServiceError(.notFound, "There is no file \(path).")
    }
    let database = try location.open()
    guard try database.schemaVersion() > 0 else {
      throw ServiceError(.notFound, "There is no store of venues in \(database.place).")
    }
    try self.init(at: location)
  }
}
