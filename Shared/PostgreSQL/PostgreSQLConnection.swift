import CPostgreSQL
package import SQL

extension Database {
  /// Connects to a database of a PostgreSQL server.
  ///
  /// - Parameters:
  ///   - url: `postgresql://user:password@host:port/database`, or any other libpq connection
  ///     string, with several hosts as well (`target_session_attrs=read-write`); what it omits
  ///     comes from the environment, as for `psql`. The database must exist, with UTF-8 encoding.
  ///   - schema: the schema of all tables, which is created if missing; `nil` for the
  ///     server's default. Letters and `_`.
  ///   - busyTimeout: how long a statement waits for another connection's lock.
  ///   - idleLimit: for how long a transaction may do nothing until the server ends it, with the
  ///     connection; `nil` for the server's own limit.
  /// - Throws: `SQLError`, with `.unreachable` if the server does not respond or refuses; its
  ///   message never contains the password.
  package convenience init(
    postgreSQL url: String, schema: String? = nil, busyTimeout: Duration = .seconds(5),
    idleLimit: Duration? = nil
  ) throws(SQLError) {
    let connection = try PostgreSQLConnection(url: url, schema: schema, busyTimeout: busyTimeout)
    if let idleLimit { try connection.endTransactions(idleFor: idleLimit) }
    self.init(connection)
  }
}

/// One connection to one database of a PostgreSQL server.
///
/// A lost connection is re-established by the next use outside of a transaction; temporary tables
/// are then gone. So is one to a server that has begun to refuse writes: of several servers in the
/// URL another may accept them. Source: https://www.postgresql.org/docs/15/libpq.html.
final class PostgreSQLConnection: DatabaseConnection {
  /// Without the password.
  let location: String
  /// Counts the sessions of this connection: a prepared statement belongs to one of them.
  private(set) var session = 1
  // Opened by `init`, closed by `deinit` and nowhere else; statements retain the connection.
  let handle: OpaquePointer
  private var settings: String
  /// What the writers of one schema wait for.
  private let writersLock: String
  /// Whether a transaction is in progress on our side; the server may have lost it.
  private(set) var hasBegun = false
  /// The statements that were sent in the transaction and whose results are still to be read.
  var queued: [String] = []
  /// Why one of those that were queued failed; until the transaction ends.
  var queueFailure: SQLError?
  private var statements = 0
  /// Whether the server refuses writes, and another one may accept them.
  private var isReadOnly = false

  init(url: String, schema: String?, busyTimeout: Duration) throws(SQLError) {
    try ServerURL.check(url)
    let handle = Self.connect(url)
    guard let handle else {
      throw SQLError(
        .unreachable, code: "libpq", message: "out of memory", sql: nil, location: "PostgreSQL")
    }
    self.handle = handle
    location = Self.location(of: handle)
    settings = """
      SET client_encoding = 'UTF8';
      SET client_min_messages = warning;
      SET synchronous_commit = on;
      SET lock_timeout = \(Int64(busyTimeout / .milliseconds(1)));
      \(schema.map { "SET search_path = \($0);" } ?? "")
      """
    writersLock = "\(Self.writersNumber)" + (schema.map { ", hashtext('\($0)')" } ?? "")
    guard PQstatus(handle) == CONNECTION_OK else { throw lost(sql: nil).without(url) }
    try run(settings)
    if let schema { try create(schema) }
  }

  deinit { PQfinish(handle) }

  func execute(_ script: String) throws(SQLError) {
    try reconnectIfLost()
    try awaitQueued()
    try run(script)
  }

  func prepare(_ sql: String) throws(SQLError) -> any PreparedStatement {
    try PostgreSQLStatement(sql, on: self)
  }

  /// Write transactions of a database are serialised, as on a SQLite file: what a transaction has
  /// read stays valid until its end, and it assigns numbers in the order of commits.
  func begin(_ kind: TransactionKind) throws(SQLError) {
    try reconnectIfLost()
    do {
      switch kind {
      case .write: try run("BEGIN; SELECT pg_advisory_xact_lock(\(writersLock))")
      case .read: try run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      }
    } catch {
      // It may have begun and then timed out waiting for the lock.
      rollBack()
      throw error
    }
    hasBegun = true
  }

  func commit() throws(SQLError) {
    defer { queueFailure = nil }
    hasBegun = false
    try awaitQueued()
    let result = PQexec(handle, "COMMIT")
    defer { PQclear(result) }
    try check(result, sql: "COMMIT")
    // After a failed statement the server treats COMMIT as ROLLBACK and reports no error.
    guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
      throw SQLError(
        .other, code: "PostgreSQL", message: "a statement of the transaction had failed",
        sql: "COMMIT", location: location)
    }
  }

  func rollBack() {
    hasBegun = false
    // Its failure has no effect any more.
    try? awaitQueued()
    queueFailure = nil
    if PQtransactionStatus(handle) != PQTRANS_IDLE { PQclear(PQexec(handle, "ROLLBACK")) }
  }

  func definition(_ script: String) -> String { TableDefinition.translated(script) }

  func schemaVersion() throws(SQLError) -> Int {
    let table = try prepare("SELECT to_regclass('schema_version') IS NOT NULL")
    guard try table.step(), table.int64(0) == 1 else { return 0 }
    let version = try prepare("SELECT version FROM schema_version")
    return try version.step() ? Int(version.int64(0)) : 0
  }

  func setSchemaVersion(_ version: Int) throws(SQLError) {
    try execute(
      """
      CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL);
      DELETE FROM schema_version;
      INSERT INTO schema_version VALUES (\(version));
      """)
  }

  func lastNumber(of table: String) throws(SQLError) -> Int64 {
    let last = try prepare(
      "SELECT pg_sequence_last_value(pg_get_serial_sequence('\(table)', 'number')::regclass)")
    let highest = try prepare("SELECT max(number) FROM \(table)")
    return max(
      try last.step() ? last.int64(0) : 0, try highest.step() ? highest.int64(0) : 0)
  }

  func setLastNumber(_ number: Int64, of table: String) throws(SQLError) {
    // Sequences begin with 1.
    guard number > 0 else { return }
    try execute("SELECT setval(pg_get_serial_sequence('\(table)', 'number'), \(number))")
  }

  /// An arbitrary number that no other program in the database uses: "brew" in ASCII.
  private static let writersNumber = 0x6272_6577

  fileprivate func endTransactions(idleFor limit: Duration) throws(SQLError) {
    let setting =
      "SET idle_in_transaction_session_timeout = \(Int64(limit / .milliseconds(1)));"
    settings += setting
    try run(setting)
  }

  /// Creates the schema if missing; whoever connects later needs no right to do so.
  private func create(_ schema: String) throws(SQLError) {
    let found = try prepare("SELECT to_regnamespace('\(schema)') IS NOT NULL")
    guard try found.step(), found.int64(0) == 0 else { return }
    try begin(.write)
    do throws(SQLError) {
      try run("CREATE SCHEMA IF NOT EXISTS \(schema)")
      try commit()
    } catch {
      rollBack()
      throw error
    }
  }
}

extension PostgreSQLConnection {
  /// Re-establishes the connection if it is lost and no transaction is in progress.
  ///
  /// - Throws: `SQLError` with `.unreachable`.
  func reconnectIfLost() throws(SQLError) {
    if hasBegun {
      // Never on a new connection: the rest of the transaction would run outside of it.
      guard PQstatus(handle) == CONNECTION_OK else { throw lost(sql: nil) }
      return
    }
    // Reads what the server sent unasked: first that it shuts down, then the end of the connection.
    if !isReadOnly, PQconsumeInput(handle) == 1, PQconsumeInput(handle) == 1 { return }
    PQreset(handle)
    guard PQstatus(handle) == CONNECTION_OK else { throw lost(sql: nil) }
    isReadOnly = false
    session += 1
    try run(settings)
  }

  /// A name that no statement of this connection has used.
  func nextStatementName() -> String {
    statements += 1
    return "s\(statements)"
  }

  /// Deallocates a statement on the server. It fails only if the connection, and with it the
  /// statement, is lost.
  func deallocate(_ statement: String) {
    // A failure is thrown by the next use.
    try? awaitQueued()
    PQclear(PQexec(handle, "DEALLOCATE \(statement)"))
  }

  private func run(_ script: String) throws(SQLError) {
    let result = PQexec(handle, script)
    defer { PQclear(result) }
    try check(result, sql: script)
  }

  /// - Throws: `SQLError` for the result of a failure.
  func check(_ result: OpaquePointer?, sql: String) throws(SQLError) {
    let status = PQresultStatus(result)
    if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return }
    guard let result, let state = PQresultErrorField(result, Self.sqlState) else {
      throw lost(sql: sql)
    }
    isReadOnly = isReadOnly || String(cString: state) == SQLError.readOnlyState
    throw SQLError(
      postgreSQL: String(cString: state), message: String(cString: PQresultErrorMessage(result)),
      sql: sql, location: location)
  }

  func lost(sql: String?) -> SQLError {
    SQLError(
      .unreachable, code: "PostgreSQL", message: Self.line(String(cString: PQerrorMessage(handle))),
      sql: sql, location: location)
  }

  private static func connect(_ url: String) -> OpaquePointer? {
    // Later options override earlier ones: the URL may override these.
    let options = [
      ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("application_name", "quickbrew"),
      ("dbname", url),
    ]
    let handle = withCStrings(options.map(\.0)) { names in
      withCStrings(options.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
    // Without this libpq writes notices to standard error.
    if let handle { PQsetNoticeProcessor(handle, { _, _ in }, nil) }
    return handle
  }

  /// Calls `body` with the texts as C strings and a null pointer at the end.
  static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(bytes.count)
      bytes += text.utf8CString
    }
    // The pointers are valid within the closure, as `bytes` does not move there.
    return bytes.withUnsafeBufferPointer { buffer in
      body(starts.map { start in buffer.baseAddress.map { $0 + start } } + [nil])
    }
  }

  private static func location(of handle: OpaquePointer) -> String {
    let parts = [PQhost(handle), PQport(handle), PQdb(handle)].map {
      $0.map { String(cString: $0) } ?? ""
    }
    return "postgresql://\(parts[0]):\(parts[1])/\(parts[2])"
  }

  static func line(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }

  /// `PG_DIAG_SQLSTATE`, a character macro that Swift does not import as the number it is.
  private static let sqlState = Int32(UInt8(ascii: "C"))
}

extension SQLError {
  /// If libpq cannot parse a URL, its message repeats all of it, with the password.
  fileprivate func without(_ url: String) -> SQLError {
    let redacted = url.isEmpty ? message : message.replacing(url, with: "the server's URL")
    return SQLError(kind, code: code, message: redacted, sql: sql, location: location)
  }

  /// A write to a server that has become, or still is, another's copy.
  fileprivate static let readOnlyState = "25006"

  /// - Parameter state: five characters.
  ///   Source: https://www.postgresql.org/docs/15/errcodes-appendix.html.
  init(postgreSQL state: String, message: String, sql: String?, location: String) {
    let kind: Kind =
      switch (state.prefix(2), state) {
      case ("23", _): .constraintViolation
      case (_, "53100"): .diskFull
      case ("58", _): .diskFailure
      case ("40", _), (_, "55P03"): .busy
      case ("08", _), ("28", _), ("57", _), ("3D", _), (_, "53300"): .unreachable
      case (_, Self.readOnlyState): .unreachable
      // A transaction was idle for too long, and the connection is ended.
      case (_, "25P03"): .unreachable
      case ("XX", _): .corrupt
      default: .other
      }
    self.init(
      kind, code: "PostgreSQL \(state)", message: PostgreSQLConnection.line(message), sql: sql,
      location: location)
  }
}
