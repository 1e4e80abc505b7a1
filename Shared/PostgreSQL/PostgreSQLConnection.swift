import CPostgreSQL
import SQL

extension Database {
  /// Connects to a database of a PostgreSQL server.
  ///
  /// - Parameters:
  ///   - url: `postgresql://user:password@host:port/database`, or any other connection string of
  ///     libpq's; what it leaves out comes from the environment, as for `psql`. The database must
  ///     exist, its encoding be UTF-8.
  ///   - busyTimeout: how long a statement waits for another connection's lock.
  /// - Throws: `SQLError`, with `.unreachable` where the server does not answer or refuses; its
  ///   words never have the password.
  package convenience init(
    postgreSQL url: String, busyTimeout: Duration = .seconds(5)
  ) throws(SQLError) {
    self.init(try PostgreSQLConnection(url: url, busyTimeout: busyTimeout))
  }
}

/// One connection to one database of a PostgreSQL server.
///
/// A connection that was lost is made anew by the next use outside of a transaction; temporary
/// tables are then gone. Source: https://www.postgresql.org/docs/15/libpq.html.
final class PostgreSQLConnection: DatabaseConnection {
  /// Without the password.
  let place: String
  /// Counts the sessions of this connection: a statement is prepared in one of them.
  private(set) var session = 1
  // Opened by `init`, closed by `deinit` and nowhere else; statements hold the connection.
  let handle: OpaquePointer
  private let settings: String
  /// Whether a transaction of ours is under way; the server may know nothing of it any more.
  private var hasBegun = false
  private var statements = 0

  init(url: String, busyTimeout: Duration) throws(SQLError) {
    try ServerURL.check(url)
    let handle = Self.connect(url)
    guard let handle else {
      throw SQLError(
        .unreachable, code: "libpq", message: "out of memory", sql: nil, place: "PostgreSQL")
    }
    self.handle = handle
    place = Self.place(of: handle)
    settings = """
      SET client_encoding = 'UTF8';
      SET client_min_messages = warning;
      SET synchronous_commit = on;
      SET lock_timeout = \(Int64(busyTimeout / .milliseconds(1)));
      """
    guard PQstatus(handle) == CONNECTION_OK else { throw lost(sql: nil).without(url) }
    try run(settings)
  }

  deinit { PQfinish(handle) }

  func execute(_ script: String) throws(SQLError) {
    try awake()
    try run(script)
  }

  func prepare(_ sql: String) throws(SQLError) -> any PreparedStatement {
    try PostgreSQLStatement(sql, on: self)
  }

  /// All writers of a database take turns, as they do on a file of SQLite's: what a transaction has
  /// read stays true until its end, and numbers that it gives are given in the order of commits.
  func begin(_ kind: TransactionKind) throws(SQLError) {
    try awake()
    do {
      switch kind {
      case .write: try run("BEGIN; SELECT pg_advisory_xact_lock(\(Self.writersLock))")
      case .read: try run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      }
    } catch {
      // It may have begun and then waited in vain for its turn.
      rollBack()
      throw error
    }
    hasBegun = true
  }

  func commit() throws(SQLError) {
    hasBegun = false
    let result = PQexec(handle, "COMMIT")
    defer { PQclear(result) }
    try check(result, sql: "COMMIT")
    // The server takes a COMMIT after a failure for a ROLLBACK, and is content.
    guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
      throw SQLError(
        .other, code: "PostgreSQL", message: "a statement of the transaction had failed",
        sql: "COMMIT", place: place)
    }
  }

  func rollBack() {
    hasBegun = false
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

  /// Any number does, so long as no other program in the database uses it: "brew" in ASCII.
  private static let writersLock = 0x6272_6577
}

extension PostgreSQLConnection {
  /// Makes the connection anew where it is lost and no transaction is under way.
  ///
  /// - Throws: `SQLError` with `.unreachable`.
  func awake() throws(SQLError) {
    if hasBegun {
      // Never on a new connection, where the rest of the transaction would be one of its own.
      guard PQstatus(handle) == CONNECTION_OK else { throw lost(sql: nil) }
      return
    }
    // Takes in what the server sent by itself: first that it shuts down, then the end.
    if PQconsumeInput(handle) == 1, PQconsumeInput(handle) == 1 { return }
    PQreset(handle)
    guard PQstatus(handle) == CONNECTION_OK else { throw lost(sql: nil) }
    session += 1
    try run(settings)
  }

  /// A name that no statement of this connection has had.
  func nextStatementName() -> String {
    statements += 1
    return "s\(statements)"
  }

  /// Lets the server forget a statement. A failure is a lost connection, which has forgotten it.
  func forget(_ statement: String) {
    PQclear(PQexec(handle, "DEALLOCATE \(statement)"))
  }

  private func run(_ script: String) throws(SQLError) {
    let result = PQexec(handle, script)
    defer { PQclear(result) }
    try check(result, sql: script)
  }

  /// - Throws: `SQLError` for a result that tells of a failure.
  func check(_ result: OpaquePointer?, sql: String) throws(SQLError) {
    let status = PQresultStatus(result)
    if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return }
    guard let result, let state = PQresultErrorField(result, Self.sqlState) else {
      throw lost(sql: sql)
    }
    throw SQLError(
      postgreSQL: String(cString: state), message: String(cString: PQresultErrorMessage(result)),
      sql: sql, place: place)
  }

  func lost(sql: String?) -> SQLError {
    SQLError(
      .unreachable, code: "PostgreSQL", message: Self.line(String(cString: PQerrorMessage(handle))),
      sql: sql, place: place)
  }

  private static func connect(_ url: String) -> OpaquePointer? {
    // What comes later counts: the URL may say otherwise.
    let options = [
      ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("application_name", "quickbrew"),
      ("dbname", url),
    ]
    let handle = withCStrings(options.map(\.0)) { names in
      withCStrings(options.map(\.1)) { values in PQconnectdbParams(names, values, 1) }
    }
    // Without this libpq writes notices to the standard error.
    if let handle { PQsetNoticeProcessor(handle, { _, _ in }, nil) }
    return handle
  }

  /// Lends the texts as C has them, with a null pointer at the end.
  static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(bytes.count)
      bytes += text.utf8CString
    }
    // The pointers hold within the closure, as `bytes` does not move there.
    return bytes.withUnsafeBufferPointer { buffer in
      body(starts.map { start in buffer.baseAddress.map { $0 + start } } + [nil])
    }
  }

  private static func place(of handle: OpaquePointer) -> String {
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
  /// Where libpq cannot read a URL, its message has all of it, with the password.
  fileprivate func without(_ url: String) -> SQLError {
    let safe = url.isEmpty ? message : message.replacing(url, with: "the server's URL")
    return SQLError(kind, code: code, message: safe, sql: sql, place: place)
  }

  /// - Parameter state: five characters.
  ///   Source: https://www.postgresql.org/docs/15/errcodes-appendix.html.
  init(postgreSQL state: String, message: String, sql: String?, place: String) {
    let kind: Kind =
      switch (state.prefix(2), state) {
      case ("23", _): .constraintViolation
      case (_, "53100"): .diskFull
      case ("40", _), (_, "55P03"): .busy
      case ("08", _), ("28", _), ("57", _), ("3D", _), (_, "53300"): .unreachable
      case ("XX", _): .corrupt
      default: .other
      }
    self.init(
      kind, code: "PostgreSQL \(state)", message: PostgreSQLConnection.line(message), sql: sql,
      place: place)
  }
}
