import CommandLineKit
import Foundation
import MessageBus
import Messages
import TestSupport
import Testing

@testable import WebGateway

/// Who a client is, where a proxy speaks for it.
@Suite struct ProxyTests {
  private let proxies = ["10.0.0.7", "192.168.0.0/16"]

  private func client(_ peer: String, _ headers: [String: String]) throws -> String {
    var request = HTTPRequest("GET", "/", headers: headers)
    request.client = peer
    return try Proxies(proxies).client(of: request)
  }

  @Test("only a configured proxy is believed, and of its words only those about its own client")
  func believed() throws {
    let rows: [(peer: String, forwardedFor: String?, forwarded: String?, client: String)] = [
      ("192.0.2.1", "198.51.100.9", nil, "192.0.2.1"),
      ("10.0.0.7", nil, nil, "10.0.0.7"),
      ("10.0.0.7", "198.51.100.9", nil, "198.51.100.9"),
      ("10.0.0.7", "127.0.0.1, 198.51.100.9", nil, "198.51.100.9"),
      ("10.0.0.7", "1.2.3.4, 198.51.100.9 , 192.168.3.4", nil, "198.51.100.9"),
      ("10.0.0.7", "198.51.100.9:4711", nil, "198.51.100.9"),
      ("10.0.0.7", "1.2.3.4, unknown", nil, "10.0.0.7"),
      ("10.0.0.7", "1.2.3.4, ", nil, "10.0.0.7"),
      ("10.0.0.7", "2001:db8:1:2::9", nil, "2001:db8:1:2::/64"),
      ("10.0.0.8", "198.51.100.9", nil, "10.0.0.8"),
      ("192.168.200.1", "192.168.3.4", nil, "192.168.3.4"),
      ("10.0.0.7", nil, "for=198.51.100.9;proto=https", "198.51.100.9"),
      (
        "10.0.0.7", nil, #"for=1.2.3.4, proto=http;For="[2001:db8::1]:4711""#, "2001:db8:0:0::/64"
      ),
      ("10.0.0.7", nil, #"for="a, for=198.51.100.9"#, "198.51.100.9"),
      ("10.0.0.7", nil, "for=1.2.3.4, for=_hidden", "10.0.0.7"),
      ("10.0.0.7", nil, "for=1.2.3.4, proto=http", "10.0.0.7"),
      // A client's own header beside that of the proxy.
      ("10.0.0.7", "198.51.100.9", "for=1.2.3.4", "10.0.0.7"),
      ("10.0.0.7", "198.51.100.9", "for=198.51.100.9", "198.51.100.9"),
    ]
    for row in rows {
      var headers: [String: String] = [:]
      headers["x-forwarded-for"] = row.forwardedFor
      headers["forwarded"] = row.forwarded
      #expect(try client(row.peer, headers) == row.client, "\(row)")
    }
  }

  @Test("a header that comes twice is one list, so that the proxy's own line is the last")
  func lines() async throws {
    let proxies = try Proxies(["127.0.0.1"])
    let server = try HTTPServer(port: 0) { request in
      HTTPResponse(200, "text/plain", Data(proxies.client(of: request).utf8))
    }
    let answer = try await RawClient(port: server.port).exchange(
      http("GET", "/", ["X-Forwarded-For: 1.2.3.4", "X-Forwarded-For: 198.51.100.9"]))
    #expect(answer.body == "198.51.100.9")
  }

  @Test("what is no address is no proxy", arguments: ["caddy", "10.0.0.0/33", "10.0.0.0/", "::1"])
  func invalid(text: String) {
    #expect(throws: UsageError.self) { try Proxies([text]) }
  }

  @Test("behind a proxy calls need a key, and each client has its own rate and turn")
  func identity() async throws {
    let settings = try GatewaySettings(
      flags: [:], environment: [GatewaySettings.proxiesVariable: "127.0.0.1, 10.0.0.0/8"])
    let file = try TemporaryDirectory.with { folder in
      let path = folder.path(KeyFile.fileName)
      _ = try KeyFile.add(Caller(name: "ann", scope: .read), to: path)
      return try KeyFile(path: path)
    }
    var rules = settings.rules(keys: { file })
    #expect(rules.keys != nil && rules.callsPerSecond != nil)
    rules.keys = nil
    rules.callsPerSecond = 0.1
    let asked = Locked<[String?]>([])
    let bus = ScriptedBus().answering("planner.map/1") { _ in
      asked.withLock { $0.append(RequestClient.askedBy) }
      return "{}"
    }
    let gateway = gateway(bus, rules: rules)
    var statuses: [Int] = []
    for client in ["198.51.100.1", "198.51.100.1", "198.51.100.2"] {
      var request = HTTPRequest("GET", "/v1/map", headers: ["x-forwarded-for": client])
      request.client = "127.0.0.1"
      statuses.append(await gateway.answer(request).status)
    }
    #expect(statuses == [200, 429, 200])
    #expect(asked.withLock { $0 } == ["198.51.100.1", "198.51.100.2"])
  }

  @Test("a page of another site has nothing made by a link, unless it may call")
  func foreignPage() async {
    let rules = AccessRules(origins: ["https://app.example"])
    let bus = ScriptedBus().answering("geocoder.suggest/1") { _ in "{}" }
    let rows: [(site: String?, origin: String?, status: Int)] = [
      (nil, nil, 200), ("same-origin", nil, 200), ("none", nil, 200), ("cross-site", nil, 403),
      ("same-site", nil, 403), ("cross-site", "https://evil.example", 403),
      ("cross-site", "https://app.example", 200),
    ]
    for row in rows {
      var headers: [String: String] = [:]
      headers["sec-fetch-site"] = row.site
      headers["origin"] = row.origin
      let before = bus.sent.count
      let request = HTTPRequest(
        "GET", "/v1/geocoder.suggest", query: ["text": "a"], headers: headers)
      let status = await gateway(bus, rules: rules).answer(request).status
      #expect(status == row.status, "\(row)")
      #expect(bus.sent.count - before == (row.status == 200 ? 1 : 0))
    }
  }
}
