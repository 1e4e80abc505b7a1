import Foundation
import Hashing
import Idempotency
import Messages
import SQL
import SQLite
import TestSupport
import Testing
import Time

@Suite struct StoredRepliesTests {
  private let now = Timestamp(secondsSince1970: 1_790_000_000)
  private let request = PinResetRequest(board: "ada")

  private func withDatabase(_ body: (Database) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let database = try Database(path: directory.path("db"), mode: .readWrite)
      try database.create(Schema(tables: StoredReplies.schema))
      try body(database)
    }
  }

  @Test("a stored reply is found only for the same request and key") func sameRequest() throws {
    try withDatabase { database in
      let replies = StoredReplies()
      try replies.keep("done", for: request, key: "k", now: now, in: database)
      #expect(try replies.find(String.self, for: request, key: "k", in: database) == "done")
      #expect(try replies.find(String.self, for: request, key: "other", in: database) == nil)
      #expect(try replies.find(String.self, for: request, key: nil, in: database) == nil)
      for error in [
        #expect(throws: ServiceError.self) {
          try replies.find(
            String.self, for: PinResetRequest(board: "bob"), key: "k", in: database)
        },
        #expect(throws: ServiceError.self) {
          try replies.find(
            String.self, for: PinBoardRequest(board: "ada"), key: "k", in: database)
        },
      ] { #expect(error?.code == .conflict) }
      let sizes = try database.query("SELECT length(request) FROM kept_reply") { $0.int(0) }
      #expect(sizes == [32])
    }
  }

  @Test("replies older than a week are deleted, but not the newest tenth of what is stored")
  func age() throws {
    try withDatabase { database in
      let replies = StoredReplies(maximumCount: 20)
      for key in ["a", "b", "c"] {
        try replies.keep(key, for: request, key: key, now: now, in: database)
      }
      // A clock that is eight days ahead for one request, and right again for the next.
      for (key, days) in [("ahead", 8), ("right", 0)] {
        let time = now.adding(seconds: days * 86_400)
        try replies.keep(key, for: request, key: key, now: time, in: database)
      }
      let kept = try database.query("SELECT key FROM kept_reply ORDER BY number") { $0.text(0) }
      #expect(kept == ["c", "ahead", "right"])
    }
  }
}
