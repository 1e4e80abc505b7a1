import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// The properties of segments in the file, apart from geometry and speed.
@Suite("Properties of the network")
struct NetworkPropertyTests {
  @Test("Segments keep their way, class and flags")
  func segments() throws {
    let drawn = try DrawnNetwork(
      RoadMap(
        """
        A---B---C---D
            |   |
            E   F
        """,
        ways: [
          "ABCD": ["highway": "primary", "toll": "yes", "tunnel": "yes"],
          "BE": ["highway": "tertiary_link", "surface": "gravel"],
          "CF": ["highway": "residential", "access:conditional": "no @ (Mo-Fr)"],
        ]))
    let network = drawn.network
    #expect(network.profile == .car)
    let primary = network.segments(ofWay: 1)
    #expect(primary.count == 3)
    #expect(network.segments(ofWay: 2).count == 1)
    #expect(network.segments(ofWay: 4).isEmpty)
    #expect(network.segments(ofWay: 0).isEmpty)
    // In the order of the way's nodes.
    let starts = primary.map { network.point(network.pointRange(of: $0).lowerBound).coordinate }
    #expect(drawn.map.letters(along: starts) == "ABC")
    for segment in primary {
      #expect(network.way(of: segment) == 1)
      #expect(network.roadClass(of: segment) == .primary)
      #expect(network.flags(of: segment) == [.toll, .tunnel])
    }
    let link = try #require(network.segments(ofWay: 2).first)
    #expect(network.roadClass(of: link).isLink)
    #expect(network.flags(of: link) == .unpaved)
    let part = try #require(network.segments(ofWay: 3).first)
    #expect(network.flags(of: part) == .conditional)
  }

  @Test("A reply names the way of a waypoint")
  func wayOfWaypoint() throws {
    let drawn = try DrawnNetwork(RoadMap("A---B---C", ways: ["AB": street, "BC": street]))
    let middle = drawn.map.point(0.5, from: "B", to: "C")
    let reply = try drawn.router.answer(NearestRoadRequest(coordinate: middle))
    #expect(reply.points.map(\.way) == [2])
  }

  @Test(
    "The driving side is that of the tags, else of the country",
    arguments: [
      (Coordinate(latitude: 37.79, longitude: -122.41), nil, .right),
      (Coordinate(latitude: 35.9, longitude: 14.5), nil, .left),
      (Coordinate(latitude: 51.5, longitude: -0.1), nil, .left),
      (Coordinate(latitude: 50.95, longitude: 1.85), nil, .right),
      (Coordinate(latitude: 48.85, longitude: 2.35), nil, .right),
      (Coordinate(latitude: 35.68, longitude: 139.7), nil, .left),
      (Coordinate(latitude: 37.57, longitude: 126.98), nil, .right),
      (Coordinate(latitude: -33.9, longitude: 151.2), nil, .left),
      (Coordinate(latitude: -1.29, longitude: 36.8), nil, .left),
      (Coordinate(latitude: 28.6, longitude: 77.2), nil, .left),
      (Coordinate(latitude: 60.17, longitude: 24.94), nil, .right),
      (Coordinate(latitude: 60.17, longitude: 24.94), "left", .left),
      (Coordinate(latitude: 51.5, longitude: -0.1), "right", .right),
      (Coordinate(latitude: 51.5, longitude: -0.1), "both", .left),
    ] as [(Coordinate, String?, DrivingSide)])
  func drivingSide(at coordinate: Coordinate, tag: String?, side: DrivingSide) throws {
    var pairs: [Tags.Pair] = [("highway", "residential")]
    if let tag { pairs.append(("driving_side", tag)) }
    let elements = MapElements(
      nodes: [
        MapNode(id: 1, coordinate: coordinate),
        MapNode(id: 2, coordinate: coordinate.moved(by: 100, bearing: 0)),
      ], ways: [MapWay(id: 1, nodeIDs: [1, 2], tags: Tags(pairs))])
    #expect(try DrawnNetwork.network(elements).0.drivingSide == side)
  }

  @Test("The driving side can be set explicitly")
  func explicitDrivingSide() throws {
    try TemporaryDirectory.with { directory in
      let map = RoadMap("A---B", ways: ["AB": street]).elements
      _ = try NetworkBuilder.build(map, drivingSide: .left, to: directory.path("left"))
      let network = try RoadNetwork(path: directory.path("left"))
      #expect(network.drivingSide == .left)
      #expect(throws: NetworkFileError.self) {
        try RoadNetwork(path: directory.path("left"), for: .foot)
      }
    }
  }

  @Test("Each profile has its own network of one map; a map may have none for some")
  func profiles() throws {
    let map = RoadMap(
      "A---B---C", ways: ["AB": ["highway": "motorway"], "BC": ["highway": "motorway"]])
    _ = try DrawnNetwork(map)
    #expect(throws: NetworkBuildError.noRoads(.foot)) { try DrawnNetwork(map, for: .foot) }
    let drawn = try DrawnNetwork(map)
    let worker = RouterWorker([.car: LiveRoads(RoadSnapshot(drawn.network))])
    #expect(try worker.router(for: nil) === worker.router(for: .car))
    let error = #expect(throws: ServiceError.self) { try worker.router(for: .bicycle) }
    #expect(error?.code == .outsideMap)
  }

  @Test("An unknown profile is refused, and the message lists the known ones")
  func unknownProfile() throws {
    let body = Data(#"{"sources": [], "destinations": [], "profile": "plane"}"#.utf8)
    let error = #expect(throws: ServiceError.self) {
      try MessageCoder.decode(TableRequest.self, from: body)
    }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.hasSuffix("“plane” is not one of car, bicycle and foot.") == true)
  }
}
