import CSQLite
import SQL

/// One prepared statement. Prepared once for its SQL, bound and reset for each use; see
/// `Database.withStatement`.
final class SQLiteStatement: PreparedStatement {
  let sql: String
  // Prepared by `init`, finalized by `deinit` and nowhere else.
  private let handle: OpaquePointer
  private let location: String

  /// - Throws: `SQLError` if the text is not exactly one valid statement.
  init(_ sql: String, connection: OpaquePointer, location: String) throws(SQLError) {
    var handle: OpaquePointer?
    var rest = ""
    let code = sql.withCString { text in
      // Points into `text` after the call; read while `text` is valid.
      var tail: UnsafePointer<CChar>?
      defer { rest = tail.map { String(cString: $0) } ?? "" }
      return sqlite3_prepare_v3(
        connection, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
    }
    guard code == SQLITE_OK else {
      throw SQLError(sqlite: connection, code, sql: sql, location: location)
    }
    guard let handle else {
      throw Self.misuse("there is no statement in this text", sql, location)
    }
    guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      sqlite3_finalize(handle)
      throw Self.misuse("this is more than one statement; use execute(_:)", sql, location)
    }
    self.sql = sql
    self.handle = handle
    self.location = location
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds the values to the question marks, in order.
  ///
  /// - Throws: `SQLError` if there are more or fewer values than question marks, or a value is
  ///   larger than SQLite's limit of 10⁹ bytes.
  func bind(_ values: [SQLValue]) throws(SQLError) {
    let expected = Int(sqlite3_bind_parameter_count(handle))
    guard values.count == expected else {
      throw Self.misuse("\(expected) values are needed, \(values.count) were given", sql, location)
    }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw error(code) }
    }
  }

  /// Advances to the next row; false after the last.
  func step() throws(SQLError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  func run(each rows: [[SQLValue]]) throws(SQLError) -> [Int] {
    var counts: [Int] = []
    for values in rows {
      try bind(values)
      while try step() {}
      counts.append(changes)
      reset()
    }
    return counts
  }

  func queue(_ values: [SQLValue]) throws(SQLError) { _ = try run(each: [values]) }

  /// Ends the use: releases locks and bound values.
  func reset() {
    // The result code repeats the failure of the last step, which has been thrown.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(""):
      // An empty buffer may have no address, which SQLite would read as NULL.
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

  private func error(_ code: Int32) -> SQLError {
    SQLError(sqlite: sqlite3_db_handle(handle), code, sql: sql, location: location)
  }

  private static func misuse(_ message: String, _ sql: String, _ location: String) -> SQLError {
    SQLError(sqliteCode: SQLITE_MISUSE, message: message, sql: sql, location: location)
  }
}

// MARK: The current row

extension SQLiteStatement {
  var changes: Int { Int(sqlite3_changes64(sqlite3_db_handle(handle))) }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  func name(of column: Int) -> String {
    // `nil` only if SQLite is out of memory.
    sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
  }

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  func int64(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  func double(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  func text(_ column: Int) -> String {
    guard let bytes = sqlite3_column_text(handle, Int32(column)) else { return "" }
    // SQLite owns `count` bytes until the next call on the column; they are copied. The count must
    // be asked for after the text: asking for the text may convert the column.
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let bytes = sqlite3_column_blob(handle, Int32(column))
    // SQLite owns `count` bytes until the next call on the column. As with text, the count comes
    // second.
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  func value(_ column: Int) -> SQLValue {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(int64(column))
    case SQLITE_FLOAT: .real(double(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(withBytes(column) { [UInt8]($0) })
    default: .null
    }
  }
}
