import Algorithms
import Messages
import OpenStreetMap

/// One name of an element.
@Memberwise(positional: 1) package struct PlaceName: Sendable, Hashable {
  package let text: String
  /// "sv" or "pt-BR" for `name:sv` and `name:pt-BR`; `nil` for `name` and its alternatives.
  let language: String?
}

/// Extracts the names of an element from its tags.
enum ElementNames {
  /// `name` first, then names in languages, then alternate names, without duplicates; empty where
  /// the element has no `name`. Values with several names ("A;B") are split.
  static func of(_ tags: Tags) -> [PlaceName] { unique(tags).all }

  /// The same with the road's reference number: "B 14", "MD 140".
  static func ofRoad(_ tags: Tags) -> [PlaceName] {
    var names = unique(tags)
    // A number without letters is ambiguous and would be parsed as a house number.
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
      if let language = Tags.language(ofName: key) { names.add(value, language: language) }
    }
    for (key, value) in tags.pairs where isAlternate(key) { names.add(value) }
    if let latin = LatinScript.of(name) { names.add(latin) }
    return names
  }

  /// "alt_name", "old_name:de".
  private static func isAlternate(_ key: String) -> Bool {
    let parts = key.split(separator: ":", maxSplits: 1)
    guard let first = parts.first, alternateKeys.contains(String(first)) else { return false }
    return parts.count == 1 || Tags.isLanguage(parts[1])
  }

  private static let alternateKeys: Set<String> = [
    "alt_name", "official_name", "short_name", "old_name", "loc_name", "int_name", "name_1",
    "reg_name", "brand",
  ]
}

/// Names in insertion order, without names of the same tokens.
private struct UniqueNames {
  private(set) var all: [PlaceName] = []
  private var seen: Set<[[UInt32]]> = []

  mutating func add(_ text: String, language: String? = nil) {
    for part in text.split(separator: ";") {
      let tokens = WordTokenizer.tokens(in: part, limit: GeocoderLimits.maximumNameTokens).map(
        \.letters)
      guard !tokens.isEmpty, all.count < GeocoderLimits.maximumNames, seen.insert(tokens).inserted
      else { continue }
      all.append(PlaceName(part.trimmed, language: language))
    }
  }
}
