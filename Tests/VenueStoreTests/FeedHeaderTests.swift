import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import VenueStore

/// The headers of a feed: sent to its own server only, and never shown.
@Suite(.timeLimit(.minutes(10))) struct FeedHeaderTests {
  private static let key = "Authorization"
  private static let secret = "Bearer 7f:3a"
  private static let good = "[\(CampusRow.many(0..<3).map(\.json).joined(separator: ","))]"

  /// The paths that a server was asked for, each with the header that came with it.
  private typealias RequestLog = Locked<[String]>

  private static func record(_ exchange: ScriptedServer.Exchange, in log: RequestLog) {
    let sent = exchange.headers[key.lowercased()] ?? "–"
    log.withLock { $0.append("\(exchange.path) \(sent)") }
  }

  @Test("the headers are sent with the request for each page")
  func sentWithEachPage() async throws {
    let log = RequestLog([])
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        Self.record(exchange, in: log)
        let rows = exchange.path.hasSuffix("page=1") ? 200 : 1
        let start = rows == 1 ? 200 : 0
        let texts = (start..<start + rows).map { #"{"id":"\#($0)","name":"Ales \#($0)"}"# }
        exchange.answer(200, "[\(texts.joined(separator: ","))]")
      }) { server in
        try harness.add(
          "breweries", .openBreweryDB, at: server.address + "/breweries",
          headers: [Self.key: Self.secret])
        #expect(try await harness.sync("breweries").rows == 201)
        let start = "/breweries?per_page=200&page="
        #expect(log.withLock { $0 } == (1...2).map { "\(start)\($0) \(Self.secret)" })
      }
    }
  }

  @Test("the headers follow a redirect on the same server")
  func sameOriginRedirect() async throws {
    let log = RequestLog([])
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        Self.record(exchange, in: log)
        if exchange.path == "/a" {
          exchange.answer(302, "", ["Location: /b"])
        } else {
          exchange.answer(200, Self.good)
        }
      }) { server in
        try harness.add("campus", at: server.address + "/a", headers: [Self.key: Self.secret])
        #expect(try await harness.sync("campus").outcome == .synced)
        #expect(log.withLock { $0 } == ["/a \(Self.secret)", "/b \(Self.secret)"])
      }
    }
  }

  /// Another port makes another origin, as another host or scheme would.
  @Test("after a redirect to another server no headers are sent, not even to the first one")
  func otherOriginRedirect() async throws {
    let (log, otherLog) = (RequestLog([]), RequestLog([]))
    let home = Locked("")
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        Self.record(exchange, in: otherLog)
        exchange.answer(302, "", ["Location: \(home.withLock { $0 })/back"])
      }) { other in
        try await ScriptedServer.with({ exchange in
          Self.record(exchange, in: log)
          if exchange.path == "/back" {
            exchange.answer(200, Self.good)
          } else {
            exchange.answer(302, "", ["Location: \(other.address)/there"])
          }
        }) { server in
          home.withLock { $0 = server.address }
          try harness.add("campus", at: server.address + "/a", headers: [Self.key: Self.secret])
          #expect(try await harness.sync("campus").outcome == .synced)
        }
      }
    }
    #expect(otherLog.withLock { $0 } == ["/there –"])
    #expect(log.withLock { $0 } == ["/a \(Self.secret)", "/back –"])
  }

  @Test("the same server means the same scheme, host and port")
  func sameOrigin() throws {
    let rows: [(address: String, isSame: Bool)] = [
      ("https://a.example/else?x", true), ("HTTPS://A.EXAMPLE:443/", true),
      ("http://a.example/", false), ("https://a.example:8443/", false),
      ("https://b.a.example/", false), ("https://a.example.b.example/", false),
      ("https://a.example@b.example/", false),
    ]
    let origin = try #require(WebAddress("https://a.example/feed")).origin
    for row in rows {
      let other = try #require(WebAddress(row.address))
      #expect((other.origin == origin) == row.isSame, "\(row.address)")
    }
  }

  @Test("replies and reports never hold their values")
  func redacted() async throws {
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ $0.answer(500, "") }) { server in
        let feed = Feed(
          name: "campus", format: .campus, location: server.address,
          headers: [Self.key: Self.secret])
        let redacted = [Self.key: FeedHeaders.hidden]
        #expect(try FeedRegistry(harness.store()).add(feed, now: now).feed.headers == redacted)
        #expect(try FeedRegistry(harness.store()).add(feed, now: now).feed.headers == redacted)
        let report = try await harness.sync("campus")
        #expect(report.outcome == .failed)
        #expect(!String(describing: report).contains("7f"))
        #expect(try FeedRegistry(harness.store()).list().feeds.map(\.feed.headers) == [redacted])
        let other = Feed(
          name: "campus", format: .campus, location: server.address, headers: [Self.key: "x"])
        #expect(throws: ServiceError.self) {
          try FeedRegistry(harness.store()).add(other, now: now)
        }
        #expect(try FeedRegistry(harness.store()).remove("campus") { _ in }.headers == redacted)
      }
    }
  }

  @Test("an invalid header is refused, and the message hides its value")
  func invalidHeaders() throws {
    let long = String(repeating: "x", count: FeedHeaders.maximumValueBytes + 1)
    let many = (0...FeedHeaders.maximumCount).map { ("X-\($0)", "7f") }
    let rows: [(headers: [String: String], message: String)] = [
      (["X-Key": "7f\r\nHost: b.example"], "“X-Key” has 1 to"), (["X-Key": "7f\n"], "“X-Key”"),
      (["X-Key": "7f\u{0}"], "“X-Key”"), (["X-Key": "7fé"], "“X-Key”"), (["X-Key": ""], "“X-Key”"),
      (["X-Key": " 7f"], "“X-Key”"), (["X-Key": long], "“X-Key”"),
      (["X-Key": FeedHeaders.hidden], "“X-Key”"), (["X Key": "7f"], "A header's name has"),
      (["7f:": "7f"], "A header's name has"), (["X\r\nHost": "7f"], "A header's name has"),
      (["": "7f"], "A header's name has"), (["X-Clé": "7f"], "A header's name has"),
      ([String(repeating: "x", count: 101): "7f"], "A header's name has"),
      (["HOST": "7f"], "store sends the header"),
      (["content-length": "7f"], "store sends the header"),
      (["Transfer-Encoding": "7f"], "store sends the header"),
      (["If-None-Match": "7f"], "store sends the header"),
      (["Proxy-Authorization": "7f"], "store sends the header"),
      (["Range": "7f"], "store sends the header"),
      (["X-Key": "7f", "x-key": "7f"], "given twice"),
      (Dictionary(uniqueKeysWithValues: many), "it must be 0 to 10"),
    ]
    for row in rows {
      let feed = Feed(
        name: "a", format: .campus, location: "https://a.example", headers: row.headers)
      do {
        try FeedValidation.check(feed)
        Issue.record("\(row.headers) is accepted")
      } catch {
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains(row.message), "\(error.message)")
        #expect(!error.message.contains("7f"), "\(error.message)")
      }
    }
    let file = Feed(name: "a", format: .campus, location: "/srv/a", headers: ["X-Key": "7f"])
    #expect(throws: ServiceError.self) { try FeedValidation.check(file) }
    let good = Feed(
      name: "a", format: .campus, location: "https://a.example",
      headers: ["X-Key": "a b: \"~", "Accept": "application/json", "Cookie": "a=b"])
    try FeedValidation.check(good)
  }
}
