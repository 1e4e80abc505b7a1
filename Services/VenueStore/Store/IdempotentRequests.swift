import Idempotency
package import Messages
import SQL
package import Time

extension VenueDatabase {
  /// Makes a change once for its idempotency key: a repeat of the request gets the same reply and
  /// changes nothing.
  ///
  /// - Parameters:
  ///   - key: `nil` if the request carries none; the change is then made each time.
  ///   - change: makes the change and returns the reply.
  /// - Throws: `ServiceError`: `invalidRequest` for a key that is empty or too long, `conflict`
  ///   if another request used the key; whatever `change` throws; `SQLError`.
  package func once<Request: RequestMessage>(
    _ request: Request, key: String?, now: Timestamp, _ change: () throws -> Request.Reply
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
