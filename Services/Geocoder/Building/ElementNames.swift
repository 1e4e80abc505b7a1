import OpenStreetMap

/// One name of an element.
struct PlaceName: Sendable, Hashable {
  let text: String
  /// "sv" or "pt-BR" where the map says so; `nil` for the name on the signs, and for others.
  let language: String?

  init(_ text: String, language: String? = nil) {
    self.text = text
    self.language = language
  }
}

/// The names that people may use for an element.
enum ElementNames {
  /// The name first, then those of languages, then others, each once; empty where it has no name.
  /// Values that list several names ("A;B") count as several.
  static func of(_ tags: Tags) -> [PlaceName] { unique(tags).all }

  /// As `of`, with the numbers that roads are signed with: "B 14", "MD 140".
  static func ofRoad(_ tags: Tags) -> [PlaceName] {
    var names = unique(tags)
    // A bare number says too little, and would be taken for a house's.
    guard !names.all.isEmpty, let ref = tags["ref"], ref.contains(where: \.isLetter) else {
      return names.all
    }
    names.add(ref)
    return names.all
  }

  private static func unique(_ tags: Tags) -> UniqueNames {
    var names = UniqueNames()
    guard let name = tags["name"] else { return names }
    names.add(name)
    guard !names.all.isEmpty else { return names }
    for (key, value) in tags.pairs {
      if let language = language(of: key) { names.add(value, language: language) }
    }
    for (key, value) in tags.pairs where isOther(key) { names.add(value) }
    return names
  }

  /// "sv" of "name:sv", but not of "name:etymology".
  private static func language(of key: String) -> String? {
    guard key.hasPrefix("name:") else { return nil }
    let language = key.dropFirst(5)
    return isLanguage(language.utf8) ? String(language) : nil
  }

  private static func isLanguage(_ text: Substring.UTF8View) -> Bool {
    2...3 ~= text.prefix(while: { $0 != UInt8(ascii: "-") }).count && text.count <= 7
      && text.allSatisfy { $0 == UInt8(ascii: "-") || ($0 | 0x20) &- 0x61 < 26 }
  }

  /// "alt_name", "old_name:de".
  private static func isOther(_ key: String) -> Bool {
    let parts = key.split(separator: ":", maxSplits: 1)
    guard let first = parts.first, others.contains(String(first)) else { return false }
    return parts.count == 1 || isLanguage(parts[1].utf8)
  }

  private static let others: Set<String> = [
    "alt_name", "official_name", "short_name", "old_name", "loc_name", "int_name", "name_1",
    "reg_name", "brand",
  ]
}

/// Names in the order they came, those of the same words once.
private struct UniqueNames {
  private(set) var all: [PlaceName] = []
  private var seen: Set<[[UInt32]]> = []

  mutating func add(_ text: String, language: String? = nil) {
    for part in text.split(separator: ";") {
      let words = Words.of(part, limit: GeocoderBounds.maximumNameWords).map(\.letters)
      guard !words.isEmpty, all.count < GeocoderBounds.maximumNames, seen.insert(words).inserted
      else { continue }
      all.append(PlaceName(Self.trimmed(part), language: language))
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
