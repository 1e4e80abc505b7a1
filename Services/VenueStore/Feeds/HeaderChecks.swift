import FoundationEssentials
import Messages

/// Which headers may go along to a feed's server. A refusal never repeats a value.
extension FeedChecks {
  /// - Throws: `ServiceError` with `invalidRequest`.
  static func checkHeaders(of feed: Feed) throws(ServiceError) {
    guard let headers = feed.headers, !headers.isEmpty else { return }
    guard case .address = FeedLocation(feed.location) else {
      throw refusal("Only a feed at an address has headers; a file is asked nothing.")
    }
    guard headers.count <= FeedHeaders.maximumCount else {
      throw refusal(
        "A feed has at most \(FeedHeaders.maximumCount) headers, not \(headers.count).")
    }
    var names: Set<String> = []
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      try check(header: name)
      guard names.insert(name.lowercased()).inserted else {
        throw refusal("The header “\(name)” is given twice.")
      }
      guard isValue(value) else {
        throw refusal(
          """
          The value of the header “\(name)” has 1 to \(FeedHeaders.maximumValueBytes) printable \
          ASCII characters, and no blank at an end.
          """)
      }
    }
  }

  private static func check(header name: String) throws(ServiceError) {
    guard (1...FeedHeaders.maximumNameBytes).contains(name.utf8.count),
      name.utf8.allSatisfy(isOfName)
    else {
      // What is no name may be a value that slipped.
      throw refusal(
        """
        A header's name has 1 to \(FeedHeaders.maximumNameBytes) letters, digits and marks such \
        as the hyphen, before a colon.
        """)
    }
    let small = name.lowercased()
    guard !own.contains(small), !small.hasPrefix("proxy-") else {
      throw refusal("The header “\(name)” is the store's own to send.")
    }
  }

  /// What says how a message is sent, and which version of a document is asked for: with another
  /// word in them a transfer, or what follows from it, would be wrong.
  private static let own: Set<String> = [
    "accept-encoding", "connection", "content-encoding", "content-length", "expect", "host",
    "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
    "keep-alive", "range", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// A token. Source: RFC 9110, section 5.6.2.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// Source: RFC 9110, section 5.5, without tabs and what is not ASCII.
  private static func isValue(_ text: String) -> Bool {
    let blank = UInt8(ascii: " ")
    return (1...FeedHeaders.maximumValueBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { (blank...UInt8(ascii: "~")).contains($0) }
      && text.utf8.first != blank && text.utf8.last != blank
  }
}
