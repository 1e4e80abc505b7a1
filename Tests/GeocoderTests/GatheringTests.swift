import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// Map data other than a node or a closed way with an address.
@Suite struct GatheringTests {
  /// The first hit for the text on a map.
  private func first(_ text: String, on map: MapElements) throws -> PlaceHit? {
    try SmallTown.search(map) { try $0.search(GeocodeRequest(text: text)).hits.first }
  }

  private func distance(_ hit: PlaceHit?, _ east: Double, _ north: Double) -> Meters {
    hit?.coordinate.distance(to: SmallTown.at(east, north)) ?? .infinity
  }

  @Test("numbers are interpolated along the bends of an interpolation line")
  func interpolationLine() throws {
    var town = TownBuilder()
    town.road("Main Street", [(0, 0), (400, 0)])
    town.house("1", "Main Street", 0, 10)
    town.house("21", "Main Street", 200, 110)
    town.way(["addr:interpolation": "odd"], [(0, 10), (200, 10), (200, 110)])
    try SmallTown.search(town.map) { searcher in
      let middle = try searcher.search(GeocodeRequest(text: "15 Main Street")).hits.first
      #expect(middle?.accuracy == .interpolated)
      #expect(middle?.matched.contains("interpolated between 1 and 21") == true)
      #expect(distance(middle, 200, 20) < 2)
      // The line has only odd numbers; an even one is interpolated between the neighbours.
      let even = try searcher.search(GeocodeRequest(text: "16 Main Street")).hits.first
      #expect((even?.confidence ?? 1) < (middle?.confidence ?? 0))
    }
  }

  @Test("an interpolation line with descending numbers runs the other way")
  func fallingLine() throws {
    var town = TownBuilder()
    town.road("Main Street", [(0, 0), (400, 0)])
    town.house("9", "Main Street", 0, 10)
    town.house("1", "Main Street", 400, 10)
    town.way(["addr:interpolation": "all"], [(0, 10), (400, 10)])
    #expect(distance(try first("3 Main Street", on: town.map), 300, 10) < 2)
  }

  @Test("a house of an associatedStreet relation is on its street")
  func associatedStreet() throws {
    for named in [true, false] {
      var town = TownBuilder()
      town.road("Main Street", [(0, 0), (400, 0)])
      let house = town.node(["addr:housenumber": "7"], 100, 10)
      let tags = ["type": "associatedStreet", "addr:city": "Springfield"]
      town.relation(
        named ? tags.merging(["name": "Main Street"]) { $1 } : tags,
        [(.node, house, role: "house"), (.way, 1, role: "street")])
      let hit = try first("7 Main Street, Springfield", on: town.map)
      #expect(hit?.accuracy == .rooftop)
      #expect(hit?.address?.city == "Springfield")
      #expect(distance(hit, 100, 10) < 1)
    }
  }

  @Test("a street is where its ways come nearest to the middle of them", arguments: [false, true])
  func representative(isReversed: Bool) throws {
    var town = TownBuilder()
    // Around the middle (500, 300): 300 m and 500 m from it.
    let lines = [[(0.0, 0.0), (1_000, 0)], [(1_000, 0), (1_000, 600)]]
    for line in isReversed ? lines.reversed() : lines { town.road("Main Street", line) }
    #expect(distance(try first("Main Street", on: town.map), 500, 0) < 1)
  }

  @Test("a city is assumed only where no address names it")
  func assumedCity() throws {
    var town = TownBuilder()
    town.place("Springfield", "town", 0, 300)
    for (street, north, tags) in [
      ("Mapped Street", 0.0, ["addr:city": "Springfield"]), ("Plain Street", 900, [:]),
    ] {
      town.road(street, [(0, north), (400, north)])
      town.house("7", street, 100, north + 10, tags)
      let hit = try first("7 \(street)", on: town.map)
      #expect(hit?.address?.city == "Springfield")
      #expect(hit?.matched.contains("city assumed") == tags.isEmpty, "\(hit?.matched ?? "")")
    }
  }

  @Test("a building that is a multipolygon of several ways is at its center")
  func multipolygon() throws {
    var town = TownBuilder()
    town.road("Main Street", [(0, 0), (400, 0)])
    let one = town.way([:], [(100, 10), (140, 10), (140, 50)])
    let other = town.way([:], [(100, 10), (100, 50), (140, 50)])
    let court = town.way([:], [(115, 25), (125, 25), (125, 35), (115, 25)])
    town.relation(
      [
        "type": "multipolygon", "building": "yes", "addr:housenumber": "5",
        "addr:street": "Main Street",
      ], [(.way, one, role: "outer"), (.way, other, role: "outer"), (.way, court, role: "inner")])
    let hit = try first("5 Main Street", on: town.map)
    #expect(hit?.accuracy == .rooftop)
    #expect(distance(hit, 120, 30) < 2)
  }

  @Test("an address belongs to the city whose boundary contains it, even if another city is nearer")
  func boundary() throws {
    var town = TownBuilder()
    town.place("Near", "town", 0, 300)
    let node = town.node(["name": "Wide", "place": "town"], 5_000, 0)
    let ring = town.way(
      [:], [(-200, -200), (9_000, -200), (9_000, 200), (-200, 200), (-200, -200)])
    town.relation(
      ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Wide"],
      [(.way, ring, role: "outer"), (.node, node, role: "admin_centre")])
    town.road("Main Street", [(0, 0), (100, 0)])
    let map = try GatheredMap(town.map) { _ in }
    #expect(map.places.count == 2)
    #expect(try first("Main Street", on: town.map)?.address?.city == "Wide")
    #expect(distance(try first("Wide", on: town.map), 5_000, 0) < 1)
  }

  @Test("a boundary without its own node is a place; one cut by the edge is not")
  func boundaryAlone() throws {
    var town = TownBuilder()
    let ring = town.way([:], [(0, 0), (1_000, 0), (1_000, 1_000), (0, 1_000), (0, 0)])
    let tags = ["type": "boundary", "boundary": "administrative", "admin_level": "10"]
    town.relation(tags.merging(["name": "Old Town"]) { $1 }, [(.way, ring, role: "outer")])
    town.relation(
      tags.merging(["name": "Beyond"]) { $1 },
      [(.way, ring, role: "outer"), (.way, 999, role: "outer")])
    let hit = try first("old town", on: town.map)
    #expect(hit?.accuracy == .place)
    #expect(distance(hit, 500, 500) < 5)
    let map = try GatheredMap(town.map) { _ in }
    #expect(map.report.count(of: "area whose outline the extract does not hold") == 1)
  }

  @Test("a postcode is a place in the middle of its addresses")
  func postcode() throws {
    var town = TownBuilder()
    town.road("Main Street", [(0, 0), (400, 0)])
    for (number, east) in [("1", 0.0), ("3", 100), ("5", 200)] {
      town.house(number, "Main Street", east, 10, ["addr:postcode": "12345"])
    }
    town.house("99", "Main Street", 390, 10, ["addr:postcode": "99999"])
    let hit = try first("12345", on: town.map)
    #expect(hit?.accuracy == .place)
    #expect(distance(hit, 100, 10) < 1)
    #expect(try first("1 Main Street 12345", on: town.map)?.accuracy == .rooftop)
  }

  @Test(
    "squares, parks, peaks, stations and stops are found, and roads by the number they are signed",
    arguments: [
      (["place": "square"], GeocodeAccuracy.place), (["leisure": "park"], .venue),
      (["natural": "peak"], .venue), (["railway": "station"], .venue),
      (["tourism": "viewpoint"], .venue), (["highway": "bus_stop"], .venue),
    ])
  func landmarks(_ tags: [String: String], _ accuracy: GeocodeAccuracy) throws {
    var town = TownBuilder()
    town.node(tags.merging(["name": "Union Square"]) { $1 }, 0, 0)
    town.node(["name": "Union Square Sports Bar", "amenity": "bar"], 100, 0)
    town.road("Reisterstown Road", [(0, 0), (400, 0)], ["ref": "MD 140"])
    #expect(try first("union square", on: town.map)?.accuracy == accuracy)
    #expect(try first("MD 140", on: town.map)?.label == "Reisterstown Road")
  }

  @Test("a pedestrian area is a point of interest, not a road")
  func pedestrianArea() throws {
    var town = TownBuilder()
    let ring = [(0.0, 0.0), (100, 0), (100, 100), (0, 100), (0, 0)]
    town.way(["name": "Narinkka", "highway": "pedestrian", "area": "yes"], ring)
    #expect(distance(try first("narinkka", on: town.map), 50, 50) < 1)
  }
}
