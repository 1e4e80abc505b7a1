import CPostgreSQL
import SQL

/// Many runs of one statement with one wait for the server.
/// Source: https://www.postgresql.org/docs/15/libpq-pipeline-mode.html.
extension PostgreSQLStatement {
  /// Runs under way at once: their answers, some 50 bytes each, wait in the buffers of the
  /// connection until all are sent.
  private static let pipelinedRuns = 256

  func run(each rows: [[SQLValue]]) throws(SQLError) -> [Int] {
    var counts: [Int] = []
    for start in stride(from: 0, to: rows.count, by: Self.pipelinedRuns) {
      let end = min(start + Self.pipelinedRuns, rows.count)
      for values in rows[start..<end] { try check(values) }
      try makeReady()
      counts += try runPipelined(rows[start..<end])
    }
    return counts
  }

  private func runPipelined(_ rows: ArraySlice<[SQLValue]>) throws(SQLError) -> [Int] {
    let handle = connection.handle
    guard PQenterPipelineMode(handle) == 1 else { throw connection.lost(sql: sql) }
    // Fails only where the connection is lost; one made in its place is in no such mode.
    defer { PQexitPipelineMode(handle) }
    for values in rows {
      let isSent = Parameters(values).lend { parameters in
        PQsendQueryPrepared(
          handle, name, Int32(values.count), parameters.values, parameters.lengths,
          parameters.formats, 0)
      }
      guard isSent == 1 else { throw connection.lost(sql: sql) }
    }
    guard PQpipelineSync(handle) == 1 else { throw connection.lost(sql: sql) }
    return try takeResults(of: rows.count)
  }

  /// Takes the answer of each run, that there is no more of it, and that of the whole: all of them
  /// also after a failure, whose words are in the first that is none.
  private func takeResults(of runs: Int) throws(SQLError) -> [Int] {
    var counts: [Int] = []
    var failure: SQLError?
    for _ in 0..<runs {
      let answer = PQgetResult(connection.handle)
      if failure == nil {
        do throws(SQLError) {
          try connection.check(answer, sql: sql)
          counts.append(Int(String(cString: PQcmdTuples(answer))) ?? 0)
        } catch {
          failure = error
        }
      }
      PQclear(answer)
      PQclear(PQgetResult(connection.handle))
    }
    PQclear(PQgetResult(connection.handle))
    if let failure { throw failure }
    return counts
  }
}
