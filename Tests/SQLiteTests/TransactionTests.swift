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

  @Test("all changes hold when it returns")
  func commits() throws {
    let database = try scratch()
    let answer = try database.transaction {
      try database.run("INSERT INTO t VALUES (1)")
      return "done"
    }
    #expect(answer == "done")
    #expect(try rows(database) == [1])
  }

  @Test("no change holds when it throws")
  func rollsBack() throws {
    let database = try scratch()
    #expect(throws: Refusal.self) {
      try database.transaction {
        try database.run("INSERT INTO t VALUES (1)")
        throw Refusal()
      }
    }
    #expect(try rows(database).isEmpty)
    try database.transaction { try database.run("INSERT INTO t VALUES (2)") }
    #expect(try rows(database) == [2])
  }

  @Test("an inner one undoes its own changes only")
  func nested() throws {
    let database = try scratch()
    try database.transaction {
      try database.run("INSERT INTO t VALUES (1)")
      #expect(throws: Refusal.self) {
        try database.transaction {
          try database.run("INSERT INTO t VALUES (2)")
          throw Refusal()
        }
      }
      try database.transaction { try database.run("INSERT INTO t VALUES (3)") }
    }
    #expect(try rows(database) == [1, 3])
  }

  @Test("a broken rule is told apart from other failures")
  func constraint() throws {
    let database = try scratch()
    try database.run("INSERT INTO t VALUES (1)")
    let error = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO t VALUES (1)") }
    #expect(error?.isConstraintViolation == true)
    #expect(error?.extendedCode == 1555)
  }

  @Test("foreign keys are enforced")
  func foreignKeys() throws {
    let database = try scratch()
    try database.execute("CREATE TABLE u (a INTEGER REFERENCES t (a))")
    let error = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO u VALUES (9)") }
    #expect(error?.isConstraintViolation == true)
  }

  @Test("readers see the last committed state while another connection writes")
  func readersDuringWrite() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("shared.db")
      let writer = try Database(path: path, mode: .readWrite)
      try writer.execute("CREATE TABLE t (a INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)")
      let reader = try Database(path: path, mode: .readOnly, busyTimeout: .zero)
      try writer.transaction {
        try writer.run("INSERT INTO t VALUES (2)")
        #expect(try rows(reader) == [1])
      }
      #expect(try rows(reader) == [1, 2])
      try reader.transaction(.read) {
        #expect(try rows(reader) == [1, 2])
        try writer.run("INSERT INTO t VALUES (3)")
        #expect(try rows(reader) == [1, 2])
      }
      #expect(try rows(reader) == [1, 2, 3])
    }
  }

  @Test("a second writer is told that it is busy")
  func busy() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("shared.db")
      let one = try Database(path: path, mode: .readWrite)
      let two = try Database(path: path, mode: .readWrite, busyTimeout: .milliseconds(5))
      try one.transaction {
        let error = #expect(throws: SQLiteError.self) { try two.transaction {} }
        #expect(error?.isBusy == true)
      }
      try two.transaction {}
    }
  }

  @Test("a full disk is said to be one, and what was there stays")
  func diskFull() throws {
    try TemporaryDirectory.with { directory in
      let database = try Database(path: directory.path("small.db"), mode: .readWrite)
      try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')")
      try database.execute("PRAGMA max_page_count = 10")
      let error = #expect(throws: SQLiteError.self) {
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
