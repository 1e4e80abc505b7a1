import CSQLite

/// One connection to one SQLite file. It has one user at a time: a thread, or an actor that keeps
/// it to itself. Several connections, in this process or another, may share a file.
package final class Database {
  /// What a connection is for.
  package enum Mode: Sendable, Hashable {
    /// Reads a file that exists.
    case readOnly
    /// Reads and writes durably, making the file where there is none: write-ahead log, and a
    /// transaction is on disk (fsync) before `transaction` or `run` returns. Readers go on while
    /// one connection writes.
    case readWrite
    /// Makes a file that is put in place by renaming once it is complete: no log and no fsync, so
    /// several times as fast, and worthless after a crash.
    case building
  }

  /// The file, as `init` was given it.
  package let path: String
  /// What the connection is for.
  package let mode: Mode
  // Opened by `init`, closed by `deinit` and nowhere else.
  let connection: OpaquePointer
  var idleStatements: [String: Statement] = [:]
  var transactionDepth = 0

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - path: a file, or ":memory:" for a database that ends with its connection.
  ///   - busyTimeout: how long a statement waits for another connection's lock.
  /// - Throws: `SQLiteError`: the file cannot be opened, or is no database (`isCorrupt`).
  package init(
    path: String, mode: Mode, busyTimeout: Duration = .seconds(5)
  ) throws(SQLiteError) {
    self.path = path
    self.mode = mode
    connection = try Self.open(path, mode)
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_busy_timeout(connection, Self.milliseconds(busyTimeout))
    if mode == .readWrite { try logAhead(within: busyTimeout) }
    try execute(Self.pragmas(for: mode))
  }

  deinit {
    idleStatements.removeAll()
    // Answers "busy" only while a statement lives, and all of them are the connection's own.
    sqlite3_close_v2(connection)
  }

  /// Runs a script of any number of statements, answering no rows.
  ///
  /// - Throws: `SQLiteError`; the statements before the one that failed have been run.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw lastError(code, sql) }
  }

  /// The row id that the last successful insert of this connection was given.
  package var lastInsertID: Int64 { sqlite3_last_insert_rowid(connection) }

  /// Switches the file to a write-ahead log, where it has none yet.
  ///
  /// SQLite answers "busy" to this at once, without waiting for the time-out, when several
  /// connections make the same file; so the waiting is done here.
  private func logAhead(within limit: Duration) throws(SQLiteError) {
    let deadline = ContinuousClock.now + limit
    while true {
      do {
        return try execute("PRAGMA journal_mode = WAL")
      } catch {
        guard error.isBusy, ContinuousClock.now < deadline else { throw error }
        sqlite3_sleep(Self.retryMilliseconds)
      }
    }
  }

  private static let retryMilliseconds: Int32 = 2

  func lastError(_ code: Int32, _ sql: String?) -> SQLiteError {
    SQLiteError(
      extendedCode: code, message: String(cString: sqlite3_errmsg(connection)), sql: sql,
      path: path)
  }
}

extension Database {
  private static func open(_ path: String, _ mode: Mode) throws(SQLiteError) -> OpaquePointer {
    let access =
      mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var handle: OpaquePointer?
    // Without SQLite's own lock: a connection has one user at a time.
    let code = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let message = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
      sqlite3_close_v2(handle)
      throw SQLiteError(extendedCode: extended, message: message, sql: nil, path: path)
    }
    return handle
  }

  private static func pragmas(for mode: Mode) -> String {
    switch mode {
    case .readOnly:
      // The look at the schema finds out at once whether the file is a database.
      "PRAGMA query_only = ON; SELECT count(*) FROM sqlite_schema;"
    case .readWrite:
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      SELECT count(*) FROM sqlite_schema;
      """
    case .building:
      // The journal in memory keeps ROLLBACK working.
      """
      PRAGMA journal_mode = MEMORY;
      PRAGMA synchronous = OFF;
      PRAGMA foreign_keys = ON;
      PRAGMA cache_size = -65536;
      SELECT count(*) FROM sqlite_schema;
      """
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    Int32(clamping: Int64(duration / .milliseconds(1)))
  }
}
