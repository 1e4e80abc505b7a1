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
}
