import CommandLineKit
import Foundation
import SQL
import TestSupport
import Testing

/// Statements that are queued take effect as if they had been run.
@Suite struct QueueTests {
  private struct Enough: Error {}

  @Test(
    "any mix of queued and awaited statements leaves what the same changes of a set leave",
    arguments: Backend.allCases)
  func mixed(_ backend: Backend) throws {
    for seed in UInt64(1)...20 {
      try backend.withTable { database, _ in
        var random = SeededGenerator(seed: seed)
        var expected: Set<Int> = []
        for _ in 0..<4 {
          let before = expected
          do {
            try database.transaction { try changes(database, &expected, &random, seed) }
          } catch is Enough {
            expected = before
          }
          #expect(try rows(database) == expected.sorted(), "seed \(seed)")
        }
      }
    }
  }

  /// - Throws: `Enough` of a transaction that is to be rolled back.
  private func changes(
    _ database: Database, _ expected: inout Set<Int>, _ random: inout SeededGenerator,
    _ seed: UInt64
  ) throws {
    for _ in 0..<Int.random(in: 1...300, using: &random) {
      let number = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        #expect(try rows(database) == expected.sorted(), "seed \(seed)")
      case 1:
        // Begins and ends with statements that are awaited.
        try? database.transaction {
          try database.queue("DELETE FROM t")
          throw Enough()
        }
      case 2:
        try database.run("DELETE FROM t WHERE a = ?", number)
        expected.remove(number)
      case 3:
        // More different statements than are kept prepared.
        try database.queue(
          "DELETE FROM t WHERE a = ? - \(Int.random(in: 0..<200, using: &random))", -1)
      case 4..<10:
        try database.queue("DELETE FROM t WHERE a = ?", number)
        expected.remove(number)
      default:
        try database.queue("INSERT INTO t VALUES (?) ON CONFLICT DO NOTHING", number)
        expected.insert(number)
      }
    }
    if Bool.random(using: &random) { throw Enough() }
  }

  @Test(
    "a queued statement that fails keeps its transaction from committing, and nothing else",
    arguments: Backend.allCases)
  func failure(_ backend: Backend) throws {
    try backend.withTable { database, _ in
      for isSeenBefore in [false, true] {
        let error = #expect(throws: SQLError.self) {
          try database.transaction {
            try database.queue("INSERT INTO t VALUES (1)")
            try database.queue("INSERT INTO t VALUES (1)")
            if isSeenBefore {
              // Whoever goes on in spite of it commits nothing.
              _ = try? rows(database)
              try? database.queue("INSERT INTO t VALUES (2)")
            }
          }
        }
        #expect(error?.kind == .constraintViolation)
        #expect(try rows(database).isEmpty)
      }
      try database.queue("INSERT INTO t VALUES (3)")
      #expect(throws: SQLError.self) { try database.queue("INSERT INTO t VALUES (3)") }
      #expect(try rows(database) == [3])
    }
  }
}
