import Files
import FoundationEssentials
import Hashing
import Messages

/// Names those who call from elsewhere without a key.
///
/// A guest's name is public, over a review for instance. What proves it is the signature in the
/// guest's cookie, which only gateways with the secret of this home can make: a name that somebody
/// types opens nothing.
package struct GuestBook: Sendable {
  /// Guests that one address may become at once, and one more every ten minutes: quotas are by
  /// guest.
  static let guestsAtOnce = 100.0
  static let guestsPerSecond = 1.0 / 600
  /// As long as a browser keeps a cookie.
  private static let cookieSeconds = 400 * 86_400
  private static let cookie = "quickbrew-guest"
  private static let secretBytes = 32
  private static let signatureDigits = 40

  private let secret: Data
  private let limiter = RateLimiter(perSecond: guestsPerSecond, atOnce: guestsAtOnce)

  /// With a secret of its own, which ends with the process.
  package init() { secret = .random(count: Self.secretBytes) }

  /// With the secret in a private file, which is made if it is missing. Gateways with the same file
  /// know the same guests.
  ///
  /// - Throws: `FileError`.
  package init(path: String) throws {
    let file = RewrittenFile(path, isPrivate: true)
    secret = try file.whileLocked {
      if let known = try file.contents(), known.count == Self.secretBytes { return known }
      let new = Data.random(count: Self.secretBytes)
      try file.write(new)
      return new
    }
  }

  /// The guest whose cookie a request has; `nil` unless a gateway of this home has signed it.
  func guest(of request: HTTPRequest) -> Caller? {
    for pair in (request.headers["cookie"] ?? "").split(whereSeparator: { "; ,".contains($0) }) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0] == Self.cookie else { continue }
      let proof = parts[1].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard proof.count == 2, Caller.isGuest(proof[0]) else { continue }
      // Of digests: how long the comparison takes says nothing about the signature.
      let (own, sent) = (Data(signature(of: proof[0]).utf8), Data(proof[1].utf8))
      if SHA256.digest(of: own) == SHA256.digest(of: sent) { return Self.caller(proof[0]) }
    }
    return nil
  }

  /// A new guest, with the header that gives the browser its cookie; `nil` if the address has
  /// become too many.
  func welcome(_ request: HTTPRequest) -> (guest: Caller, cookie: NamedValue)? {
    guard limiter.admit(request.client) else { return nil }
    let guest = Self.passing()
    let isSecure = request.origin.hasPrefix("https:")
    return (
      Self.caller(guest.name),
      NamedValue(
        "Set-Cookie",
        "\(Self.cookie)=\(guest.name).\(signature(of: guest.name)); Path=/; "
          + "Max-Age=\(Self.cookieSeconds); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")")
    )
  }

  /// A guest for one question, of which nothing is kept.
  static func passing() -> Caller {
    let name = Caller.guestPrefix + Data.random(count: Caller.guestDigits / 2).hexadecimal
    return Caller(name: name, scope: .read, user: name)
  }

  private static func caller(_ name: String) -> Caller {
    Caller(name: name, scope: .write, user: name)
  }

  /// Source: RFC 2104: the inner digest keeps a signature from being continued.
  private func signature(of name: String) -> String {
    let inner = SHA256.digest(of: secret + Data(name.utf8))
    return String(SHA256.digest(of: secret + inner).hexadecimal.prefix(Self.signatureDigits))
  }
}
