import CCurl

/// An address of the web as libcurl reads it, which also connects to it: another reader might see
/// another server in the same text.
struct WebAddress: Sendable {
  let text: String
  /// `http` or `https`.
  let scheme: String
  /// In lower case; an address of IPv6 in brackets, one of IPv4 in its usual form.
  let host: String
  /// Scheme, host and port. Source: RFC 6454, section 4.
  let origin: [String]

  /// - Parameter base: what a relative address is relative to.
  /// - Returns: `nil` for a text that is not an address of HTTP.
  init?(_ text: String, from base: WebAddress? = nil) {
    guard let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    let lenient = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE)
    if let base, curl_url_set(url, CURLUPART_URL, base.text, 0) != CURLUE_OK { return nil }
    guard curl_url_set(url, CURLUPART_URL, text, lenient) == CURLUE_OK,
      let whole = Self.part(CURLUPART_URL, of: url),
      let scheme = Self.part(CURLUPART_SCHEME, of: url), ["http", "https"].contains(scheme),
      let host = Self.part(CURLUPART_HOST, of: url)?.lowercased(), !host.isEmpty,
      let port = Self.part(CURLUPART_PORT, of: url, UInt32(CURLU_DEFAULT_PORT))
    else { return nil }
    self.text = whole
    self.scheme = scheme
    self.host = host
    origin = [scheme, host, port]
  }

  /// The host of a proxy such as `proxy.example:3128` or `socks5://10.0.0.1`; `nil` if there is
  /// none.
  static func host(ofProxy text: String) -> String? {
    guard let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    let anyScheme = UInt32(CURLU_DEFAULT_SCHEME | CURLU_NON_SUPPORT_SCHEME)
    guard curl_url_set(url, CURLUPART_URL, text, anyScheme) == CURLUE_OK else { return nil }
    return part(CURLUPART_HOST, of: url)
  }

  private static func part(
    _ part: CURLUPart, of url: OpaquePointer, _ flags: UInt32 = 0
  ) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, part, &value, flags) == CURLUE_OK, let value else { return nil }
    defer { curl_free(value) }
    return String(cString: value)
  }
}
