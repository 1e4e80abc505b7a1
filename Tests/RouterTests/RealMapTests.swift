import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

@Suite("Real maps", .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct RealMapTests {
  @Test("San Francisco: from Union Square to Coit Tower")
  func sanFrancisco() throws {
    let (network, _) = try Self.network("sf_demo_derived.osm.pbf")
    let questions = RoadQuestions(RoadSnapshot(network))
    let start = Coordinate(latitude: 37.785834, longitude: -122.406417)
    let end = Coordinate(latitude: 37.8024, longitude: -122.4058)
    let reply = try questions.answer(RouteRequest(waypoints: [start, end], steps: true))
    #expect((2100...2800).contains(reply.distanceMeters))
    #expect((240...900).contains(reply.durationSeconds))
    let steps = try #require(reply.legs[0].steps)
    #expect(steps.reduce(0) { $0 + $1.durationSeconds } == reply.durationSeconds)
    #expect(steps.reduce(0) { $0 + $1.distanceMeters } == reply.distanceMeters)
    for step in steps {
      print(step.instruction, step.durationSeconds, step.distanceMeters)
    }
    print(reply)
  }

  static func network(_ name: String) throws -> (RoadNetwork, NetworkBuilder.Summary) {
    let map = try MapFile(path: #require(RealMaps.path(name)))
    return try TemporaryDirectory.with { directory in
      let path = directory.path("map.network")
      let summary = try NetworkBuilder.build(map, to: path)
      return (try RoadNetwork(path: path), summary)
    }
  }
}
