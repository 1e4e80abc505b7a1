import PostgreSQL
import SQL
import SQLite
import TestSupport

/// A database engine: what is promised of all is tested on each.
enum Backend: CaseIterable, Sendable {
  case sqlite
  case postgreSQL

  /// Opens connections to one new database.
  typealias Connect = (Duration) throws -> Database

  /// Calls `body` with a function that connects to an empty database.
  func with<Result>(_ body: (@escaping Connect) throws -> Result) throws -> Result {
    switch self {
    case .sqlite:
      try TemporaryDirectory.with { directory in
        try body { try Database(path: directory.path("db"), mode: .readWrite, busyTimeout: $0) }
      }
    case .postgreSQL:
      try PostgreSQLServer.withDatabase { url in
        try body { try Database(postgreSQL: url, busyTimeout: $0) }
      }
    }
  }

  /// Calls `body` with a connection to a database with one table `t (a)` of whole numbers.
  func withTable<Result>(_ body: (Database, @escaping Connect) throws -> Result) throws -> Result {
    try with { connect in
      let database = try connect(.patience)
      try database.execute("CREATE TABLE t (a BIGINT PRIMARY KEY)")
      return try body(database, connect)
    }
  }
}

/// The table's rows, in order.
func rows(_ database: Database) throws -> [Int] {
  try database.query("SELECT a FROM t ORDER BY a") { $0.int(0) }
}
