import Countries
import Geography
import OpenStreetMap
import Testing

@Suite("Countries")
struct CountriesTests {
  @Test(
    "a place has the side of the road of its country",
    arguments: [
      (51.5, -0.1, 1), (50.95, 1.85, 0), (35.9, 14.5, 1), (35.68, 139.7, 1), (22.3, 114.17, 1),
      (-1.29, 36.8, 1), (37.57, 126.98, 0), (30, -40, nil),
    ] as [(Double, Double, Double?)])
  func side(latitude: Double, longitude: Double, share: Double?) {
    let cell = ZoneGrid.world.cell(at: Coordinate(latitude: latitude, longitude: longitude))
    #expect(Countries.leftHandShare(in: cell) == share)
  }

  @Test("the countries around a point begin with the nearest")
  func around() {
    let near = CountryZones.installed.countries(
      around: Coordinate(latitude: 47.3, longitude: 9.3))
    #expect(near.first == "LI")
    #expect(near.contains("CH"))
    #expect(CountryZones(table: "").countries(around: Coordinate(latitude: 0, longitude: 0)) == [])
  }

  @Test("elements vote for countries by their codes, and roads of a census by their county")
  func votes() {
    var votes = CountryVotes()
    for _ in 0..<200 { votes.count(["addr:country": "uk"]) }
    votes.count(["addr:country": "England", "ISO3166-1": "IE", "ISO3166-2": "IE-D"])
    #expect(votes.countries == ["GB": 200, "IE": 1])
    #expect(votes.states == ["IE-D": 1])
    #expect(votes.country == "GB")
    #expect(votes.likelyCountries == ["GB"])
    for _ in 0..<300 { votes.countCounty(["tiger:county": "Baltimore, MD"]) }
    #expect(votes.likelyCountries == ["US", "GB"])
    #expect(votes.states["US-MD"] == 300)
    #expect(votes.country == nil)
  }
}
