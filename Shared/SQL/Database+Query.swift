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
    try withStatement(sql, values) { cached in
      while try cached.statement.step() {}
      return cached.statement.changes
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
    try withStatement(sql) { try $0.statement.queue(values.map { $0?.sqlValue ?? .null }) }
  }

  /// Runs one statement once for each list of values, in order, within a transaction. A server
  /// receives them in a pipeline, without a round trip for each: many times as fast as one by one.
  ///
  /// - Returns: how many rows each run inserted, updated or deleted.
  /// - Throws: `SQLError`; some may have been run: let the error end the transaction.
  @discardableResult
  package func run(_ sql: String, each rows: [[(any SQLBindable)?]]) throws -> [Int] {
    if rows.isEmpty { return [] }
    return try withStatement(sql) { cached in
      try cached.statement.run(each: rows.map { row in row.map { $0?.sqlValue ?? .null } })
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
    try withStatement(sql, values) { cached in
      while try cached.statement.step() { result.append(try map(Row(cached))) }
    }
    return result
  }

  /// Calls `body` with the rows one by one, for results too large to hold in memory.
  ///
  /// - Throws: `SQLError`; whatever `body` throws, which ends the query.
  package func forEach(
    _ sql: String, _ values: (any SQLBindable)?..., body: (borrowing Row) throws -> Void
  ) throws {
    try withStatement(sql, values) { cached in
      while try cached.statement.step() { try body(Row(cached)) }
    }
  }

  /// Returns what `map` makes of the first row, or `nil` without rows; the rest is not read.
  ///
  /// - Throws: `SQLError`; whatever `map` throws.
  package func first<Value>(
    _ sql: String, _ values: (any SQLBindable)?..., map: (borrowing Row) throws -> Value
  ) throws -> Value? {
    try withStatement(sql, values) { cached in
      try cached.statement.step() ? try map(Row(cached)) : nil
    }
  }

  /// Calls `body` with the prepared statement of `sql`, bound; afterwards it is reset and cached.
  ///
  /// While it is in use it is not in the cache, so that a query inside a query of the same text
  /// gets another statement.
  private func withStatement<Result>(
    _ sql: String, _ values: [(any SQLBindable)?], _ body: (CachedStatement) throws -> Result
  ) throws -> Result {
    try withStatement(sql) { cached in
      try cached.statement.bind(values.map { $0?.sqlValue ?? .null })
      return try body(cached)
    }
  }

  private func withStatement<Result>(
    _ sql: String, _ body: (CachedStatement) throws -> Result
  ) throws -> Result {
    let cached =
      try idleStatements.removeValue(forKey: sql) ?? CachedStatement(connection.prepare(sql))
    defer { cache(cached) }
    return try body(cached)
  }

  private func cache(_ cached: CachedStatement) {
    cached.statement.reset()
    if idleStatements.count >= Self.maxIdleStatements { idleStatements.removeAll() }
    idleStatements[cached.statement.sql] = cached
  }
}

/// A prepared statement with the names of its columns.
final class CachedStatement {
  let statement: any PreparedStatement
  private lazy var names = (0..<statement.columnCount).map { statement.name(of: $0) }
  /// The column after the one that was read last.
  private var next = 0

  init(_ statement: any PreparedStatement) { self.statement = statement }

  /// The index of a column in the current row.
  func index(of name: String) -> Int {
    // Most rows are read in the order of their columns.
    if next < names.count, names[next] == name {
      next += 1
      return next - 1
    }
    guard let index = names.firstIndex(of: name) else {
      preconditionFailure("“\(statement.sql)” has no column “\(name)”")
    }
    next = index + 1
    return index
  }
}
