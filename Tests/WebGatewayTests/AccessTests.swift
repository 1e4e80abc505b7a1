import Foundation
import Geography
import Messages
import TestSupport
import Testing

@testable import WebGateway

@Suite struct AccessTests {
  private let token = "a-token-of-some-length-1"

  private func tokens(_ lines: String, mode: Int = 0o600) throws -> AccessTokens {
    try TemporaryDirectory.with { folder in
      let path = try folder.write(lines.utf8, to: AccessTokens.fileName)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      return try AccessTokens(path: path)
    }
  }

  private func status(
    _ request: HTTPRequest, scope: String, limits: GatewayLimits = GatewayLimits()
  ) async throws -> Int {
    let bus = ScriptedBus().answering("planner.plan/1") { _ in "{}" }
      .answering("planner.pin-add/1") { _ in "{}" }.answering("router.traffic/1") { _ in "{}" }
    let rules = AccessRules(
      hostNames: nil, tokens: try tokens("# people\n\(token) \(scope) ann\n"))
    return await gateway(bus, rules: rules).answer(request).status
  }

  private func post(_ operation: String, token: String?) -> HTTPRequest {
    var headers = ["content-type": "application/json"]
    headers["authorization"] = token.map { "Bearer \($0)" }
    return HTTPRequest("POST", "/v1/\(operation)", headers: headers, body: "{}")
  }

  @Test("an open gateway wants a token, and one that allows the operation")
  func scopes() async throws {
    #expect(try await status(post("planner.plan", token: nil), scope: "read") == 401)
    #expect(try await status(post("planner.plan", token: token + "x"), scope: "admin") == 401)
    #expect(try await status(post("planner.plan", token: token), scope: "read") == 200)
    #expect(try await status(post("planner.pin-add", token: token), scope: "read") == 403)
    #expect(try await status(post("planner.pin-add", token: token), scope: "write") == 200)
    #expect(try await status(post("router.traffic", token: token), scope: "write") == 403)
    #expect(try await status(post("router.traffic", token: token), scope: "admin") == 200)
    let events = HTTPRequest("GET", "/v1/events", query: ["topic": "plan.completed"])
    #expect(try await status(events, scope: "read") == 401)
    let named = HTTPRequest(
      "HEAD", "/v1/events", query: ["topic": "plan.completed", "access_token": token])
    #expect(try await status(named, scope: "read") == 200)
    #expect(try await status(HTTPRequest("GET", "/metrics"), scope: "read") == 401)
    #expect(try await status(HTTPRequest("GET", "/"), scope: "read") == 200)
  }

  @Test("tokens that others may read, or that are not understood, are refused")
  func file() throws {
    #expect(throws: AccessError.self) { try tokens("\(token) read\n", mode: 0o640) }
    #expect(throws: AccessError.self) { try tokens("short read\n") }
    #expect(throws: AccessError.self) { try tokens("\(token) everything\n") }
    #expect(try AccessTokens(path: "/nowhere").isEmpty)
  }

  @Test("pages of the sites in the setting may call, others not")
  func crossOrigin() async {
    let rules = AccessRules(origins: ["https://app.example"])
    let bus = ScriptedBus().answering("planner.map/1") { _ in "{}" }
    for (origin, allowed) in [("https://app.example", true), ("https://evil.example", false)] {
      let request = HTTPRequest("GET", "/v1/map", headers: ["origin": origin])
      let response = await gateway(bus, rules: rules).answer(request)
      #expect(response.header("Access-Control-Allow-Origin") == (allowed ? origin : nil))
      let ask = HTTPRequest("OPTIONS", "/v1/planner.plan", headers: ["origin": origin])
      #expect(await gateway(bus, rules: rules).answer(ask).status == (allowed ? 204 : 405))
    }
  }

  @Test("a client that asks too often waits, another does not")
  func rate() {
    let limiter = RateLimiter(perSecond: 2)
    let start = ContinuousClock.now
    #expect((0..<30).filter { _ in limiter.admit("a", at: start) }.count == 20)
    #expect(limiter.admit("b", at: start))
    #expect(limiter.admit("a", at: start.advanced(by: .seconds(1))))
  }
}

@Suite struct RequestFormTests {
  private func get(_ operation: String, _ query: [String: String]) async -> (String, Int) {
    let bus = ScriptedBus().answering(operation + "/1") { $0 }
    let response = await gateway(bus).answer(
      HTTPRequest("GET", "/v1/\(operation)", query: query))
    return (bus.sent.first?.json ?? response.text, response.status)
  }

  @Test("a query is read as what the request can have")
  func query() async throws {
    let (json, status) = await get(
      "geocoder.suggest", ["text": "123", "limit": "3", "near": "60.17,24.93"])
    #expect(status == 200)
    let request = try MessageCoder.decode(SuggestRequest.self, from: Data(json.utf8))
    #expect(request.text == "123")
    #expect(request.limit == 3)
    #expect(request.near?.latitude == 60.17)
  }

  @Test("a value that fits nothing is named")
  func wrongQuery() async {
    let (text, status) = await get("geocoder.suggest", ["text": "a", "limit": "three"])
    #expect(status == 400)
    #expect(text.contains("limit"))
  }

  @Test("a misspelt key is named in a warning; the reply is otherwise the same")
  func warning() async {
    let bus = ScriptedBus().answering("geocoder.suggest/1") { _ in #"{"completions":[]}"# }
    let response = await gateway(bus).answer(
      .post(
        "geocoder.suggest", #"{"text":"a","limitt":3,"near":{"latitude":1,"longitude":2,"z":3}}"#))
    #expect(
      response.text == #"{"warning":"Unknown and ignored: limitt, near.z.","completions":[]}"#)
    let plain = await gateway(bus).answer(.post("geocoder.suggest", #"{"text":"a","limit":null}"#))
    #expect(plain.text == #"{"completions":[]}"#)
  }
}

@Suite struct StackStateTests {
  private let stats = InstanceStats(
    info: InstanceInfo(
      service: .router, instance: "1", processID: 1, version: "1", operations: [],
      uptimeSeconds: 5, restarts: 0),
    memoryBytes: 10,
    total: OperationStats(
      name: "total", requests: 3, errors: 1, p50Milliseconds: 1, p99Milliseconds: 2),
    operations: [
      OperationStats(
        name: "router.route/1", requests: 3, errors: 1, p50Milliseconds: 1, p99Milliseconds: 2,
        latencyCounts: [0, 1] + Array(repeating: 3, count: 14))
    ], queued: 2, refused: 0, expired: 0, published: 0)

  private func probe(missing: Bool) -> ScriptedProbe {
    let error = ServiceError(.unavailable, "No instance of planner is running.")
    return ScriptedProbe(
      reports: [InstanceReport(service: .router, instance: "1", result: .success(stats))]
        + (missing
          ? [InstanceReport(service: .planner, instance: nil, result: .failure(error))] : []))
  }

  @Test("the stack is ready when every service answers; the one that does not is named")
  func readiness() async throws {
    let ready = await gateway(probe: probe(missing: false)).answer(HTTPRequest("GET", "/readyz"))
    #expect(ready.status == 200)
    let partly = await gateway(probe: probe(missing: true)).answer(HTTPRequest("GET", "/readyz"))
    #expect(partly.status == 503)
    let answer = try MessageCoder.decode(Readiness.self, from: Data(partly.text.utf8))
    #expect(answer.status == .degraded)
    #expect(answer.services.map(\.state) == [.missing, .ready])
    #expect(answer.services[0].reason?.contains("planner") == true)
  }

  @Test("the metrics have every operation's requests and a histogram")
  func metrics() async {
    let gateway = gateway(probe: probe(missing: true))
    _ = await gateway.answer(HTTPRequest("GET", "/healthz"))
    let text = await gateway.answer(HTTPRequest("GET", "/metrics")).text
    for line in [
      #"quickbrew_up{service="planner",instance=""} 0"#,
      #"quickbrew_requests_total{service="router",instance="1",operation="router.route/1"} 3"#,
      #"quickbrew_http_requests_total{route="healthz",status="200"} 1"#,
      #"operation="router.route/1",le="0.0005"} 1"#, #"operation="router.route/1",le="+Inf"} 3"#,
    ] { #expect(text.contains(line), "\(line)") }
  }
}
