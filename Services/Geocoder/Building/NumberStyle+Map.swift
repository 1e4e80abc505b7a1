import Countries

extension NumberStyle {
  /// Decides by the country of most addresses. Where fewer than half of them have a country, the
  /// street names decide: if most start or end with an English or French street type, the number
  /// comes first.
  static func of(_ map: GatheredMap) -> NumberStyle {
    let withCountry = map.votes.countries.values.reduce(0, +)
    if withCountry > 0, withCountry * 2 >= map.houses.count {
      let first = map.votes.countries.filter { countries.contains($0.key) }.values.reduce(0, +)
      return first * 2 > withCountry ? .numberFirst : .streetFirst
    }
    let names = Set(map.roads.map(\.names[0].text))
    let withType = names.filter(startsOrEndsWithStreetType).count
    return withType * 2 > names.count ? .numberFirst : .streetFirst
  }

  private static func startsOrEndsWithStreetType(_ name: String) -> Bool {
    let words = WordTokenizer.tokens(in: name)
    guard words.count > 1 else { return false }
    return streetTypes.contains(words[0].folded)
      || streetTypes.contains(words[words.count - 1].folded)
      || words.count > 2 && streetTypes.contains(words[words.count - 2].folded)
  }

  private static let countries: Set<String> = [
    "US", "CA", "GB", "IE", "AU", "NZ", "FR", "LU", "MC", "MT", "ZA", "IN", "SG", "HK", "IL",
    "PH", "MY", "TH", "KE", "NG",
  ]

  private static let streetTypes: Set<String> = [
    "street", "st", "avenue", "ave", "road", "rd", "boulevard", "blvd", "lane", "drive", "court",
    "place", "way", "terrace", "circle", "alley", "rue", "chemin", "impasse", "quai", "escalier",
    "triq", "crescent", "close", "highway", "parkway", "trail",
  ]
}
