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
    let verbs = transactionDepth == 0 ? outermost(kind) : Self.nested
    try begin(verbs)
    transactionDepth += 1
    defer { transactionDepth -= 1 }
    do {
      let result = try body()
      try execute(verbs.commit)
      return result
    } catch {
      // After a full disk or a lost connection the database has rolled back by itself.
      if connection.isInTransaction { try? execute(verbs.rollback) }
      throw error
    }
  }

  private func begin(_ verbs: Verbs) throws(SQLError) {
    do {
      try execute(verbs.begin)
    } catch {
      // It may have begun and then waited in vain for its turn.
      if transactionDepth == 0, connection.isInTransaction { try? execute(verbs.rollback) }
      throw error
    }
  }

  private typealias Verbs = (begin: String, commit: String, rollback: String)

  private func outermost(_ kind: TransactionKind) -> Verbs {
    (connection.beginning(kind), "COMMIT", "ROLLBACK")
  }

  private static let nested: Verbs = (
    "SAVEPOINT nested", "RELEASE nested", "ROLLBACK TO nested; RELEASE nested"
  )
}
