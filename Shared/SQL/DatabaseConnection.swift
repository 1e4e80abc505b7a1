/// What a database engine implements for `Database`: one open connection.
///
/// It is used by one thread or actor at a time, as `Database` is.
package protocol DatabaseConnection: AnyObject {
  /// The file or server, for messages.
  var location: String { get }

  /// Runs a script of any number of statements, without results.
  ///
  /// - Throws: `SQLError`; the statements before the one that failed may have been run.
  func execute(_ script: String) throws(SQLError)

  /// Prepares a statement, to be bound and run any number of times.
  ///
  /// - Parameter sql: one statement, with `?` for each value.
  /// - Throws: `SQLError` if the text is not exactly one statement.
  func prepare(_ sql: String) throws(SQLError) -> any PreparedStatement

  /// Begins an outermost transaction.
  ///
  /// - Throws: `SQLError`; no transaction has begun then.
  func begin(_ kind: TransactionKind) throws(SQLError)

  /// Commits the transaction.
  ///
  /// - Throws: `SQLError`; also if a statement of the transaction failed and the database rolled
  ///   all of it back. If the connection was lost, it is unknown whether it was committed.
  func commit() throws(SQLError)

  /// How many acknowledged commits were missing when the connection was opened; 0 where the
  /// database finds out by itself.
  var lostCommits: Int { get }

  /// Rolls the transaction back, unless the database has done so by itself.
  func rollBack()

  /// Translates a script that defines tables from SQLite's dialect to this engine's: `INTEGER`,
  /// `REAL`, `TEXT`, `BLOB`, `AUTOINCREMENT`, `WITHOUT ROWID`.
  func definition(_ script: String) -> String

  /// The version of the tables; 0 without any.
  ///
  /// - Throws: `SQLError`.
  func schemaVersion() throws(SQLError) -> Int

  /// Stores the version, in the transaction that creates the tables.
  ///
  /// - Throws: `SQLError`.
  func setSchemaVersion(_ version: Int) throws(SQLError)

  /// The highest number that the column `number` of a table has assigned; 0 if none.
  ///
  /// - Throws: `SQLError`.
  func lastNumber(of table: String) throws(SQLError) -> Int64

  /// Makes the column `number` of a table assign higher numbers from now on.
  ///
  /// - Throws: `SQLError`.
  func setLastNumber(_ number: Int64, of table: String) throws(SQLError)
}

/// One statement of one connection, and its current row.
package protocol PreparedStatement: AnyObject {
  /// The text that was prepared.
  var sql: String { get }

  /// Binds the values to the question marks, in order.
  ///
  /// - Throws: `SQLError` if there are more or fewer values than question marks, or one is too
  ///   large.
  func bind(_ values: [SQLValue]) throws(SQLError)

  /// Advances to the next row, the first time to the first; false after the last.
  ///
  /// - Throws: `SQLError`.
  func step() throws(SQLError) -> Bool

  /// How many rows the last run inserted, updated or deleted.
  var changes: Int { get }

  /// Runs once for each list of values, in order, up to the first that fails; result rows are
  /// ignored.
  ///
  /// - Returns: how many rows each run inserted, updated or deleted.
  /// - Throws: `SQLError`; the runs before the one that failed may have taken effect, until their
  ///   transaction is rolled back.
  func run(each rows: [[SQLValue]]) throws(SQLError) -> [Int]

  /// Runs once, after all that was run before. In a transaction on a server the connection does not
  /// wait for the result; its next use that needs one does. Outside of a transaction, and where
  /// nothing is far away, at once.
  ///
  /// - Throws: `SQLError`, also of an earlier run.
  func queue(_ values: [SQLValue]) throws(SQLError)

  /// Ends the use: releases locks, rows, and bound values.
  func reset()

  /// How many columns a row has.
  var columnCount: Int { get }
  /// The name of a column of the current row: after AS, else that of the column that is read.
  func name(of column: Int) -> String
  /// Whether the column is NULL, or there is no such column.
  func isNull(_ column: Int) -> Bool
  /// NULL is 0; a real is truncated.
  func int64(_ column: Int) -> Int64
  /// NULL is 0.
  func double(_ column: Int) -> Double
  /// NULL is empty.
  func text(_ column: Int) -> String
  /// Calls `body` with the bytes, none for NULL; of a text, its UTF-8. They are valid during the
  /// call.
  func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result
  /// The column as it is stored.
  func value(_ column: Int) -> SQLValue
}

extension DatabaseConnection {
  package var lostCommits: Int { 0 }
}
