import Geography
import Messages
import Testing
import Time

@testable import VenueStore

@Suite struct MatchCandidateTests {
  struct Entry {
    var name: String
    var category = VenueCategory.brewery
    var meters: Meters = 0
    var address: String?
    var phone: String?

    var candidate: MatchCandidate {
      let origin = Coordinate(latitude: 37.78, longitude: -122.4)
      return MatchCandidate(
        name: name, category: category, coordinate: origin.moved(by: meters, bearing: 70),
        address: address, phone: phone)
    }
  }

  @Test(
    "the rules of a match hold in both directions",
    arguments: [
      (Entry(name: "Anchor Brewing"), Entry(name: "Anchor Brewing Company", meters: 100), true),
      (Entry(name: "ThirstyBear"), Entry(name: "Thirsty Bear Organic Brewery", meters: 20), false),
      (
        Entry(name: "ThirstyBear", phone: "+1 415 974 0905"),
        Entry(name: "Thirsty Bear Organic Brewery", meters: 20, phone: "4159740905"), true
      ),
      (Entry(name: "Café Trieste"), Entry(name: "Caffe TRIESTE", category: .bar), true),
      (Entry(name: "Anchor Brewing"), Entry(name: "Anchor Brewing", meters: 160), false),
      (
        Entry(name: "Anchor Brewing", address: "1705 Mariposa St, SF"),
        Entry(name: "Anchor", meters: 250, address: "1705 Mariposa Street"), true
      ),
      (
        Entry(name: "Ritual", address: "100 Main St"),
        Entry(name: "Ritual", meters: 60, address: "160 Main St"), false
      ),
      (
        Entry(name: "Ritual", address: "100 Main St"),
        Entry(name: "Ritual", meters: 10, address: "102 Main St"), true
      ),
      (Entry(name: "Circle 8 Brewing"), Entry(name: "Circle 9 Brewing"), false),
      (Entry(name: "Café", category: .coffee), Entry(name: "Café", category: .coffee), false),
      (Entry(name: "Mission", category: .coffee), Entry(name: "Mission", category: .bar), false),
      (Entry(name: "Mission", category: "canteen"), Entry(name: "Mission"), true),
      (Entry(name: "Harmonic"), Entry(name: "Cellarmaker"), false),
    ])
  func matches(_ first: Entry, _ second: Entry, _ expected: Bool) {
    #expect((first.candidate.score(second.candidate) != nil) == expected)
    #expect((second.candidate.score(first.candidate) != nil) == expected)
  }

  @Test("the nearer of two equal names has the higher score")
  func nearerIsBetter() throws {
    let candidate = Entry(name: "Ritual").candidate
    let near = try #require(candidate.score(Entry(name: "Ritual", meters: 10).candidate))
    let far = try #require(candidate.score(Entry(name: "Ritual", meters: 90).candidate))
    #expect(near > far)
  }

  @Test("the similarity of names is 1 only for equal ones")
  func similarity() {
    let name = VenueName("Barebottle")
    #expect(name.similarity(to: VenueName("Barebottle Brewing Company")) == 1)
    #expect(name.similarity(to: VenueName("Barebotle")) > 0.8)
    #expect(name.similarity(to: VenueName("Barebotle")) < 1)
    #expect(name.similarity(to: VenueName("Bottle Bar")) < 0.7)
    #expect(VenueName("O’Farrell’s").similarity(to: VenueName("OFarrells")) == 1)
  }
}

@Suite struct VenueMergeTests {
  @Test("a field comes from the first source that has it")
  func precedence() throws {
    let merged = try #require(
      VenueMerge(
        "osm/node/1",
        [
          record("map", 1) { $0.facts.phone = "+1" },
          record("breweries", 2) {
            $0.facts.phone = "+2"
            $0.facts.website = "https://a.example"
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

  @Test("a coordinate of a source takes precedence over a geocoded one")
  func coordinate() throws {
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
    "a venue is closed if any source says so, and planned if all do",
    arguments: [
      ([nil, nil], nil), ([nil, .closed], .closed), ([nil, .planning], nil),
      ([.planning, .planning], .planning), ([.planning, .closed], .closed),
    ] as [([VenueUnavailability?], VenueUnavailability?)])
  func standing(_ standings: [VenueUnavailability?], _ expected: VenueUnavailability?) throws {
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

/// A row of a café, `meters` east of a fixed point.
func feedRow(_ id: String, _ name: String, meters: Meters = 0) -> FeedRow {
  FeedRow(
    id: id, name: name, category: .coffee,
    coordinate: Coordinate(latitude: 60, longitude: 25).moved(by: meters, bearing: 90))
}
