package import OpenStreetMap

/// Counts the countries, states and time zones that the elements of a map name. Most are addresses;
/// borders also name the neighbouring country, but there are few of them.
package struct CountryVotes: Sendable {
  private static let countryKeys = [
    "addr:country", "is_in:country_code", "ISO3166-1:alpha2", "ISO3166-1",
  ]
  private static let stateKeys = ["addr:state", "is_in:state_code", "is_in:state", "ISO3166-2"]
  private static let zoneKey = "timezone"

  /// The keys that `count` reads.
  package static let keys = Set(countryKeys + stateKeys + [zoneKey])

  /// The least share of the votes that wins: a map belongs to a country even where it extends a
  /// little into another.
  package static let clearMajority = 0.9

  /// How many elements name each country, as in ISO 3166-1: "DE".
  package private(set) var countries: [String: Int] = [:]
  /// How many elements name each state, as they write it: "US-MD", "MD", "Maryland".
  package private(set) var states: [String: Int] = [:]
  private var zones: [String: Int] = [:]

  /// No votes yet.
  package init() {}

  /// The votes of an extract.
  ///
  /// - Throws: whatever the source throws.
  package init(of source: some MapSource) throws {
    try source.read(MapSelection([.node, .way, .relation], keys: Self.keys)) { count($0.tags) }
  }

  /// Counts one element.
  package mutating func count(_ tags: Tags) {
    let code = Self.countryKeys.lazy.compactMap { tags[$0].flatMap(Countries.code) }.first
    if let code { countries[code, default: 0] += 1 }
    // A border names the states on both sides, and has no address.
    for key in Self.stateKeys { if let state = tags[key] { states[state, default: 0] += 1 } }
    if let zone = tags[Self.zoneKey] { zones[zone, default: 0] += 1 }
  }

  /// Counts the county of a road of the census data that American roads are imported from:
  /// "Baltimore, MD".
  package mutating func countCounty(_ tags: Tags) {
    guard let county = tags["tiger:county"], let comma = county.lastIndex(of: ",") else { return }
    let state = county[county.index(after: comma)...].drop(while: \.isWhitespace)
    states["US-" + state, default: 0] += 1
    countries["US", default: 0] += 1
  }

  /// The country that at least nine in ten of the elements with a country name; `nil` if none is.
  package var country: String? { Self.winner(countries) }

  /// The time zone of at least nine in ten of the elements that name one.
  package var zone: String? { Self.winner(zones) }

  /// The countries without those that fewer than 1 % of the elements name, which are mistyped; the
  /// likeliest first.
  package var likelyCountries: [String] {
    let total = countries.values.reduce(0, +)
    return countries.filter { Double($0.value) >= 0.01 * Double(total) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// The name with at least nine tenths of all votes.
  package static func winner(_ votes: [String: Int]) -> String? {
    let total = votes.values.reduce(0, +)
    guard let best = votes.max(by: { $0.value < $1.value }),
      Double(best.value) >= clearMajority * Double(total)
    else { return nil }
    return best.key
  }
}
