import FoundationEssentials
import Messages

/// Validates the definition of a feed before it is stored.
enum FeedValidation {
  /// Names with another meaning in identifiers and replies.
  private static let reservedNames: Set<String> = ["map", "osm"]

  /// Checks name, location, interval, headers and mapping.
  ///
  /// - Throws: `ServiceError` with `invalidRequest`.
  static func check(_ feed: Feed) throws(ServiceError) {
    try check(feed.name)
    try check(location: feed.location)
    try Messages.check(
      feed.interval, "The interval in seconds, if not 0 for syncs on request,",
      in: VenueLimits.feedIntervalSeconds)
    try checkHeaders(of: feed)
    guard let mapping = feed.mapping else { return }
    try Messages.check(
      feed.format == .campus || feed.format == .csv,
      "Only a campus or csv feed has a mapping; \(feed.format.rawValue) has its own names.")
    for field in (mapping.fields ?? [:]).keys.sorted()
    where !FeedMapping.fieldNames.contains(field) {
      let names = FeedMapping.fieldNames.joined(separator: ", ")
      throw ServiceError(
        .invalidRequest, "A mapping has no field “\(field)”; there are \(names).")
    }
  }

  private static func check(_ name: FeedName) throws(ServiceError) {
    let text = name.rawValue
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    try Messages.check(
      isPlain && (1...VenueLimits.maximumFeedNameBytes).contains(text.utf8.count)
        && !text.hasPrefix("-") && !text.hasSuffix("-"),
      """
      A feed's name has 1 to \(VenueLimits.maximumFeedNameBytes) of a–z, 0–9 and inner hyphens; \
      “\(text.prefix(60))” does not.
      """)
    try Messages.check(
      !reservedNames.contains(text), "The name “\(text)” is taken by the map; use another.")
  }

  private static func check(location: String) throws(ServiceError) {
    try Messages.check(
      location.utf8.count <= VenueLimits.maximumLocationBytes && FeedLocation(location) != nil,
      """
      A feed is at an address with http:// or https://, or in a file with its whole path; \
      “\(location.prefix(200))” is neither.
      """)
  }
}

/// The location of a feed's documents.
enum FeedLocation: Hashable {
  case address(URL)
  case file(path: String)

  /// `nil` for a text that is neither an `http` or `https` URL nor an absolute path.
  init?(_ text: String) {
    if text.hasPrefix("/") {
      self = .file(path: text)
    } else if text.hasPrefix("file:///") {
      guard let path = URL(string: text)?.path(percentEncoded: false) else { return nil }
      self = .file(path: path)
    } else if let url = URL(string: text), Self.isWeb(url) {
      self = .address(url)
    } else {
      return nil
    }
  }

  /// Whether the URL is one that the store fetches.
  static func isWeb(_ url: URL) -> Bool {
    ["http", "https"].contains(url.scheme?.lowercased()) && url.host()?.isEmpty == false
  }
}
