import Foundation
import SQL
import SQLite
import TestSupport
import Testing

@Suite("Database files")
struct FileTests {
  @Test("a durable store logs ahead and syncs on commit")
  func durable() throws {
    try TemporaryDirectory.with { directory in
      let database = try Database(path: directory.path("store.db"), mode: .readWrite)
      #expect(try database.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
      #expect(try database.first("PRAGMA synchronous") { $0.int(0) } == 2)
      #expect(try database.first("PRAGMA foreign_keys") { $0.int(0) } == 1)
    }
  }

  @Test("only its owner may read a durable store and its log; a file that was there keeps its mode")
  func isPrivate() throws {
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    try TemporaryDirectory.with { directory in
      let path = directory.path("store.db")
      let database = try Database(path: path, mode: .readWrite)
      try database.execute("CREATE TABLE t (a)")
      for suffix in ["", "-wal", "-shm"] { #expect(try mode(path + suffix) == 0o600) }

      let other = try directory.write([], to: "other.db")
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: other)
      _ = try Database(path: other, mode: .readWrite)
      #expect(try mode(other) == 0o640)
    }
  }

  @Test("the next connection reads what was committed")
  func reopened() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store.db")
      do {
        let database = try Database(path: path, mode: .readWrite)
        try database.execute("CREATE TABLE t (a)")
        try database.run("INSERT INTO t VALUES (?)", "kept")
      }
      let database = try Database(path: path, mode: .readOnly)
      #expect(try database.first("SELECT a FROM t") { $0.text(0) } == "kept")
    }
  }

  @Test("a file made for building rolls back too, and reads afterwards")
  func building() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("index.db")
      do {
        let database = try Database(path: path, mode: .building)
        try database.execute("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        try? database.transaction {
          try database.run("INSERT INTO t VALUES (2)")
          throw CancellationError()
        }
      }
      let database = try Database(path: path, mode: .readOnly)
      #expect(try database.query("SELECT a FROM t") { $0.int(0) } == [1])
    }
  }

  @Test("a read-only connection neither writes nor creates files")
  func readOnly() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store.db")
      let error = #expect(throws: SQLError.self) {
        try Database(path: path, mode: .readOnly)
      }
      #expect(error?.description.contains(path) == true)
      #expect(error?.description.contains("folder exists") == true)
      #expect(!FileManager.default.fileExists(atPath: path))
      _ = try Database(path: path, mode: .readWrite)
      let reader = try Database(path: path, mode: .readOnly)
      #expect(throws: SQLError.self) { try reader.execute("CREATE TABLE t (a)") }
    }
  }

  @Test("a folder or a missing folder is refused with the path", arguments: [".", "no/such.db"])
  func unopenable(name: String) throws {
    try TemporaryDirectory.with { directory in
      let error = #expect(throws: SQLError.self) {
        try Database(path: directory.path(name), mode: .readWrite)
      }
      #expect(error?.location == directory.path(name))
    }
  }

  @Test("a file that is not a database is reported as corrupt at once", arguments: [true, false])
  func notADatabase(readOnly: Bool) throws {
    try TemporaryDirectory.with { directory in
      let text = String(repeating: "this is not a database ", count: 100)
      let path = try directory.write(text.utf8, to: "store.db")
      let error = #expect(throws: SQLError.self) {
        try Database(path: path, mode: readOnly ? .readOnly : .readWrite)
      }
      #expect(error?.isCorrupt == true)
      #expect(error?.description.contains("backup") == true)
    }
  }

  @Test("damage in the middle is found by the integrity check")
  func damaged() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store.db")
      do {
        let database = try Database(path: path, mode: .building)
        try database.execute("CREATE TABLE t (a)")
        for number in 0..<2_000 { try database.run("INSERT INTO t VALUES (?)", "row \(number)") }
        #expect(try database.integrityProblems().isEmpty)
      }
      var bytes = try Data(contentsOf: URL(filePath: path))
      bytes.replaceSubrange(12_288..<20_480, with: repeatElement(0xAA, count: 8_192))
      try directory.write(bytes, to: "store.db")
      let database = try Database(path: path, mode: .readOnly)
      #expect(try !database.integrityProblems().isEmpty)
      let error = #expect(throws: SQLError.self) {
        try database.query("SELECT a FROM t") { $0.text(0) }
      }
      #expect(error?.isCorrupt == true)
    }
  }
}

@Suite("Integrity")
struct IntegrityTests {
  @Test("a reference to nothing is found")
  func danglingKey() throws {
    let database = try Database(path: ":memory:", mode: .readWrite)
    try database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY)")
    try database.execute("CREATE TABLE u (a REFERENCES t (a))")
    try database.execute("PRAGMA foreign_keys = OFF; INSERT INTO u VALUES (9)")
    #expect(try database.integrityProblems() == ["row 1 of u refers to a missing row of t"])
  }
}
