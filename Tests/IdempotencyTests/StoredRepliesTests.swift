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

  @Test("a reply with a flipped bit is not given, and the change is not made again") func flipped()
    throws
  {
    try withDatabase { database in
      let replies = StoredReplies()
      try replies.keep("done", for: request, key: "k", now: now, in: database)
      try database.run("UPDATE kept_reply SET reply = CAST('\"donf\"' AS BLOB)")
      let error = #expect(throws: ServiceError.self) {
        try replies.find(String.self, for: request, key: "k", in: database)
      }
      #expect(error?.code == .internal)
    }
  }

  @Test("replies older than a week are deleted, but not the newest tenth of what is stored")
  func age() throws {
    try withDatabase { database in
      let replies = StoredReplies(maximumCount: 20)
      for key in ["a", "b", "c"] {
        try replies.keep(key, for: request, key: IdempotencyKey(key), now: now, in: database)
      }
      // A clock that is eight days ahead for one request, and right again for the next.
      for (key, days) in [("ahead", 8), ("right", 0)] {
        let time = now.adding(seconds: days * 86_400)
        try replies.keep(
          key, for: request, key: IdempotencyKey(key), now: time, in: database)
      }
      let kept = try database.query("SELECT key FROM kept_reply ORDER BY number") { $0.text(0) }
      #expect(kept == ["c", "ahead", "right"])
    }
  }

  @Test("keys are each caller's own, so nobody gets or blocks another's")
  func callers() throws {
    try withDatabase { database in
      let replies = StoredReplies()
      let other = PinResetRequest(board: "bob")
      let (ann, bob) = (Self.key("k", of: "ann"), Self.key("k", of: "bob"))
      try replies.keep("owner's", for: request, key: "k", now: now, in: database)
      try replies.keep("ann's", for: request, key: ann, now: now, in: database)
      try replies.keep("bob's", for: other, key: bob, now: now, in: database)
      #expect(try replies.find(String.self, for: request, key: "k", in: database) == "owner's")
      #expect(try replies.find(String.self, for: request, key: ann, in: database) == "ann's")
      #expect(try replies.find(String.self, for: other, key: bob, in: database) == "bob's")
    }
  }

  @Test("only a caller's own changes of the same operation push out a reply")
  func bounds() throws {
    try withDatabase { database in
      let replies = StoredReplies(maximumCount: 30)
      let fence = PinWatchRequest(board: "ada", on: true)
      let guest = Caller.guestPrefix + String(repeating: "0", count: Caller.guestDigits)
      try replies.keep("fence", for: fence, key: Self.key("f", of: "ann"), now: now, in: database)
      for number in 0..<100 {
        for caller in ["ann", "bob", guest, nil] {
          let key = Self.key("\(number)", of: caller)
          try replies.keep("\(number)", for: request, key: key, now: now, in: database)
        }
      }
      let counts = try database.query(
        "SELECT caller, operation, count(*) FROM kept_reply GROUP BY 1, 2 ORDER BY 1, 2"
      ) { "\($0.text(0)) \($0.text(1)) \($0.int(2))" }
      #expect(
        counts == [
          " planner.pin-reset/1 30", "ann planner.pin-reset/1 3", "ann planner.pin-watch/1 1",
          "bob planner.pin-reset/1 3", "\(guest) planner.pin-reset/1 1",
        ])
      let newest = try database.query("SELECT key FROM kept_reply WHERE caller = 'bob'") {
        $0.text(0)
      }
      #expect(newest == ["97", "98", "99"])
    }
  }

  private static func key(_ text: String, of name: String?) -> IdempotencyKey {
    IdempotencyKey(text, of: name.map { Caller(name: $0, scope: .write, user: $0) })
  }
}
