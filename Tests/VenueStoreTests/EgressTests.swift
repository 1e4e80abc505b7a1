import Foundation
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

  /// Where a transfer is to go, an address of that server, and whether it is connected to.
  private static let connections: [(url: String, address: String, isAllowed: Bool)] = [
    ("http://a.example/x", "8.8.8.8", true),
    ("https://a.example/x", "2606::1", true),
    ("http://a.example/x", "10.0.0.1", false),
    ("https://a.example/x", "::1", false),
    ("http://2130706433/x", "127.0.0.1", false),
    ("http://127.0.0.1/x", "127.0.0.1", false),
    ("http://[::1]:80/x", "::1", false),
    ("http://localhost/x", "127.0.0.1", false),
    ("http://api.localhost/x", "127.0.0.1", false),
    ("http://8.8.8.8/x", "8.8.8.8", true),
    ("http://inside.example/x", "10.0.0.1", true),
    ("http://10.0.0.7:8000/x", "10.0.0.7", true),
    // What libcurl would ask decides, whatever else may be read in it.
    ("http://inside.example@10.0.0.1/x", "10.0.0.1", false),
  ]

  private static func mayConnect(
    _ url: String, _ address: String, _ rule: EgressRule
  ) throws -> Bool {
    let server = try #require(WebAddress(url))
    let feed = try #require(WebAddress("http://10.0.0.7/list"))
    return (try? rule.connections(to: server, of: feed))?(address) ?? false
  }

  @Test(
    "only addresses of the internet are connected to, but for names that may be local",
    arguments: connections.indices)
  func connecting(index: Int) throws {
    let (url, address, isAllowed) = Self.connections[index]
    let rule = EgressRule(environment: [EgressRule.variable: "Inside.example other"])
    #expect(try Self.mayConnect(url, address, rule) == isAllowed)
  }

  @Test("a proxy may be local, and is not asked for a name that is")
  func proxies() throws {
    let names = ["inside.example": ["10.0.0.1"], "proxy.example": ["10.0.0.9"]]
    for variable in ["http_proxy", "ALL_PROXY"] {
      let rule = EgressRule(environment: [variable: "proxy.example:3128"]) { names[$0] ?? [] }
      // One that only the proxy knows.
      #expect(try Self.mayConnect("http://a.example/x", "10.0.0.9", rule))
      #expect(try !Self.mayConnect("http://a.example/x", "10.0.0.8", rule))
      #expect(try !Self.mayConnect("http://inside.example/x", "10.0.0.9", rule))
      #expect(try !Self.mayConnect("http://127.0.0.1/x", "10.0.0.9", rule))
      #expect(
        try Self.mayConnect("https://a.example/x", "10.0.0.9", rule) == (variable != "http_proxy"))
    }
  }

  @Test("addresses are read as libcurl reads them")
  func addresses() throws {
    let base = try #require(WebAddress("https://Feeds.example:8443/a/list?x=1"))
    #expect(base.host == "feeds.example")
    #expect(base.origin == ["https", "feeds.example", "8443"])
    #expect(WebAddress("../b c", from: base)?.text == "https://Feeds.example:8443/b%20c")
    #expect(
      WebAddress("//other.example/x", from: base)?.origin == ["https", "other.example", "443"])
    #expect(WebAddress("http://0x7f.1/")?.host == "127.0.0.1")
    for text in ["file:///etc/passwd", "ftp://a.example/", "http://", "gopher://a.example/", ""] {
      #expect(WebAddress(text) == nil, "\(text)")
    }
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
        limits.egress = EgressRule(
          environment: [EgressRule.variable: names],
          knownAddresses: ["feeds.example:\(port):127.0.0.1"])
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

  @Test(
    "the proxy of the environment is asked, and no proxy makes a local name one of the internet")
  func proxied() async throws {
    await #expect(processExitsWith: .success) {
      let asked = Locked<[String]>([])
      try await ScriptedServer.with({ exchange in
        asked.withLock { $0.append(exchange.path) }
        exchange.answer(200, Self.good)
      }) { server in
        let port = try #require(URL(string: server.address)?.port)
        func failure(_ variable: String, _ location: String) async throws -> String? {
          setenv(variable, server.address, 1)
          defer { unsetenv(variable) }
          var limits = FeedLimits.patient
          limits.egress = EgressRule(knownAddresses: ["here.example:\(port):127.0.0.1"])
          var report: SyncReport?
          try await FeedHarness.with(limits: limits) { harness in
            try harness.add("mine", at: location)
            report = try await harness.scheduler.sync("mine", acceptsFewer: false).first
          }
          return try #require(report).failure
        }
        #expect(try await failure("http_proxy", "http://feeds.example/list") == nil)
        #expect(asked.withLock { $0 } == ["http://feeds.example/list"])
        // This proxy is not for HTTP.
        let refusal = try await failure("https_proxy", "http://here.example:\(port)/list")
        #expect(refusal?.contains("here.example") == true, "\(refusal ?? "")")
        #expect(asked.withLock { $0.count } == 1)
      }
    }
  }
}
