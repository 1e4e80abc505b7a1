/// What a kind of database does for `Database`: one open connection to it.
///
/// It has one user at a time, as `Database` has.
package protocol DatabaseConnection: AnyObject {
  /// The file or server, for people.
  var place: String { get }

  /// Runs a script of any number of statements, answering no rows.
  ///
  /// - Throws: `SQLError`; the statements before the one that failed may have been run.
  func execute(_ script: String) throws(SQLError)

  /// Makes a statement to be bound and run any number of times.
  ///
  /// - Parameter sql: one statement, with `?` for each value.
  /// - Throws: `SQLError` where the text is not exactly one statement.
  func prepare(_ sql: String) throws(SQLError) -> any PreparedStatement

  /// Begins an outermost transaction.
  ///
  /// - Throws: `SQLError`; nothing has begun then.
  func begin(_ kind: TransactionKind) throws(SQLError)

  /// Makes all changes of the transaction hold.
  ///
  /// - Throws: `SQLError`; also where a statement of the transaction failed and the database gave
  ///   all of it up. Whether it holds is not known where the connection was lost.
  func commit() throws(SQLError)

  /// Undoes the transaction, where the database has not done so by itself.
  func rollBack()

  /// A script that defines tables, in this database's words; SQLite's words come in: `INTEGER`,
  /// `REAL`, `TEXT`, `BLOB`, `AUTOINCREMENT`, `WITHOUT ROWID`.
  func definition(_ script: String) -> String

  /// How many migration steps the database has seen.
  ///
  /// - Throws: `SQLError`.
  func schemaVersion() throws(SQLError) -> Int

  /// Keeps that number, in the transaction of its steps.
  ///
  /// - Throws: `SQLError`.
  func setSchemaVersion(_ version: Int) throws(SQLError)

  /// The highest number that the column `number` of a table has given; 0 where it gave none.
  ///
  /// - Throws: `SQLError`.
  func lastNumber(of table: String) throws(SQLError) -> Int64

  /// Lets the column `number` of a table give higher numbers from now on.
  ///
  /// - Throws: `SQLError`.
  func setLastNumber(_ number: Int64, of table: String) throws(SQLError)
}

/// One statement of one connection, and the row that it stands on.
package protocol PreparedStatement: AnyObject {
  /// As it was prepared.
  var sql: String { get }

  /// Fits the values to the question marks, in order.
  ///
  /// - Throws: `SQLError` where there are more or fewer values than question marks, or one is too
  ///   large.
  func bind(_ values: [SQLValue]) throws(SQLError)

  /// Goes to the next row, the first time to the first; false where there is none.
  ///
  /// - Throws: `SQLError`.
  func step() throws(SQLError) -> Bool

  /// How many rows the last run inserted, updated or deleted.
  var changes: Int { get }

  /// Runs once for each list of values, in order, up to the first that fails; whatever it answers
  /// is passed over.
  ///
  /// - Returns: how many rows each run inserted, updated or deleted.
  /// - Throws: `SQLError`; the runs before the one that failed may hold, until their
  ///   transaction is given up.
  func run(each rows: [[SQLValue]]) throws(SQLError) -> [Int]

  /// Ends the use: lets go of locks, rows, and what was bound.
  func reset()

  /// How many columns a row has.
  var columnCount: Int { get }
  /// Whether the column holds NULL, or there is no such column.
  func isNull(_ column: Int) -> Bool
  /// NULL is 0, a real is cut off.
  func int64(_ column: Int) -> Int64
  /// NULL is 0.
  func double(_ column: Int) -> Double
  /// NULL is empty.
  func text(_ column: Int) -> String
  /// Lends the bytes, none for NULL; of a text, its UTF-8.
  func withBytes<Result>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result
  /// The column as it is stored.
  func value(_ column: Int) -> SQLValue
}
