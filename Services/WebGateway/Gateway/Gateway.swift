import FoundationEssentials
import MessageBus
import Messages

/// Answers HTTP requests: with the page, by operations over the bus, or with a stream of events.
///
/// | request | answer |
/// |---|---|
/// | `GET /`, `/page/…`, `/leaflet/…` | the page |
/// | `POST /v1/<operation>` | the operation's reply, or a problem |
/// | `GET /v1/map` | `planner.map` |
/// | `GET /v1/events?topic=…` | server-sent events |
/// | `GET /healthz` | `{"status":"ok"}`: this process is alive |
package struct Gateway: Sendable {
  private let services: any ServiceClient
  private let hub: EventHub
  private let files: PageFiles
  private let limits: GatewayLimits
  private let hostNames: Set<String>?
  private let openStreams = Locked(0)

  /// - Parameter hostNames: the accepted values of the header `Host`; `nil` for any. A gateway for
  ///   this machine only accepts `localNames`, so that no web page can reach it by a host name that
  ///   resolves to 127.0.0.1 (DNS rebinding).
  package init(
    services: any ServiceClient, topics: any TopicSource, files: PageFiles,
    limits: GatewayLimits = GatewayLimits(),
    hostNames: Set<String>? = Self.localNames
  ) {
    self.services = services
    hub = EventHub(topics)
    self.files = files
    self.limits = limits
    self.hostNames = hostNames
  }

  package static let localNames: Set = ["localhost", "127.0.0.1", "[::1]"]

  /// The handler of an `HTTPServer`.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    var response = hasAcceptedHost(request) ? await route(request) : Self.misdirected
    response.headers += Self.securityHeaders
    return response
  }

  private func route(_ request: HTTPRequest) async -> HTTPResponse {
    if let file = files[request.path] { return reading(request) { _ in serve(file, request) } }
    switch request.path {
    case "/healthz":
      return reading(request) { _ in .json(Data(#"{"status":"ok"}"#.utf8)) }
    case "/v1/map":
      guard Self.isReading(request) else { return Self.notAllowed(request, "GET, HEAD") }
      return await forward(MapInfoRequest.operation, Data("{}".utf8))
    case "/v1/events":
      return reading(request, stream)
    default:
      guard request.path.hasPrefix("/v1/") else { return Self.notFound(request) }
      return await operate(request)
    }
  }
}

// MARK: - Operations

extension Gateway {
  private func operate(_ request: HTTPRequest) async -> HTTPResponse {
    let name = String(request.path.dropFirst("/v1/".count))
    guard let operation = OperationTable.operation(named: name) else {
      return .problem(
        ServiceError(
          .notFound, "There is no operation “\(name)”; the suggestions list all there are.",
          suggestions: OperationTable.operations.map(\.name)))
    }
    guard request.method == "POST" else { return Self.notAllowed(request, "POST") }
    // Browsers let a page of another site send some types without a CORS preflight, but not this
    // one.
    guard Self.mediaType(of: request) == "application/json" else {
      return .refusal(415, "Send the request as Content-Type: application/json.")
    }
    return await forward(operation, request.body)
  }

  private func forward(_ operation: Operation, _ body: Data) async -> HTTPResponse {
    do {
      return .json(
        try await services.send(body, as: operation, timeout: limits.answer, traceID: nil))
    } catch {
      return .problem(error)
    }
  }

  private static func mediaType(of request: HTTPRequest) -> String? {
    let type = request.headers["content-type"]?.prefix { $0 != ";" && $0 != " " }
    return type?.lowercased()
  }
}

// MARK: - Events

extension Gateway {
  private func stream(_ request: HTTPRequest) -> HTTPResponse {
    guard let topic = GatewayTopic(rawValue: request.query["topic"] ?? "") else {
      return .problem(
        ServiceError(
          .invalidRequest, "Say what to listen to: /v1/events?topic=geofence.event.",
          suggestions: GatewayTopic.allCases.map(\.rawValue)))
    }
    if request.method == "HEAD" { return Self.eventStream(.whole(Data())) }
    guard reserveStream() else {
      return .problem(
        ServiceError(
          .overloaded, "All \(limits.streams) event streams are in use; close one or try later."))
    }
    let body = BodyStream(capacity: limits.streamBufferBytes)
    let subjects = EventSubject.allCases.compactMap { subject in
      request.query[subject.rawValue].map { (subject, $0) }
    }
    let stream = EventStream(
      topic: topic, subjects: Dictionary(uniqueKeysWithValues: subjects),
      lastNumber: request.headers["last-event-id"].flatMap { Int64($0) }.flatMap {
        $0 < 0 ? nil : $0
      },
      hub: hub, services: services, body: body, limits: limits)
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
  private func serve(_ file: PageFiles.File, _ request: HTTPRequest) -> HTTPResponse {
    let headers: [HTTPResponse.Header] = [
      .init("ETag", file.entityTag), .init("Cache-Control", file.cacheControl),
    ]
    if let known = request.headers["if-none-match"], known.contains(file.entityTag) {
      return HTTPResponse(304, headers: headers)
    }
    return HTTPResponse(200, file.type, file.bytes, headers: headers)
  }

  private func reading(
    _ request: HTTPRequest, _ body: (HTTPRequest) -> HTTPResponse
  ) -> HTTPResponse {
    Self.isReading(request) ? body(request) : Self.notAllowed(request, "GET, HEAD")
  }

  private static func isReading(_ request: HTTPRequest) -> Bool {
    request.method == "GET" || request.method == "HEAD"
  }

  private static func notFound(_ request: HTTPRequest) -> HTTPResponse {
    .problem(ServiceError(.notFound, "There is nothing at \(request.path)."))
  }

  private static func notAllowed(_ request: HTTPRequest, _ methods: String) -> HTTPResponse {
    .refusal(
      405, "\(request.path) takes \(methods), not \(request.method).",
      headers: [.init("Allow", methods)])
  }

  private func hasAcceptedHost(_ request: HTTPRequest) -> Bool {
    guard let hostNames else { return true }
    guard let host = request.headers["host"]?.lowercased() else { return false }
    // Without the port, which follows the last colon outside of an IPv6 address's brackets.
    let end = host.hasSuffix("]") ? host.endIndex : host.lastIndex(of: ":") ?? host.endIndex
    return hostNames.contains(String(host[..<end]))
  }

  private static let misdirected = HTTPResponse.refusal(
    421, "This gateway answers to localhost and 127.0.0.1 only.")

  /// Only scripts, styles and connections of this origin, nothing inline, no framing.
  private static let securityHeaders: [HTTPResponse.Header] = [
    .init(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    .init("X-Content-Type-Options", "nosniff"),
    .init("Referrer-Policy", "no-referrer"),
    .init("Cross-Origin-Resource-Policy", "same-origin"),
  ]
}
