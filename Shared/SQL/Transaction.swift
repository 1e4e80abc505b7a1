/// What a transaction is for.
package enum TransactionKind: Sendable, Hashable {
  /// Holds the write lock from the start, so that it never fails half-way for another writer.
  case write
  /// Sees one state of the file throughout, and holds up nobody.
  case read
}

extension Database {
  /// Runs `body` as one: all of its changes hold when this returns, or none where it throws.
  ///
  /// Inside another transaction it is a savepoint: what it throws undoes its own changes only, and
  /// its changes hold once the outermost transaction has returned. The kind is the outer one's.
  ///
  /// - Throws: `SQLError`, with `isBusy` where another connection kept writing for longer than
  ///   the busy time-out; whatever `body` throws.
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
        // Fails only where the whole transaction is lost already, which its end will tell.
        try? execute("ROLLBACK TO nested; RELEASE nested")
      }
      throw error
    }
  }
}
