import FoundationEssentials
import Hashing
import Messages
import SQL
import Time

/// The replies to requests that carried an idempotency key, for their repeats: a change and its
/// reply are one transaction, and a repeat gets the reply and changes nothing.
///
/// A request that failed has changed nothing and is not kept; its repeat is tried anew.
package struct KeptReplies: Sendable, Hashable {
  /// The table to make, once, in a database that keeps replies.
  package static let schema = """
    CREATE TABLE kept_reply (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      operation TEXT NOT NULL,
      -- Its SHA-256.
      request BLOB NOT NULL,
      reply BLOB NOT NULL,
      kept_at_milliseconds INTEGER NOT NULL
    );
    CREATE INDEX kept_reply_by_time ON kept_reply (kept_at_milliseconds);
    """
  /// The length of a key.
  package static let maximumKeyBytes = 200

  /// The newest of so many are kept.
  package let maximumCount: Int
  /// For so long.
  package let maximumAgeSeconds: Int

  /// - Parameters:
  ///   - maximumCount: default 100,000.
  ///   - maximumAgeSeconds: default a week.
  package init(maximumCount: Int = 100_000, maximumAgeSeconds: Int = 7 * 86_400) {
    self.maximumCount = maximumCount
    self.maximumAgeSeconds = maximumAgeSeconds
  }

  /// What was kept for the request under its key; `nil` where there is nothing, or no key.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` for a key that is empty or too long, `conflict`
  ///   where another request had the key; `SQLError`.
  package func find<Value: Decodable>(
    _ type: Value.Type, for request: some RequestMessage, key: String?, in database: Database
  ) throws -> Value? {
    guard let key else { return nil }
    guard (1...Self.maximumKeyBytes).contains(key.utf8.count), !key.utf8.contains(0) else {
      throw ServiceError(
        .invalidRequest,
        "An idempotency key has 1 to \(Self.maximumKeyBytes) bytes, none of them 0.")
    }
    let kept = try database.first(
      "SELECT operation, request, reply FROM kept_reply WHERE key = ?", key
    ) { ($0.text(0), $0.data(1), $0.data(2)) }
    guard let (operation, asked, reply) = kept else { return nil }
    let bytes = try Self.bytes(request)
    // Files of earlier versions hold the requests themselves.
    guard operation == Swift.type(of: request).operation.name,
      asked == SHA256.digest(of: bytes) || asked == bytes
    else {
      throw ServiceError(
        .conflict, "The idempotency key was used for another request; use a new one.")
    }
    return try MessageCoder.decode(type, from: reply)
  }

  /// Keeps what to answer to repeats of the request; called in the transaction of its change.
  ///
  /// - Throws: `SQLError`, also where something is kept under the key.
  package func keep(
    _ value: some Encodable, for request: some RequestMessage, key: String?, now: Timestamp,
    in database: Database
  ) throws {
    guard let key else { return }
    try database.run(
      """
      INSERT INTO kept_reply (key, operation, request, reply, kept_at_milliseconds)
      VALUES (?, ?, ?, ?, ?)
      """, key, type(of: request).operation.name,
      SHA256.digest(of: try Self.bytes(request)), try MessageCoder.encode(value),
      now.millisecondsSince1970)
    let oldest = now.adding(seconds: -maximumAgeSeconds)
    try database.run(
      "DELETE FROM kept_reply WHERE kept_at_milliseconds < ?", oldest.millisecondsSince1970)
    try database.run(
      "DELETE FROM kept_reply WHERE number <= (SELECT max(number) FROM kept_reply) - ?",
      maximumCount)
  }

  /// Sorted keys: the same request is the same bytes in every process.
  private static func bytes(_ request: some RequestMessage) throws -> Data {
    try MessageCoder.encodePretty(request)
  }
}
