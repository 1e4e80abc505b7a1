import Messages

/// What a source's words for a venue's comforts mean; `nil` for a word that tells nothing.
///
/// The words are those of OpenStreetMap's keys `outdoor_seating`, `takeaway`, `wheelchair` and
/// `internet_access`, and what feeds use in their place.
enum AttributeWords {
  private static let yes: Set<String> = ["yes", "true", "1", "y", "designated", "only"]
  private static let no: Set<String> = ["no", "false", "0", "n", "none"]
  /// Where one sits, which is as good as a yes.
  private static let seats: Set<String> = [
    "terrace", "garden", "patio", "sidewalk", "street", "roof", "balcony", "courtyard", "veranda",
    "beach", "parklet", "pedestrian_zone", "limited", "seasonal", "summer",
  ]
  private static let wifi: Set<String> = ["wlan", "wifi", "wi-fi", "public"]
  private static let free: Set<String> = ["free", "no", "customers"]

  static func outdoorSeating(_ text: String?) -> Bool? {
    anyOf(text, seats) ?? truth(text)
  }

  static func takeaway(_ text: String?) -> Bool? { truth(text) }

  static func wheelchair(_ text: String?) -> WheelchairAccess? {
    guard let word = words(text).first else { return nil }
    if let access = WheelchairAccess(rawValue: word) { return access }
    return truth(word).map { $0 ? .yes : .no }
  }

  /// - Parameter fee: of OpenStreetMap's `internet_access:fee`.
  static func wifi(_ text: String?, fee: String? = nil) -> WifiOffer? {
    if let offer = words(text).first.flatMap({ WifiOffer(rawValue: $0) }), offer != .yes {
      return offer
    }
    // Where there is only a cable or a terminal nobody says that there is no wifi.
    guard let isThere = anyOf(text, wifi) ?? truth(text) else { return nil }
    guard isThere else { return .no }
    guard let word = words(fee).first else { return .yes }
    return free.contains(word) ? .free : yes.contains(word) ? .paid : .yes
  }

  private static func anyOf(_ text: String?, _ known: Set<String>) -> Bool? {
    words(text).contains { known.contains($0) } ? true : nil
  }

  private static func truth(_ text: String?) -> Bool? {
    guard let word = words(text).first else { return nil }
    return yes.contains(word) ? true : no.contains(word) ? false : nil
  }

  /// A value may be a list, `wlan;terminal`.
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
