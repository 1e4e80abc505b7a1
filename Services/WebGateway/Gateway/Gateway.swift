import FoundationEssentials
package import MessageBus
import Messages
import QRCodes
import Regions
import Time

/// Answers HTTP requests: with the page, by operations over the bus, or with a stream of events.
///
/// | request | answer |
/// |---|---|
/// | `GET /`, `/page/…`, `/vendor/…` | the page |
/// | `GET /qr.svg?text=…` | a QR code of a text, as a picture |
/// | `GET /map/…` | the base map: `MapRoutes` |
/// | `POST /v1/<operation>` | the operation's reply, or a problem |
/// | `GET /v1/<operation>?…` | the same for operations that only read, from a query |
/// | `GET /v1/map` | `planner.map` |
/// | any of these with `?region=NAME` | the same of one region, wherever it lies |
/// | `GET /v1/events?topic=…` | server-sent events |
/// | `GET /route/v1/…`, `/table/v1/…`, `/nearest/v1/…`, `/match/v1/…` | as OSRM: `OSRMRoutes` |
/// | `GET /openapi.json`, `/api` | a description of the operations |
/// | `GET /healthz` | `{"status":"ok"}`: this process is alive |
/// | `GET /readyz` | which services answer; 503 unless all do |
/// | `GET /statusz` | the same, and 200 in any case |
/// | `GET /metrics` | statistics of the gateway and all services, for Prometheus |
package struct Gateway: Sendable {
  private let services: any ActingClient
  private let hub: EventHub
  private let files: PageFiles
  private let limits: GatewayLimits
  private let rules: AccessRules
  private let limiter: RateLimiter?
  private let audit: AuditLog?
  private let probe: any StackProbe
  private let metrics = GatewayMetrics()
  private let map: MapRoutes
  private let osrm: OSRMRoutes
  private let policy: String
  private let openStreams = Locked(0)
  /// For what takes milliseconds: one client's large bodies keep nobody waiting.
  private let work = FairWork(atOnce: ProcessInfo.processInfo.activeProcessorCount - 1)

  /// - Parameter rules: a gateway for this machine only accepts `localNames` as `Host`, so that no
  ///   web page can reach it by a host name that resolves to 127.0.0.1 (DNS rebinding).
  package init(
    services: any ActingClient, topics: any TopicSource, probe: any StackProbe,
    files: PageFiles, limits: GatewayLimits = GatewayLimits(),
    rules: AccessRules = AccessRules(), outside: OutsideMap = OutsideMap(), audit: AuditLog? = nil
  ) {
    self.audit = audit
    self.services = services
    self.probe = probe
    self.rules = rules
    limiter = rules.callsPerSecond.map(RateLimiter.init)
    map = MapRoutes(services: services, timeout: limits.answer, outside: outside)
    osrm = OSRMRoutes(services: services, timeout: limits.answer)
    policy = PageFiles.policy(outside.origins)
    hub = EventHub(topics)
    self.files = files
    self.limits = limits
  }

  package static let localNames: Set = ["localhost", "127.0.0.1", "[::1]"]

  /// The handler of an `HTTPServer`.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    let start = ContinuousClock.now
    var request = request
    request.client = rules.proxies.client(of: request)
    return await answer(request, since: start)
  }

  private func answer(
    _ request: HTTPRequest, since start: ContinuousClock.Instant
  ) async -> HTTPResponse {
    var response = await admitted(request)
    response.headers += Self.securityHeaders
    response.headers.append(.init("Content-Security-Policy", policy))
    let crossOrigin = rules.crossOriginHeaders(for: request)
    response.headers += crossOrigin
    response.headers.append(
      .init("Cross-Origin-Resource-Policy", crossOrigin.isEmpty ? "same-origin" : "cross-origin"))
    metrics.record(
      Self.routeName(request), status: response.status, latency: start.duration(to: .now))
    let whole = response
    return await inTurn(response.isLarge, request.client) { whole.packed(for: request) }
  }

  private func inTurn<Value>(
    _ isLong: Bool, _ client: String, _ body: () -> Value
  ) async -> Value {
    isLong ? await work.run(for: client, body) : body()
  }

  private func admitted(_ request: HTTPRequest) async -> HTTPResponse {
    guard hasAcceptedHost(request) else { return Self.misdirected }
    if let limiter, !limiter.admit(request.client) {
      return .problem(
        ServiceError(.overloaded, "This client asks too often; wait a second."), status: 429)
    }
    return await RequestClient.$askedBy.withValue(request.client) { await regional(request) }
  }

  private func regional(_ request: HTTPRequest) async -> HTTPResponse {
    guard let text = request.query["region"] else { return await route(request) }
    guard let region = RegionName(text) else {
      return .problem(ServiceError(.invalidRequest, RegionName.rule))
    }
    return await RegionalClient.$named.withValue(region) { await route(request) }
  }

  /// One name for all requests that metrics count together.
  private static func routeName(_ request: HTTPRequest) -> String {
    let parts = request.path.split(separator: "/", maxSplits: 2)
    switch parts.first {
    case "v1":
      let name = parts.dropFirst().joined(separator: "/")
      return OperationTable.request(named: name)?.operation.name
        ?? (name == "events" || name == "map" ? name : "other")
    case "map": return "map"
    case _ where OSRMQuery.isOne(request.path): return "osrm"
    case "healthz", "readyz", "statusz", "metrics": return String(parts[0])
    default: return "page"
    }
  }

  private func route(_ request: HTTPRequest) async -> HTTPResponse {
    if request.method == "OPTIONS", !rules.crossOriginHeaders(for: request).isEmpty {
      return AccessRules.preflight
    }
    if let file = files[request.path] {
      return await reading(request) { _ in .cacheable(file, for: request) }
    }
    switch request.path {
    case "/qr.svg": return await reading(request) { _ in code(request) }
    case "/healthz":
      return await reading(request) { _ in .json(Data(#"{"status":"ok"}"#.utf8)) }
    case "/readyz", "/statusz":
      // A browser's console has an error for each status of failure, whatever the page makes of it.
      return await reading(request) { _ in
        await readiness(isStatus: request.path == "/readyz")
      }
    case "/metrics": return await reading(request, needsKey: true) { _ in await metricsPage() }
    case "/v1/map":
      return await reading(request, needsKey: true) { _ in
        .of(await forward(MapInfoRequest.operation, Data("{}".utf8), for: nil))
      }
    case "/v1/events":
      return await reading(request, needsKey: true) { caller in stream(request, for: caller) }
    case let path where path.hasPrefix("/map/"):
      return await reading(request) { _ in await map.answer(request) ?? Self.notFound(request) }
    case let path where OSRMQuery.isOne(path):
      return await reading(request, needsKey: true) { _ in await osrm.answer(request) }
    default:
      return request.path.hasPrefix("/v1/") ? await operate(request) : missing(request)
    }
  }
}

// MARK: - Operations

extension Gateway {
  private func operate(_ request: HTTPRequest) async -> HTTPResponse {
    let name = String(request.path.dropFirst("/v1/".count))
    guard let type = OperationTable.request(named: name) else {
      return .problem(
        ServiceError(
          .notFound, "There is no operation “\(name)”; the suggestions list all there are.",
          suggestions: OperationTable.requests.map { $0.operation.name }))
    }
    let scope = type.operation.scope
    let methods = scope == .read ? "GET, HEAD, POST" : "POST"
    guard request.method == "POST" || scope == .read && Self.isReading(request) else {
      return Self.notAllowed(request, methods)
    }
    if request.method != "POST", rules.isForeign(request) {
      return .refusal(403, "Pages of another site may not ask this.")
    }
    let response: HTTPResponse
    let caller: Caller?
    switch rules.decision(on: request, needing: scope) {
    case .refused(let refusal, let holder): (caller, response) = (holder, refusal)
    case .admitted(let admitted):
      caller = admitted
      response = await RequestClient.$idempotencyKey.withValue(
        request.idempotencyKey(of: admitted)
      ) {
        // Whoever has a key takes turns by it, wherever the calls come from.
        await RequestClient.$askedBy.withValue(admitted?.name ?? request.client) {
          // A change is made, and written down, also where its client does not wait.
          scope == .read
            ? await answer(request, as: type, for: admitted)
            : await Task { await answer(request, as: type, for: admitted) }.value
        }
      }
    }
    if scope > .read {
      audit?.record(
        AuditLog.Line(
          time: .now(), caller: caller?.name, user: caller?.user, client: request.client,
          operation: type.operation.name, status: response.status))
    }
    return response
  }

  private func answer(
    _ request: HTTPRequest, as type: any RequestMessage.Type, for caller: Caller?
  ) async -> HTTPResponse {
    do throws(ServiceError) {
      let body: Data
      if request.method == "POST" {
        // Browsers let a page of another site send some types without a CORS preflight, but not
        // this one.
        guard Self.mediaType(of: request) == "application/json" else {
          return .refusal(415, "Send the request as Content-Type: application/json.")
        }
        body = request.body
      } else {
        let arguments = request.arguments.filter { !["access_token", "region"].contains($0.name) }
        body = try RequestForm.body(of: arguments, as: type)
      }
      let reply = try await forward(type.operation, body, for: caller).get()
      let isLong = body.count >= GatewayLimits.largeBytes
      let unknown = await inTurn(isLong, RequestClient.askedBy ?? request.client) {
        RequestForm.unknownKeys(in: body, of: type)
      }
      return .json(RequestForm.warn(of: unknown, in: reply))
    } catch {
      // With a key that is known, but not for this.
      let isForbidden = error.code == .unauthorised && caller != nil
      return .problem(error, status: isForbidden ? 403 : nil)
    }
  }

  private func forward(
    _ operation: Operation, _ body: Data, for caller: Caller?
  ) async -> Result<Data, ServiceError> {
    do throws(ServiceError) {
      return .success(
        try await services.acting(for: caller)
          .send(body, as: operation, timeout: limits.answer, traceID: nil))
    } catch {
      return .failure(error)
    }
  }

  private static func mediaType(of request: HTTPRequest) -> String? {
    let type = request.headers["content-type"]?.prefix { $0 != ";" && $0 != " " }
    return type?.lowercased()
  }
}

// MARK: - The stack's state

extension Gateway {
  /// - Parameter isStatus: whether the response's status says it, too.
  private func readiness(isStatus: Bool) async -> HTTPResponse {
    let readiness = Readiness(await probe.survey())
    // Strings and numbers always encode.
    let body = (try? MessageCoder.encode(readiness)) ?? Data()
    return HTTPResponse(
      readiness.status == .ready || !isStatus ? 200 : 503, "application/json", body,
      headers: [.init("Cache-Control", "no-store")])
  }

  private func metricsPage() async -> HTTPResponse {
    var text = MetricsText()
    metrics.write(to: &text)
    text.family("quickbrew_http_event_streams", "gauge", "Open event streams.")
    text.sample([], Double(openStreams.withLock { $0 }))
    text.write(await probe.survey())
    return HTTPResponse(
      200, "text/plain; version=0.0.4; charset=utf-8", Data(text.text.utf8),
      headers: [.init("Cache-Control", "no-store")])
  }
}

// MARK: - Events

extension Gateway {
  private func stream(_ request: HTTPRequest, for caller: Caller?) -> HTTPResponse {
    let filters: [TopicFilter]
    do { filters = try TopicFilter.all(of: request) } catch { return .problem(error) }
    if let user = caller?.user, !filters.allSatisfy({ $0.belongs(to: user) }) {
      return .problem(
        ServiceError(
          .unauthorised, "This token is for \(user)'s data: name one of their devices or boards."),
        status: 403)
    }
    if request.method == "HEAD" { return Self.eventStream(.whole(Data())) }
    guard reserveStream() else {
      return .problem(
        ServiceError(
          .overloaded, "All \(limits.streams) event streams are in use; close one or try later."))
    }
    let body = BodyStream(capacity: limits.streamBufferBytes)
    let stream = EventStream(
      filters: filters.map { $0.of(caller?.user) },
      lastNumber: request.headers["last-event-id"].flatMap { Int64($0) }.flatMap {
        $0 < 0 ? nil : $0
      },
      hub: hub, services: services, body: body, limits: limits,
      isAllowed: { [rules] in rules.refusal(of: request) == nil })
    let task = Task {
      await stream.run()
      openStreams.withLock { $0 -= 1 }
    }
    body.onAbandon { task.cancel() }
    return Self.eventStream(.stream(body))
  }

  private func reserveStream() -> Bool {
    openStreams.withLock { open in
      guard open < limits.streams else { return false }
      open += 1
      return true
    }
  }

  private static func eventStream(_ body: HTTPResponse.Body) -> HTTPResponse {
    HTTPResponse(
      200,
      headers: [
        .init("Content-Type", "text/event-stream; charset=utf-8"),
        .init("Cache-Control", "no-store"),
        // Asks proxies not to buffer the events.
        .init("X-Accel-Buffering", "no"),
      ], body: body)
  }
}

// MARK: - Files and refusals

extension Gateway {
  /// A code of the text in the query. It needs no token, which pictures of a page cannot send.
  private func code(_ request: HTTPRequest) -> HTTPResponse {
    let text = request.query["text"] ?? ""
    guard text.utf8.count <= GatewayLimits.maximumCodeBytes, let code = QRCode(text) else {
      return .problem(
        ServiceError(
          .invalidRequest,
          "A QR code needs a text of 1 to \(GatewayLimits.maximumCodeBytes) bytes, "
            + "not \(text.utf8.count): /qr.svg?text=…"))
    }
    return .cacheable(Data(code.svg.utf8), "image/svg+xml", .immutable, for: request)
  }

  /// Answers a request that only reads, on behalf of whom its key names where it needs one.
  private func reading(
    _ request: HTTPRequest, needsKey: Bool = false, _ body: (Caller?) async -> HTTPResponse
  ) async -> HTTPResponse {
    guard Self.isReading(request) else { return Self.notAllowed(request, "GET, HEAD") }
    guard needsKey else { return await body(nil) }
    switch rules.decision(on: request, needing: .read) {
    case .refused(let response, _): return response
    case .admitted(let caller): return await body(caller)
    }
  }

  private static func isReading(_ request: HTTPRequest) -> Bool {
    request.method == "GET" || request.method == "HEAD"
  }

  /// Whoever reads pages gets the page, which says that nothing is there.
  private func missing(_ request: HTTPRequest) -> HTTPResponse {
    guard Self.isReading(request), let page = files["/"],
      request.headers["accept"]?.contains("text/html") == true
    else { return Self.notFound(request) }
    return HTTPResponse(404, page.type, page.bytes)
  }

  private static func notFound(_ request: HTTPRequest) -> HTTPResponse {
    .problem(ServiceError(.notFound, "There is nothing at \(request.path)."))
  }

  private static func notAllowed(_ request: HTTPRequest, _ methods: String) -> HTTPResponse {
    .refusal(
      405, "\(request.path) accepts \(methods), not \(request.method).",
      headers: [.init("Allow", methods)])
  }

  private func hasAcceptedHost(_ request: HTTPRequest) -> Bool {
    guard let hostNames = rules.hostNames else { return true }
    guard let host = request.headers["host"]?.lowercased() else { return false }
    // Without the port, which follows the last colon outside of an IPv6 address's brackets.
    let end = host.hasSuffix("]") ? host.endIndex : host.lastIndex(of: ":") ?? host.endIndex
    return hostNames.contains(String(host[..<end]))
  }

  private static let misdirected = HTTPResponse.refusal(
    421, "This gateway answers to another host name only.")

  private static let securityHeaders: [HTTPResponse.Header] = [
    .init("X-Content-Type-Options", "nosniff"),
    .init("Referrer-Policy", "no-referrer"),
  ]
}
