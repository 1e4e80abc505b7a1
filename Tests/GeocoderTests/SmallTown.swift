import Geography
import OpenStreetMap
import TestSupport
import Testing

@testable import Geocoder

/// A small invented part of San Francisco. Coordinates are in metres east and north of its middle.
enum SmallTown {
  static let middle = Coordinate(latitude: 37.8, longitude: -122.41)

  static func at(_ east: Double, _ north: Double) -> Coordinate {
    middle.moved(by: north, bearing: 0).moved(by: east, bearing: 90)
  }

  static let map: MapElements = {
    var town = TownBuilder()
    town.place("San Francisco", "city", 0, 0, ["name:de": "Sankt Franziskus"])
    town.place("Oakland", "city", 30_000, 0)
    town.place("North Beach", "neighbourhood", -300, 600)
    town.road("Telegraph Hill Boulevard", [(0, 0), (0, 200), (100, 400)])
    town.road("Telegraph Hill Boulevard", [(100, 400), (200, 500)])
    town.road("Columbus Avenue", [(-400, 0), (-200, 0), (200, 0)])
    town.road("Saint Mary's Street", [(-200, 0), (-200, 300)])
    town.road("First Street", [(-400, 0), (-400, -300)])
    town.road("O'Farrell Street", [(-400, -300), (0, -300)])
    town.road("Columbus Avenue", [(30_000, 100), (30_400, 100)])
    town.house(
      "1", "Telegraph Hill Boulevard", 210, 510,
      [
        "name": "Coit Tower", "tourism": "attraction", "wikipedia": "en:Coit Tower",
        "addr:postcode": "94133", "addr:city": "San Francisco",
      ])
    for number in stride(from: 10, through: 20, by: 10) {
      town.house("\(number)", "Columbus Avenue", Double(-400 + number * 20), 10)
    }
    town.house("11", "Columbus Avenue", -200, -10)
    town.house("12a", "O'Farrell Street", -300, -310)
    town.house("48-50", "O'Farrell Street", -100, -310)
    town.house("7", "Columbus Avenue", 30_200, 110, ["addr:city": "Oakland"])
    town.node(["name": "Blue Bottle Coffee", "amenity": "cafe"], -200, 20)
    town.node(["name": "Blue Bottle Coffee", "amenity": "cafe"], 30_100, 120)
    town.node(["name": "Café Zoë", "amenity": "cafe", "alt_name": "The Green Cup"], 150, 20)
    return town.map
  }()

  /// Runs the body with a searcher of the map, whose index is deleted afterwards.
  static func search<Result>(
    _ map: MapElements = map, _ body: (Searcher) throws -> Result
  ) throws -> Result {
    try Indexed.with(map, body)
  }
}

/// Runs code with a searcher of a temporary index.
enum Indexed {
  static func with<Result>(
    _ source: some MapSource, _ body: (Searcher) throws -> Result
  ) throws -> Result {
    try TemporaryDirectory.with { folder in
      let path = folder.path(IndexFormat.fileName)
      _ = try PlaceIndex.build(from: source, into: path)
      return try body(Searcher(PlaceIndex(path: path)))
    }
  }
}

/// Builds maps from positions in metres.
struct TownBuilder {
  private(set) var map = MapElements()
  private var idsByPoint: [[Double]: Int64] = [:]

  /// - Returns: the node's id.
  @discardableResult
  mutating func node(_ tags: [String: String], _ east: Double, _ north: Double) -> Int64 {
    let id = Int64(map.nodes.count + 1)
    idsByPoint[[east, north]] = id
    map.nodes.append(
      MapNode(id: id, coordinate: SmallTown.at(east, north), tags: Self.tags(tags)))
    return id
  }

  mutating func place(
    _ name: String, _ kind: String, _ east: Double, _ north: Double,
    _ others: [String: String] = [:]
  ) {
    node(others.merging(["name": name, "place": kind]) { $1 }, east, north)
  }

  @discardableResult
  mutating func house(
    _ number: String, _ street: String, _ east: Double, _ north: Double,
    _ others: [String: String] = [:]
  ) -> Int64 {
    let tags = others.merging(["addr:housenumber": number, "addr:street": street]) { $1 }
    return node(tags, east, north)
  }

  /// Roads through the same point intersect there.
  mutating func road(
    _ name: String, _ points: [(Double, Double)], _ others: [String: String] = [:]
  ) {
    way(others.merging(["name": name, "highway": "residential"]) { $1 }, points)
  }

  /// Ways through the same point share its node, which may be a node that `node` or `house` added.
  ///
  /// - Returns: the way's id.
  @discardableResult
  mutating func way(_ tags: [String: String], _ points: [(Double, Double)]) -> Int64 {
    let ids = points.map { point -> Int64 in
      if let known = idsByPoint[[point.0, point.1]] { return known }
      return node([:], point.0, point.1)
    }
    map.ways.append(
      MapWay(id: Int64(map.ways.count + 1), nodeIDs: ids, tags: Self.tags(tags)))
    return Int64(map.ways.count)
  }

  mutating func relation(
    _ tags: [String: String], _ members: [(MapElementKind, Int64, role: String)]
  ) {
    map.relations.append(
      MapRelation(
        id: Int64(map.relations.count + 1),
        members: members.map { MapRelation.Member(kind: $0.0, id: $0.1, role: $0.role) },
        tags: Self.tags(tags)))
  }

  private static func tags(_ tags: [String: String]) -> Tags {
    Tags(tags.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) })
  }
}
