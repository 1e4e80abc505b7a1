import Foundation
import Messages
import SQL
import SQLite
import TestSupport
import Testing

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4's companion, and lengths on either side of a block's end.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 55),
      "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
    ),
    (
      String(repeating: "a", count: 64),
      "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]) func knownDigests(text: String, digest: String) {
    let found = SHA256.digest(of: Data(text.utf8))
    #expect(
      found.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() == digest)
  }
}

@Suite struct KeptRepliesTests {
  private let now = Timestamp(secondsSince1970: 1_790_000_000)
  private let request = PinResetRequest(board: "ada")

  private func withDatabase(_ body: (Database) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let database = try Database(path: directory.path("db"), mode: .readWrite)
      try database.migrate([KeptReplies.schema])
      try body(database)
    }
  }

  @Test("a stored reply is found only for the same request and key") func sameRequest() throws {
    try withDatabase { database in
      let replies = KeptReplies()
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

  /// A file of an earlier version stores requests and not their digests.
  @Test("a reply of an earlier version's file is still found") func earlierFile() throws {
    try withDatabase { database in
      try database.run(
        """
        INSERT INTO kept_reply (key, operation, request, reply, kept_at_milliseconds)
        VALUES (?, ?, ?, ?, ?)
        """, "k", PinResetRequest.operation.name, try MessageCoder.encodePretty(request),
        try MessageCoder.encode("done"), now.millisecondsSince1970)
      #expect(try KeptReplies().find(String.self, for: request, key: "k", in: database) == "done")
      let error = #expect(throws: ServiceError.self) {
        try KeptReplies().find(
          String.self, for: PinResetRequest(board: "bob"), key: "k", in: database)
      }
      #expect(error?.code == .conflict)
    }
  }
}
