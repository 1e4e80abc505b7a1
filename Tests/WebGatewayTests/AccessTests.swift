import CommandLineKit
import Foundation
import Geography
import MessageBus
import Messages
import TestSupport
import Testing

@testable import WebGateway

@Suite struct AccessTests {
  private let token = "a-token-of-some-length-1"

  private func keys(_ lines: String) throws -> KeyFile {
    try TemporaryDirectory.with { folder in
      let path = try folder.write(lines.utf8, to: KeyFile.fileName)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      return try KeyFile(path: path)
    }
  }

  private func status(
    _ request: HTTPRequest, scope: String, limits: GatewayLimits = GatewayLimits()
  ) async throws -> Int {
    let bus = ScriptedBus().answering("planner.plan/1") { _ in "{}" }
      .answering("planner.pin-add/1") { _ in "{}" }.answering("router.traffic/1") { _ in "{}" }
    let file = try keys("# people\n\(token) \(scope)\n")
    let rules = AccessRules(hostNames: nil, keys: { file })
    return await gateway(bus, rules: rules).answer(request).status
  }

  private func post(_ operation: String, token: String?, key: String? = nil) -> HTTPRequest {
    var headers = ["content-type": "application/json"]
    headers["authorization"] = token.map { "Bearer \($0)" }
    headers["idempotency-key"] = key
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
    let code = HTTPRequest("GET", "/qr.svg", query: ["text": "geo:37.79,-122.41"])
    #expect(try await status(code, scope: "read") == 200)
  }

  @Test("the key names the caller to the services, and what a service forbids is a 403")
  func caller() async throws {
    let bus = ScriptedBus().answering("venue-store.note-list/1") { _ in
      throw ServiceError(.unauthorised, "not yours")
    }
    let file = try keys("\(token) read phone ann\n")
    let rules = AccessRules(hostNames: nil, keys: { file })
    let response = await gateway(bus, rules: rules).answer(
      post("venue-store.note-list", token: token))
    #expect(response.status == 403)
    #expect(bus.sent.map(\.caller) == [Caller(name: "phone", scope: .read, user: "ann")])
  }

  @Test("services learn who asks: the key's name, else the client's address")
  func asker() async throws {
    let seen = Locked<[String?]>([])
    let bus = ScriptedBus().answering("venue-store.note-list/1") { _ in
      seen.withLock { $0.append(RequestClient.askedBy) }
      return "{}"
    }
    let file = try keys("\(token) read phone\n")
    let rules: [AccessRules] = [
      AccessRules(hostNames: nil), AccessRules(hostNames: nil, keys: { file }),
    ]
    for rules in rules {
      let sent = post("venue-store.note-list", token: token)
      let request = HTTPRequest(
        method: sent.method, path: sent.path, headers: sent.headers, body: sent.body,
        client: "192.0.2.7")
      _ = await gateway(bus, rules: rules).answer(request)
    }
    #expect(seen.withLock { $0 } == ["192.0.2.7", "phone"])
    #expect(RequestClient.askedBy == nil)
  }

  @Test("services learn in which language a client reads: ?lang=, else Accept-Language")
  func language() async throws {
    let seen = Locked<[String?]>([])
    let bus = ScriptedBus().answering("geocoder.reverse/1") { body in
      seen.withLock { $0.append(RequestClient.language) }
      return "{}"
    }
    for (arguments, headers) in [
      ([], [:]), ([], ["accept-language": "fr, de;q=0.5"]), ([("lang", "de")], [:]),
      ([("lang", "de")], ["accept-language": "fr"]),
      ([("lang", String(repeating: "x", count: 201))], [:]),
    ] as [([(String, String)], [String: String])] {
      let request = HTTPRequest(
        method: "GET", path: "/v1/geocoder.reverse",
        arguments: [.init("coordinate", "37.8,-122.4")] + arguments.map { .init($0, $1) },
        headers: headers)
      let response = await gateway(bus, rules: AccessRules(hostNames: nil)).answer(request)
      #expect(response.status == 200)
    }
    #expect(seen.withLock { $0 } == [nil, "fr, de;q=0.5", "de", "de", nil])
  }

  @Test("a change that is sent again with its Idempotency-Key is the same one, of one caller")
  func repeated() async throws {
    let seen = Locked<[String?]>([])
    let bus = ScriptedBus().answering("planner.pin-add/1") { _ in
      seen.withLock { $0.append(RequestClient.idempotencyKey) }
      return "{}"
    }
    let other = token + "2"
    let file = try keys("\(token) write ann\n\(other) write bob\n")
    let gateway = gateway(bus, rules: AccessRules(hostNames: nil, keys: { file }))
    for (token, key) in [(token, "k1"), (token, "k1"), (token, "k2"), (other, "k1"), (token, nil)] {
      _ = await gateway.answer(post("planner.pin-add", token: token, key: key))
    }
    let sent = seen.withLock { $0 }
    #expect(sent[0] != nil && sent[0] == sent[1] && sent[4] == nil)
    #expect(Set(sent.prefix(4)).count == 3)
  }

  @Test("a key of one user hears of their own devices and boards only")
  func streams() async throws {
    let rows: [([String: String], Int)] = [
      (["topic": "position.changed"], 403),
      (["topic": "position.changed", "device": "bob"], 403),
      (["topic": "position.changed", "device": "ann.phone"], 200),
      (["topic": "geofence.event", "board": "ann"], 200),
      (["topic": "geofence.event", "board": "bob"], 403),
      (["topic": "venue.changed"], 200),
      (["topic": "plan.completed", "plan": "p1"], 200),
      (["topic": "plan.completed"], 200),
    ]
    for (query, status) in rows {
      let request = HTTPRequest(
        "HEAD", "/v1/events", query: query.merging(["access_token": token]) { $1 })
      #expect(try await self.status(request, scope: "read phone ann") == status, "\(query)")
    }
  }

  @Test("of plans, watches and devices a stream for one user has that user's only, named or not")
  func ownEvents() throws {
    func filter(_ topic: GatewayTopic, _ subjects: [EventSubject: String] = [:]) -> TopicFilter {
      TopicFilter(topic: topic, subjects: subjects)
    }
    func event(_ subjects: [EventSubject: String], _ owners: [DataOwner]) -> TopicEvent {
      TopicEvent(json: Data(), subjects: subjects, owners: owners)
    }
    let plan = event([.plan: "p1"], [.user("ann")])
    let homeOwners = event([.plan: "p1"], [.everybody])
    let watch = event([.device: "ann.phone", .watch: "w1"], [.device("ann.phone")])
    let bobs = event([.device: "bob", .board: "ann"], [.device("bob"), .user("ann")])
    let rows: [(TopicFilter, TopicEvent, ann: Bool, bob: Bool)] = [
      (filter(.planProgress, [.plan: "p1"]), plan, true, false),
      (filter(.planCompleted), plan, true, false),
      (filter(.planCompleted, [.plan: "p2"]), plan, false, false),
      (filter(.planCompleted), homeOwners, false, false),
      (filter(.nearbyChanged, [.watch: "w1"]), watch, true, false),
      (filter(.geofenceEvent, [.board: "ann"]), bobs, true, true),
      (filter(.venueChanged), event([:], []), true, true),
    ]
    for (filter, event, ann, bob) in rows {
      #expect(filter.of("ann").admits(event) == ann, "\(filter) \(event)")
      #expect(filter.of("bob").admits(event) == bob, "\(filter) \(event)")
      #expect(filter.of(nil).admits(event) == (filter.subjects[.plan] != "p2"))
    }
  }

  @Test("a key that is revoked does not count from the next request on")
  func revoked() throws {
    try TemporaryDirectory.with { folder in
      let path = folder.path(KeyFile.fileName)
      let ring = try KeyRing(path: path, log: Log("test"))
      #expect(ring.keys.callers.isEmpty)
      let ann = try KeyFile.add(Caller(name: "ann", scope: .write), to: path)
      #expect(ring.keys.caller(of: ann)?.name == "ann")
      let bob = try KeyFile.add(Caller(name: "bob", scope: .read), to: path)
      _ = try KeyFile.revoke("ann", in: path)
      #expect(ring.keys.caller(of: ann) == nil)
      #expect(ring.keys.caller(of: bob) != nil)
      try Data("nonsense\n".utf8).write(to: URL(filePath: path))
      #expect(ring.keys.caller(of: bob) == nil)
    }
  }

  @Test("changes and refused changes are in the audit log, questions are not")
  func audit() async throws {
    try await TemporaryDirectory.with { folder in
      let path = folder.path("audit.log")
      let bus = ScriptedBus().answering("planner.plan/1") { _ in "{}" }
        .answering("planner.pin-add/1") { _ in "{}" }
      let file = try keys("\(token) write phone ann\n")
      let gateway = gateway(
        bus, rules: AccessRules(hostNames: nil, keys: { file }), audit: AuditLog(path: path))
      for (operation, token) in [
        ("planner.plan", token), ("planner.pin-add", token), ("planner.pin-add", nil),
        ("router.traffic", token),
      ] as [(String, String?)] {
        _ = await gateway.answer(post(operation, token: token))
      }
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
        try MessageCoder.decode(AuditLog.Line.self, from: Data($0.utf8))
      }
      #expect(
        lines.map(\.operation) == ["planner.pin-add/1", "planner.pin-add/1", "router.traffic/1"])
      #expect(lines.map(\.status) == [200, 401, 403])
      #expect(lines.map(\.caller) == ["phone", nil, "phone"])
    }
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
    memoryBytes: 10, cpuSeconds: 1.25, openFiles: 40,
    total: OperationStats(
      name: "total", requests: 3, errors: 1, p50Milliseconds: 1, p99Milliseconds: 2),
    operations: [
      OperationStats(
        name: "router.route/1", requests: 3, errors: 1, p50Milliseconds: 1, p99Milliseconds: 2,
        latencyCounts: [0, 1] + Array(repeating: 3, count: 14))
    ], queued: 2, refused: 0, expired: 0, published: 0,
    counts: ["standbys": 1, "lagBytes": 4_096])

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
    // For pages: the same, without an error in the browser's console.
    let status = await gateway(probe: probe(missing: true)).answer(HTTPRequest("GET", "/statusz"))
    #expect(status.status == 200)
    #expect(status.text == partly.text)
  }

  private func pages() async -> (gateway: String, services: String) {
    let gateway = gateway(
      ScriptedBus().answering("planner.map/1") { _ in
        #"{"name":"t.osm.pbf","box":{"south":0,"west":0,"north":1,"east":1},"timeZone":"UTC","#
          + #""date":{"time":"2026-01-02T00:00:00Z","source":"header"},"version":"ab"}"#
      }, probe: probe(missing: true))
    _ = await gateway.answer(HTTPRequest("GET", "/healthz"))
    let own = await gateway.answer(HTTPRequest("GET", "/metrics")).text
    return (own, await gateway.answer(HTTPRequest("GET", "/metrics/services")).text)
  }

  @Test("the services' metrics have every operation's requests and a histogram, and the map")
  func serviceMetrics() async {
    let text = await pages().services
    for line in [
      #"quickbrew_up{service="planner",instance=""} 0"#,
      #"quickbrew_requests_total{service="router",instance="1",operation="router.route/1"} 3"#,
      #"operation="router.route/1",le="0.0005"} 1"#, #"operation="router.route/1",le="+Inf"} 3"#,
      #"quickbrew_cpu_seconds_total{service="router",instance="1"} 1.25"#,
      #"quickbrew_instance_info{service="router",instance="1",version="1"} 1"#,
      #"quickbrew_map_info{map="t.osm.pbf",version="ab"} 1"#,
      "quickbrew_map_timestamp_seconds 1767312000",
      #"quickbrew_postgresql_standbys{service="router",instance="1"} 1"#,
      #"quickbrew_postgresql_replication_lag_bytes{service="router",instance="1"} 4096"#,
    ] { #expect(text.contains(line), "\(line)") }
  }

  @Test("two gateways count nothing twice: each tells of itself, one is asked for the services")
  func eachOnce() async {
    let (gateway, services) = await pages()
    #expect(gateway.contains(#"quickbrew_http_requests_total{route="healthz",status="200"} 1"#))
    func names(_ text: String) -> Set<Substring> {
      Set(text.matches(of: /(?m)^([a-z_]+)[{ ]/).map(\.1))
    }
    #expect(names(gateway).isDisjoint(with: names(services)))
    #expect(names(gateway).isSuperset(of: ["process_cpu_seconds_total", "quickbrew_build_info"]))
    #expect(!gateway.contains("service="))
  }

  private static let promtool = "/usr/bin/promtool"

  @Test(
    "names and types are as Prometheus recommends",
    .enabled(if: FileManager.default.isExecutableFile(atPath: promtool)))
  func conventions() async throws {
    let pages = await pages()
    try await TemporaryDirectory.with { directory in
      for (name, text) in [("gateway", pages.gateway), ("services", pages.services)] {
        try text.write(toFile: directory.path(name), atomically: true, encoding: .utf8)
        let check = try ChildProcess(
          "/bin/sh",
          [
            "-c", "exec \"$0\" check metrics < \"$1\"", Self.promtool,
            directory.path(name),
          ],
          errors: .file(directory.path("errors")))
        let errors = try String(contentsOfFile: directory.path("errors"), encoding: .utf8)
        #expect(await check.exitStatus() == 0, "\(name): \(errors)")
      }
    }
  }
}
