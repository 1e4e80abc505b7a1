import OpenStreetMap

/// The names that people may use for an element.
enum ElementNames {
  /// The name first, then others in file order, each once; empty where it has no name. Values
  /// that list several names ("A;B") count as several.
  static func of(_ tags: Tags) -> [String] {
    guard let name = tags["name"] else { return [] }
    var names: [String] = []
    var seen: Set<[[UInt32]]> = []
    func add(_ text: String) {
      for part in text.split(separator: ";") {
        let words = Words.of(part, limit: GeocoderBounds.maximumNameWords).map(\.letters)
        guard !words.isEmpty, names.count < GeocoderBounds.maximumNames,
          seen.insert(words).inserted
        else { continue }
        names.append(trimmed(part))
      }
    }
    add(name)
    guard !names.isEmpty else { return [] }
    for (key, value) in tags.pairs where isName(key) { add(value) }
    return names
  }

  /// "alt_name", "name:sv", but not "name:etymology".
  private static func isName(_ key: String) -> Bool {
    if others.contains(key) { return true }
    guard key.hasPrefix("name:") else { return false }
    let language = key.utf8.dropFirst(5)
    return 2...3 ~= language.prefix(while: { $0 != UInt8(ascii: "-") }).count
      && language.allSatisfy { $0 == UInt8(ascii: "-") || ($0 | 0x20) &- 0x61 < 26 }
      && language.count <= 7
  }

  private static let others: Set<String> = [
    "alt_name", "official_name", "short_name", "old_name", "loc_name", "int_name", "name_1",
    "reg_name", "brand",
  ]

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
