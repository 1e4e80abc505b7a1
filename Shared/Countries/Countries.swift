/// What is known of countries by their codes, as in ISO 3166-1: `DE`.
package enum Countries {
  /// A country code in upper case; `nil` for any other text.
  package static func code(_ text: String) -> String? {
    let code = text.uppercased()
    guard code.utf8.count == 2, code.utf8.allSatisfy({ (65...90).contains($0) }) else {
      return nil
    }
    return code == "UK" ? "GB" : code
  }

  /// Where traffic drives on the left.
  ///
  /// Source: Wikipedia, "Left- and right-hand traffic".
  package static let drivingOnLeft: Set<String> = [
    "AG", "AI", "AU", "BB", "BD", "BM", "BN", "BS", "BT", "BW", "CC", "CK", "CX", "CY", "DM", "FJ",
    "FK", "GB", "GD", "GG", "GY", "HK", "ID", "IE", "IM", "IN", "JE", "JM", "JP", "KE", "KI", "KN",
    "KY", "LC", "LK", "LS", "MO", "MS", "MT", "MU", "MV", "MW", "MY", "MZ", "NA", "NF", "NP", "NR",
    "NU", "NZ", "PG", "PK", "PN", "SB", "SC", "SG", "SH", "SR", "SZ", "TC", "TH", "TK", "TL", "TO",
    "TT", "TV", "TZ", "UG", "VC", "VG", "VI", "WS", "ZA", "ZM", "ZW",
  ]

  /// The share of the time zones in a cell of the grid whose country drives on the left, 0 ... 1;
  /// `nil` at sea.
  package static func leftHandShare(in cell: ZoneGrid.Cell) -> Double? {
    let countries = ZoneGrid.world.zones(in: cell).compactMap(CountryZones.installed.country)
    guard !countries.isEmpty else { return nil }
    return Double(countries.count(where: drivingOnLeft.contains)) / Double(countries.count)
  }
}
