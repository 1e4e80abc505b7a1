package import CommandLineKit
import FoundationEssentials
import Hashing
import MessageBus
import Messages

/// Who may call a gateway, from where, and how often.
@Memberwise package struct AccessRules: Sendable {
  /// Accepted values of the header `Host`; `nil` for any.
  package var hostNames: Set<String>? = Gateway.localNames
  /// The keys with which one may call; `nil` where calls need none.
  package var keys: (@Sendable () -> KeyFile)?
  /// Whom those are who call without a key; `nil` where only keys count.
  package var guests: GuestBook?
  /// Sites whose pages may call: "https://app.example"; "*" for all.
  package var origins: Set<String> = []
  /// Calls a second that one client may make on average, and ten times as many at once; `nil` for
  /// any number.
  package var callsPerSecond: Double?
  /// Whose word on a client's address counts.
  package var proxies: Proxies = Proxies()

  /// Whether a call may be made, and on whose behalf.
  enum Decision {
    /// `nil` where calls need no key. With the cookie of a guest who has just got a name.
    case admitted(Caller?, NamedValue? = nil)
    /// With whom the key names, if it is one.
    case refused(HTTPResponse, Caller?)
  }

  /// How a call treats guests.
  enum Guests {
    /// A key is needed.
    case refused
    /// Whoever has no name yet needs none.
    case admitted
    /// Whoever has no name yet gets one, as something of the call is kept.
    case named
  }

  /// Checks the key of a call that needs a scope.
  func decision(
    on request: HTTPRequest, needing scope: AccessScope, guests treatment: Guests = .admitted
  ) -> Decision {
    guard let keys else {
      let isUnknown = request.isForwarded && proxies.isEmpty
      return isUnknown ? .refused(Self.unknownProxy, nil) : .admitted(nil)
    }
    guard let token = request.bearerToken else {
      return decision(on: request, needing: scope, asGuest: treatment)
    }
    guard let caller = keys().caller(of: token) else { return .refused(Self.tokenNeeded, nil) }
    guard caller.scope >= scope else {
      return .refused(Self.forbidden("This needs a token of scope \(scope.rawValue)."), caller)
    }
    return .admitted(caller)
  }

  private func decision(
    on request: HTTPRequest, needing scope: AccessScope, asGuest treatment: Guests
  ) -> Decision {
    guard let guests, treatment != .refused else { return .refused(Self.tokenNeeded, nil) }
    let known = guests.guest(of: request)
    guard scope < .admin else {
      return .refused(Self.forbidden("Guests may not change this; it needs a key."), known)
    }
    if let known { return .admitted(known) }
    guard treatment == .named else { return .admitted(GuestBook.passing()) }
    guard let (guest, cookie) = guests.welcome(request) else {
      let message = "Too many guests come from this address; keep the cookie, or use a key."
      return .refused(.problem(ServiceError(.overloaded, message), status: 429), nil)
    }
    return .admitted(guest, cookie)
  }

  private static let challenge = NamedValue(
    "WWW-Authenticate", #"Bearer realm="quickbrew""#)

  private static let tokenNeeded = HTTPResponse.problem(
    ServiceError(.unauthorised, "This needs a token: the header Authorization: Bearer TOKEN."),
    headers: [challenge])

  private static func forbidden(_ message: String) -> HTTPResponse {
    .problem(ServiceError(.unauthorised, message), status: 403, headers: [challenge])
  }

  /// Behind a proxy that it does not know, a gateway of this machine would take everybody for its
  /// owner.
  private static let unknownProxy = forbidden(
    "A proxy has passed this on; name its address in QUICKBREW_HTTP_PROXIES.")

  /// The refusal of a call that only asks for what is nobody's; `nil` if it may be made.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    if case .refused(let response, _) = decision(on: request, needing: .read) {
      response
    } else {
      nil
    }
  }

  /// Whether a browser asks on behalf of a page of another site, which may not call. Such a page
  /// sees no answer, but what a question leaves behind, such as a kept plan, it could make.
  ///
  /// Source: W3C, Fetch Metadata Request Headers.
  func isForeign(_ request: HTTPRequest) -> Bool {
    guard let site = request.headers["sec-fetch-site"] else { return false }
    return !["same-origin", "none"].contains(site) && crossOriginHeaders(for: request).isEmpty
  }

  /// The headers by which a browser lets a page of another site read a response.
  func crossOriginHeaders(for request: HTTPRequest) -> [NamedValue] {
    guard let origin = request.headers["origin"], origins.contains("*") || origins.contains(origin)
    else { return [] }
    return [
      .init("Access-Control-Allow-Origin", origins.contains("*") ? "*" : origin),
      .init("Access-Control-Expose-Headers", "ETag, Retry-After"),
      .init("Vary", "Origin"),
    ]
  }

  /// The answer to a browser that asks before it calls.
  ///
  /// Source: the Fetch Standard, "CORS-preflight fetch".
  static let preflight = HTTPResponse(
    204,
    headers: [
      .init("Access-Control-Allow-Methods", "GET, HEAD, POST"),
      .init(
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, traceparent"),
      .init("Access-Control-Max-Age", "600"),
    ])
}

extension HTTPRequest {
  /// The site as the client calls it, such as `http://localhost:8080`; empty, which makes paths of
  /// URLs, for an invalid host name. A proxy says in `X-Forwarded-Proto` that it speaks TLS.
  var origin: String {
    guard let host = headers["host"], host.wholeMatch(of: /[A-Za-z0-9.:\[\]\-]+/) != nil else {
      return ""
    }
    return (headers["x-forwarded-proto"] == "https" ? "https://" : "http://") + host
  }

  /// Whether a proxy says that it asks for somebody else.
  ///
  /// Source: RFC 7239, and the header from before it.
  var isForwarded: Bool { headers["x-forwarded-for"] != nil || headers["forwarded"] != nil }

  /// The key under which a change is made once, however often it is sent: that of the header, one's
  /// own for each caller, so that nobody is answered with another's reply.
  ///
  /// Source: draft-ietf-httpapi-idempotency-key-header.
  func idempotencyKey(of caller: Caller?) -> String? {
    guard let key = headers["idempotency-key"], !key.isEmpty else { return nil }
    let digest = SHA256.digest(of: Data("\(caller?.name ?? "")\n\(key)".utf8))
    return "http-" + digest.hexadecimal
  }

  /// Of the header, or of the query where a browser cannot set headers: for event streams.
  ///
  /// Source: RFC 6750, 2.1 and 2.3.
  var bearerToken: String? {
    if let value = headers["authorization"], value.lowercased().hasPrefix("bearer ") {
      return value.dropFirst(7).split(separator: " ").first.map(String.init)
    }
    return path == "/v1/events" ? query["access_token"] : nil
  }
}

/// Counts calls of each client in a leaky bucket.
final class RateLimiter: Sendable {
  private struct Bucket: Sendable {
    var level: Double
    var last: ContinuousClock.Instant
  }

  /// Clients that are remembered; beyond, those whose bucket is empty are forgotten.
  private static let maximumClients = 10_000
  private let perSecond: Double
  private let capacity: Double
  private let buckets = Locked<[String: Bucket]>([:])

  init(perSecond: Double, atOnce: Double? = nil) {
    self.perSecond = perSecond
    capacity = atOnce ?? 10 * perSecond
  }

  /// Whether the client may make one more call now.
  func admit(_ client: String, at now: ContinuousClock.Instant = .now) -> Bool {
    buckets.withLock { buckets in
      if buckets.count >= Self.maximumClients {
        buckets = buckets.filter { entry in
          entry.value.level > entry.value.last.duration(to: now) / .seconds(1) * perSecond
        }
        if buckets.count >= Self.maximumClients { buckets = [:] }
      }
      var bucket = buckets[client] ?? Bucket(level: 0, last: now)
      let leaked = bucket.last.duration(to: now) / .seconds(1) * perSecond
      bucket.level = max(0, bucket.level - leaked)
      bucket.last = now
      let isAdmitted = bucket.level + 1 <= capacity
      if isAdmitted { bucket.level += 1 }
      buckets[client] = bucket
      return isAdmitted
    }
  }
}
