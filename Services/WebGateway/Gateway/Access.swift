import FoundationEssentials
import Glibc
import Hashing
import MessageBus
import Messages

/// The tokens that callers of an open gateway present.
package struct AccessTokens: Sendable {
  /// The file in the home: on each line a token, a scope and, for people, a name.
  package static let fileName = "http-tokens"
  /// Shorter ones can be guessed.
  package static let leastCharacters = 20

  private let scopes: [Data: AccessScope]

  /// - Throws: `AccessError` for a file that others may read, or a line that is not understood.
  package init(path: String) throws(AccessError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      scopes = [:]
      return
    }
    guard status.st_mode & 0o077 == 0, status.st_uid == getuid() else { throw .notPrivate(path) }
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    var scopes: [Data: AccessScope] = [:]
    let lines = String(decoding: data, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ")
      guard let token = words.first, !token.hasPrefix("#") else { continue }
      guard words.count > 1, token.count >= Self.leastCharacters,
        let scope = AccessScope(rawValue: String(words[1]))
      else { throw .notUnderstood(path, line: index + 1) }
      scopes[SHA256.digest(of: Data(token.utf8))] = scope
    }
    self.scopes = scopes
  }

  package var isEmpty: Bool { scopes.isEmpty }

  /// What a token allows; `nil` for an unknown one. Looked up by its digest, so that the time it
  /// takes tells nothing of the tokens there are.
  package func scope(of token: String) -> AccessScope? {
    scopes[SHA256.digest(of: Data(token.utf8))]
  }
}

/// Why tokens cannot be used.
package enum AccessError: Error, Hashable, CustomStringConvertible {
  case notPrivate(String)
  case unreadable(String)
  case notUnderstood(String, line: Int)

  package var description: String {
    switch self {
    case .notPrivate(let path):
      "Others may read the tokens in \(path); run: chmod 600 \(path)"
    case .unreadable(let path): "Cannot read the tokens in \(path)."
    case .notUnderstood(let path, let line):
      "Line \(line) of \(path) is not a token of \(AccessTokens.leastCharacters) characters or "
        + "more, a scope (read, write or admin) and a name."
    }
  }
}

/// Who may call a gateway, from where, and how often.
package struct AccessRules: Sendable {
  /// Accepted values of the header `Host`; `nil` for any.
  package var hostNames: Set<String>?
  /// Whether calls need a token: `nil` for no.
  package var tokens: AccessTokens?
  /// Sites whose pages may call: "https://app.example"; "*" for all.
  package var origins: Set<String>
  /// Calls a second that one client may make on average, and ten times as many at once; `nil` for
  /// any number.
  package var callsPerSecond: Double?

  package init(
    hostNames: Set<String>? = Gateway.localNames, tokens: AccessTokens? = nil,
    origins: Set<String> = [], callsPerSecond: Double? = nil
  ) {
    self.hostNames = hostNames
    self.tokens = tokens
    self.origins = origins
    self.callsPerSecond = callsPerSecond
  }

  /// The refusal of a call that needs a scope; `nil` if it is allowed.
  func refusal(of request: HTTPRequest, needing scope: AccessScope) -> HTTPResponse? {
    guard let tokens else { return nil }
    let challenge = HTTPResponse.Header("WWW-Authenticate", #"Bearer realm="quickbrew""#)
    guard let token = request.bearerToken, let allowed = tokens.scope(of: token) else {
      return .problem(
        ServiceError(
          .unauthorised, "This needs a token: the header Authorization: Bearer TOKEN."),
        headers: [challenge])
    }
    guard allowed >= scope else {
      return .problem(
        ServiceError(.unauthorised, "This needs a token of scope \(scope.rawValue)."),
        status: 403, headers: [challenge])
    }
    return nil
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
      .init("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID"),
      .init("Access-Control-Max-Age", "600"),
    ])
}

extension HTTPRequest {
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
