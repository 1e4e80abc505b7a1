/// What a transaction is for.
package enum TransactionKind: Sendable, Hashable {
  /// Holds the write lock from the start, so that another writer never makes it fail half-way.
  case write
  /// Sees one state of the database throughout, and blocks nobody.
  case read
}

extension Database {
  /// Runs `body` in a transaction: all of its changes are committed when this returns, none if it
  /// throws.
  ///
  /// Inside another transaction it is a savepoint: an error rolls back its own changes only, and
  /// its changes are committed with the outermost transaction. The kind is the outer one's.
  ///
  /// - Throws: `SQLError`, with `isBusy` if another connection kept writing for longer than the
  ///   busy time-out; whatever `body` throws.
  @discardableResult
  package func transaction<Result>(
    _ kind: TransactionKind = .write, _ body: () throws -> Result
  ) throws -> Result {
    let isOutermost = transactionDepth == 0
    if isOutermost { try connection.begin(kind) } else { try execute("SAVEPOINT nested") }
    transactionDepth += 1
    defer { transactionDepth -= 1 }
    do {
      let result = try body()
      if isOutermost { try connection.commit() } else { try execute("RELEASE nested") }
      return result
    } catch {
      if isOutermost {
        connection.rollBack()
      } else {
        // Fails only if the whole transaction is lost already, which its end will report.
        try? execute("ROLLBACK TO nested; RELEASE nested")
      }
      throw error
    }
  }
}
