import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import QuickBrew

/// Secret keys of feeds: read from a file or standard input, never from the command line.
@Suite struct FeedKeyTests {
  private static let words = ["feed", "add", "a", "--format", "campus", "https://a.example"]
  private static let headers = ["Authorization": "Bearer a:b", "X-Version": "2"]
  private static let lines = ["Authorization: Bearer a:b ", "", "X-Version:2"]

  private static func run(
    _ more: [String], lines: [InputLine] = []
  ) async -> (run: CommandRun, headers: [[String: String]?]) {
    let received = Locked<[[String: String]?]>([])
    let bus = FakeClientBus().answering(FeedAddRequest.self) { request in
      received.withLock { $0.append(request.feed.headers) }
      return FeedStatus(
        feed: Feed(name: "a", format: .campus, location: "https://a.example"), asOf: nil, rows: 0,
        derived: 0, withoutCoordinate: 0, nextSync: nil, lastSync: nil)
    }
    let run = await CommandRun(words + more, bus: bus, lines: FakeLines(lines))
    return (run, received.withLock { $0 })
  }

  private static func file(_ text: String, mode: Int, _ directory: TemporaryDirectory) throws
    -> String
  {
    let path = try directory.write(text.utf8, to: "key")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  @Test("a closed file and standard input both bring headers", arguments: ["\n", "\r\n"])
  func areRead(lineEnd: String) async throws {
    let typed = await Self.run(["--header-file", "-"], lines: Self.lines.map { .text($0) })
    #expect(typed.run.status == .success, "\(typed.run.messages)")
    #expect(typed.headers == [Self.headers])
    try await TemporaryDirectory.with { directory async throws in
      for mode in [0o600, 0o400] {
        let text = Self.lines.joined(separator: lineEnd)
        let path = try Self.file(text, mode: mode, directory)
        let read = await Self.run(["--header-file=\(path)"])
        #expect(read.run.status == .success, "\(read.run.messages)")
        #expect(read.headers == [Self.headers])
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  @Test(
    "a file that others may read or write is refused with how to mend it",
    arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o777])
  func anOpenFileIsRefused(mode: Int) async throws {
    try await TemporaryDirectory.with { directory async throws in
      let path = try Self.file("X-Key: s3cret\n", mode: mode, directory)
      let outcome = await Self.run(["--header-file", path])
      #expect(outcome.run.status == .usage)
      #expect(outcome.run.messages.contains("chmod 600 \(path)"), "\(outcome.run.messages)")
      #expect(!outcome.run.messages.contains("s3cret") && outcome.headers.isEmpty)
    }
  }

  @Test(
    "what is no list of headers is refused, without repeating any of it",
    arguments: [
      ([], "has no line “NAME: VALUE”"), ([.text(" "), .text("")], "has no line “NAME: VALUE”"),
      ([.text("A: b"), .text("s3cret")], "line 2: it is not “NAME: VALUE”"),
      ([.text(": s3cret")], "line 1: it is not “NAME: VALUE”"),
      ([.text("K: s3cret"), .text("K: s3cret")], "line 2: the name was there before"),
      ([.tooLong], "line 1: it is too long"),
      (Array(repeating: .text(""), count: 101), "has more than 100 lines"),
    ] as [([InputLine], String)])
  func refuses(_ lines: [InputLine], with message: String) async {
    let outcome = await Self.run(["--header-file", "-"], lines: lines)
    #expect(outcome.run.status == .usage)
    #expect(outcome.run.messages.contains(message), "\(outcome.run.messages)")
    #expect(!outcome.run.messages.contains("s3cret") && outcome.headers.isEmpty)
  }

  @Test(
    "a file that is not there, or is a folder, is refused",
    arguments: [("/no/such", "No such file"), ("/", "Is a directory")])
  func refusesWhatIsNoFile(_ path: String, with message: String) async {
    let outcome = await Self.run(["--header-file", path])
    #expect(outcome.run.status == .usage)
    #expect(outcome.run.messages.contains("Cannot read \(path): \(message)"))
  }

  @Test(
    "a key on the command line is refused before all else, and not repeated",
    arguments: [
      (["--header", "X-Key: s3cret"], "--header-file FILE"),
      (["--header=X-Key:s3cret"], "--header-file FILE"),
      (["--header", "s3cret", "--every", "1s"], "--header-file FILE"),
      (["--header", "X-Key:", "s3cret", "more"], "--header-file FILE"),
      (["--header-file", "-", "--header", "X-Key: s3cret"], "--header-file FILE"),
      (["https://me:s3cret@b.example/x"], "holds no password"),
      (["--header-file", "-", "--mapping", "-"], "Only one of"),
    ])
  func refusesTheCommandLine(_ more: [String], with message: String) async {
    let outcome = await Self.run(more, lines: [.text("A: b")])
    #expect(outcome.run.status == .usage)
    #expect(outcome.run.messages.contains(message), "\(outcome.run.messages)")
    #expect(!outcome.run.messages.contains("s3cret") && outcome.headers.isEmpty)
  }

  @Test("an address without a password is taken as it is")
  func addressesAreTaken() async {
    for address in ["https://a.example:80/x?at=b@c:d", "https://me@a.example/x", "/srv/a:b@c"] {
      let bus = FakeClientBus().answering(FeedAddRequest.self) { request in
        FeedStatus(
          feed: request.feed, asOf: nil, rows: 0, derived: 0, withoutCoordinate: 0, nextSync: nil,
          lastSync: nil)
      }
      let run = await CommandRun(["feed", "add", "a", "--format", "campus", address], bus: bus)
      #expect(run.status == .success, "\(address): \(run.messages)")
    }
  }
}
