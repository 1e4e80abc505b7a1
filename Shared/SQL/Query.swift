extension Database {
  /// How many prepared statements are cached for the next use.
  static let maxIdleStatements = 64

  /// Runs one statement without result rows: INSERT, UPDATE, DELETE.
  ///
  /// Rows of a statement with RETURNING are ignored; use `query` or `first` for them.
  ///
  /// - Returns: how many rows were inserted, updated or deleted, not counting what triggers and
  ///   foreign keys did.
  /// - Throws: `SQLError`; nothing was changed.
  @discardableResult
  package func run(_ sql: String, _ values: (any SQLBindable)?...) throws -> Int {
    try run(sql, values)
  }

  /// As `run(_:_:)` with the values in an array.
  @discardableResult
  package func run(_ sql: String, _ values: [(any SQLBindable)?]) throws -> Int {
    try withStatement(sql, values) { statement in
      while try statement.step() {}
      return statement.changes
    }
  }

  /// Runs one statement of a transaction without waiting for a server: whatever needs a result next
  /// waits for all that is queued. Statements take effect in the order in which they were run or
  /// queued.
  ///
  /// - Throws: `SQLError`, also of one that was queued before. A failure that is not known yet is
  ///   thrown by a later use of the database in the transaction, at the latest by its commit, which
  ///   then commits nothing.
  package func queue(_ sql: String, _ values: (any SQLBindable)?...) throws {
    try withStatement(sql) { try $0.queue(values.map { $0?.sqlValue ?? .null }) }
  }

  /// Runs one statement once for each list of values, in order, within a transaction. A server
  /// receives them in a pipeline, without a round trip for each: many times as fast as one by one.
  ///
  /// - Returns: how many rows each run inserted, updated or deleted.
  /// - Throws: `SQLError`; some may have been run: let the error end the transaction.
  @discardableResult
  package func run(_ sql: String, each rows: [[(any SQLBindable)?]]) throws -> [Int] {
    if rows.isEmpty { return [] }
    return try withStatement(sql) { statement in
      try statement.run(each: rows.map { row in row.map { $0?.sqlValue ?? .null } })
    }
  }

  /// Returns what `map` makes of each row, in order.
  ///
  /// - Throws: `SQLError`; whatever `map` throws.
  package func query<Value>(
    _ sql: String, _ values: (any SQLBindable)?..., map: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    try query(sql, values, map: map)
  }

  /// As `query(_:_:map:)` with the values in an array.
  package func query<Value>(
    _ sql: String, _ values: [(any SQLBindable)?], map: (borrowing Row) throws -> Value
  ) throws -> [Value] {
    var result: [Value] = []
    try withStatement(sql, values) { statement in
      while try statement.step() { result.append(try map(Row(statement))) }
    }
    return result
  }

  /// Calls `body` with the rows one by one, for results too large to hold in memory.
  ///
  /// - Throws: `SQLError`; whatever `body` throws, which ends the query.
  package func forEach(
    _ sql: String, _ values: (any SQLBindable)?..., body: (borrowing Row) throws -> Void
  ) throws {
    try withStatement(sql, values) { statement in
      while try statement.step() { try body(Row(statement)) }
    }
  }

  /// Returns what `map` makes of the first row, or `nil` without rows; the rest is not read.
  ///
  /// - Throws: `SQLError`; whatever `map` throws.
  package func first<Value>(
    _ sql: String, _ values: (any SQLBindable)?..., map: (borrowing Row) throws -> Value
  ) throws -> Value? {
    try withStatement(sql, values) { statement in
      try statement.step() ? try map(Row(statement)) : nil
    }
  }

  /// Calls `body` with the prepared statement of `sql`, bound; afterwards it is reset and cached.
  ///
  /// While it is in use it is not in the cache, so that a query inside a query of the same text
  /// gets a statement of its own.
  private func withStatement<Result>(
    _ sql: String, _ values: [(any SQLBindable)?], _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    try withStatement(sql) { statement in
      try statement.bind(values.map { $0?.sqlValue ?? .null })
      return try body(statement)
    }
  }

  private func withStatement<Result>(
    _ sql: String, _ body: (any PreparedStatement) throws -> Result
  ) throws -> Result {
    let statement =
      try idleStatements.removeValue(forKey: sql) ?? connection.prepare(sql)
    defer { cache(statement) }
    return try body(statement)
  }

  private func cache(_ statement: any PreparedStatement) {
    statement.reset()
    if idleStatements.count >= Self.maxIdleStatements { idleStatements.removeAll() }
    idleStatements[statement.sql] = statement
  }
}
