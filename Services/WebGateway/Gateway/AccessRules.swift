package import CommandLineKit
import FoundationEssentials
import Hashing
import MessageBus
import Messages

/// Who may call a gateway, from where, and how often.
package struct AccessRules: Sendable {
  /// Accepted values of the header `Host`; `nil` for any.
  package var hostNames: Set<String>?
  /// The keys with which one may call; `nil` where calls need none.
  package var keys: (@Sendable () -> KeyFile)?
  /// Sites whose pages may call: "https://app.example"; "*" for all.
  package var origins: Set<String>
  /// Calls a second that one client may make on average, and ten times as many at once; `nil` for
  /// any number.
  package var callsPerSecond: Double?
  /// Whose word on a client's address counts.
  package var proxies: Proxies

  package init(
    hostNames: Set<String>? = Gateway.localNames, keys: (@Sendable () -> KeyFile)? = nil,
    origins: Set<String> = [], callsPerSecond: Double? = nil,
    proxies: Proxies = Proxies()
  ) {
    self.hostNames = hostNames
    self.keys = keys
    self.origins = origins
    self.callsPerSecond = callsPerSecond
    self.proxies = proxies
  }

  /// Whether a call may be made, and on whose behalf.
  enum Decision {
    /// `nil` where calls need no key.
    case admitted(Caller?)
    /// With whom the key names, if it is one.
    case refused(HTTPResponse, Caller?)
  }

  /// Checks the key of a call that needs a scope.
  func decision(on request: HTTPRequest, needing scope: AccessScope) -> Decision {
    guard let keys else { return .admitted(nil) }
    let challenge = HTTPResponse.Header("WWW-Authenticate", #"Bearer realm="quickbrew""#)
    guard let token = request.bearerToken, let caller = keys().caller(of: token) else {
      return .refused(
        .problem(
          ServiceError(
            .unauthorised, "This needs a token: the header Authorization: Bearer TOKEN."),
          headers: [challenge]), nil)
    }
    guard caller.scope >= scope else {
      return .refused(
        .problem(
          ServiceError(.unauthorised, "This needs a token of scope \(scope.rawValue)."),
          status: 403, headers: [challenge]), caller)
    }
    return .admitted(caller)
  }

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
  func crossOriginHeaders(for request: HTTPRequest) -> [HTTPResponse.Header] {
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
        "Authorization, Content-Type, Idempotency-Key, Last-Event-ID"),
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

  /// The key under which a change is made once, however often it is sent: that of the header, one's
  /// own for each caller, so that nobody is answered with another's reply.
  ///
  /// Source: draft-ietf-httpapi-idempotency-key-header.
  func idempotencyKey(of caller: Caller?) -> String? {
    guard let key = headers["idempotency-key"], !key.isEmpty else { return nil }
    let digest = SHA256.digest(of: Data("\(caller?.name ?? "")\n\(key)".utf8))
    return "http-" + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
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
  private let buckets = Locked<[String: Bucket]>([:])

  init(perSecond: Double) { self.perSecond = perSecond }

  /// Whether the client may make one more call now.
  func admit(_ client: String, at now: ContinuousClock.Instant = .now) -> Bool {
    let capacity = 10 * perSecond
    return buckets.withLock { buckets in
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
