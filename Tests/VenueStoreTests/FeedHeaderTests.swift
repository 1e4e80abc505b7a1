import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import VenueStore

/// What is sent along to a feed's server: to it alone, and told to nobody.
@Suite(.timeLimit(.minutes(10))) struct FeedHeaderTests {
  private static let key = "Authorization"
  private static let secret = "Bearer 7f:3a"
  private static let good = "[\(CampusRow.many(0..<3).map(\.json).joined(separator: ","))]"

  /// What a server was asked for, with what it was sent along.
  private typealias Heard = Locked<[String]>

  private static func note(_ exchange: ScriptedServer.Exchange, in heard: Heard) {
    let sent = exchange.headers[key.lowercased()] ?? "–"
    heard.withLock { $0.append("\(exchange.path) \(sent)") }
  }

  @Test func theyGoAlongWithEachPage() async throws {
    let heard = Heard([])
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        Self.note(exchange, in: heard)
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
        #expect(heard.withLock { $0 } == (1...2).map { "\(start)\($0) \(Self.secret)" })
      }
    }
  }

  @Test func theyStayWithTheServerThroughItsOwnRedirects() async throws {
    let heard = Heard([])
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        Self.note(exchange, in: heard)
        if exchange.path == "/a" {
          exchange.answer(302, "", ["Location: /b"])
        } else {
          exchange.answer(200, Self.good)
        }
      }) { server in
        try harness.add("campus", at: server.address + "/a", headers: [Self.key: Self.secret])
        #expect(try await harness.sync("campus").outcome == .synced)
        #expect(heard.withLock { $0 } == ["/a \(Self.secret)", "/b \(Self.secret)"])
      }
    }
  }

  /// Another port is another server; so would be another host or scheme.
  @Test func noOtherServerGetsThemNorTheOwnOneAfterIt() async throws {
    let (heard, elsewhere) = (Heard([]), Heard([]))
    let home = Locked("")
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ exchange in
        Self.note(exchange, in: elsewhere)
        exchange.answer(302, "", ["Location: \(home.withLock { $0 })/back"])
      }) { other in
        try await ScriptedServer.with({ exchange in
          Self.note(exchange, in: heard)
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
    #expect(elsewhere.withLock { $0 } == ["/there –"])
    #expect(heard.withLock { $0 } == ["/a \(Self.secret)", "/back –"])
  }

  @Test func anAddressIsOfTheSameServerBySchemeHostAndPort() throws {
    let rows: [(address: String, isSame: Bool)] = [
      ("https://a.example/else?x", true), ("HTTPS://A.EXAMPLE:443/", true),
      ("http://a.example/", false), ("https://a.example:8443/", false),
      ("https://b.a.example/", false), ("https://a.example.b.example/", false),
      ("https://a.example@b.example/", false),
    ]
    let request = DocumentRequest(
      url: try #require(URL(string: "https://a.example/feed")), headers: [:])
    for row in rows {
      let url = try #require(URL(string: row.address))
      #expect(request.isSameOrigin(url) == row.isSame, "\(row.address)")
    }
  }

  @Test func nobodyIsToldTheirValues() async throws {
    try await FeedHarness.with { harness in
      try await ScriptedServer.with({ $0.answer(500, "") }) { server in
        let feed = Feed(
          name: "campus", format: .campus, location: server.address,
          headers: [Self.key: Self.secret])
        let told = [Self.key: FeedHeaders.hidden]
        #expect(try harness.store().addFeed(feed, now: now).feed.headers == told)
        #expect(try harness.store().addFeed(feed, now: now).feed.headers == told)
        let report = try await harness.sync("campus")
        #expect(report.outcome == .failed)
        #expect(!String(describing: report).contains("7f"))
        #expect(try harness.store().feeds().feeds.map(\.feed.headers) == [told])
        let other = Feed(
          name: "campus", format: .campus, location: server.address, headers: [Self.key: "x"])
        #expect(throws: ServiceError.self) { try harness.store().addFeed(other, now: now) }
        #expect(try harness.store().removeFeed("campus") { _ in }.headers == told)
      }
    }
  }

  @Test func whatCannotBeAHeaderIsRefusedWithoutItsValue() throws {
    let long = String(repeating: "x", count: FeedHeaders.maximumValueBytes + 1)
    let many = (0...FeedHeaders.maximumCount).map { ("X-\($0)", "7f") }
    let rows: [(headers: [String: String], says: String)] = [
      (["X-Key": "7f\r\nHost: b.example"], "“X-Key” has 1 to"), (["X-Key": "7f\n"], "“X-Key”"),
      (["X-Key": "7f\u{0}"], "“X-Key”"), (["X-Key": "7fé"], "“X-Key”"), (["X-Key": ""], "“X-Key”"),
      (["X-Key": " 7f"], "“X-Key”"), (["X-Key": long], "“X-Key”"),
      (["X-Key": FeedHeaders.hidden], "“X-Key”"), (["X Key": "7f"], "A header's name has"),
      (["7f:": "7f"], "A header's name has"), (["X\r\nHost": "7f"], "A header's name has"),
      (["": "7f"], "A header's name has"), (["X-Clé": "7f"], "A header's name has"),
      ([String(repeating: "x", count: 101): "7f"], "A header's name has"),
      (["HOST": "7f"], "the store's own"), (["content-length": "7f"], "the store's own"),
      (["Transfer-Encoding": "7f"], "the store's own"), (["If-None-Match": "7f"], "own to send"),
      (["Proxy-Authorization": "7f"], "own to send"), (["Range": "7f"], "own to send"),
      (["X-Key": "7f", "x-key": "7f"], "given twice"),
      (Dictionary(uniqueKeysWithValues: many), "at most 10"),
    ]
    for row in rows {
      let feed = Feed(
        name: "a", format: .campus, location: "https://a.example", headers: row.headers)
      do {
        try FeedValidation.check(feed)
        Issue.record("\(row.headers) is taken")
      } catch {
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains(row.says), "\(error.message)")
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
