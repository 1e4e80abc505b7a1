import Geography
import Messages
import Testing
import Time

@testable import VenueStore

@Suite struct VenueMatchTests {
  struct Sight {
    var name: String
    var category = VenueCategory.brewery
    var meters: Meters = 0
    var address: String?
    var phone: String?

    var match: VenueMatch {
      let origin = Coordinate(latitude: 37.78, longitude: -122.4)
      return VenueMatch(
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
    #expect(name.likeness(to: VenueName("Barebottle Brewing Company")) == 1)
    #expect(name.likeness(to: VenueName("Barebotle")) > 0.8)
    #expect(name.likeness(to: VenueName("Barebotle")) < 1)
    #expect(name.likeness(to: VenueName("Bottle Bar")) < 0.7)
    #expect(VenueName("O’Farrell’s").likeness(to: VenueName("OFarrells")) == 1)
  }
}

@Suite struct VenueMergeTests {
  @Test func theMostTrustedSourceThatGivesAFieldCounts() throws {
    let merged = try #require(
      VenueMerge(
        "osm/node/1",
        [
          statement("map", 1) { $0.phone = "+1" },
          statement("breweries", 2) {
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
    let derived = statement("campus", 1, derived: 0.9) { $0.coordinate = nil }
    let given = statement("city", 2) { _ in }
    let both = try #require(VenueMerge("campus/1", [derived, given]))
    #expect(both.venue.coordinate == given.row.coordinate)
    let alone = try #require(VenueMerge("campus/1", [derived]))
    #expect(alone.venue.coordinate == derived.derived?.coordinate)
    #expect(alone.fields.first { $0.field == "coordinate" }?.derivedConfidence == 0.9)
    #expect(VenueMerge("campus/1", [statement("campus", 1) { $0.coordinate = nil }]) == nil)
    #expect(VenueMerge("campus/1", []) == nil)
  }

  @Test(
    arguments: [
      ([nil, nil], nil), ([nil, .closed], .closed), ([nil, .planning], nil),
      ([.planning, .planning], .planning), ([.planning, .closed], .closed),
    ] as [([VenueStanding?], VenueStanding?)])
  func standing(_ said: [VenueStanding?], _ expected: VenueStanding?) throws {
    let statements = said.enumerated().map { number, standing in
      statement("f\(number)", 1) { $0.standing = standing }
    }
    #expect(try #require(VenueMerge("f0/1", statements)).venue.standing == expected)
  }

  private func statement(
    _ source: String, _ second: Int64, derived: Double? = nil, _ edit: (inout FeedRow) -> Void
  ) -> VenueStatement {
    var row = feedRow("1", "Venue of \(source)")
    edit(&row)
    return VenueStatement(
      source: FeedName(rawValue: source), asOf: Timestamp(secondsSince1970: 10 * second),
      since: Timestamp(secondsSince1970: second), row: row,
      derived: derived.map {
        DerivedPlace(coordinate: Coordinate(latitude: 5, longitude: 5), confidence: $0)
      })
  }
}

/// A café at a place of its own for each name.
func feedRow(_ id: String, _ name: String, meters: Meters = 0) -> FeedRow {
  FeedRow(
    id: id, name: name, category: .coffee,
    coordinate: Coordinate(latitude: 60, longitude: 25).moved(by: meters, bearing: 90))
}
