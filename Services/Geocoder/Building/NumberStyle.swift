/// Whether people of this map's country write "1 Main Street" or "Mannerheimintie 5".
enum NumberStyle: String, Sendable {
  case numberFirst, streetFirst

  /// Decides by the country that most addresses give, else by the names of the streets: where
  /// most names start or end with an English or French word for street, the number comes first.
  static func of(_ map: GatheredMap) -> NumberStyle {
    let given = map.countries.values.reduce(0, +)
    if given > 0, given * 2 >= map.houses.count {
      let first = map.countries.filter { countries.contains($0.key) }.values.reduce(0, +)
      return first * 2 > given ? .numberFirst : .streetFirst
    }
    let names = Set(map.roads.map(\.names[0].text))
    let telling = names.filter(startsOrEndsWithTypeWord).count
    return telling * 2 > names.count ? .numberFirst : .streetFirst
  }

  private static func startsOrEndsWithTypeWord(_ name: String) -> Bool {
    let words = Words.of(name)
    guard words.count > 1 else { return false }
    return types.contains(words[0].folded) || types.contains(words[words.count - 1].folded)
      || words.count > 2 && types.contains(words[words.count - 2].folded)
  }

  private static let countries: Set<String> = [
    "US", "CA", "GB", "IE", "AU", "NZ", "FR", "LU", "MC", "MT", "ZA", "IN", "SG", "HK", "IL",
    "PH", "MY", "TH", "KE", "NG",
  ]

  private static let types: Set<String> = [
    "street", "st", "avenue", "ave", "road", "rd", "boulevard", "blvd", "lane", "drive", "court",
    "place", "way", "terrace", "circle", "alley", "rue", "chemin", "impasse", "quai", "escalier",
    "triq", "crescent", "close", "highway", "parkway", "trail",
  ]
}
