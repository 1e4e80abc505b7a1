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
/// | `GET /v1/caller` | whom the gateway takes the client for; names a guest |
/// | any of these with `?region=NAME` | the same of one region, wherever it lies |
/// | `GET /v1/events?topic=…` | server-sent events |
/// | `GET /route/v1/…`, `/table/v1/…`, `/nearest/v1/…`, `/match/v1/…` | as OSRM: `OSRMRoutes` |
/// | `GET /openapi.json`, `/api` | a description of the operations |
/// | `GET /healthz` | `{"status":"ok"}`: this process is alive |
/// | `GET /readyz` | which services answer; 503 unless all do |
/// | `GET /statusz` | the same, and 200 in any case |
/// | `GET /metrics` | statistics of this gateway, for Prometheus |
/// | `GET /metrics/services` | statistics of all other services, to be asked of one gateway |
package struct Gateway: Sendable {
  let services: any ActingClient
  let hub: EventHub
  private let files: PageFiles
  let limits: GatewayLimits
  let rules: AccessRules
  private let limiter: RateLimiter?
  let audit: AuditLog?
  private let probe: any StackProbe
  private let metrics = GatewayMetrics()
  private let home: String?
  private let spans: SpanQueue?
  private let map: MapRoutes
  private let osrm: OSRMRoutes
  private let policy: String
  /// By the key, or else the address.
  let openStreams = Locked<[String: Int]>([:])
  /// For what takes milliseconds: one client's large bodies keep nobody waiting.
  private let work = FairWork(atOnce: ProcessInfo.processInfo.activeProcessorCount - 1)

  /// - Parameter rules: a gateway for this machine only accepts `localNames` as `Host`, so that no
  ///   web page can reach it by a host name that resolves to 127.0.0.1 (DNS rebinding).
  /// - Parameter home: the path of the home, of which `/metrics` tells the free space and the last
  ///   backup.
  /// - Parameter spans: where those of requests go that services answer; `nil` for nowhere.
  package init(
    services: any ActingClient, topics: any TopicSource, probe: any StackProbe,
    files: PageFiles, limits: GatewayLimits = GatewayLimits(),
    rules: AccessRules = AccessRules(), outside: OutsideMap = OutsideMap(), audit: AuditLog? = nil,
    home: String? = nil, spans: SpanQueue? = nil
  ) {
    self.home = home
    self.spans = spans
    self.audit = audit
    self.services = services
    self.probe = probe
    self.rules = rules
    limiter = rules.callsPerSecond.map { RateLimiter(perSecond: $0) }
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
    let route = Self.routeName(request)
    let caller = request.headers["traceparent"].flatMap(TraceContext.init(traceparent:))
    let span = spans == nil || Self.ownRoutes.contains(route) ? nil : TraceContext.newSpanID()
    let trace = span == nil ? caller : (caller ?? TraceContext()).inSpan(span)
    var response = await RequestClient.$trace.withValue(trace) { await admitted(request) }
    response.headers += Self.securityHeaders
    response.headers.append(.init("Content-Security-Policy", policy))
    let crossOrigin = rules.crossOriginHeaders(for: request)
    response.headers += crossOrigin
    response.headers.append(
      .init("Cross-Origin-Resource-Policy", crossOrigin.isEmpty ? "same-origin" : "cross-origin"))
    let (latency, whole) = (start.duration(to: .now), response)
    metrics.record(route, status: response.status, latency: latency)
    if let trace, span != nil {
      spans?.add { [method = request.method] in
        OpenTelemetryTrace.Span(
          trace, parent: caller?.spanID, name: "\(method) \(route)", start: start,
          duration: latency, isFault: whole.status >= 500,
          [
            .init("http.request.method", method), .init("http.route", route),
            .init("http.response.status_code", whole.status),
          ])
      }
    }
    return await inTurn(response.isLarge, request.client) { whole.packed(for: request) }
  }

  func inTurn<Value>(
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
    return await RequestClient.$askedBy.withValue(request.client) {
      await RequestClient.$language.withValue(request.language) { await regional(request) }
    }
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

  /// Routes that ask no service, or only how it is.
  private static let ownRoutes: Set = ["page", "healthz", "readyz", "statusz", "metrics"]

  private func route(_ request: HTTPRequest) async -> HTTPResponse {
    if request.method == "OPTIONS", !rules.crossOriginHeaders(for: request).isEmpty {
      return AccessRules.preflight
    }
    if let file = files[request.path] {
      return await reading(request) { _ in file.response(to: request) }
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
    case "/metrics": return await reading(request, guests: .refused) { _ in .metrics(ownMetrics) }
    case "/metrics/services":
      return await reading(request, guests: .refused) { _ in .metrics(await serviceMetrics()) }
    case "/v1/map":
      return await reading(request, guests: .admitted) { _ in
        .of(await forward(MapInfoRequest.operation, Data("{}".utf8), for: nil))
      }
    case "/v1/caller":
      return await reading(request, guests: .named) { caller in Self.describe(caller) }
    case "/v1/events":
      return await reading(request, guests: .admitted) { caller in stream(request, for: caller) }
    case let path where path.hasPrefix("/map/"):
      return await reading(request) { _ in await map.answer(request) ?? Self.notFound(request) }
    case let path where OSRMQuery.isOne(path):
      return await reading(request, guests: .admitted) { _ in await osrm.answer(request) }
    default:
      return request.path.hasPrefix("/v1/") ? await operate(request) : missing(request)
    }
  }
}

// MARK: - The stack's state

extension Gateway {
  /// - Parameter isStatus: whether the response's status says it, too.
  private func readiness(isStatus: Bool) async -> HTTPResponse {
    let readiness = Readiness(await probe.survey())
    return .json(of: readiness, status: readiness.status == .ready || !isStatus ? 200 : 503)
  }

  private var ownMetrics: MetricsText {
    var text = MetricsText()
    GatewayMetrics.writeProcess(home: home, to: &text)
    metrics.write(to: &text)
    text.family("quickbrew_http_event_streams", "gauge", "Open event streams.")
    text.sample([], Double(openStreams.withLock { $0.values.reduce(0, +) }))
    if let spans {
      text.family("quickbrew_spans_total", "counter", "Spans exported and dropped.")
      for (name, count) in spans.counts.sorted(by: { $0.key < $1.key }) {
        text.sample([("outcome", name.dropFirst("spans".count).lowercased())], Double(count))
      }
    }
    return text
  }

  /// Each gateway can tell of all services: whoever sums asks one of them, and counts each once.
  private func serviceMetrics() async -> MetricsText {
    var text = MetricsText()
    text.write(await probe.survey())
    if let map = try? await services.send(MapInfoRequest()) { text.write(map) }
    return text
  }
}

extension HTTPResponse {
  fileprivate static func metrics(_ text: MetricsText) -> HTTPResponse {
    HTTPResponse(
      200, "text/plain; version=0.0.4; charset=utf-8", Data(text.text.utf8),
      headers: [.init("Cache-Control", "no-store")])
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
  ///
  /// - Parameter guests: how it treats those without a key; `nil` where nobody needs one.
  private func reading(
    _ request: HTTPRequest, guests: AccessRules.Guests? = nil,
    _ body: (Caller?) async -> HTTPResponse
  ) async -> HTTPResponse {
    guard Self.isReading(request) else { return Self.notAllowed(request, "GET, HEAD") }
    guard let guests else { return await body(nil) }
    if guests == .named, rules.isForeign(request) { return Self.foreign }
    switch rules.decision(on: request, needing: .read, guests: guests) {
    case .refused(let response, _): return response
    case .admitted(let caller, let cookie):
      var response = await body(caller)
      response.headers += [cookie].compactMap(\.self)
      return response
    }
  }

  static let foreign = HTTPResponse.refusal(403, "Pages of another site may not ask this.")

  /// Whom the gateway takes the client for.
  private static func describe(_ caller: Caller?) -> HTTPResponse {
    struct Description: Encodable {
      let user: String?
      let scope: AccessScope
      let isGuest: Bool
    }
    return .json(
      of: Description(
        user: caller?.user, scope: caller?.scope ?? .admin, isGuest: caller?.isGuest ?? false))
  }

  static func isReading(_ request: HTTPRequest) -> Bool {
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

  static func notAllowed(_ request: HTTPRequest, _ methods: String) -> HTTPResponse {
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

  private static let securityHeaders: [NamedValue] = [
    .init("X-Content-Type-Options", "nosniff"),
    .init("Referrer-Policy", "no-referrer"),
  ]
}
