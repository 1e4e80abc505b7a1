import CSQLite
import Glibc
package import SQL

/// What a connection to a SQLite file is for.
package enum SQLiteMode: Sendable, Hashable {
  /// Reads an existing file.
  case readOnly
  /// Reads and writes durably; creates the file if necessary, readable by nobody but its owner.
  /// Write-ahead log: a transaction is on disk (fsync) before `transaction` or `run` returns, and
  /// readers go on while one connection writes.
  case readWrite
  /// Creates a file that is renamed into place once it is complete: no log and no fsync, so several
  /// times as fast, and useless after a crash.
  case building
}

extension Database {
  /// Opens a SQLite file.
  ///
  /// - Parameters:
  ///   - path: a file, or ":memory:" for a database that lives as long as its connection.
  ///   - busyTimeout: how long a statement waits for another connection's lock.
  /// - Throws: `SQLError`: the file cannot be opened, or is not a database (`isCorrupt`).
  package convenience init(
    path: String, mode: SQLiteMode, busyTimeout: Duration = .seconds(5)
  ) throws(SQLError) {
    self.init(try SQLiteConnection(path: path, mode: mode, busyTimeout: busyTimeout))
  }
}

/// One connection to one SQLite file.
final class SQLiteConnection: DatabaseConnection {
  let location: String
  // Opened by `init`, closed by `deinit` and nowhere else. `close_v2` waits until all statements
  // are finalized.
  let handle: OpaquePointer
  /// Of a file that is written durably.
  private var mark: CommitMark?
  private var changesBefore: Int64 = 0
  /// Commits that were acknowledged and were not there when it was opened.
  private(set) var lostCommits = 0

  init(path: String, mode: SQLiteMode, busyTimeout: Duration) throws(SQLError) {
    location = path
    handle = try Self.open(path, mode)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.milliseconds(busyTimeout))
    if mode == .readWrite { try enableWriteAheadLog(within: busyTimeout) }
    try execute(Self.pragmas(for: mode))
    guard mode == .readWrite, path != ":memory:", !path.isEmpty else { return }
    let mark = CommitMark(of: path)
    lostCommits = mark.lost(at: try commitNumber())
    self.mark = mark
  }

  deinit { sqlite3_close_v2(handle) }

  func execute(_ script: String) throws(SQLError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw SQLError(sqlite: handle, code, sql: script, location: location)
    }
  }

  func prepare(_ sql: String) throws(SQLError) -> any PreparedStatement {
    try SQLiteStatement(sql, connection: handle, location: location)
  }

  func begin(_ kind: TransactionKind) throws(SQLError) {
    try execute(kind == .write ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED")
    changesBefore = sqlite3_total_changes64(handle)
  }

  func commit() throws(SQLError) {
    // Changes of temporary tables count, too, and a transaction that only reads must not begin to
    // write now: another connection may do so.
    guard let mark, sqlite3_txn_state(handle, "main") == SQLITE_TXN_WRITE,
      sqlite3_total_changes64(handle) != changesBefore
    else { return try execute("COMMIT") }
    let number = try commitNumber() &+ 1
    try execute("PRAGMA application_id = \(number); COMMIT")
    mark.acknowledge(number)
  }

  private func commitNumber() throws(SQLError) -> Int32 {
    Int32(truncatingIfNeeded: try number("PRAGMA application_id"))
  }

  func rollBack() {
    // After a full disk or a lost file SQLite has rolled back by itself; it is in autocommit mode
    // outside of a transaction. If the rollback fails there is nothing more to undo.
    if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
  }

  func definition(_ script: String) -> String { script }

  func schemaVersion() throws(SQLError) -> Int {
    let statement = try prepare("PRAGMA user_version")
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  func setSchemaVersion(_ version: Int) throws(SQLError) {
    try execute("PRAGMA user_version = \(version)")
  }

  /// SQLite stores the last number only of `AUTOINCREMENT` tables; for others the highest existing
  /// number counts.
  /// Source: https://www.sqlite.org/autoinc.html.
  func lastNumber(of table: String) throws(SQLError) -> Int64 {
    let highest = try number("SELECT max(number) FROM \(table)")
    guard try isAutoincrement(table) else { return highest }
    return max(highest, try number("SELECT seq FROM sqlite_sequence WHERE name = '\(table)'"))
  }

  func setLastNumber(_ number: Int64, of table: String) throws(SQLError) {
    guard try isAutoincrement(table) else { return }
    try execute(
      """
      DELETE FROM sqlite_sequence WHERE name = '\(table)';
      INSERT INTO sqlite_sequence (name, seq) VALUES ('\(table)', \(number));
      """)
  }

  private func isAutoincrement(_ table: String) throws(SQLError) -> Bool {
    try number(
      """
      SELECT count(*) FROM sqlite_schema
      WHERE type = 'table' AND name = '\(table)' AND sql LIKE '%AUTOINCREMENT%'
      """) > 0
  }

  func number(_ sql: String) throws(SQLError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.int64(0) : 0
  }

  /// Switches the file to a write-ahead log if it has none yet.
  ///
  /// SQLite returns "busy" at once, without waiting for the time-out, when several connections
  /// create the same file; so this waits itself.
  private func enableWriteAheadLog(within limit: Duration) throws(SQLError) {
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
}

extension SQLiteConnection {
  private static func open(_ path: String, _ mode: SQLiteMode) throws(SQLError) -> OpaquePointer {
    let access =
      mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var handle: OpaquePointer?
    if mode == .readWrite { createPrivateFile(path) }
    // Without SQLite's own mutex: a connection is used by one thread at a time.
    let code = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      let message = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
      sqlite3_close_v2(handle)
      throw SQLError(sqliteCode: extended, message: message, sql: nil, location: path)
    }
    return handle
  }

  /// Creates an empty file, which is an empty database to SQLite; its log and shared memory then
  /// get the mode of the file. Source: https://www.sqlite.org/uri.html, `modeof`.
  ///
  /// Not with `open`: closing its descriptor would release the locks that another connection of
  /// this process has on the file. Source: https://www.sqlite.org/howtocorrupt.html, section 2.2. A
  /// failure is ignored: either the file exists, or SQLite reports that it cannot be created.
  private static func createPrivateFile(_ path: String) {
    if path != ":memory:" && !path.isEmpty { mknod(path, S_IFREG | 0o600, 0) }
  }

  private static func pragmas(for mode: SQLiteMode) -> String {
    switch mode {
    case .readOnly:
      // Reading the schema finds out at once whether the file is a database.
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

extension SQLError {
  /// The error of the connection's last call.
  init(sqlite connection: OpaquePointer?, _ code: Int32, sql: String?, location: String) {
    let extended = sqlite3_extended_errcode(connection)
    self.init(
      sqliteCode: extended & 0xFF == code & 0xFF ? extended : code,
      message: String(cString: sqlite3_errmsg(connection)), sql: sql, location: location)
  }

  /// - Parameter sqliteCode: an extended result code, which includes the primary one.
  init(sqliteCode: Int32, message: String, sql: String?, location: String) {
    let kind: Kind =
      switch sqliteCode & 0xFF {
      case SQLITE_FULL: .diskFull
      case SQLITE_IOERR, SQLITE_READONLY: .diskFailure
      case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_CONSTRAINT: .constraintViolation
      case SQLITE_CANTOPEN: .cannotOpen
      default: .other
      }
    self.init(kind, code: "SQLite \(sqliteCode)", message: message, sql: sql, location: location)
  }
}
