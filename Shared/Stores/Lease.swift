package import SQL

/// The right of one process to write to a store on a server, for a time. It is a row that has an
/// expiry, by the server's clock, and an epoch, which grows each time that the lease is taken.
///
/// Whoever holds a lease calls `confirm` at the beginning of each transaction; until its end nobody
/// can take the lease. After another has taken it, that throws: a process that was stopped for a
/// while, and does not know that it was, cannot write.
/// Source: Kleppmann, "How to do distributed locking" (2016), on fencing tokens.
package struct Lease: Sendable, Hashable {
  /// The table to create in a store that is leased.
  package static let schema = """
    CREATE TABLE lease (
      name TEXT PRIMARY KEY,
      epoch INTEGER NOT NULL,
      -- In milliseconds since 1970.
      expires_ms INTEGER NOT NULL
    );
    """

  package let name: String
  /// How often the lease has been taken, this time included.
  package let epoch: Int64
  package let duration: Duration

  /// PostgreSQL's clock, not that of the transaction's start.
  private static let now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

  /// Takes the lease if nobody holds it; `nil` if somebody does.
  ///
  /// - Parameter duration: until when nobody else can take it, unless it is confirmed meanwhile.
  /// - Throws: `SQLError`.
  package static func take(
    _ name: String, for duration: Duration, in database: Database
  ) throws -> Lease? {
    // Whoever stands by must not keep the holder waiting for the writers' lock.
    let isHeld = try database.first(
      "SELECT 1 FROM lease WHERE name = ? AND expires_ms > \(now)", name
    ) { _ in true }
    if isHeld == true { return nil }
    return try database.transaction {
      try database.run(
        """
        INSERT INTO lease (name, epoch, expires_ms) VALUES (?, 0, 0) ON CONFLICT (name) DO NOTHING
        """, name)
      let epoch = try database.first(
        """
        UPDATE lease SET epoch = epoch + 1, expires_ms = \(now) + ?
        WHERE name = ? AND expires_ms <= \(now) RETURNING epoch
        """, Int64(duration / .milliseconds(1)), name
      ) { $0.int64("epoch") }
      return epoch.map { Lease(name: name, epoch: $0, duration: duration) }
    }
  }

  /// Holds the lease from now on for its duration again; called in the transaction that relies on
  /// it.
  ///
  /// A lease that has expired and that nobody has taken is held again.
  ///
  /// - Throws: `LeaseLost`; `SQLError`.
  package func confirm(in database: Database) throws {
    let confirmed = try database.run(
      "UPDATE lease SET expires_ms = \(Self.now) + ? WHERE name = ? AND epoch = ?",
      Int64(duration / .milliseconds(1)), name, epoch)
    if confirmed == 0 { throw LeaseLost(name: name) }
  }

  /// Lets others take the lease at once; nothing happens if another has taken it.
  ///
  /// - Throws: `SQLError`.
  package func release(in database: Database) throws {
    try database.run("UPDATE lease SET expires_ms = 0 WHERE name = ? AND epoch = ?", name, epoch)
  }
}

/// Another process has taken the lease; the transaction must not be committed.
package struct LeaseLost: Error, Hashable, Sendable, CustomStringConvertible {
  package let name: String

  package var description: String { "Another instance has taken over the work of \(name)." }
}
