import SQL

/// Checks the URL of a server's database before libpq parses it.
///
/// libpq's message about a URL that it cannot parse repeats parts of it, even the password. So a
/// URL that it might parse otherwise than its writer meant is refused here.
/// Source: https://www.postgresql.org/docs/15/libpq-connect.html, section 34.1.1.2.
package enum ServerURL {
  /// The prefixes of a URL.
  package static let schemes = ["postgresql://", "postgres://"]

  /// Whether the text is a URL with a password between colon and at sign, or in its parameters.
  /// True if that is uncertain.
  package static func hasPassword(_ text: String) -> Bool {
    guard let rest = afterScheme(text) else { return false }
    if passwordBeforeAt(rest) != nil { return true }
    return rest.split(separator: "?").dropFirst().joined().split(separator: "&").contains {
      // The name of a parameter may be percent-encoded.
      let name = $0.prefix { $0 != "=" }
      return name.contains("%") || ["password", "sslpassword"].contains(name)
    }
  }

  /// - Throws: `SQLError` if the URL has unescaped characters that must be escaped; the message
  ///   repeats none of it.
  static func check(_ text: String) throws(SQLError) {
    guard let rest = afterScheme(text) else { return }
    let password = passwordBeforeAt(rest) ?? ""
    guard hasValidEscapes(rest), password.utf8.allSatisfy(isAllowedInPassword) else {
      throw SQLError(
        .other, code: "libpq",
        message: """
          the server's URL cannot be read: in a user's name, a password and a parameter all but \
          letters, digits and -._~!$&'()*+,;=: are written with escapes, such as %40 for @
          """,
        sql: nil, location: "PostgreSQL")
    }
  }

  private static func afterScheme(_ text: String) -> Substring? {
    schemes.first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
  }

  /// Up to the last at sign: a password may contain one that should have been escaped.
  private static func passwordBeforeAt(_ rest: Substring) -> Substring? {
    guard let at = rest.lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") else {
      return nil
    }
    return rest[..<at][rest.index(after: colon)...]
  }

  /// Source: RFC 3986, section 3.2.1; escapes are checked by `hasValidEscapes`.
  private static func isAllowedInPassword(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~!$&'()*+,;=:%".utf8.contains(byte)
    }
  }

  private static func hasValidEscapes(_ rest: Substring) -> Bool {
    rest.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy {
      let digits = $0.prefix(2)
      return digits.count == 2 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
        && digits != "00"
    } && rest.utf8.allSatisfy { $0 > UInt8(ascii: " ") }
  }
}
