import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import VenueStore

@Suite struct VenueImportTests {
  @Test("finds points, closed ways and multipolygons")
  func kindsOfElements() throws {
    let found = try venues(of: Self.map)
    #expect(
      found.venues.map(\.id) == ["osm/node/1", "osm/way/10", "osm/relation/20"])
    #expect(found.venues.map(\.name) == ["Point", "Outline", "Parts"])
    #expect(found.venues[1].coordinate.distance(to: at(2, 3)) < 1)
    #expect(found.venues[2].coordinate.distance(to: at(2, 3)) < 1)
    #expect(found.report.isEmpty)
  }

  @Test("skipped elements are counted by reason")
  func skippedElements() throws {
    var map = Self.map
    map.nodes.append(MapNode(id: 7, coordinate: at(0, 0), tags: ["shop": "tea", "closed": "yes"]))
    map.ways.append(MapWay(id: 11, nodeIDs: [98, 99], tags: ["amenity": "bar"]))
    map.relations.append(
      MapRelation(
        id: 21, members: [.init(kind: .way, id: 404, role: "outer")],
        tags: ["type": "multipolygon", "amenity": "pub"]))
    let found = try venues(of: map)
    #expect(found.venues.count == 3)
    #expect(found.report.count(of: "venue that is closed for good (closed)") == 1)
    #expect(found.report.count(of: "venue with missing nodes") == 2)
  }

  @Test("an area around a node of the same kind and name is the same venue")
  func onceEach() throws {
    var map = Self.map
    map.nodes += [
      MapNode(id: 7, coordinate: at(2, 3), tags: ["amenity": "bar", "name": "Outline"]),
      MapNode(id: 8, coordinate: at(2, 3.1), tags: ["amenity": "bar", "name": "Outline"]),
      MapNode(id: 9, coordinate: at(2, 3.1), tags: ["amenity": "restaurant", "name": "Other"]),
      MapNode(id: 6, coordinate: at(9, 9), tags: ["amenity": "restaurant", "name": "Parts"]),
    ]
    let found = try venues(of: map)
    #expect(
      found.venues.map(\.id.rawValue) == [1, 7, 8, 9, 6].map { "osm/node/\($0)" } + [
        "osm/relation/20"
      ])
    #expect(found.report.count(of: "area with a node for the same venue") == 1)
  }

  @Test("a bank with a cash machine is both, and the hours of one are not those of the other")
  func others() throws {
    var map = MapElements()
    map.nodes = [
      MapNode(
        id: 1, coordinate: at(0, 0),
        tags: [
          "amenity": "bank", "name": "Sparbank", "atm": "yes", "opening_hours": "Mo-Fr 09:00-17:00",
        ]),
      MapNode(id: 2, coordinate: at(1, 0), tags: ["amenity": "atm", "atm": "yes"]),
      MapNode(id: 3, coordinate: at(2, 0), tags: ["amenity": "bank", "atm": "no"]),
      MapNode(
        id: 4, coordinate: at(3, 0), tags: ["amenity": "bicycle_rental", "network": "CityBike"]),
    ]
    let venues = try venues(of: map).venues
    #expect(
      venues.map(\.id) == [
        "osm/node/1", "osm/node/1/atm", "osm/node/2", "osm/node/3", "osm/node/4",
      ])
    #expect(venues.map(\.category) == ["bank", "atm", "atm", "bank", "bicycle-rental"])
    #expect(venues[1].name == "Sparbank" && venues[1].openingHours == nil)
    #expect(venues[4].name == "CityBike")
  }

  @Test("missing nodes of a way are ignored")
  func missingNodes() {
    func center(_ points: [Coordinate?]) -> Coordinate? {
      let way = MapWay(
        id: 1, nodeIDs: points.indices.map(Int64.init), coordinates: points, tags: [:])
      return VenueImport.point(of: .way(way), [way])
    }
    let middle = center([at(0, 0), nil, at(2, 2), nil])
    #expect(middle.map { $0.distance(to: at(1, 1)) < 1 } == true)
    #expect(center([nil, nil]) == nil)
    #expect(center([]) == nil)
  }

  @Test(
    "finds the known number of cafés in real maps",
    .enabled(if: RealMaps.areAvailable, RealMaps.absence))
  func realMaps() throws {
    for (name, cafes) in [("sf_demo_derived", 418), ("helsinki", 161), ("monaco_2020", 21)] {
      let map = try MapFile(path: try #require(RealMaps.path("\(name).osm.pbf")))
      let found = try venues(of: map)
      #expect(found.venues.filter { $0.category == .coffee }.count == cafes, "\(name)")
      #expect(Set(found.venues.map(\.id)).count == found.venues.count)
      #expect(found.venues.allSatisfy { !$0.name.isEmpty && $0.coordinate.isValid })
    }
  }

  /// A node, a square way, and a square multipolygon of two ways without tags.
  private static let map = MapElements(
    nodes: [MapNode(id: 1, coordinate: at(1, 1), tags: ["amenity": "cafe", "name": "Point"])]
      + [(2, 1.5, 2.5), (3, 1.5, 3.5), (4, 2.5, 3.5), (5, 2.5, 2.5)].map {
        MapNode(id: $0.0, coordinate: at($0.1, $0.2))
      },
    ways: [
      MapWay(id: 10, nodeIDs: [2, 3, 4, 5, 2], tags: ["amenity": "bar", "name": "Outline"]),
      MapWay(id: 12, nodeIDs: [2, 3, 4]), MapWay(id: 13, nodeIDs: [4, 5, 2]),
    ],
    relations: [
      MapRelation(
        id: 20,
        members: [
          .init(kind: .way, id: 12, role: "outer"), .init(kind: .way, id: 13, role: "outer"),
        ], tags: ["type": "multipolygon", "amenity": "restaurant", "name": "Parts"]),
      MapRelation(
        id: 22, members: [.init(kind: .node, id: 1, role: "")],
        tags: ["type": "site", "amenity": "restaurant"]),
    ])

  private func venues(of map: some MapSource) throws -> (venues: [Venue], report: ImportReport) {
    var venues: [Venue] = []
    let found = try VenueImport.read(map) { venues.append($0) }
    #expect(found.count == venues.count)
    return (venues, found.report)
  }
}

/// A coordinate on a grid of a thousandth of a degree.
private func at(_ up: Double, _ across: Double) -> Coordinate {
  Coordinate(latitude: 60 + up / 1000, longitude: 25 + across / 1000)
}
