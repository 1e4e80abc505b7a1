import FoundationEssentials
import Messages
import SQLite

extension VenueDatabase {
  /// Makes a change once for its idempotency key: the reply is stored in the transaction of the
  /// change, and a repeat of the request gets it again and changes nothing.
  ///
  /// A request that failed has changed nothing and is not stored; its repeat is tried anew. Replies
  /// are kept for `VenueStoreLimits.maximumAnswerAgeSeconds`, the newest
  /// `VenueStoreLimits.maximumAnswers` of them.
  ///
  /// - Parameters:
  ///   - key: `nil` where the caller gave none; the change is then made each time.
  ///   - change: makes the change and answers the reply.
  /// - Throws: `ServiceError`: `invalidRequest` for a key that is empty or too long, `conflict`
  ///   where another request had the key; whatever `change` throws; `SQLiteError`.
  package func once<Request: RequestMessage>(
    _ request: Request, key: String?, now: Timestamp, _ change: () throws -> Request.Reply
  ) throws -> Request.Reply {
    guard let key else { return try database.transaction { try change() } }
    guard (1...VenueStoreLimits.maximumKeyBytes).contains(key.utf8.count) else {
      throw ServiceError(
        .invalidRequest,
        "An idempotency key has 1 to \(VenueStoreLimits.maximumKeyBytes) bytes.")
    }
    // Sorted keys: the same request is the same bytes in every process.
    let asked = try MessageCoder.encodePretty(request)
    return try database.transaction {
      if let stored = try answer(to: key) {
        guard stored.operation == Request.operation.name, stored.request == asked else {
          throw ServiceError(
            .conflict, "The idempotency key was used for another request; use a new one.")
        }
        return try MessageCoder.decode(Request.Reply.self, from: stored.reply)
      }
      let reply = try change()
      try database.run(
        """
        INSERT INTO answer (key, operation, request, reply, answered_at_milliseconds)
        VALUES (?, ?, ?, ?, ?)
        """, key, Request.operation.name, asked, try MessageCoder.encode(reply),
        now.millisecondsSince1970)
      try forgetOldAnswers(now)
      return reply
    }
  }

  private typealias Answer = (operation: String, request: Data, reply: Data)

  private func answer(to key: String) throws -> Answer? {
    try database.first("SELECT operation, request, reply FROM answer WHERE key = ?", key) {
      ($0.text(0), $0.data(1), $0.data(2))
    }
  }

  private func forgetOldAnswers(_ now: Timestamp) throws {
    let oldest = now.adding(seconds: -VenueStoreLimits.maximumAnswerAgeSeconds)
    try database.run(
      "DELETE FROM answer WHERE answered_at_milliseconds < ?", oldest.millisecondsSince1970)
    try database.run(
      "DELETE FROM answer WHERE number <= (SELECT max(number) FROM answer) - ?", maximumAnswers)
  }
}
