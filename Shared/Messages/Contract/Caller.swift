/// On whose behalf a request is made, as a key says, and what that allows.
///
/// Whoever checks a key, such as the web gateway, names the caller in the request's header; the
/// service's runtime checks every operation against it. A request without a caller is one of the
/// home's owner, who alone can reach the sockets.
@Memberwise package struct Caller: Codable, Sendable, Hashable {
  /// Of the key, for people and the audit log.
  package let name: String
  package let scope: AccessScope
  /// The only user whose data it may read and change; `nil` for an operator, who may all.
  package let user: String?

  /// Whether it is a guest: somebody without a key, whom the web gateway has named.
  package var isGuest: Bool { user.map(Self.isGuest) ?? false }

  /// Whether a user's name is one that the web gateway gives to guests.
  package static func isGuest(_ user: String) -> Bool {
    let digits = user.utf8.dropFirst(guestPrefix.utf8.count)
    return user.hasPrefix(guestPrefix) && digits.count == guestDigits
      && digits.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
  }

  /// How much a user may keep of what a user to whom a key is bound may have `limit` of: a guest,
  /// whose name costs nothing, a fiftieth.
  package static func quota(_ limit: Int, of user: String) -> Int {
    isGuest(user) ? max(1, limit / 50) : limit
  }

  package static let guestPrefix = "guest-"
  /// Of a guest's name after the prefix, in hexadecimal: 96 bits.
  package static let guestDigits = 24

  /// Who it is on behalf of another, as it claims: never more than either may. Whoever is bound to
  /// a user speaks only for themselves.
  package func acting(for other: Caller?) -> Caller {
    guard let other else { return self }
    let least = min(scope, other.scope)
    return user == nil
      ? Caller(name: other.name, scope: least, user: other.user)
      : Caller(name: name, scope: least, user: user)
  }

  /// - Throws: `unauthorised` unless it may make this request.
  package func check<Request: RequestMessage>(_ request: Request) throws(ServiceError) {
    try Messages.check(
      scope >= Request.operation.scope, or: .unauthorised,
      "\(Request.operation) needs the scope \(Request.operation.scope.rawValue); \(name) has "
        + "\(scope.rawValue).")
    guard let user else { return }
    for owner in request.owners where !owner.belongs(to: user) {
      throw ServiceError(.unauthorised, "\(name) may only see and change what is \(user)'s.")
    }
  }
}
