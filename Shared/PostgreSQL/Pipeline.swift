import CPostgreSQL
import SQL

/// Many runs of one statement with one round trip to the server.
/// Source: https://www.postgresql.org/docs/15/libpq-pipeline-mode.html.
extension PostgreSQLStatement {
  /// Runs in flight at once: their results, about 50 bytes each, wait in the buffers of the
  /// connection until all runs are sent.
  private static let pipelinedRuns = 256

  func run(each rows: [[SQLValue]]) throws(SQLError) -> [Int] {
    var counts: [Int] = []
    for start in stride(from: 0, to: rows.count, by: Self.pipelinedRuns) {
      let end = min(start + Self.pipelinedRuns, rows.count)
      for values in rows[start..<end] { try check(values) }
      try prepareIfNeeded()
      counts += try runPipelined(rows[start..<end])
    }
    return counts
  }

  private func runPipelined(_ rows: ArraySlice<[SQLValue]>) throws(SQLError) -> [Int] {
    let handle = connection.handle
    guard PQenterPipelineMode(handle) == 1 else { throw connection.lost(sql: sql) }
    // Fails only if the connection is lost; its replacement is not in pipeline mode.
    defer { PQexitPipelineMode(handle) }
    for values in rows {
      let isSent = Parameters(values).withPointers { parameters in
        PQsendQueryPrepared(
          handle, name, Int32(values.count), parameters.values, parameters.lengths,
          parameters.formats, 0)
      }
      guard isSent == 1 else { throw connection.lost(sql: sql) }
    }
    guard PQpipelineSync(handle) == 1 else { throw connection.lost(sql: sql) }
    return try readResults(of: rows.count)
  }

  /// Reads the result of each run and its terminating null, and the result of the sync. Reads all
  /// of them after a failure, too; the first failure is thrown.
  private func readResults(of runs: Int) throws(SQLError) -> [Int] {
    var counts: [Int] = []
    var failure: SQLError?
    for _ in 0..<runs {
      let result = PQgetResult(connection.handle)
      if failure == nil {
        do throws(SQLError) {
          try connection.check(result, sql: sql)
          counts.append(Int(String(cString: PQcmdTuples(result))) ?? 0)
        } catch {
          failure = error
        }
      }
      PQclear(result)
      PQclear(PQgetResult(connection.handle))
    }
    PQclear(PQgetResult(connection.handle))
    if let failure { throw failure }
    return counts
  }
}
