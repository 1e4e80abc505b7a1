import Foundation
import SQL
import SQLite
import TestSupport
import Testing

/// A database in memory with one table of one untyped column.
private func scratch() throws -> Database {
  let database = try Database(path: ":memory:", mode: .readWrite)
  try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a)")
  return database
}

@Suite("Values and rows")
struct ValueTests {
  @Test(
    "what is bound comes back unchanged",
    arguments: [
      .null, .integer(.min), .integer(.max), .integer(0), .real(-0.1), .real(1e308), .text(""),
      .text("kahvila ☕️"), .text("a\0b\0"), .blob([]), .blob([0, 1, 0, 255]),
    ] as [SQLValue])
  func roundTrip(_ value: SQLValue) throws {
    let database = try scratch()
    try database.run("INSERT INTO t (a) VALUES (?)", value)
    #expect(try database.first("SELECT a FROM t") { $0.value(0) } == value)
  }

  @Test("ten megabytes come back unchanged, as text and as a blob")
  func large() throws {
    let database = try scratch()
    let bytes = [UInt8](repeating: 0x61, count: 10_000_000)
    let text = String(decoding: bytes, as: UTF8.self)
    try database.run("INSERT INTO t (a) VALUES (?), (?)", bytes, text)
    let read = try database.query("SELECT a FROM t ORDER BY id") { $0.value(0) }
    #expect(read == [.blob(bytes), .text(text)])
  }

  @Test("every Swift type can be bound and read back")
  func types() throws {
    let database = try scratch()
    let data = Data([1, 2, 3])
    let none: Int? = nil
    let columns = "? AS a, ? AS b, ? AS c, ? AS d, ? AS e, ? AS f, ? AS g"
    try database.first("SELECT \(columns)", 7, true, 1.5, "x", data, none, nil) { row in
      #expect(row.count == 7)
      #expect(row.int(0) == 7 && row.optionalInt64("a") == 7)
      #expect(row.bool(1) && row.optionalBool("b") == true)
      #expect(row.double(2) == 1.5 && row.optionalDouble("c") == 1.5)
      #expect(row.text(3) == "x" && row.optionalText("d") == "x")
      #expect(row.data(4) == data && row.optionalData("e") == data)
      #expect(row.withBytes(4) { $0.count } == 3)
      #expect(row.isNull(5) && row.optionalInt64("f") == nil && row.optionalText("g") == nil)
      #expect(row.int(5) == 0 && row.text(5) == "" && row.data(5).isEmpty)
    }
  }

  @Test("text that is not UTF-8 is repaired, not refused")
  func invalidText() throws {
    let database = try scratch()
    let text = try database.first("SELECT CAST(x'61FF62' AS TEXT)") { $0.text(0) }
    #expect(text == "a\u{FFFD}b")
  }
}

@Suite("Statements")
struct StatementTests {
  @Test("without rows, first is nil and query is empty")
  func nothing() throws {
    let database = try scratch()
    #expect(try database.first("SELECT a FROM t") { $0.int(0) } == nil)
    #expect(try database.query("SELECT a FROM t") { $0.int(0) }.isEmpty)
  }

  @Test("forEach visits every row in order")
  func forEach() throws {
    let database = try scratch()
    var sum = 0
    let sql =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ?) SELECT i FROM n"
    try database.forEach(sql, 1_000) { sum += $0.int(0) }
    #expect(sum == 500_500)
  }

  @Test(
    "the error of a wrong call explains it",
    arguments: [
      ("SELECT ?", "1 values are needed, 0 were given"),
      ("SELECT 1; SELECT 2", "more than one statement"),
      ("  ", "no statement"),
      ("SELEC 1", "syntax error"),
      ("SELECT a FROM nowhere", "no such table"),
    ])
  func misuse(sql: String, message: String) throws {
    let database = try scratch()
    let error = #expect(throws: SQLError.self) { try database.run(sql) }
    #expect(error?.description.contains(message) == true)
    #expect(error?.sql == sql)
  }

  @Test("full-text and R*Tree search are available")
  func extensions() throws {
    let database = try scratch()
    try database.execute("CREATE VIRTUAL TABLE words USING fts5(name)")
    try database.execute("CREATE VIRTUAL TABLE boxes USING rtree(id, w, e, s, n)")
    try database.run("INSERT INTO words (name) VALUES (?)", "Kahvila Aalto")
    try database.run("INSERT INTO boxes VALUES (1, ?, ?, ?, ?)", 24.9, 25.0, 60.1, 60.2)
    #expect(try database.first("SELECT rowid FROM words('aalto')") { $0.int(0) } == 1)
    #expect(try database.first("SELECT id FROM boxes WHERE w <= 24.95") { $0.int(0) } == 1)
  }
}
