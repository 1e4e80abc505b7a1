import Messages

/// Whether all servers of a chain read the same request in the same bytes. One that could be read
/// in two ways is refused, and its connection closed: what one server takes for the body, the next
/// would take for a request (request smuggling).
///
/// Source: RFC 9110, 5.6.2; RFC 9112, 3.2, 6.1 and 6.3. What libmicrohttpd's parser does not show
/// us, see `docs/decisions/0011-http-framing.md`.
enum RequestFraming {
  /// Why a request is refused; `nil` for one that is unambiguous.
  ///
  /// - Parameters:
  ///   - headers: all of them, as they were sent.
  ///   - isOld: whether the request is of HTTP/1.0, which has no chunks.
  static func refusal(of headers: [(name: String, value: String)], isOld: Bool) -> HTTPResponse? {
    if let wrong = headers.first(where: { !isToken($0.name) }) {
      return refusal("“\(wrong.name)” is not the name of a header.")
    }
    var single: [String: String] = [:]
    for (name, value) in headers.map({ ($0.name.lowercased(), $0.value) })
    where ["content-length", "host", "transfer-encoding"].contains(name) {
      guard single.updateValue(value, forKey: name) == nil else {
        return refusal("The request has more than one header “\(name)”.")
      }
    }
    if let coding = single["transfer-encoding"] {
      guard coding.lowercased() == "chunked", !isOld, single["content-length"] == nil else {
        return refusal("A body is sent with a “Content-Length”, or in HTTP/1.1 as “chunked”.")
      }
    }
    if let length = single["content-length"], !isNumber(length) {
      return refusal("“\(length)” is not a length.")
    }
    if let host = single["host"], !isHost(host) { return refusal("“\(host)” is not a host.") }
    return nil
  }

  static let ambiguousAddress = refusal("The request's address has a zero or a control byte.")

  /// Whether an address can be read in one way only: it has no control byte, and no zero byte, even
  /// encoded, at which some end it.
  static func isPlain(_ address: String) -> Bool {
    !address.contains("%00") && address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
  }

  private static func refusal(_ sentence: String) -> HTTPResponse {
    var response = HTTPResponse.problem(ServiceError(.invalidRequest, sentence))
    response.headers.append(.init("Connection", "close"))
    return response
  }

  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { isAlphanumeric($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// Whether a text is a name, an address of IPv4, or one of IPv6 in brackets, and a port or none.
  /// Source: RFC 3986, 3.2.2.
  private static func isHost(_ text: String) -> Bool {
    let closing = text.hasPrefix("[") ? text.firstIndex(of: "]") : nil
    let colon = text[(closing ?? text.startIndex)...].firstIndex(of: ":") ?? text.endIndex
    let (name, port) = (text[..<colon], text[colon...].dropFirst())
    guard port.isEmpty || isNumber(String(port)) else { return false }
    if let closing {
      let digits = text[..<closing].dropFirst()
      return name.endIndex == text.index(after: closing) && !digits.isEmpty
        && digits.utf8.allSatisfy { isAlphanumeric($0) || ":.%".utf8.contains($0) }
    }
    return name.utf8.allSatisfy { isAlphanumeric($0) || "-._~%!$&'()*+,;=".utf8.contains($0) }
  }
}
