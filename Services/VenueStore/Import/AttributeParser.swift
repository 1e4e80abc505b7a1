import Messages

/// Parses the values of a venue's attributes; an unknown value gives `nil`.
///
/// Accepts the values of OpenStreetMap's keys of each `VenueAttribute`, of `wheelchair` and of
/// `internet_access`, and those that feeds use instead.
enum AttributeParser {
  private static let yes: Set<String> = ["yes", "true", "1", "y", "designated", "only"]
  private static let no: Set<String> = ["no", "false", "0", "n", "none"]
  private static let wifi: Set<String> = ["wlan", "wifi", "wi-fi", "public"]
  private static let free: Set<String> = ["free", "no", "customers"]

  /// Whether a venue has an attribute.
  static func value(_ text: String?, of attribute: VenueAttribute) -> Bool? {
    anyOf(text, attribute.kinds) ?? bool(text)
  }

  static func wheelchair(_ text: String?) -> WheelchairAccess? {
    guard let word = words(text).first else { return nil }
    if let access = WheelchairAccess(rawValue: word) { return access }
    return bool(word).map { $0 ? .yes : .no }
  }

  /// - Parameter fee: the value of OpenStreetMap's `internet_access:fee`.
  static func wifi(_ text: String?, fee: String? = nil) -> WifiOffer? {
    if let offer = words(text).first.flatMap({ WifiOffer(rawValue: $0) }), offer != .yes {
      return offer
    }
    // Only a cable or a terminal: that does not exclude wifi.
    guard let hasWifi = anyOf(text, wifi) ?? bool(text) else { return nil }
    guard hasWifi else { return .no }
    guard let word = words(fee).first else { return .yes }
    return free.contains(word) ? .free : yes.contains(word) ? .paid : .yes
  }

  private static func anyOf(_ text: String?, _ known: Set<String>) -> Bool? {
    words(text).contains { known.contains($0) } ? true : nil
  }

  private static func bool(_ text: String?) -> Bool? {
    guard let word = words(text).first else { return nil }
    return yes.contains(word) ? true : no.contains(word) ? false : nil
  }

  /// Splits a list such as `wlan;terminal`.
  private static func words(_ text: String?) -> [String] {
    guard let text, text.utf8.count <= maximumBytes else { return [] }
    return text.lowercased().split { $0 == ";" || $0 == "," }
      .map { String($0.trimmingWhitespace()) }
  }

  private static let maximumBytes = 100
}

extension Substring {
  fileprivate func trimmingWhitespace() -> Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
