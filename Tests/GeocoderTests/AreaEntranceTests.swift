import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// Where large areas are arrived at, all of them 600 m wide and high, with their middle at (0, 0).
@Suite struct AreaEntranceTests {
  private static let park = ["name": "Elm Grounds", "leisure": "park"]
  private static let hospital = ["name": "Elm Grounds", "amenity": "hospital"]

  /// An area with a road that passes far west of it.
  private func town(
    _ tags: [String: String], half: Double = 300,
    _ add: (inout TownBuilder) -> Void = { _ in }
  ) -> TownBuilder {
    var town = TownBuilder()
    town.place("Elmham", "town", 3_000, 0)
    town.way(
      tags,
      [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)])
    town.road("West Road", [(-1_500, -900), (-1_500, 0), (-1_500, 900)])
    add(&town)
    return town
  }

  private func expect(
    _ town: TownBuilder, _ east: Double, _ north: Double,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let hit = try SmallTown.search(town.map) {
      try $0.search(GeocodeRequest(text: "Elm Grounds")).hits.first
    }
    let distance = hit?.coordinate.distance(to: SmallTown.at(east, north)) ?? .infinity
    #expect(distance < 1, "\(String(describing: hit))", sourceLocation: location)
  }

  @Test("where nothing leads into an area, its middle stands for it")
  func middle() throws {
    try expect(town(Self.park), 0, 0)
    for road in [["access": "private"], ["tunnel": "yes"], ["bridge": "yes"]] {
      try expect(town(Self.park) { $0.road("East Road", [(305, 0), (900, 0)], road) }, 0, 0)
    }
    for way in ["service", "track", "footway", "motorway"] {
      try expect(
        town(Self.park) { $0.way(["name": "A", "highway": way], [(305, 0), (900, 0)]) }, 0, 0)
    }
  }

  @Test("an area is arrived at where a road ends at its outline, nearest to its middle")
  func roads() throws {
    try expect(
      town(Self.park) {
        $0.road("East Road", [(310, 0), (900, 0)])
        $0.road("North Road", [(290, 295), (290, 900)])
        $0.road("Near Road", [(320, 100), (900, 100)])
      }, 310, 0)
  }

  @Test("an area as large as a building, and water, keep their middle")
  func others() throws {
    func ending(_ town: inout TownBuilder) { town.road("East Road", [(105, 0), (900, 0)]) }
    try expect(town(Self.park, half: 100, ending), 0, 0)
    try expect(town(Self.park, half: 115, ending), 105, 0)
    try expect(
      town(["name": "Elm Grounds", "natural": "water"]) {
        $0.road("East Road", [(300, 0), (900, 0)])
      }, 0, 0)
  }

  @Test("a gate comes before a road that ends at the outline, and after one through the area")
  func gates() throws {
    func add(_ town: inout TownBuilder) {
      town.node(["barrier": "gate"], 0, 300)
      town.node(["barrier": "gate", "access": "private"], 0, -300)
      // Nobody can drive there.
      town.node(["barrier": "gate"], -300, 0)
      town.road("North Road", [(0, 340), (900, 340)])
      town.road("South Road", [(0, -314), (900, -314)])
      // A gate of something in the park.
      town.node(["barrier": "gate"], 0, -280)
      town.road("East Road", [(280 + 25, 0), (900, 0)])
    }
    try expect(town(Self.park, add), 0, 300)
    try expect(
      town(Self.park) {
        add(&$0)
        $0.road("Through Road", [(200, 700), (200, 100), (200, -700)])
      }, 200, 100)
  }

  @Test("a main entrance comes first; inside only where there is a building to enter")
  func mainEntrance() throws {
    func add(_ town: inout TownBuilder) {
      town.node(["entrance": "yes"], 20, 20)
      town.node(["entrance": "main"], 150, 150)
      town.road("East Road", [(305, 0), (900, 0)])
    }
    try expect(town(Self.hospital, add), 150, 150)
    try expect(town(Self.park, add), 305, 0)
    try expect(
      town(Self.park) {
        add(&$0)
        $0.node(["entrance": "main"], 0, -300)
      }, 0, -300)
  }

  @Test("a hospital is where the node of its name is, and both are one hit")
  func namesake() throws {
    let town = town(Self.hospital) {
      $0.node(Self.hospital, -200, 100)
      $0.road("East Road", [(305, 0), (900, 0)])
    }
    try expect(town, -200, 100)
    let hits = try SmallTown.search(town.map) {
      try $0.search(GeocodeRequest(text: "Elm Grounds")).hits
    }
    #expect(hits.count == 1, "\(hits)")
  }

  @Test("an airport is arrived at at its terminal, whatever road leads through it")
  func airport() throws {
    try expect(
      town(["name": "Elm Grounds", "aeroway": "aerodrome"]) {
        $0.node(["name": "Arrivals", "aeroway": "terminal"], 250, 250)
        $0.road("Through Road", [(200, 700), (200, 100), (200, -700)])
      }, 250, 250)
  }

  @Test("a park that was moved to its road is one with the node in its middle")
  func twins() throws {
    let town = town(Self.park, half: 900) {
      $0.node(Self.park, 0, 0)
      $0.road("East Road", [(905, 0), (1_900, 0)])
    }
    let hits = try SmallTown.search(town.map) {
      try $0.search(GeocodeRequest(text: "Elm Grounds")).hits
    }
    #expect(hits.count == 1, "\(hits)")
    let area = try GatheredMap(town.map) { _ in }.pointsOfInterest.first(where: \.isLarge)
    #expect(abs((area?.reach ?? 0) - 905) < 2)
  }

  @Test("of a park in two parts the larger one is arrived at")
  func parts() throws {
    var town = TownBuilder()
    town.place("Elmham", "town", 3_000, 0)
    let small = town.way([:], [(-900, 0), (-800, 0), (-800, 100), (-900, 100), (-900, 0)])
    let large = town.way([:], [(-300, -300), (300, -300), (300, 300), (-300, 300), (-300, -300)])
    town.relation(
      Self.park.merging(["type": "multipolygon"]) { $1 },
      [(.way, Int64(small), role: "outer"), (.way, Int64(large), role: "outer")])
    town.road("East Road", [(305, 0), (900, 0)])
    try expect(town, 305, 0)
  }
}
