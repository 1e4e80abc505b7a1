import FoundationEssentials
import Hashing

/// How long a browser may keep a response.
enum Caching: Sendable {
  /// For ever: its URL changes with its contents.
  case immutable
  /// A day without asking.
  case aDay
  /// As long as the server confirms it each time.
  case checked

  var header: String {
    switch self {
    case .immutable: "public, max-age=31536000, immutable"
    case .aDay: "public, max-age=86400"
    case .checked: "no-cache"
    }
  }
}

extension HTTPResponse {
  /// Bytes with a tag of their contents; without the bytes where the browser has them.
  ///
  /// - Parameter isPacked: whether the bytes are packed by gzip already; they are unpacked for a
  ///   client that does not accept that.
  static func cacheable(
    _ bytes: Data, _ type: String, _ caching: Caching, isPacked: Bool = false,
    for request: HTTPRequest
  ) -> HTTPResponse {
    cacheable(
      type, caching, tag: "\"\(Fingerprint(of: bytes))\"",
      packed: isPacked && !bytes.isEmpty ? bytes : nil,
      plain: isPacked && !bytes.isEmpty ? Gzip.unpack(bytes) ?? Data() : bytes, for: request)
  }

  /// The same for bytes of which the tag and the packed form are known.
  static func cacheable(
    _ type: String, _ caching: Caching, tag: String, packed: Data?,
    plain: @autoclosure () -> Data, for request: HTTPRequest
  ) -> HTTPResponse {
    let headers: [NamedValue] = [
      .init("ETag", tag), .init("Cache-Control", caching.header), .init("Vary", "Accept-Encoding"),
    ]
    if let known = request.headers["if-none-match"], known.contains(tag) {
      return HTTPResponse(304, headers: headers)
    }
    guard request.acceptsGzip, let packed else {
      return HTTPResponse(200, type, plain(), headers: headers)
    }
    return HTTPResponse(
      200, type, packed, headers: headers + [.init("Content-Encoding", "gzip")])
  }

  /// Whether it takes long to pack.
  var isLarge: Bool {
    guard case .whole(let bytes) = body else { return false }
    return bytes.count >= GatewayLimits.largeBytes
  }

  /// The same response, packed by gzip where that is worth it and the client accepts it.
  func packed(for request: HTTPRequest) -> HTTPResponse {
    guard case .whole(let bytes) = body, bytes.count >= Gzip.leastBytes, request.acceptsGzip,
      !headers.contains(where: { $0.name == "Content-Encoding" }),
      let type = headers.first(where: { $0.name == "Content-Type" })?.value,
      Gzip.isWorthwhile(type), let packed = Gzip.pack(bytes)
    else { return self }
    var headers = headers.filter { $0.name != "Vary" }
    headers += [.init("Content-Encoding", "gzip"), .init("Vary", "Accept-Encoding")]
    return HTTPResponse(status, headers: headers, body: .whole(packed))
  }
}

extension HTTPRequest {
  /// The longest list of languages that is read, in characters.
  static let longestLanguages = 200

  /// The languages in which the client reads texts: `?lang=` where its user chose one.
  var language: String? {
    (query["lang"] ?? headers["accept-language"]).flatMap {
      $0.isEmpty || $0.count > Self.longestLanguages ? nil : $0
    }
  }

  /// Whether the client accepts a body packed by gzip. Source: RFC 9110, 12.5.3.
  var acceptsGzip: Bool {
    (headers["accept-encoding"] ?? "").lowercased().split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " } }
      return parts.first == "gzip"
        && !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
    }
  }
}
