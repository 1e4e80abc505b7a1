import FoundationEssentials
import Messages

/// Validates the headers that are sent to a feed's server. Error messages never contain a value.
extension FeedValidation {
  /// - Throws: `ServiceError` with `invalidRequest`.
  static func checkHeaders(of feed: Feed) throws(ServiceError) {
    guard let headers = feed.headers, !headers.isEmpty else { return }
    guard case .address = FeedLocation(feed.location) else {
      throw ServiceError(
        .invalidRequest, "Only a feed at a URL has headers; a file is read without any.")
    }
    try Messages.check(headers.count, "The number of headers", in: 0...FeedHeaders.maximumCount)
    var names: Set<String> = []
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      try check(header: name)
      try Messages.check(
        names.insert(name.lowercased()).inserted, "The header “\(name)” is given twice.")
      try Messages.check(
        isValue(value),
        """
        The value of the header “\(name)” has 1 to \(FeedHeaders.maximumValueBytes) printable \
        ASCII characters, and no blank at an end.
        """)
    }
  }

  private static func check(header name: String) throws(ServiceError) {
    // The message leaves the name out: it may be a value in the wrong position.
    try Messages.check(
      (1...FeedHeaders.maximumNameBytes).contains(name.utf8.count)
        && name.utf8.allSatisfy(isTokenByte),
      """
      A header's name has 1 to \(FeedHeaders.maximumNameBytes) letters, digits and marks such \
      as the hyphen, before a colon.
      """)
    let lowercased = name.lowercased()
    try Messages.check(
      !reservedHeaders.contains(lowercased) && !lowercased.hasPrefix("proxy-"),
      "The store sends the header “\(name)” itself; leave it out.")
  }

  /// Headers that control the transfer or the conditional request: the store sets them itself.
  private static let reservedHeaders: Set<String> = [
    "accept-encoding", "connection", "content-encoding", "content-length", "expect", "host",
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
    "keep-alive", "range", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Whether the byte may occur in a token. Source: RFC 9110, section 5.6.2.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// Source: RFC 9110, section 5.5, but without tabs and non-ASCII bytes.
  private static func isValue(_ text: String) -> Bool {
    let blank = UInt8(ascii: " ")
    return (1...FeedHeaders.maximumValueBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { (blank...UInt8(ascii: "~")).contains($0) }
      && text.utf8.first != blank && text.utf8.last != blank
  }
}
