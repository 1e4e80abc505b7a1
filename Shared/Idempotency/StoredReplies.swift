import FoundationEssentials
import Hashing
package import Messages
package import SQL
package import Time

/// Stores the replies to requests with an idempotency key: a change and its reply are one
/// transaction, and a repeated request gets the stored reply and changes nothing.
///
/// A request that failed has changed nothing and is not stored; its repeat is tried again.
@Memberwise package struct StoredReplies: Sendable, Hashable {
  /// The table to create in a database that stores replies.
  package static let schema = """
    CREATE TABLE kept_reply (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      -- The name of the caller's key; '' for the home's owner.
      caller TEXT NOT NULL,
      key TEXT NOT NULL,
      operation TEXT NOT NULL,
      -- Counts those of the caller and the operation.
      place INTEGER NOT NULL,
      -- Its SHA-256.
      request BLOB NOT NULL,
      reply BLOB NOT NULL,
      -- Its `Fingerprint`.
      checksum TEXT NOT NULL,
      kept_at_milliseconds INTEGER NOT NULL,
      UNIQUE (caller, key)
    );
    CREATE INDEX kept_reply_by_place ON kept_reply (caller, operation, place);
    CREATE INDEX kept_reply_by_time ON kept_reply (kept_at_milliseconds);
    """
  /// The maximum length of a key.
  package static let maximumKeyBytes = 200

  /// How many replies to one operation are stored of a caller; older ones are deleted. Of a caller
  /// that is bound to a user, a tenth. So nobody's changes push out another's replies, and no
  /// positions those of the same device's fences.
  package var maximumCount: Int = 100_000
  /// How many of a caller that is bound to a user.
  package var countOfUser: Int { max(1, maximumCount / 10) }
  /// How long a reply is stored, by default a week; the newest tenth of those is stored longer.
  package var maximumAgeSeconds: Int = 7 * 86_400

  /// The reply that was stored for the request under its key, or `nil`, also without a key.
  ///
  /// - Throws: `ServiceError`: `invalidRequest` for a key that is empty or too long, `conflict` if
  ///   another request had the key, `internal` if the reply is not as it was stored; `SQLError`.
  package func find<Value: Decodable>(
    _ type: Value.Type, for request: some RequestMessage, key: IdempotencyKey?,
    in database: Database
  ) throws -> Value? {
    guard let key else { return nil }
    try check(
      (1...Self.maximumKeyBytes).contains(key.text.utf8.count) && !key.text.utf8.contains(0),
      "An idempotency key has 1 to \(Self.maximumKeyBytes) bytes other than 0.")
    let stored = try database.first(
      "SELECT operation, request, reply, checksum FROM kept_reply WHERE caller = ? AND key = ?",
      Self.name(of: key), key.text
    ) { ($0.text("operation"), $0.data("request"), $0.data("reply"), $0.text("checksum")) }
    guard let (operation, storedRequest, reply, checksum) = stored else { return nil }
    try check(
      operation == Swift.type(of: request).operation.name
        && storedRequest == SHA256.digest(of: try Self.bytes(request)), or: .conflict,
      "The idempotency key was used for another request; use a new one.")
    try check(
      Fingerprint(of: reply).description == checksum, or: .internal,
      "The change was made, and its reply is damaged in the store: ask for what there is now.")
    return try MessageCoder.decode(type, from: reply)
  }

  /// Stores the reply for repeats of the request; called in the transaction of its change.
  ///
  /// - Throws: `SQLError`, here or with the commit, also if a reply is already stored under the
  ///   key.
  package func keep(
    _ value: some Encodable, for request: some RequestMessage, key: IdempotencyKey?, now: Timestamp,
    in database: Database
  ) throws {
    guard let key else { return }
    let (caller, operation) = (Self.name(of: key), type(of: request).operation.name)
    let reply = try MessageCoder.encode(value)
    try database.queue(
      """
      INSERT INTO kept_reply (
        caller, key, operation, place, request, reply, checksum, kept_at_milliseconds)
      VALUES (?, ?, ?, 1 + \(Self.last), ?, ?, ?, ?)
      """, caller, key.text, operation, caller, operation,
      SHA256.digest(of: try Self.bytes(request)), reply, Fingerprint(of: reply).description,
      now.millisecondsSince1970)
    let bound =
      key.caller?.user.map { Caller.quota(countOfUser, of: $0) } ?? max(1, maximumCount)
    let oldest = now.adding(seconds: -maximumAgeSeconds)
    // A clock that runs ahead for a moment makes every reply look old; the newest stay in any case.
    try database.queue(
      """
      DELETE FROM kept_reply WHERE caller = ? AND operation = ? AND place <= \(Self.last) - ?
        AND (kept_at_milliseconds < ? OR place <= \(Self.last) - ?)
      """, caller, operation, caller, operation, bound / 10, oldest.millisecondsSince1970, caller,
      operation, bound)
  }

  /// The place of the newest reply to an operation of a caller.
  private static let last =
    "coalesce((SELECT max(place) FROM kept_reply WHERE caller = ? AND operation = ?), 0)"

  private static func name(of key: IdempotencyKey) -> String { key.caller?.name ?? "" }

  /// Deletes the oldest replies of before an instant, whatever their number, where nobody keeps a
  /// new one; by a clock that can be trusted.
  ///
  /// - Parameter time: in milliseconds since 1970.
  /// - Throws: `SQLError`.
  package func expire(before time: Int64, atMost limit: Int, in database: Database) throws {
    try database.run(
      """
      DELETE FROM kept_reply WHERE number IN (
        SELECT number FROM kept_reply WHERE kept_at_milliseconds < ? LIMIT ?)
      """, time, limit)
  }

  /// Deletes the replies of all operations whose names begin so, whoever asked: a reply holds what
  /// was said, mostly without a name. A change that is repeated afterwards is made again.
  ///
  /// - Parameter prefixes: such as `planner.pin`.
  /// - Throws: `SQLError`.
  package func erase(_ prefixes: [String], from database: Database) throws {
    for prefix in prefixes {
      try database.run("DELETE FROM kept_reply WHERE operation LIKE ?", prefix + "%")
    }
  }

  /// Sorted keys: the same request is the same bytes in every process.
  private static func bytes(_ request: some RequestMessage) throws -> Data {
    try MessageCoder.encodePretty(request)
  }
}
