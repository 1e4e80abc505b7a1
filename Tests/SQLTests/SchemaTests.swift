import PostgreSQL
import SQL
import TestSupport
import Testing

/// Several stores in one database of a server.
@Suite(.timeLimit(.minutes(10))) struct SchemaTests {
  private static let table = "CREATE TABLE t (number INTEGER PRIMARY KEY, a TEXT)"

  @Test("stores of two schemas have tables, numbers and versions of their own")
  func apart() throws {
    try PostgreSQLServer.withDatabase { url in
      for (schema, count) in [(nil, 1), ("one", 2), ("two", 3)] {
        let store = try Database(postgreSQL: url, schema: schema)
        try store.create(Schema(version: count, tables: Self.table))
        for _ in 0..<count { try store.run("INSERT INTO t (a) VALUES ('x')") }
      }
      for (schema, count) in [(nil, 1), ("one", 2), ("two", 3)] {
        let store = try Database(postgreSQL: url, schema: schema)
        #expect(try store.schemaVersion() == count)
        #expect(try store.lastNumber(of: "t") == Int64(count))
      }
    }
  }

  @Test("a schema stays with a connection that was lost, and its writers wait for each other only")
  func connections() throws {
    try PostgreSQLServer.withDatabase { url in
      let busy = Duration.milliseconds(50)
      let store = try Database(postgreSQL: url, schema: "one", busyTimeout: busy)
      let peer = try Database(postgreSQL: url, schema: "one", busyTimeout: busy)
      let other = try Database(postgreSQL: url, schema: "two", busyTimeout: busy)
      try store.create(Schema(tables: Self.table))
      try store.transaction {
        let error = #expect(throws: SQLError.self) { try peer.transaction {} }
        #expect(error?.isBusy == true)
        try other.transaction {}
      }
      let session = try store.first("SELECT pg_backend_pid()") { $0.int(0) }
      try other.first("SELECT pg_terminate_backend(?, 5000)", session) { _ in }
      try store.run("INSERT INTO t (a) VALUES ('x')")
      #expect(try store.lastNumber(of: "t") == 1)
    }
  }
}
