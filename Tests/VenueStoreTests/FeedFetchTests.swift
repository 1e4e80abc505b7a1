import Foundation
import MessageBus
import Messages
import TestSupport
import Testing
import Time

@testable import VenueStore

/// Feeds from servers that behave well or badly.
@Suite(.timeLimit(.minutes(10))) struct FeedFetchTests {
  private static let good = "[\(CampusRow.many(0..<3).map(\.json).joined(separator: ","))]"

  /// Small enough to be reached soon.
  private static func limits(
    time: Duration = .patience, silence: Duration = .patience
  ) -> FeedLimits {
    var limits = FeedLimits.patient
    limits.maximumBytes = 1 << 20
    limits.maximumRows = 9
    limits.maximumTime = time
    limits.maximumSilence = silence
    return limits
  }

  private static func many(_ count: Int, of different: Int = .max) -> String {
    let rows = (0..<count).map { CampusRow(id: $0 % different, name: "Place \($0)").json }
    return "[\(rows.joined(separator: ","))]"
  }

  /// Four million spaces, compressed with gzip.
  private static let packed: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    guard let shell = popen("printf '%4000000s' | gzip -c", "r") else { return [] }
    bytes.removeSubrange(fread(&bytes, 1, bytes.count, shell)...)
    pclose(shell)
    return bytes
  }()

  private typealias Script = @Sendable (ScriptedServer.Exchange) -> Void

  /// Misbehaviour of a server, and a part of the message in the report.
  private static let misbehaviours: [(name: String, message: String, script: Script)] = [
    ("status 500", "status 500", { $0.answer(500, good) }),
    ("no content", "status 204", { $0.answer(204, "") }),
    ("stays silent", "The server ", { $0.pause(milliseconds: 20_000) }),
    ("closes at once", "The ", { _ in }),
    (
      "cuts off", "The ",
      { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[{\"id\":1,") }
    ),
    (
      "cuts off without a length", "cut off",
      { $0.send("HTTP/1.0 200 OK\r\n\r\n" + good.dropLast(20)) }
    ),
    (
      "trickles", "in all",
      { exchange in
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n[")
        while exchange.send(" ") { exchange.pause(milliseconds: 50) }
      }
    ),
    ("a page of HTML", "The document is no", { $0.answer(200, "<html><body>Later</body></html>") }),
    ("wrong types", "no row", { $0.answer(200, "[1, [], null, \"x\"]") }),
    (
      "wrong types in rows", "no row",
      {
        $0.answer(
          200,
          #"[{"id":{},"name":"x"},{"id":1,"name":[]},{"id":2,"name":"x","lat":{},"lon":true}]"#)
      }
    ),
    (
      "a row that is deep", "no row",
      {
        let depth = 400_000
        $0.answer(
          200,
          "[" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "]")
      }
    ),
    (
      "deep around the rows", "inside one another",
      { $0.answer(200, String(repeating: #"{"a":"#, count: 100_000)) }
    ),
    ("more rows than may be", "more than 9 rows", { $0.answer(200, many(10)) }),
    ("one row again and again", "more than 9 rows", { $0.answer(200, many(10, of: 1)) }),
    ("rubbish", "The ", { $0.send("rubbish\r\n\r\n") }),
    ("answers 304 to an unconditional request", "status 304", { $0.answer(304, "") }),
    (
      "headers without end", "The ",
      { exchange in
        exchange.send("HTTP/1.1 200 OK\r\n")
        while exchange.send("X-More: and more, and more, and more\r\n") {}
      }
    ),
    (
      "trickles its headers", "The server ",
      { exchange in
        exchange.send("HTTP/1.1 200 OK\r\nX-More: ")
        while exchange.send("x") { exchange.pause(milliseconds: 50) }
      }
    ),
    (
      "4 MB of spaces in 4 kB", "larger than",
      { exchange in
        exchange.send(
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
        exchange.send(packed)
      }
    ),
    (
      "redirects in a circle", "more than 5 times",
      { $0.answer(302, "", ["Location: \($0.path == "/a" ? "/b" : "/a")"]) }
    ),
    (
      "redirects into the file system", "The ",
      { $0.answer(302, "", ["Location: file:///etc/passwd"]) }
    ),
    (
      "1 GB of spaces", "larger than",
      { exchange in
        exchange.send("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n")
        let spaces = [UInt8](repeating: 0x20, count: 1 << 16)
        while exchange.send(spaces) {}
      }
    ),
    (
      "1 GB of spaces without a length", "larger than",
      { exchange in
        exchange.send("HTTP/1.1 200 OK\r\n\r\n")
        let spaces = [UInt8](repeating: 0x20, count: 1 << 16)
        while exchange.send(spaces) {}
      }
    ),
  ]

  /// Limits that are reached by waiting.
  private static let timeLimits = [
    "stays silent": limits(silence: .seconds(1)), "trickles": limits(time: .seconds(2)),
    "trickles its headers": limits(time: .seconds(2)),
  ]

  @Test(
    "a misbehaving server changes nothing, and the report says why",
    arguments: misbehaviours.indices)
  func misbehavingServer(_ index: Int) async throws {
    let misbehaviour = Self.misbehaviours[index]
    let failures = Counter()
    try await FeedHarness.with(limits: Self.limits()) { harness in
      try await ScriptedServer.with({ exchange in
        if failures.value == 0 {
          exchange.answer(200, Self.good)
        } else {
          misbehaviour.script(exchange)
        }
      }) { server in
        try harness.add("campus", at: server.address + "/a")
        #expect(try await harness.sync("campus").outcome == .synced)
        let asOf = try FeedRegistry(harness.store()).list().feeds[0].asOf
        failures.add()
        let limits = Self.timeLimits[misbehaviour.name] ?? Self.limits()
        let report = try await harness.limited(to: limits).sync("campus")
        #expect(report.outcome == .failed, "\(misbehaviour.name)")
        let failure = report.failure ?? ""
        #expect(failure.contains(misbehaviour.message), "\(misbehaviour.name): \(failure)")
        #expect(try harness.names() == ["Place 0", "Place 1", "Place 2"])
        #expect(try FeedRegistry(harness.store()).list().feeds[0].asOf == asOf)
        let left = try FileManager.default.contentsOfDirectory(
          atPath: harness.directory.path("downloads"))
        #expect(left.isEmpty)
      }
    }
  }

  @Test("rows with invalid UTF-8 and repeated identifiers are counted")
  func invalidRows() async throws {
    try await FeedHarness.with(limits: Self.limits()) { harness in
      try await ScriptedServer.with({ exchange in
        exchange.send("HTTP/1.0 200 OK\r\n\r\n[{\"id\":7,\"name\":\"")
        exchange.send([0xC3, 0x28, 0xFF])
        exchange.send("\"},\(Self.good.dropFirst().dropLast()),\(Self.good.dropFirst())")
      }) { server in
        try harness.add("campus", at: server.address)
        let report = try await harness.sync("campus")
        #expect(report.outcome == .synced)
        #expect(report.duplicates == 3)
        #expect(report.invalid.map(\.reason) == ["row that is not UTF-8"])
        #expect(try harness.store().venues.count() == 3)
      }
    }
  }

  @Test("an unchanged document is not downloaded again")
  func notModified() async throws {
    let asked = Locked<[String?]>([])
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        let known = exchange.headers["if-none-match"]
        asked.withLock { $0.append(known) }
        if known == "\"v1\"" {
          exchange.answer(304, "")
        } else {
          exchange.answer(200, Self.good, ["ETag: \"v1\"", "Last-Modified: yesterday"])
        }
      }) { server in
        try harness.add("campus", at: server.address)
        #expect(try await harness.sync("campus").outcome == .synced)
        let report = try await harness.sync("campus")
        #expect(report.outcome == .unchanged)
        #expect(report.rows == 3)
        #expect(asked.withLock { $0 } == [nil, "\"v1\""])
        #expect(try harness.store().venues.count() == 3)
      }
    }
  }

  @Test("a few redirects are followed")
  func redirects() async throws {
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        let step = Int(exchange.path.dropFirst()) ?? 0
        if step < 4 {
          exchange.answer(301, "", ["Location: /\(step + 1)"])
        } else {
          exchange.answer(200, Self.good)
        }
      }) { server in
        try harness.add("campus", at: server.address + "/1")
        #expect(try await harness.sync("campus").outcome == .synced)
      }
    }
  }

  @Test("pages are fetched until one is not full")
  func pages() async throws {
    let paths = Locked<[String]>([])
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        paths.withLock { $0.append(exchange.path) }
        let page = exchange.path.last.flatMap { Int(String($0)) } ?? 0
        exchange.answer(200, Self.breweries((page - 1) * 200..<min(page * 200, 450)))
      }) { server in
        try harness.add("breweries", .openBreweryDB, at: server.address + "/v1/breweries?by_city=x")
        let report = try await harness.sync("breweries")
        #expect(report.rows == 450)
        #expect(try harness.store().venues.count() == 450)
        let start = "/v1/breweries?by_city=x&per_page=200&page="
        #expect(paths.withLock { $0 } == (1...3).map { "\(start)\($0)" })
      }
    }
  }

  @Test("a repeated page and a failing page end the sync")
  func badPages() async throws {
    let failures = Counter()
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        if failures.value > 0, exchange.path.hasSuffix("page=2") { return exchange.answer(500, "") }
        exchange.answer(200, Self.breweries(0..<200))
      }) { server in
        try harness.add("breweries", .openBreweryDB, at: server.address + "/v1/breweries")
        #expect(try await harness.sync("breweries").failure == "Page 2 repeats page 1.")
        failures.add()
        #expect(try await harness.sync("breweries").failure?.contains("500") == true)
        #expect(try harness.store().venues.count() == 0)
      }
    }
  }

  @Test("files are limited, too")
  func files() async throws {
    try await FeedHarness.with(limits: Self.limits()) { harness in
      try harness.add("campus")
      #expect(try await harness.sync("campus").failure?.contains("No such file") == true)
      let spaces = String(repeating: " ", count: 2 << 20)
      #expect(
        try await harness.sync("campus", document: spaces).failure?.contains("larger") == true)
      try harness.add("folder", at: harness.directory.path)
      #expect(try await harness.sync("folder").failure?.contains("not a regular file") == true)
    }
  }

  @Test("the next sync is due with jitter, and after failures with backoff")
  func schedule() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus", every: 3_600)
      #expect(try FeedRegistry(harness.store()).claimDue(now: now) == ["campus"])
      try await harness.sync("campus", CampusRow.many(0..<3))
      func pause() throws -> Int {
        let status = try FeedRegistry(harness.store()).list().feeds[0]
        return try #require(status.nextSync).seconds(
          since: try #require(status.lastSync).startedAt)
      }
      #expect((3_240...3_960).contains(try pause()))
      #expect(try FeedRegistry(harness.store()).claimDue(now: .now()).isEmpty)
      var longest: [Int] = []
      for _ in 0..<5 {
        try await harness.sync("campus", document: "")
        longest.append(try pause())
      }
      for (pause, expected) in zip(longest, [300, 600, 1_200, 2_400, 3_600]) {
        #expect(abs(pause - expected) <= expected / 10)
      }
    }
  }

  @Test("a feed that was synced while the clock was days ahead is due when the clock is right")
  func jumpingClock() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus", every: 3_600)
      let ahead = now.adding(seconds: 9 * 86_400)
      #expect(try FeedRegistry(harness.store()).claimDue(now: ahead) == ["campus"])
      #expect(try FeedRegistry(harness.store()).claimDue(now: ahead).isEmpty)
      #expect(try FeedRegistry(harness.store()).claimDue(now: now) == ["campus"])
      #expect(try FeedRegistry(harness.store()).claimDue(now: now).isEmpty)
    }
  }

  @Test("a feed without an interval is synced on request only")
  func neverDue() async throws {
    try await FeedHarness.with { harness in
      try harness.add("campus", every: 0)
      func isDue() throws -> Bool {
        let later = Timestamp.now().adding(seconds: 400 * 86_400)
        let status = try FeedRegistry(harness.store()).list().feeds[0]
        return try status.nextSync != nil
          || !FeedRegistry(harness.store()).claimDue(now: later).isEmpty
      }
      #expect(try !isDue())
      #expect(try await harness.sync("campus", CampusRow.many(0..<3)).outcome == .synced)
      #expect(try !isDue())
      #expect(try await harness.sync("campus", document: "").outcome == .failed)
      #expect(try !isDue())
      #expect(try harness.names().count == 3)
    }
  }

  private static func breweries(_ numbers: Range<Int>) -> String {
    let rows = numbers.map {
      #"{"id":"\#($0)","name":"Ales \#($0)","longitude":"\#(Double($0) / 10)","latitude":"10"}"#
    }
    return "[\(rows.joined(separator: ","))]"
  }
}

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Locked(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}
