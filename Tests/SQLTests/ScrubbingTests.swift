import Foundation
import SQL
import SQLite
import TestSupport
import Testing

@Suite struct ScrubbingTests {
  /// What erased rows are full of: of one overwritten in part this may be all that is left.
  private static let erased = "qq"

  /// A file in whose pages copies of erased rows are left, which were moved to other pages before,
  /// and two connections that have every page in their caches.
  private func withResidue(
    rows count: Int = 15_000, _ body: (String, Database, Database) throws -> Void
  ) throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("db")
      let databases = try (0..<2).map { _ in try Database(path: path, mode: .readWrite) }
      let database = databases[0]
      try database.execute(
        """
        CREATE TABLE note (number INTEGER PRIMARY KEY, text TEXT);
        CREATE TABLE board (id TEXT PRIMARY KEY, content TEXT) WITHOUT ROWID;
        """)
      try database.transaction {
        // In no order, and of many lengths: pages are divided again and again.
        for number in (0..<count).map({ $0 * 7_919 % count }) {
          let part = number % 4 == 0 ? Self.erased : "xx"
          func text(_ length: Int) -> String {
            "\(part) \(number) " + String(repeating: part, count: number * 37 % length)
          }
          try database.run("INSERT INTO note VALUES (?, ?)", number, text(150))
          // Long enough that inner pages, which have rows without a number, are divided, too.
          try database.run("INSERT INTO board VALUES (?, ?)", "\(1_000_000 + number)", text(300))
        }
      }
      try database.transaction {
        try database.run("DELETE FROM note WHERE text LIKE '\(Self.erased)%'")
        try database.run("DELETE FROM board WHERE content LIKE '\(Self.erased)%'")
        // More rows in a page than it had when it was full: the list of their addresses reaches the
        // copies, so that a gap begins with one.
        for number in 0..<count {
          try database.run("INSERT INTO board VALUES (?, '')", "\(1_000_000 + number)a")
        }
      }
      for each in databases {
        try each.execute("PRAGMA cache_size = -60000")
        #expect(try rows(each).count == count * 5 / 2)
      }
      try body(path, database, databases[1])
    }
  }

  private func rows(_ database: Database) throws -> [String] {
    try database.query("SELECT text FROM note UNION ALL SELECT content FROM board") { $0.text(0) }
  }

  private func hasResidue(_ path: String, _ database: Database) throws -> Bool {
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return try ["", "-wal"].contains { suffix in
      let bytes = try Data(contentsOf: URL(filePath: path + suffix))
      return bytes.range(of: Data(Self.erased.utf8)) != nil
    }
  }

  /// Writes every page as the connection knows it.
  private func writeAll(_ database: Database, _ old: String, _ new: String) throws {
    try database.run("UPDATE note SET text = replace(text, ?, ?)", old, new)
    try database.run("UPDATE board SET content = replace(content, ?, ?)", old, new)
  }

  @Test(
    "nothing of erased rows is left in any page, and nothing comes back out of a cache",
    arguments: [false, true])
  func residue(othersWrite: Bool) throws {
    try withResidue { path, database, other throws in
      #expect(try hasResidue(path, database), "else there is nothing to find")
      let before = try rows(database)
      var (page, parts): (Int64?, Int) = (.max, 0)
      while let last = page {
        page = try database.scrub(to: last)
        parts += 1
        guard othersWrite else { continue }
        #expect(try other.run("UPDATE note SET text = text || '' WHERE number % 1000 = 1") > 0)
      }
      #expect(parts == 3)
      #expect(try !hasResidue(path, database))
      for (old, new) in [("x", "y"), ("y", "x")] {
        for each in othersWrite ? [other, database] : [database, other] {
          try writeAll(each, old, new)
          #expect(try !hasResidue(path, each))
        }
      }
      #expect(try rows(database) == before && rows(other) == before)
      #expect(try database.integrityProblems() == [])
    }
  }

  @Test("what another connection read while a part was erased does not come back from it")
  func readMeanwhile() async throws {
    try await TemporaryDirectory.with { directory in
      // Again and again, as it must read between two steps of one part.
      let paths = (0..<20).map { directory.path("db\($0)") }
      try withResidue(rows: 5_000) { original, database, _ throws in
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for path in paths { try FileManager.default.copyItem(atPath: original, toPath: path) }
      }
      for path in paths {
        let database = try Database(path: path, mode: .readWrite)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let reader = Task.detached {
          let database = try Database(path: path, mode: .readWrite)
          try database.execute("PRAGMA cache_size = -60000")
          repeat {
            let all = "SELECT max(text), (SELECT max(content) FROM board) FROM note"
            _ = try database.query(all) { $0.text(0) }
            start.finish()
          } while !Task.isCancelled
          try writeAll(database, "x", "y")
        }
        for await _ in started {}
        #expect(try database.scrub(to: .max) == nil)
        reader.cancel()
        try await reader.value
        #expect(try !hasResidue(path, database))
      }
    }
  }

  @Test("whatever page is named, the file stays sound")
  func pages() throws {
    try withResidue { path, database, _ throws in
      for page in [.min, -1, 0, 1, 1_500, .max] as [Int64] { _ = try database.scrub(to: page) }
      #expect(try database.scrub(to: 1) == nil)
      #expect(try database.integrityProblems() == [])
    }
  }

  @Test("while another connection reads an older state nothing is overwritten")
  func reader() throws {
    try withResidue { path, _, other throws in
      let database = try Database(path: path, mode: .readWrite, busyTimeout: .zero)
      try other.transaction(.read) {
        let before = try rows(other)
        try database.run("DELETE FROM note WHERE number = 1")
        let error = #expect(throws: SQLError.self) { _ = try database.scrub(to: .max) }
        #expect(error?.isBusy == true)
        #expect(try rows(other) == before)
      }
      #expect(try database.scrub(to: 1) == nil)
    }
  }
}
