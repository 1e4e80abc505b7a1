import Countries
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Planner

@Suite struct MapCountryTests {
  private static let coordinate = Coordinate(latitude: 48, longitude: 11)

  /// The country of a map of nodes with these tags, each repeated.
  private func country(_ points: [(Tags, Int)]) throws -> String? {
    let tags = points.flatMap { Array(repeating: $0.0, count: $0.1) }
    let map = MapElements(
      nodes: tags.enumerated().map {
        MapNode(id: Int64($0 + 1), coordinate: Self.coordinate, tags: $1)
      })
    return try CountryVotes(of: map).mapCountry?.description
  }

  @Test("nine in ten elements that name a country decide it")
  func majority() throws {
    let german: Tags = ["addr:country": "DE"]
    let austrian: Tags = ["addr:country": "AT"]
    #expect(try country([]) == nil)
    #expect(try country([(["name": "A"], 5)]) == nil)
    #expect(try country([(german, 1)]) == "DE")
    #expect(try country([(german, 9), (austrian, 1)]) == "DE")
    #expect(try country([(german, 8), (austrian, 2)]) == nil)
    #expect(try country([(["addr:country": "uk"], 3)]) == "GB")
    // A value that is not a code does not count.
    #expect(try country([(["addr:country": "Deutschland"], 9), (german, 1)]) == "DE")
  }

  @Test("a state counts only if it has its own holidays")
  func states() throws {
    #expect(
      try country([(["addr:country": "US", "addr:state": "MD"], 3), (["addr:state": "CA"], 40)])
        == "US-CA")
    #expect(
      try country([(["addr:country": "DE"], 9), (["is_in:state": "Bayern"], 1)]) == "DE-BY")
    #expect(
      try country([(["ISO3166-1": "DE", "ISO3166-2": "DE-HE"], 1), (["ISO3166-2": "DE-RP"], 1)])
        == "DE")
    // BE is Berne here, not Berlin; and Finland's regions have no holidays of their own.
    #expect(
      try country([(["addr:country": "DE"], 20), (["ISO3166-2": "CH-BE"], 1)]) == "DE")
    #expect(try country([(["addr:country": "FI", "ISO3166-2": "FI-18"], 2)]) == "FI")
  }

  @Test("ways and relations vote for the country, too")
  func waysAndRelations() throws {
    var map = MapElements()
    map.ways = [MapWay(id: 1, nodeIDs: [], tags: ["addr:country": "FR"])]
    #expect(try CountryVotes(of: map).mapCountry == MapCountry(code: "FR"))
    map.relations = [MapRelation(id: 1, members: [], tags: ["ISO3166-1:alpha2": "MC"])]
    #expect(try CountryVotes(of: map).mapCountry == nil)
  }

  @Test(
    "a country is parsed from the command line",
    arguments: [
      ("US", "US"), ("us-ca", "US-CA"), ("DE-BY", "DE-BY"), ("de-bayern", "DE-BY"), ("JP", "JP"),
      ("UK", "GB"), ("", nil), ("Germany", nil), ("D", nil), ("DE-", nil), ("DE-XX", nil),
      ("JP-13", nil), ("-BY", nil),
    ])
  func parsed(_ text: String, _ expected: String?) {
    let checked = try? MapCountry(checking: text)
    #expect(checked?.description == expected)
  }

  @Test("unknown holidays bring a warning")
  func holidayWarning() {
    #expect(MapCountry(code: "DE", state: "BY").hasHolidays)
    #expect(!MapCountry(code: "AQ").hasHolidays)
    #expect(MapCountry.warning(MapCountry(code: "AQ")).hasPrefix("There is no table of the"))
    #expect(MapCountry.warning(nil).hasPrefix("The map does not name its country: "))
  }

  @Test(
    "the country of a real extract is found",
    .enabled(if: RealMaps.areAvailable, RealMaps.absence),
    arguments: [
      ("helsinki.osm.pbf", "FI"), ("lauf_2020.osm.pbf", "DE-BY"), ("malta_2016.osm.pbf", "MT"),
      ("baltimore_2015.osm.pbf", "US"), ("liechtenstein_2021.osm.pbf", "LI"),
      ("monaco_2020.osm.pbf", "MC"), ("sf_demo_derived.osm.pbf", nil),
    ])
  func realExtracts(_ name: String, _ expected: String?) throws {
    let map = try MapFile(path: #require(RealMaps.path(name)))
    #expect(try CountryVotes(of: map).mapCountry?.description == expected)
  }
}
