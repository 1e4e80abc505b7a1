import Foundation
import Messages
import SQL
import TestSupport
import Testing

private struct Enough: Error {}

/// What is promised of every engine.
@Suite struct PortableTests {
  @Test(arguments: Backend.allCases)
  func valuesComeBackUnchanged(_ backend: Backend) throws {
    try backend.with { connect in
      let database = try connect(.patience)
      let bytes = database.location.hasPrefix("postgresql") ? "BYTEA" : "BLOB"
      try database.execute(
        """
        CREATE TABLE v (n BIGINT PRIMARY KEY, i BIGINT, d DOUBLE PRECISION, s TEXT, b \(bytes))
        """)
      let long = String(repeating: "kahvila ☕️ ", count: 100_000)
      let table: [(Int64?, Double?, String?, [UInt8]?)] = [
        (nil, nil, nil, nil), (.min, -0.1, "", []), (.max, 1e308, "it's \"so\"?", [0, 1, 0, 255]),
        (0, 2.5e-308, long, [UInt8](repeating: 7, count: 1_000_000)), (1, .infinity, "$1", [92]),
      ]
      for (number, row) in table.enumerated() {
        try database.run(
          "INSERT INTO v VALUES (?, ?, ?, ?, ?)", number, row.0, row.1, row.2, row.3)
      }
      for (number, row) in table.enumerated() {
        let sql = "SELECT i, d, s, b, i IS NULL AS is_null FROM v WHERE n = ?"
        let same = try database.first(sql, number) {
          // By name, in another order than the statement's.
          $0.optionalDouble("d") == row.1 && $0.optionalInt64("i") == row.0
            && $0.optionalData("b").map { [UInt8]($0) } == row.3 && $0.optionalText("s") == row.2
            && $0.bool("is_null") == $0.isNull("i")
        }
        let stored = try database.first(sql, number) { ($0.value(0), $0.value(3), $0.bool(4)) }
        let beyond = try database.first(sql, number) { $0.count == 5 && $0.isNull(5) }
        #expect(same == true && beyond == true)
        #expect(stored?.0 == row.0.map { .integer($0) } ?? .null)
        #expect(stored?.1 == row.3.map { .blob($0) } ?? .null)
        #expect(stored?.2 == (row.0 == nil))
      }
      #expect(try database.first("SELECT b FROM v WHERE n = 1") { $0.data(0) } == Data())
    }
  }

  @Test("row numbers continue above the last number set", arguments: Backend.allCases)
  func lastNumber(_ backend: Backend) throws {
    try backend.with { connect in
      let database = try connect(.patience)
      let insert = "INSERT INTO v (a) VALUES (1) RETURNING number"
      func next() throws -> Int64? { try database.first(insert) { $0.int64(0) } }
      try database.define(
        """
        CREATE TABLE v (number INTEGER PRIMARY KEY AUTOINCREMENT, a INTEGER);
        CREATE TABLE plain (number INTEGER PRIMARY KEY, a INTEGER);
        """)
      for table in ["v", "plain"] { #expect(try database.lastNumber(of: table) == 0) }
      #expect(try next() == 1)
      #expect(try next() == 2)
      try database.run("DELETE FROM v WHERE number = 2")
      #expect(try database.lastNumber(of: "v") == 2)
      try database.run("INSERT INTO v VALUES (40, 1)")
      try database.run("INSERT INTO plain VALUES (30, 1)")
      #expect(try database.lastNumber(of: "v") == 40)
      #expect(try database.lastNumber(of: "plain") == 30)
      try database.setLastNumber(50, of: "v")
      try database.setLastNumber(30, of: "plain")
      #expect(try database.lastNumber(of: "v") == 50)
      #expect(try next() == 51)
      try database.run("INSERT INTO plain (a) VALUES (1)")
      #expect(try database.lastNumber(of: "plain") == 31)
    }
  }

  /// More runs than fit into one pipeline.
  @Test(arguments: Backend.allCases)
  func manyRunsAreTheSameAsOneByOne(_ backend: Backend) throws {
    try backend.withTable { database, _ in
      let insert = "INSERT INTO t VALUES (?) ON CONFLICT DO NOTHING"
      try database.transaction {
        #expect(try database.run(insert, each: []) == [])
        let counts = try database.run(insert, each: (0..<1_000).map { [$0 / 2] })
        #expect(counts == (0..<1_000).map { 1 - $0 % 2 })
        let deletions = try database.run("DELETE FROM t WHERE a < ?", each: [[10], [5], [nil]])
        #expect(deletions == [10, 0, 0])
      }
      #expect(try rows(database) == Array(10..<500))
    }
  }

  @Test("one of many runs that fails ends the transaction", arguments: Backend.allCases)
  func failedRun(_ backend: Backend) throws {
    try backend.withTable { database, _ in
      let insert = "INSERT INTO t VALUES (?)"
      let faults: [(rows: [[Int?]], isConstraint: Bool)] = [
        ((0..<600).map { [$0 == 300 ? 299 : $0] }, true),
        ([[1], [2, 3]], false),
      ]
      for fault in faults {
        let error = #expect(throws: SQLError.self) {
          try database.transaction { try database.run(insert, each: fault.rows) }
        }
        #expect(error?.isConstraintViolation == fault.isConstraint)
        #expect(try rows(database).isEmpty)
      }
      // The connection is still usable.
      try database.transaction { try database.run(insert, each: [[1], [2]]) }
      #expect(try rows(database) == [1, 2])
    }
  }

  @Test("a transaction that throws changes nothing", arguments: Backend.allCases)
  func rollback(_ backend: Backend) throws {
    try backend.withTable { database, _ in
      let abandoned = Result {
        try database.transaction {
          try database.run("INSERT INTO t VALUES (1)")
          throw Enough()
        }
      }
      let left = try rows(database)
      #expect(throws: Enough.self) { try abandoned.get() }
      #expect(left.isEmpty)
    }
  }

  @Test(arguments: Backend.allCases)
  func anInnerTransactionUndoesItsOwnChangesOnly(_ backend: Backend) throws {
    try backend.withTable { database, _ in
      try database.transaction {
        try database.run("INSERT INTO t VALUES (2)")
        let abandoned = Result {
          try database.transaction {
            try database.run("INSERT INTO t VALUES (3)")
            throw Enough()
          }
        }
        let repeated = Result {
          try database.transaction { try database.run("INSERT INTO t VALUES (2)") }
        }
        #expect(throws: Enough.self) { try abandoned.get() }
        #expect(throws: SQLError.self) { try repeated.get() }
        try database.transaction { try database.run("INSERT INTO t VALUES (4)") }
      }
      #expect(try rows(database) == [2, 4])
    }
  }

  @Test(arguments: Backend.allCases)
  func changesAreCountedAndReturned(_ backend: Backend) throws {
    try backend.withTable { database, _ in
      #expect(try database.run("INSERT INTO t VALUES (?), (?), (?)", 1, 2, 3) == 3)
      #expect(try database.run("UPDATE t SET a = a + 10 WHERE a > ?", 1) == 2)
      #expect(try database.run("DELETE FROM t WHERE a > ?", 99) == 0)
      let returned = try database.query("INSERT INTO t VALUES (7) RETURNING a") { $0.int(0) }
      #expect(returned == [7])
      #expect(try database.first("SELECT a FROM t WHERE a = 99") { $0.int(0) } == nil)
    }
  }

  @Test(arguments: Backend.allCases)
  func aClosureThatThrowsLeavesTheStatementUsable(_ backend: Backend) throws {
    try backend.withTable { database, _ in
      try database.run("INSERT INTO t VALUES (1), (2), (3)")
      let sql = "SELECT a FROM t WHERE a >= ? ORDER BY a"
      #expect(throws: Enough.self) {
        try database.query(sql, 1) { if $0.int(0) == 2 { throw Enough() } }
      }
      let nested = try database.query(sql, 2) { outer in
        try database.query(sql, outer.int(0)) { $0.int(0) }
      }
      #expect(nested == [[2, 3], [3]])
      try database.execute("DROP TABLE t")
    }
  }

  @Test("more statements than the cache holds still work", arguments: Backend.allCases)
  func statementCache(_ backend: Backend) throws {
    try backend.with { connect in
      let database = try connect(.patience)
      for number in 0..<300 {
        #expect(try database.first("SELECT \(number)") { $0.int(0) } == number)
      }
    }
  }

  @Test("a wrong call and a broken constraint are different errors", arguments: Backend.allCases)
  func kindsOfErrors(_ backend: Backend) throws {
    try backend.withTable { database, _ in
      let wrong = [
        ("SELECT a FROM t WHERE a = ?", "1 values are needed, 0 were given"),
        ("  ", "no statement"),
        ("SELEC 1", "syntax error"), ("SELECT a FROM nowhere", "nowhere"),
        ("DELETE FROM t; DELETE FROM t", ""),
      ]
      for (sql, message) in wrong {
        let error = #expect(throws: SQLError.self) { try database.run(sql) }
        #expect(error?.kind == .other && error?.sql == sql)
        #expect(message.isEmpty || error?.description.contains(message) == true)
      }
      try database.run("INSERT INTO t VALUES (1)")
      let error = #expect(throws: SQLError.self) { try database.run("INSERT INTO t VALUES (1)") }
      #expect(error?.isConstraintViolation == true)
    }
  }

  @Test(arguments: Backend.allCases)
  func readersSeeOneStateWhileAnotherWrites(_ backend: Backend) throws {
    try backend.withTable { writer, connect in
      let reader = try connect(.zero)
      try writer.transaction {
        try writer.run("INSERT INTO t VALUES (1)")
        #expect(try rows(reader).isEmpty)
      }
      try reader.transaction(.read) {
        #expect(try rows(reader) == [1])
        try writer.run("INSERT INTO t VALUES (2)")
        #expect(try rows(reader) == [1])
      }
      #expect(try rows(reader) == [1, 2])
    }
  }

  @Test("write transactions are serialised", arguments: Backend.allCases)
  func writers(_ backend: Backend) throws {
    try backend.withTable { one, connect in
      let two = try connect(.milliseconds(20))
      try one.transaction {
        let error = #expect(throws: SQLError.self) { try two.transaction {} }
        #expect(error?.isBusy == true && error?.isTransient == true)
      }
      try two.transaction { try two.run("INSERT INTO t VALUES (1)") }
      #expect(try rows(one) == [1])
    }
  }

  @Test(arguments: Backend.allCases)
  func theTablesAreCreatedOnceAndOtherVersionsAreRefused(_ backend: Backend) throws {
    try backend.with { connect in
      let database = try connect(.patience)
      #expect(try database.schemaVersion() == 0)
      let broken = Schema(tables: "CREATE TABLE t (a BIGINT); CREATE TABLE t (again BIGINT)")
      #expect(throws: SQLError.self) { try database.create(broken) }
      #expect(try database.schemaVersion() == 0)
      let schema = Schema(version: 2, tables: "CREATE TABLE t (a BIGINT); INSERT INTO t VALUES (1)")
      for _ in 1...2 { try database.create(schema) }
      try connect(.patience).create(schema)
      #expect(try rows(database) == [1])
      for version in [1, 3] {
        let error = #expect(throws: SchemaVersionError.self) {
          try database.create(Schema(version: version, tables: "DROP TABLE t"))
        }
        #expect(error?.found == 2 && error?.expected == version)
      }
      #expect(try rows(database) == [1])
    }
  }
}
