import CPostgreSQL
import SQL

/// Many runs of one statement with one round trip to the server.
/// Source: https://www.postgresql.org/docs/15/libpq-pipeline-mode.html.
extension PostgreSQLStatement {
  func run(each rows: [[SQLValue]]) throws(SQLError) -> [Int] {
    try connection.awaitQueued()
    var counts: [Int] = []
    for start in stride(from: 0, to: rows.count, by: PostgreSQLConnection.pipelinedRuns) {
      let end = min(start + PostgreSQLConnection.pipelinedRuns, rows.count)
      for values in rows[start..<end] { try check(values) }
      try prepareIfNeeded()
      counts += try runPipelined(rows[start..<end])
    }
    return counts
  }

  private func runPipelined(_ rows: ArraySlice<[SQLValue]>) throws(SQLError) -> [Int] {
    guard PQenterPipelineMode(connection.handle) == 1 else { throw connection.lost(sql: sql) }
    // Fails only if the connection is lost; its replacement is not in pipeline mode.
    defer { PQexitPipelineMode(connection.handle) }
    for values in rows { try send(values) }
    return try connection.readPipeline(of: Array(repeating: sql, count: rows.count))
  }

  private func send(_ values: [SQLValue]) throws(SQLError) {
    let isSent = Parameters(values).withPointers { parameters in
      PQsendQueryPrepared(
        connection.handle, name, Int32(values.count), parameters.values, parameters.lengths,
        parameters.formats, 0)
    }
    guard isSent == 1 else { throw connection.lost(sql: sql) }
  }
}

/// Runs of several statements whose results nobody waits for, with one round trip: the next use of
/// the connection that needs a result reads theirs first.
extension PostgreSQLStatement {
  func queue(_ values: [SQLValue]) throws(SQLError) {
    try check(values)
    // Without a transaction nothing would throw its failure.
    guard connection.hasBegun else {
      _ = try run(each: [values])
      return
    }
    if connection.isFull || needsPreparing { try connection.awaitQueued() }
    try prepareIfNeeded()
    try connection.enterQueue()
    connection.queued.append(sql)
    try send(values)
  }
}

extension PostgreSQLConnection {
  /// Runs in flight at once: their results, about 50 bytes each, wait in the buffers of the
  /// connection until all runs are sent.
  fileprivate static let pipelinedRuns = 256

  fileprivate var isFull: Bool { queued.count >= Self.pipelinedRuns }

  fileprivate func enterQueue() throws(SQLError) {
    if let queueFailure { throw queueFailure }
    guard queued.isEmpty else { return }
    guard PQenterPipelineMode(handle) == 1 else { throw lost(sql: nil) }
  }

  /// Waits for what is queued.
  ///
  /// - Throws: the first failure, until the transaction has ended: whoever got it may not have been
  ///   the one to end it.
  func awaitQueued() throws(SQLError) {
    if let queueFailure { throw queueFailure }
    if queued.isEmpty { return }
    // As in `runPipelined`.
    defer { PQexitPipelineMode(handle) }
    let statements = queued
    queued = []
    do throws(SQLError) {
      _ = try readPipeline(of: statements)
    } catch {
      queueFailure = error
      throw error
    }
  }

  /// Reads the result of each run and its terminating null, and the result of the sync. Reads all
  /// of them after a failure, too; the first failure is thrown.
  ///
  /// - Parameter statements: the statement of each run.
  /// - Returns: how many rows each run inserted, updated or deleted.
  fileprivate func readPipeline(of statements: [String]) throws(SQLError) -> [Int] {
    guard PQpipelineSync(handle) == 1 else { throw lost(sql: nil) }
    var counts: [Int] = []
    var failure: SQLError?
    for sql in statements {
      let result = PQgetResult(handle)
      if failure == nil {
        do throws(SQLError) {
          try check(result, sql: sql)
          counts.append(Int(String(cString: PQcmdTuples(result))) ?? 0)
        } catch {
          failure = error
        }
      }
      PQclear(result)
      PQclear(PQgetResult(handle))
    }
    PQclear(PQgetResult(handle))
    if let failure { throw failure }
    return counts
  }
}
