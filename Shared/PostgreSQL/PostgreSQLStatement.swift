import CPostgreSQL
import SQL

/// One prepared statement and all of its last result: libpq returns all rows at once.
final class PostgreSQLStatement: PreparedStatement {
  let sql: String
  let connection: PostgreSQLConnection
  private let translated: NumberedParameters
  /// The session in which it is prepared; `nil` until the first run.
  private var session: Int?
  let name: String
  private var values: [SQLValue] = []
  // Set by a run, cleared by `reset`, by the next run and by `deinit`.
  private var result: OpaquePointer?
  private var row: Int32 = -1

  /// - Throws: `SQLError` if the text is not one statement.
  init(_ sql: String, on connection: PostgreSQLConnection) throws(SQLError) {
    self.sql = sql
    self.connection = connection
    translated = NumberedParameters(sql)
    name = connection.nextStatementName()
    guard !sql.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      throw misuse("there is no statement in this text")
    }
  }

  deinit {
    reset()
    if session == connection.session { connection.deallocate(name) }
  }

  func bind(_ values: [SQLValue]) throws(SQLError) {
    try check(values)
    self.values = values
  }

  /// - Throws: `SQLError` for values that the statement cannot be run with.
  func check(_ values: [SQLValue]) throws(SQLError) {
    guard values.count == translated.count else {
      throw misuse("\(translated.count) values are needed, \(values.count) were given")
    }
    // libpq reads a text up to its first NUL, and would bind another text than was meant.
    guard !values.contains(where: { $0.holdsNUL }) else {
      throw SQLError(
        .unfitText, code: "PostgreSQL", message: "a text holds a NUL character", sql: sql,
        location: connection.location)
    }
  }

  func step() throws(SQLError) -> Bool {
    if result == nil { try run() }
    row += 1
    return row < PQntuples(result)
  }

  func reset() {
    PQclear(result)
    result = nil
    row = -1
    values = []
  }

  private func run() throws(SQLError) {
    try connection.awaitQueued()
    try prepareIfNeeded()
    let newResult = Parameters(values).withPointers { parameters in
      PQexecPrepared(
        connection.handle, name, Int32(values.count), parameters.values, parameters.lengths,
        parameters.formats, 0)
    }
    do {
      try connection.check(newResult, sql: sql)
    } catch {
      PQclear(newResult)
      throw error
    }
    result = newResult
    row = -1
  }

  /// Prepares the statement on the server, unless the session has it already.
  ///
  /// - Throws: `SQLError`.
  func prepareIfNeeded() throws(SQLError) {
    try connection.reconnectIfLost()
    if needsPreparing { try prepare() }
  }

  /// Whether the session does not have the statement yet.
  var needsPreparing: Bool { session != connection.session }

  private func prepare() throws(SQLError) {
    // The server infers the types of the values from their use.
    let result = PQprepare(connection.handle, name, translated.sql, 0, nil)
    defer { PQclear(result) }
    try connection.check(result, sql: sql)
    session = connection.session
  }

  private func misuse(_ message: String) -> SQLError {
    SQLError(.other, code: "PostgreSQL", message: message, sql: sql, location: connection.location)
  }
}

// MARK: The current row

extension PostgreSQLStatement {
  var changes: Int {
    guard let result else { return 0 }
    return Int(String(cString: PQcmdTuples(result))) ?? 0
  }

  var columnCount: Int { Int(PQnfields(result)) }

  func name(of column: Int) -> String {
    PQfname(result, Int32(column)).map { String(cString: $0) } ?? ""
  }

  func isNull(_ column: Int) -> Bool {
    !(0..<columnCount).contains(column) || PQgetisnull(result, row, Int32(column)) == 1
  }

  func int64(_ column: Int) -> Int64 {
    if isNull(column) { return 0 }
    if PQftype(result, Int32(column)) == TypeID.boolean { return text(column) == "t" ? 1 : 0 }
    let text = text(column)
    return Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) } ?? 0
  }

  func double(_ column: Int) -> Double { Double(text(column)) ?? 0 }

  func text(_ column: Int) -> String {
    withRawBytes(column) { String(decoding: $0, as: UTF8.self) }
  }

  func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    guard PQftype(result, Int32(column)) == TypeID.bytes, !isNull(column) else {
      return try withRawBytes(column, body)
    }
    return try withRawBytes(column) { text in
      // The server's text for bytes, which ends with a zero, as all texts do.
      var count = 0
      let bytes = PQunescapeBytea(text.baseAddress?.assumingMemoryBound(to: UInt8.self), &count)
      defer { PQfreemem(bytes) }
      return try body(UnsafeRawBufferPointer(start: bytes, count: count))
    }
  }

  func value(_ column: Int) -> SQLValue {
    if isNull(column) { return .null }
    switch PQftype(result, Int32(column)) {
    case TypeID.boolean, TypeID.int2, TypeID.int4, TypeID.int8: return .integer(int64(column))
    case TypeID.float4, TypeID.float8, TypeID.numeric: return .real(double(column))
    case TypeID.bytes: return .blob(withBytes(column) { [UInt8]($0) })
    default: return .text(text(column))
    }
  }

  /// The value as the server writes it in text.
  private func withRawBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    guard !isNull(column), let bytes = PQgetvalue(result, row, Int32(column)) else {
      return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    // The result owns the bytes until it is cleared.
    let count = Int(PQgetlength(result, row, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// The object identifiers of types. Source: PostgreSQL's `pg_type.dat`, where they are fixed.
enum TypeID {
  static let boolean: Oid = 16
  static let bytes: Oid = 17
  static let int8: Oid = 20
  static let int2: Oid = 21
  static let int4: Oid = 23
  static let float4: Oid = 700
  static let float8: Oid = 701
  static let numeric: Oid = 1700
}
