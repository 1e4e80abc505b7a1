import CSQLite

extension Database {
  /// How many prepared statements are kept for the next use.
  static let maxIdleStatements = 64

  /// Runs one statement that answers no rows: INSERT, UPDATE, DELETE.
  ///
  /// Rows of a statement with RETURNING are passed over; use `query` or `first` for them.
  ///
  /// - Returns: how many rows were inserted, updated or deleted, not counting what triggers and
  ///   foreign keys did.
  /// - Throws: `SQLiteError`; nothing was changed.
  @discardableResult
  package func run(_ sql: String, _ values: (any SQLiteBindable)?...) throws -> Int {
    try run(sql, values)
  }

  /// As `run(_:_:)` with the values in an array.
  @discardableResult
  package func run(_ sql: String, _ values: [(any SQLiteBindable)?]) throws -> Int {
    try withStatement(sql, values) { statement in
      while try statement.step() {}
      return Int(sqlite3_changes64(connection))
    }
  }

  /// Answers what `map` makes of each row, in order.
  ///
  /// - Throws: `SQLiteError`; whatever `map` throws.
  package func query<Value>(
    _ sql: String, _ values: (any SQLiteBindable)?..., map: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    try query(sql, values, map: map)
  }

  /// As `query(_:_:map:)` with the values in an array.
  package func query<Value>(
    _ sql: String, _ values: [(any SQLiteBindable)?], map: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    var answer: [Value] = []
    try withStatement(sql, values) { statement in
      while try statement.step() { answer.append(try map(statement.row)) }
    }
    return answer
  }

  /// Hands over the rows one by one, for answers too large to hold.
  ///
  /// - Throws: `SQLiteError`; whatever `body` throws, which ends the query.
  package func forEach(
    _ sql: String, _ values: (any SQLiteBindable)?..., body: (borrowing Row) throws -> Void
  ) throws {
    try withStatement(sql, values) { statement in
      while try statement.step() { try body(statement.row) }
    }
  }

  /// Answers what `map` makes of the first row, or `nil` where there is none; the rest is not read.
  ///
  /// - Throws: `SQLiteError`; whatever `map` throws.
  package func first<Value>(
    _ sql: String, _ values: (any SQLiteBindable)?..., map: (borrowing Row) throws -> Value
  ) throws -> Value? {
    try withStatement(sql, values) { statement in
      try statement.step() ? try map(statement.row) : nil
    }
  }

  /// Lends the prepared statement of `sql`, bound; it is reset and kept, however `body` ends.
  ///
  /// While it is lent it is not in the cache, so that a query inside a query of the same text
  /// gets a statement of its own.
  private func withStatement<Result>(
    _ sql: String, _ values: [(any SQLiteBindable)?], _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement =
      try idleStatements.removeValue(forKey: sql)
      ?? Statement(sql, connection: connection, path: path)
    defer { keep(statement) }
    try statement.bind(values)
    return try body(statement)
  }

  private func keep(_ statement: Statement) {
    statement.reset()
    if idleStatements.count >= Self.maxIdleStatements { idleStatements.removeAll() }
    idleStatements[statement.sql] = statement
  }
}
