import Geography
import Messages
import Testing

@testable import VenueStore

@Suite struct MatchCandidateTests {
  struct Sight {
    var name: String
    var category = VenueCategory.brewery
    var meters: Meters = 0
    var address: String?
    var phone: String?

    var match: MatchCandidate {
      let origin = Coordinate(latitude: 37.78, longitude: -122.4)
      return MatchCandidate(
        name: name, category: category, coordinate: origin.moved(by: meters, bearing: 70),
        address: address, phone: phone)
    }
  }

  @Test(
    arguments: [
      (Sight(name: "Anchor Brewing"), Sight(name: "Anchor Brewing Company", meters: 100), true),
      (Sight(name: "ThirstyBear"), Sight(name: "Thirsty Bear Organic Brewery", meters: 20), false),
      (
        Sight(name: "ThirstyBear", phone: "+1 415 974 0905"),
        Sight(name: "Thirsty Bear Organic Brewery", meters: 20, phone: "4159740905"), true
      ),
      (Sight(name: "Café Trieste"), Sight(name: "Caffe TRIESTE", category: .bar), true),
      (Sight(name: "Anchor Brewing"), Sight(name: "Anchor Brewing", meters: 160), false),
      (
        Sight(name: "Anchor Brewing", address: "1705 Mariposa St, SF"),
        Sight(name: "Anchor", meters: 250, address: "1705 Mariposa Street"), true
      ),
      (
        Sight(name: "Ritual", address: "100 Main St"),
        Sight(name: "Ritual", meters: 60, address: "160 Main St"), false
      ),
      (
        Sight(name: "Ritual", address: "100 Main St"),
        Sight(name: "Ritual", meters: 10, address: "102 Main St"), true
      ),
      (Sight(name: "Circle 8 Brewing"), Sight(name: "Circle 9 Brewing"), false),
      (Sight(name: "Café", category: .coffee), Sight(name: "Café", category: .coffee), false),
      (Sight(name: "Mission", category: .coffee), Sight(name: "Mission", category: .bar), false),
      (Sight(name: "Mission", category: "canteen"), Sight(name: "Mission"), true),
      (Sight(name: "Harmonic"), Sight(name: "Cellarmaker"), false),
    ])
  func isOne(_ one: Sight, _ other: Sight, _ expected: Bool) {
    #expect((one.match.score(other.match) != nil) == expected)
    #expect((other.match.score(one.match) != nil) == expected)
  }

  @Test func theNearerOfTwoAlikeIsTheBetter() throws {
    let wanted = Sight(name: "Ritual").match
    let near = try #require(wanted.score(Sight(name: "Ritual", meters: 10).match))
    let far = try #require(wanted.score(Sight(name: "Ritual", meters: 90).match))
    #expect(near > far)
  }

  @Test func likenessIsOneOnlyForTheSame() {
    let name = VenueName("Barebottle")
    #expect(name.similarity(to: VenueName("Barebottle Brewing Company")) == 1)
    #expect(name.similarity(to: VenueName("Barebotle")) > 0.8)
    #expect(name.similarity(to: VenueName("Barebotle")) < 1)
    #expect(name.similarity(to: VenueName("Bottle Bar")) < 0.7)
    #expect(VenueName("O’Farrell’s").similarity(to: VenueName("OFarrells")) == 1)
  }
}

@Suite struct VenueMergeTests {
  @Test func theMostTrustedSourceThatGivesAFieldCounts() throws {
    let merged = try #require(
      VenueMerge(
        "osm/node/1",
        [
          record("map", 1) { $0.phone = "+1" },
          record("breweries", 2) {
            $0.phone = "+2"
            $0.website = "https://a.example"
          },
        ]))
    #expect(merged.venue.phone == "+1")
    #expect(merged.venue.website == "https://a.example")
    #expect(merged.venue.name == "Venue of map")
    let sources = Dictionary(uniqueKeysWithValues: merged.fields.map { ($0.field, $0) })
    #expect(sources["phone"]?.source == .map)
    #expect(sources["website"]?.source == "breweries")
    #expect(sources["website"]?.since == Timestamp(secondsSince1970: 2))
    #expect(sources["cuisine"] == nil)
  }

  @Test func aCoordinateThatIsGivenCountsMoreThanADerivedOne() throws {
    let geocoded = record("campus", 1, geocoded: 0.9) { $0.coordinate = nil }
    let given = record("city", 2) { _ in }
    let both = try #require(VenueMerge("campus/1", [geocoded, given]))
    #expect(both.venue.coordinate == given.row.coordinate)
    let alone = try #require(VenueMerge("campus/1", [geocoded]))
    #expect(alone.venue.coordinate == geocoded.geocoded?.coordinate)
    #expect(alone.fields.first { $0.field == "coordinate" }?.derivedConfidence == 0.9)
    #expect(VenueMerge("campus/1", [record("campus", 1) { $0.coordinate = nil }]) == nil)
    #expect(VenueMerge("campus/1", []) == nil)
  }

  @Test(
    arguments: [
      ([nil, nil], nil), ([nil, .closed], .closed), ([nil, .planning], nil),
      ([.planning, .planning], .planning), ([.planning, .closed], .closed),
    ] as [([VenueStanding?], VenueStanding?)])
  func standing(_ standings: [VenueStanding?], _ expected: VenueStanding?) throws {
    let records = standings.enumerated().map { number, standing in
      record("f\(number)", 1) { $0.standing = standing }
    }
    #expect(try #require(VenueMerge("f0/1", records)).venue.standing == expected)
  }

  private func record(
    _ source: String, _ second: Int64, geocoded: Double? = nil, _ edit: (inout FeedRow) -> Void
  ) -> SourceRecord {
    var row = feedRow("1", "Venue of \(source)")
    edit(&row)
    return SourceRecord(
      source: FeedName(rawValue: source), asOf: Timestamp(secondsSince1970: 10 * second),
      since: Timestamp(secondsSince1970: second), row: row,
      geocoded: geocoded.map {
        GeocodedLocation(coordinate: Coordinate(latitude: 5, longitude: 5), confidence: $0)
      })
  }
}

/// A café at a place of its own for each name.
func feedRow(_ id: String, _ name: String, meters: Meters = 0) -> FeedRow {
  FeedRow(
    id: id, name: name, category: .coffee,
    coordinate: Coordinate(latitude: 60, longitude: 25).moved(by: meters, bearing: 90))
}
