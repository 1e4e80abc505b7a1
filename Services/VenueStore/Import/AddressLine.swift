import OpenStreetMap

/// Writes the `addr:` tags of an element as one line.
///
/// The house number comes first, "609 Sutter Street, San Francisco", if
/// 1. `addr:country` is one of `numberFirstCountries`; or, if no country is given,
/// 2. `addr:state` is given; or
/// 3. the street ends in an English word for street, or begins with a French or Maltese one.
///
/// Otherwise it follows the street: "Mannerheimintie 5, Helsinki". Without `addr:street` and
/// `addr:place` the line is `addr:full`.
enum AddressLine {
  static func text(_ tags: Tags) -> String? {
    let street = value("addr:street", tags) ?? value("addr:place", tags)
    guard let street else { return value("addr:full", tags) }
    let parts = [line(street, value("addr:housenumber", tags), tags), value("addr:city", tags)]
    return PlainText.line(
      parts.compactMap { $0 }.joined(separator: ", "),
      maximumBytes: VenueStoreLimits.maximumAddressBytes)
  }

  private static func line(_ street: String, _ number: String?, _ tags: Tags) -> String {
    guard let number else { return street }
    return isNumberFirst(street, tags) ? "\(number) \(street)" : "\(street) \(number)"
  }

  private static func value(_ key: String, _ tags: Tags) -> String? {
    PlainText.line(tags[key], maximumBytes: VenueStoreLimits.maximumAddressBytes)
  }

  private static func isNumberFirst(_ street: String, _ tags: Tags) -> Bool {
    if let country = tags["addr:country"] {
      return numberFirstCountries.contains(country.uppercased())
    }
    if tags["addr:state"] != nil { return true }
    let words = street.lowercased().split { $0 == " " || $0 == "." }.map(String.init)
    let last = words.last { !directions.contains($0) }
    return lastWords.contains(last ?? "") || firstWords.contains(words.first ?? "")
  }

  private static let numberFirstCountries: Set<String> = [
    "AU", "CA", "FR", "GB", "GG", "HK", "IE", "IM", "IN", "JE", "JM", "KE", "LU", "MC", "MT", "MY",
    "NG", "NZ", "PH", "PR", "SG", "TH", "UK", "US", "ZA",
  ]

  private static let directions: Set<String> = [
    "n", "s", "e", "w", "north", "south", "east", "west", "ne", "nw", "se", "sw",
  ]

  private static let lastWords: Set<String> = [
    "alley", "ave", "avenue", "blvd", "boulevard", "broadway", "circle", "close", "court",
    "crescent", "ct", "dr", "drive", "embarcadero", "highway", "hwy", "lane", "ln", "mews",
    "parkway", "pike", "pkwy", "place", "plaza", "rd", "road", "row", "square", "st", "street",
    "terrace", "trail", "walk", "way",
  ]

  private static let firstWords: Set<String> = [
    "allée", "avenue", "boulevard", "chemin", "impasse", "passage", "place", "quai", "route", "rue",
    "ruelle", "square", "misraħ", "pjazza", "triq", "vjal", "xatt",
  ]
}
