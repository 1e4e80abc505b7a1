import SQL
import SQLite
import TestSupport
import Testing

private struct Refusal: Error {}

@Suite("Transactions")
struct TransactionTests {
  private func scratch() throws -> Database {
    let database = try Database(path: ":memory:", mode: .readWrite)
    try database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")
    return database
  }

  private func rows(_ database: Database) throws -> [Int] {
    try database.query("SELECT a FROM t ORDER BY a") { $0.int(0) }
  }

  @Test("all changes are committed when it returns")
  func commits() throws {
    let database = try scratch()
    let answer = try database.transaction {
      try database.run("INSERT INTO t VALUES (1)")
      return "done"
    }
    #expect(answer == "done")
    #expect(try rows(database) == [1])
  }

  @Test("a broken constraint is its own kind of error")
  func constraint() throws {
    let database = try scratch()
    try database.run("INSERT INTO t VALUES (1)")
    let error = #expect(throws: SQLError.self) { try database.run("INSERT INTO t VALUES (1)") }
    #expect(error?.isConstraintViolation == true)
    #expect(error?.code == "SQLite 1555")
  }

  @Test("foreign keys are enforced")
  func foreignKeys() throws {
    let database = try scratch()
    try database.execute("CREATE TABLE u (a INTEGER REFERENCES t (a))")
    let error = #expect(throws: SQLError.self) { try database.run("INSERT INTO u VALUES (9)") }
    #expect(error?.isConstraintViolation == true)
  }

  @Test("a full disk is its own kind of error, and earlier rows stay")
  func diskFull() throws {
    try TemporaryDirectory.with { directory in
      let database = try Database(path: directory.path("small.db"), mode: .readWrite)
      try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
      try database.execute("PRAGMA max_page_count = 10")
      let error = #expect(throws: SQLError.self) {
        try database.transaction {
          try database.run("INSERT INTO t VALUES (?)", "lost")
          try database.run("INSERT INTO t VALUES (?)", [UInt8](repeating: 1, count: 100_000))
        }
      }
      #expect(error?.isDiskFull == true)
      #expect(error?.description.contains("Free some disk space") == true)
      #expect(try database.query("SELECT a FROM t") { $0.text(0) } == ["kept"])
      try database.transaction { try database.run("INSERT INTO t VALUES ('fits')") }
    }
  }
}
