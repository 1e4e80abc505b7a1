import CSQLite

/// One prepared statement. Made once for its SQL, bound and reset for each use; see
/// `Database.withStatement`.
final class Statement {
  let sql: String
  // Prepared by `init`, finalized by `deinit` and nowhere else.
  private let handle: OpaquePointer
  private let path: String

  /// - Throws: `SQLiteError` where the text is not exactly one statement that SQLite understands.
  init(_ sql: String, connection: OpaquePointer, path: String) throws(SQLiteError) {
    var handle: OpaquePointer?
    var rest = ""
    let code = sql.withCString { text in
      // Points into `text` after the call; read before `text` dies.
      var tail: UnsafePointer<CChar>?
      defer { rest = tail.map { String(cString: $0) } ?? "" }
      return sqlite3_prepare_v3(
        connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
    }
    guard code == SQLITE_OK else {
      let message = String(cString: sqlite3_errmsg(connection))
      throw SQLiteError(extendedCode: code, message: message, sql: sql, path: path)
    }
    guard let handle else {
      throw Self.misuse("there is no statement in this text", sql, path)
    }
    guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      sqlite3_finalize(handle)
      throw Self.misuse("this is more than one statement; use execute(_:)", sql, path)
    }
    self.sql = sql
    self.handle = handle
    self.path = path
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Fits the values to the question marks, in order.
  ///
  /// - Throws: `SQLiteError` where there are more or fewer values than question marks, or a value
  ///   is larger than SQLite's limit of 10⁹ bytes.
  func bind(_ values: [(any SQLiteBindable)?]) throws(SQLiteError) {
    let expected = Int(sqlite3_bind_parameter_count(handle))
    guard values.count == expected else {
      throw Self.misuse("\(expected) values are needed, \(values.count) were given", sql, path)
    }
    for (index, value) in values.enumerated() {
      let code = bind(value?.sqliteValue ?? .null, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw error(code) }
    }
  }

  /// Goes to the next row; false where there is none.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// The row that the last step went to.
  var row: Row { Row(handle) }

  /// Ends the use: lets go of locks, and of what was bound.
  func reset() {
    // The code repeats the failure of the last step, which has been thrown.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(""):
      // No bytes may have no address, which SQLite would take for NULL.
      return sqlite3_bind_text(handle, index, "", 0, quickbrew_sqlite_transient())
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(
            handle, index, $0.baseAddress, UInt64($0.count), quickbrew_sqlite_transient(),
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
      return sqlite3_bind_blob64(
        handle, index, bytes, UInt64(bytes.count), quickbrew_sqlite_transient())
    }
  }

  private func error(_ code: Int32) -> SQLiteError {
    let connection = sqlite3_db_handle(handle)
    let message = String(cString: sqlite3_errmsg(connection))
    let extended = sqlite3_extended_errcode(connection)
    return SQLiteError(
      extendedCode: extended & 0xFF == code & 0xFF ? extended : code, message: message, sql: sql,
      path: path)
  }

  private static func misuse(_ message: String, _ sql: String, _ path: String) -> SQLiteError {
    SQLiteError(extendedCode: SQLITE_MISUSE, message: message, sql: sql, path: path)
  }
}
