/// One connection to one database. It has one user at a time: a thread, or an actor that keeps it
/// to itself. Several connections, in this process or another, may share a database.
///
/// The modules `SQLite` and `PostgreSQL` open one.
package final class Database {
  /// What does the work.
  package let connection: any DatabaseConnection
  var idleStatements: [String: any PreparedStatement] = [:]
  var transactionDepth = 0

  /// - Parameter connection: used by this database alone from now on.
  package init(_ connection: any DatabaseConnection) { self.connection = connection }

  /// The file or server, for people.
  package var place: String { connection.place }

  /// Runs a script of any number of statements, answering no rows.
  ///
  /// - Throws: `SQLError`; the statements before the one that failed have been run.
  package func execute(_ sql: String) throws(SQLError) { try connection.execute(sql) }

  /// Runs a script that defines tables in SQLite's words, whatever database it is.
  ///
  /// - Throws: `SQLError`, as `execute`.
  package func define(_ script: String) throws(SQLError) {
    try connection.execute(connection.definition(script))
  }

  /// The highest number that the column `number` of a table, an `INTEGER PRIMARY KEY`, has given or
  /// taken; 0 where there is none. With `AUTOINCREMENT` also numbers of rows that are gone count.
  ///
  /// - Throws: `SQLError`.
  package func lastNumber(of table: String) throws(SQLError) -> Int64 {
    try connection.lastNumber(of: table)
  }

  /// Lets that column give only numbers above this one: after rows that brought theirs along.
  ///
  /// - Throws: `SQLError`.
  package func setLastNumber(_ number: Int64, of table: String) throws(SQLError) {
    try connection.setLastNumber(number, of: table)
  }
}
