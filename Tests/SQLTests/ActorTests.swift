import SQL
import SQLite
import TestSupport
import Testing

/// How a service uses a connection: in an actor, so that one task at a time does.
private actor Counter {
  private let database: Database

  init(path: String) throws {
    database = try Database(path: path, mode: .readWrite)
    try database.create(
      Schema(tables: "CREATE TABLE count (n INTEGER); INSERT INTO count VALUES (0)"))
  }

  func increment() throws -> Int {
    try database.transaction {
      try database.run("UPDATE count SET n = n + 1")
      return try database.first("SELECT n FROM count") { $0.int(0) } ?? 0
    }
  }
}

@Suite("A database in an actor")
struct ActorTests {
  @Test("concurrent callers each get a result of their own")
  func counts() async throws {
    try await TemporaryDirectory.with { directory in
      let counter = try Counter(path: directory.path("count.db"))
      var answers: [Int] = []
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<50 { group.addTask { try await counter.increment() } }
        for try await answer in group { answers.append(answer) }
      }
      #expect(answers.sorted() == Array(1...50))
    }
  }

  @Test("several connections that create the same file at once all find its schema")
  func openedTogether() async throws {
    for _ in 0..<20 {
      try await TemporaryDirectory.with { directory in
        let path = directory.path("count.db")
        try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<6 { group.addTask { try await Counter(path: path).increment() } }
          for try await _ in group {}
        }
        #expect(try await Counter(path: path).increment() == 7)
      }
    }
  }

  @Test("two connections that write at once wait for one another")
  func twoConnections() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("count.db")
      let counters = [try Counter(path: path), try Counter(path: path)]
      try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<60 { group.addTask { try await counters[index % 2].increment() } }
        for try await _ in group {}
      }
      #expect(try await counters[0].increment() == 61)
    }
  }
}
