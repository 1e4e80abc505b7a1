/// One connection to one database. It must be used by one thread or actor at a time. Several
/// connections, in this process or another, may share a database.
///
/// The modules `SQLite` and `PostgreSQL` open one.
package final class Database {
  /// The engine-specific connection behind it.
  package let connection: any DatabaseConnection
  var idleStatements: [String: CachedStatement] = [:]
  var transactionDepth = 0

  /// - Parameter connection: must not be used by anything else from now on.
  package init(_ connection: any DatabaseConnection) { self.connection = connection }

  /// The file or server, for messages.
  package var location: String { connection.location }

  /// Runs a script of any number of statements, without results.
  ///
  /// - Throws: `SQLError`; the statements before the one that failed have been run.
  package func execute(_ sql: String) throws(SQLError) { try connection.execute(sql) }

  /// Runs a script that defines tables in SQLite's dialect, whatever engine it is.
  ///
  /// - Throws: `SQLError`, as `execute`.
  package func define(_ script: String) throws(SQLError) {
    try connection.execute(connection.definition(script))
  }

  /// The highest number that the column `number` of a table, an `INTEGER PRIMARY KEY`, has assigned
  /// or been given; 0 without rows. With `AUTOINCREMENT` deleted rows count, too.
  ///
  /// - Throws: `SQLError`.
  package func lastNumber(of table: String) throws(SQLError) -> Int64 {
    try connection.lastNumber(of: table)
  }

  /// Makes that column assign only numbers above this one: for use after inserting rows with
  /// given numbers.
  ///
  /// - Throws: `SQLError`.
  package func setLastNumber(_ number: Int64, of table: String) throws(SQLError) {
    try connection.setLastNumber(number, of: table)
  }
}
