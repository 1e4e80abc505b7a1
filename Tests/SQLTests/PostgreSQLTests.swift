import PostgreSQL
import SQL
import TestSupport
import Testing

@testable import PostgreSQL

@Suite struct PostgreSQLTests {
  @Test(
    arguments: [
      ("a = ? AND b = ?", "a = $1 AND b = $2", 2),
      ("a = '?' AND b = ?", "a = '?' AND b = $1", 1),
      ("a = 'it''s ?' AND \"b?\" = ?", "a = 'it''s ?' AND \"b?\" = $1", 1),
      ("a -- why?\n= ?", "a -- why?\n= $1", 1),
      ("a - ?", "a - $1", 1), ("", "", 0),
    ])
  func questionMarksAreNumbered(_ text: String, _ sql: String, _ count: Int) {
    let marks = NumberedMarks(text)
    #expect(marks.sql == sql && marks.count == count)
  }

  @Test func aLostConnectionIsMadeAnew() throws {
    try PostgreSQLServer.withDatabase { url in
      let database = try Database(postgreSQL: url)
      let other = try Database(postgreSQL: url)
      let number = "SELECT pg_backend_pid() WHERE ? = 1"
      let session = try database.first(number, 1) { $0.int(0) }
      let isEnded = try other.first("SELECT pg_terminate_backend(?, 5000)", session) { $0.bool(0) }
      #expect(isEnded == true)
      let next = try database.first(number, 1) { $0.int(0) }
      #expect(next != nil && next != session)
    }
  }

  @Test func aTransactionDoesNotOutliveItsConnection() throws {
    try PostgreSQLServer.withDatabase { url in
      let database = try Database(postgreSQL: url)
      let other = try Database(postgreSQL: url)
      try database.execute("CREATE TABLE t (a BIGINT)")
      let error = #expect(throws: SQLError.self) {
        try database.transaction {
          try database.run("INSERT INTO t VALUES (1)")
          let session = try database.first("SELECT pg_backend_pid()") { $0.int(0) }
          try other.first("SELECT pg_terminate_backend(?, 5000)", session) { _ in }
          try database.run("INSERT INTO t VALUES (2)")
        }
      }
      #expect(error?.kind == .unreachable && error?.mayPass == true)
      try database.transaction { try database.run("INSERT INTO t VALUES (3)") }
      #expect(try rows(database) == [3])
    }
  }

  @Test func manyRunsOnALostConnectionFailAndTheNextDoNot() throws {
    try PostgreSQLServer.withDatabase { url in
      let database = try Database(postgreSQL: url)
      let other = try Database(postgreSQL: url)
      try database.execute("CREATE TABLE t (a BIGINT)")
      let insert = "INSERT INTO t VALUES (?)"
      let error = #expect(throws: SQLError.self) {
        try database.transaction {
          let session = try database.first("SELECT pg_backend_pid()") { $0.int(0) }
          try other.first("SELECT pg_terminate_backend(?, 5000)", session) { _ in }
          try database.run(insert, each: (0..<600).map { [$0] })
        }
      }
      #expect(error?.kind == .unreachable)
      try database.transaction { try database.run(insert, each: [[1], [2]]) }
      #expect(try rows(database) == [1, 2])
    }
  }

  /// The server takes a COMMIT after a failure for a ROLLBACK, and does not complain.
  @Test func aFailureThatNobodyMindedIsTheEndOfItsTransaction() throws {
    try PostgreSQLServer.withDatabase { url in
      let database = try Database(postgreSQL: url)
      try database.execute("CREATE TABLE t (a BIGINT PRIMARY KEY)")
      #expect(throws: SQLError.self) {
        try database.transaction {
          try database.run("INSERT INTO t VALUES (1)")
          _ = Result { try database.run("INSERT INTO t VALUES (1)") }
        }
      }
      #expect(try rows(database) == [])
      try database.transaction { try database.run("INSERT INTO t VALUES (3)") }
      #expect(try rows(database) == [3])
    }
  }

  @Test func aLossThatNobodyMindedIsTheEndOfItsTransaction() throws {
    try PostgreSQLServer.withDatabase { url in
      let database = try Database(postgreSQL: url)
      let other = try Database(postgreSQL: url)
      try database.execute("CREATE TABLE t (a BIGINT)")
      let error = #expect(throws: SQLError.self) {
        try database.transaction {
          let session = try database.first("SELECT pg_backend_pid()") { $0.int(0) }
          try other.first("SELECT pg_terminate_backend(?, 5000)", session) { _ in }
          for number in 1...3 {
            _ = Result { try database.run("INSERT INTO t VALUES (?)", number) }
          }
        }
      }
      #expect(error?.kind == .unreachable)
      #expect(try rows(database) == [])
    }
  }

  @Test func aTextWithNULIsRefused() throws {
    try PostgreSQLServer.withDatabase { url in
      let database = try Database(postgreSQL: url)
      let error = #expect(throws: SQLError.self) {
        try database.first("SELECT ?", "a\0b") { $0.text(0) }
      }
      #expect(error?.kind == .unfitText && error?.mayPass == false)
    }
  }

  @Test func whoCannotConnectIsToldWhereToAndNotThePassword() {
    let error = #expect(throws: SQLError.self) {
      try Database(postgreSQL: "postgresql://me:secret@/nowhere?host=/nonexistent")
    }
    #expect(error?.kind == .unreachable)
    #expect(error?.description.contains("/nonexistent") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func aDatabaseThatIsNotThereIsSaidSo() throws {
    try PostgreSQLServer.withDatabase { url in
      let error = #expect(throws: SQLError.self) {
        try Database(postgreSQL: url.replacing("/test", with: "/no-test"))
      }
      #expect(error?.description.contains("does not exist") == true)
    }
  }
}
