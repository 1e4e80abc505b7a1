import Foundation
import FoundationNetworking
import MessageBus
import Messages
import TestSupport
import Testing

@testable import VenueStore

/// Which servers feeds are fetched from.
@Suite(.timeLimit(.minutes(10))) struct EgressTests {
  private static let good = "[\(CampusRow.many(0..<3).map(\.json).joined(separator: ","))]"

  private static let local = [
    "127.0.0.1", "127.8.9.10", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255",
    "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1",
    "198.18.0.1", "203.0.113.9", "::1", "::", "fe80::1", "fe80::1%eth0", "fd00::1", "ff02::1",
    "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:db8::1", "nonsense",
  ]
  private static let global = [
    "8.8.8.8", "1.1.1.1", "172.32.0.1", "192.169.1.1", "100.128.0.1", "::ffff:8.8.8.8",
    "2606:4700:4700::1111",
  ]

  @Test("addresses of the machine and its networks are local, those of the internet are not")
  func classes() {
    for address in Self.local { #expect(EgressRule.isLocalAddress(address), "\(address)") }
    for address in Self.global { #expect(!EgressRule.isLocalAddress(address), "\(address)") }
  }

  /// A URL, what its name resolves to, and what is asked.
  private static let lookups: [(url: String, addresses: [String], asked: String?)] = [
    ("http://a.example/x", ["8.8.8.8"], "http://8.8.8.8/x"),
    ("http://a.example:81/x", ["2606::1", "8.8.8.8"], "http://8.8.8.8:81/x"),
    ("http://a.example/x", ["2606::1"], "http://[2606::1]/x"),
    // The certificate is for the name.
    ("https://a.example/x", ["8.8.8.8"], "https://a.example/x"),
    ("http://a.example/x", ["8.8.8.8", "10.0.0.1"], nil),
    ("https://a.example/x", ["::1"], nil),
    ("http://2130706433/x", ["127.0.0.1"], nil),
    ("http://a.example/x", [], nil),
    ("http://127.0.0.1/x", [], nil),
    ("http://[::1]:80/x", [], nil),
    ("http://localhost/x", [], nil),
    ("http://api.localhost/x", [], nil),
    ("http://8.8.8.8/x", [], "http://8.8.8.8/x"),
    ("http://inside.example/x", ["10.0.0.1"], "http://10.0.0.1/x"),
  ]

  @Test(
    "a name is asked at the address that was looked at, unless one of its addresses is local",
    arguments: 0..<14)
  func pinning(index: Int) throws {
    let (url, addresses, asked) = Self.lookups[index]
    let rule = EgressRule(environment: [EgressRule.variable: "Inside.example other"]) { _ in
      addresses
    }
    let request = URLRequest(url: try #require(URL(string: url)))
    let feed = try #require(URL(string: "http://feeds.example/list"))
    #expect((try? rule.allowed(request, of: feed))?.url?.absoluteString == asked)
  }

  @Test("only the home's owner adds a feed that says that it is local")
  func adding() throws {
    let operatorElsewhere = Caller(name: "ops", scope: .admin)
    let locations = [
      "http://localhost:8000/feed": true, "http://192.168.0.7/feed": true, "/etc/passwd": true,
      "file:///etc/passwd": true, "https://feeds.example/list": false,
    ]
    for (location, isLocal) in locations {
      let feed = Feed(name: "mine", format: .campus, location: location)
      #expect(throws: Never.self) { try EgressRule.check(feed, by: nil) }
      var code: ErrorCode?
      do throws(ServiceError) { try EgressRule.check(feed, by: operatorElsewhere) } catch {
        code = error.code
      }
      #expect(code == (isLocal ? .unauthorised : nil), "\(location)")
    }
  }

  /// Every name is the test's own server, whose address is local.
  @Test("a feed that is sent on to a local address, or whose name has become one, fails")
  func rebinding() async throws {
    let seen = Locked<[String]>([])
    try await ScriptedServer.with({ exchange in
      seen.withLock { $0.append(exchange.headers["host"] ?? "") }
      switch exchange.path {
      case "/feed": exchange.answer(200, Self.good)
      case "/relative": exchange.answer(302, "", ["Location: /feed"])
      default: exchange.answer(302, "", ["Location: http://127.0.0.1:1/secret"])
      }
    }) { server in
      let port = try #require(URL(string: server.address)?.port)
      func report(_ path: String, allowing names: String) async throws -> SyncReport {
        var limits = FeedLimits.patient
        limits.egress = EgressRule(environment: [EgressRule.variable: names]) { _ in ["127.0.0.1"] }
        var reports: [SyncReport] = []
        try await FeedHarness.with(limits: limits) { harness in
          try harness.add("mine", at: "http://feeds.example:\(port)\(path)")
          reports = try await harness.scheduler.sync("mine", acceptsFewer: false)
        }
        return try #require(reports.first)
      }
      #expect(try await report("/feed", allowing: "").failure?.contains("feeds.example") == true)
      #expect(seen.withLock { $0.isEmpty })
      #expect(try await report("/feed", allowing: "feeds.example").failure == nil)
      #expect(try await report("/relative", allowing: "feeds.example").failure == nil)
      #expect(Set(seen.withLock { $0 }) == ["feeds.example:\(port)"])
      let redirected = try await report("/away", allowing: "feeds.example")
      #expect(redirected.failure?.contains("127.0.0.1") == true)
    }
  }
}
