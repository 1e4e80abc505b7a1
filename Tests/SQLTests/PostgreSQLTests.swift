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
    let parameters = NumberedParameters(text)
    #expect(parameters.sql == sql && parameters.count == count)
  }

  @Test(
    "a URL has a password before its at sign or in its parameters",
    arguments: [
      ("postgresql://me:s3cret@db/venues", true), ("postgres://:s3cret@db", true),
      ("postgresql://me:s3/c?r@e#t@db/venues", true), ("postgresql://db/v?password=s3cret", true),
      ("postgresql://db/v?user=me&sslpassword=s3cret", true),
      ("postgresql://db/v?p%61ssword=s3cret", true), ("postgresql://me@db:5432/v", false),
      ("postgresql://[::1]:5432/v?user=me", false), ("postgresql:///v?host=/run/postgresql", false),
      ("/srv/a:b@c", false), ("", false),
    ])
  func findsPasswords(_ url: String, _ expected: Bool) {
    #expect(ServerURL.hasPassword(url) == expected)
  }

  /// Nobody listens on port 1.
  @Test(
    "whatever is wrong with a URL, its error message has no password",
    arguments: [
      "me:s3cret@127.0.0.1:1/v", "me:s3cret@127.0.0.1:x/v?password=s3cret",
      "me:s3cret/@127.0.0.1:1/v", "me:s3cret@s3cret@127.0.0.1:1/v", "me:s3cret%zz@127.0.0.1:1/v",
      "me:s3cret%00@127.0.0.1:1/v", "me:s3cret%4", "me:s3cret @127.0.0.1:1/v", "me:s3cret@[::1/v",
      "me:s3cret@[]/v", "me:s3cret@[::1]x/v", "127.0.0.1:1/v?password=s3cret=x",
      "127.0.0.1:1/v?password=s3cret&none=x", "127.0.0.1:1/v?password=s3cret%zz",
      "127.0.0.1:1/v?password=s3cret&sslmode=x", "me:x?s3cret@127.0.0.1:1/v",
    ])
  func repeatsNoPassword(_ rest: String) throws {
    for scheme in ServerURL.schemes {
      let error = try #require(throws: SQLError.self) { try Database(postgreSQL: scheme + rest) }
      #expect(!"\(error)".contains("s3cret"), "\(error)")
    }
  }

  @Test func aLostConnectionIsReestablished() throws {
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

  @Test("a server that begins to refuse writes is left for one that takes them")
  func readOnlyServer() throws {
    try PostgreSQLServer.withDatabase { url in
      let database = try Database(postgreSQL: url)
      // As a copy of another server answers; a new connection does not have the setting.
      try database.execute("SET default_transaction_read_only = on")
      let refusal = #expect(throws: SQLError.self) {
        try database.execute("CREATE TABLE a (b INT)")
      }
      #expect(refusal?.isTransient == true)
      try database.execute("CREATE TABLE a (b INT)")
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
      #expect(error?.kind == .unreachable && error?.isTransient == true)
      try database.transaction { try database.run("INSERT INTO t VALUES (3)") }
      #expect(try rows(database) == [3])
    }
  }

  @Test("a pipeline on a lost connection fails, and the next one works") func lostPipeline() throws
  {
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

  /// After a failed statement the server treats COMMIT as ROLLBACK and reports no error.
  @Test("an ignored failure of a statement fails its transaction") func ignoredFailure() throws {
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

  @Test("an ignored loss of the connection fails its transaction") func ignoredLoss() throws {
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
      #expect(error?.kind == .unfitText && error?.isTransient == false)
    }
  }

  @Test("a refused connection names the server and not the password") func refusedConnection() {
    let error = #expect(throws: SQLError.self) {
      try Database(postgreSQL: "postgresql://me:secret@/nowhere?host=/nonexistent")
    }
    #expect(error?.kind == .unreachable)
    #expect(error?.description.contains("/nonexistent") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test("a missing database is reported") func missingDatabase() throws {
    try PostgreSQLServer.withDatabase { url in
      let error = #expect(throws: SQLError.self) {
        try Database(postgreSQL: url.replacing("/test", with: "/no-test"))
      }
      #expect(error?.description.contains("does not exist") == true)
    }
  }
}
