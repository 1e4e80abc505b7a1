import Foundation
import SQL
import TestSupport
import Testing

@testable import SQLite

/// What a store says after a kill, if its log was damaged meanwhile.
@Suite struct CommitMarkTests {
  private static let commits = 11

  /// The files of a database as a killed process leaves them, by their suffixes.
  private func killed() throws -> [String: Data] {
    try TemporaryDirectory.with { folder in
      let path = folder.path("store.sqlite")
      let database = try Database(path: path, mode: .readWrite)
      try database.transaction { try database.define("CREATE TABLE entry (number INTEGER)") }
      for number in 0..<Self.commits {
        try database.transaction { try database.run("INSERT INTO entry VALUES (?)", number) }
      }
      // Nothing is committed by a transaction without a change.
      try database.transaction {
        _ = try database.query("SELECT number FROM entry") { $0.int("number") }
      }
      var files: [String: Data] = [:]
      for suffix in ["", "-wal", "-committed"] {
        files[suffix] = try Data(contentsOf: URL(filePath: path + suffix))
      }
      return files
    }
  }

  /// How many rows are there, and how many commits are missed, each time that it is opened.
  private func opened(_ files: [String: Data], times: Int = 1) throws -> [[Int]] {
    try TemporaryDirectory.with { folder in
      let path = folder.path("store.sqlite")
      for (suffix, data) in files { try data.write(to: URL(filePath: path + suffix)) }
      return try (0..<times).map { _ in
        let database = try Database(path: path, mode: .readWrite)
        let rows = try database.first("SELECT count(*) AS n FROM entry") { $0.int("n") } ?? 0
        return [rows, database.connection.lostCommits]
      }
    }
  }

  @Test("a store that lost acknowledged commits with its log says how many, once")
  func damaged() throws {
    var files = try killed()
    #expect(try opened(files) == [[Self.commits, 0]])
    let log = try #require(files["-wal"])
    // Source: https://www.sqlite.org/fileformat2.html, "The WAL File Format".
    let frame = 24 + 4096
    let all = (log.count - 32) / frame
    for kept in [Self.commits - 1, 4] {
      var damaged = log
      // A byte of the page after the last frame that is whole: each commit writes the page of the
      // table and that of the number.
      let frames = all - 2 * (Self.commits - kept)
      damaged[32 + frames * frame + 100] ^= 1
      files["-wal"] = damaged
      let lost = Self.commits - kept
      #expect(try opened(files, times: 2) == [[kept, lost], [kept, 0]], "\(kept)")
    }
    files["-wal"] = Data()
    #expect(throws: SQLError.self) { try opened(files) }
  }

  @Test("a mark that is low, damaged or missing raises no alarm")
  func marks() throws {
    var files = try killed()
    let mark = try #require(files["-committed"])
    var (low, damaged) = (mark, mark)
    low.withUnsafeMutableBytes { bytes in
      let number = bytes.load(as: Int32.self) - 3
      bytes.storeBytes(of: number, as: Int32.self)
      bytes.storeBytes(of: ~number, toByteOffset: 4, as: Int32.self)
    }
    damaged[2] = 1
    for bytes in [low, damaged, Data(), nil] {
      files["-committed"] = bytes
      #expect(try opened(files) == [[Self.commits, 0]])
    }
  }

  @Test("a transaction that reads, into a temporary table, does not begin to write at its end")
  func reading() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path("store.sqlite")
      let reader = try Database(path: path, mode: .readWrite)
      let writer = try Database(path: path, mode: .readWrite)
      try reader.transaction { try reader.define("CREATE TABLE entry (number INTEGER)") }
      try reader.run("CREATE TEMP TABLE seen (number INTEGER)")
      try reader.transaction(.read) {
        try reader.run("INSERT INTO seen SELECT number FROM entry")
        try reader.run("INSERT INTO seen VALUES (1)")
        // From here on the reader's snapshot is old, and it could not write any more.
        try writer.transaction { try writer.run("INSERT INTO entry VALUES (2)") }
      }
      #expect(try reader.query("SELECT number FROM seen") { $0.int("number") } == [1])
    }
  }

  @Test("a commit acknowledged late leaves a later one's mark, also where numbers go round")
  func late() throws {
    try TemporaryDirectory.with { folder in
      let mark = CommitMark(of: folder.path("store.sqlite"))
      for (first, second) in [(5, 3), (Int32.min + 1, Int32.max - 1)] as [(Int32, Int32)] {
        mark.write(first)
        mark.acknowledge(second)
        #expect(mark.number == first)
        #expect(mark.lost(at: first) == 0 && mark.lost(at: second) == Int(first &- second))
        #expect(mark.number == second)
      }
    }
  }

  @Test("commits of several connections are counted together, and the numbers go round")
  func several() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path("store.sqlite")
      let first = try Database(path: path, mode: .readWrite)
      try first.execute("PRAGMA application_id = \(Int32.max); CREATE TABLE entry (number INTEGER)")
      let second = try Database(path: path, mode: .readWrite)
      for database in [first, second, first, second, second] {
        try database.transaction { try database.run("INSERT INTO entry VALUES (1)") }
      }
      let number = try first.first("PRAGMA application_id") { $0.int("application_id") }
      #expect(number == Int(Int32.min) + 4)
      #expect(try Database(path: path, mode: .readWrite).connection.lostCommits == 0)
      try second.execute("PRAGMA application_id = \(Int32.min + 2)")
      #expect(try Database(path: path, mode: .readWrite).connection.lostCommits == 2)
    }
  }
}
