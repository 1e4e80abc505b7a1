import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

@Suite("Real maps", .computing, .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct RealMapTests {
  static func network(
    _ name: String, for profile: TravelProfile = .car
  ) throws -> (RoadNetwork, NetworkBuilder.Summary) {
    try DrawnNetwork.network(MapFile(path: #require(RealMaps.path(name))), for: profile)
  }

  @Test("San Francisco: from Union Square to Coit Tower")
  func sanFrancisco() throws {
    let (network, _) = try Self.network("sf_demo_derived.osm.pbf")
    let router = ProfileRouter(RoadSnapshot(network))
    let start = Coordinate(latitude: 37.785834, longitude: -122.406417)
    let end = Coordinate(latitude: 37.8024, longitude: -122.4058)
    let reply = try router.answer(
      RouteRequest(waypoints: [start, end], geometry: true, steps: true))
    #expect((2100...2500).contains(reply.distanceMeters))
    #expect((180...600).contains(reply.durationSeconds))
    let steps = try #require(reply.legs[0].steps)
    #expect(steps.reduce(0) { $0 + $1.durationSeconds } == reply.durationSeconds)
    #expect(steps.reduce(0) { $0 + $1.distanceMeters } == reply.distanceMeters)
    // The length of the line is the distance of the reply.
    let line = try #require(reply.geometry?.coordinates)
    let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    #expect(abs(length - Double(reply.distanceMeters)) < 5)
    try OracleTests.expectAgreement(network, in: network.box, count: 3, seed: 21)
  }

  @Test("Monaco: tables and routes agree, and nothing exceeds the promised top speed")
  func monaco() throws {
    let (network, summary) = try Self.network("monaco_2020.osm.pbf")
    #expect(summary.restrictions > 30)
    let box = BoundingBox(south: 43.725, west: 7.41, north: 43.751, east: 7.44)
    try OracleTests.expectAgreement(network, in: box, count: 10, seed: 22)
    try expectFairSpeeds(network, box, seed: 23)
  }

  @Test("Monaco: a no_u_turn with a superfluous member forbids only the U-turn")
  func monacoUTurn() throws {
    let (network, _) = try Self.network("monaco_2020.osm.pbf")
    let targets = network.segments(ofWay: 788_120_420).flatMap { segment in
      network.arcs(of: DirectedSegment(segment, isBackward: false)).flatMap { arc in
        network.turns(from: ArcID(arc)).map {
          network.way(
            of: network.directedSegment(of: network.target(ofTurn: $0, from: ArcID(arc))).segment)
        }
      }
    }
    // Straight on and to the right, and not back along 157719642.
    #expect(Set(targets) == [166_009_792, 157_719_668])
  }

  @Test("Monaco by bicycle and on foot", arguments: [TravelProfile.bicycle, .foot])
  func monaco(profile: TravelProfile) throws {
    let (network, _) = try Self.network("monaco_2020.osm.pbf", for: profile)
    #expect(network.profile == profile)
    let box = BoundingBox(south: 43.725, west: 7.41, north: 43.751, east: 7.44)
    try OracleTests.expectAgreement(network, in: box, count: 6, seed: 24)
    try expectFairSpeeds(network, box, seed: 25)
    // The Rock, from the cathedral to the harbour: cars go round it, walkers take the steps.
    let cathedral = Coordinate(latitude: 43.7302, longitude: 7.4225)
    let harbour = Coordinate(latitude: 43.7345, longitude: 7.4213)
    let reply = try ProfileRouter(RoadSnapshot(network)).answer(
      RouteRequest(waypoints: [cathedral, harbour]))
    let kilometersPerHour =
      Double(reply.distanceMeters) / Double(reply.durationSeconds) * 3.6
    #expect((profile == .foot ? 3.0...5.1 : 5.0...20).contains(kilometersPerHour))
  }

  @Test(
    "The side of the road",
    arguments: [
      ("malta_2016.osm.pbf", DrivingSide.left), ("liechtenstein_2021.osm.pbf", .right),
      ("reisterstown_md.osm.pbf", .right),
    ])
  func drivingSide(name: String, side: DrivingSide) throws {
    #expect(try Self.network(name).0.drivingSide == side)
  }

  /// Checks the steps, lines and sums of random routes.
  private func expectFairSpeeds(_ network: RoadNetwork, _ box: BoundingBox, seed: UInt64) throws {
    let router = ProfileRouter(RoadSnapshot(network))
    var random = SeededGenerator(seed: seed)
    var routes = 0
    for _ in 0..<100 {
      let points = (0..<3).map { _ in
        Coordinate(
          latitude: .random(in: box.south...box.north, using: &random),
          longitude: .random(in: box.west...box.east, using: &random))
      }
      let request = RouteRequest(waypoints: points, geometry: true, steps: true)
      guard let reply = try? router.answer(request) else { continue }
      routes += 1
      let label: Comment = "seed \(seed), \(points)"
      #expect(reply.legs.reduce(0) { $0 + $1.durationSeconds } == reply.durationSeconds, label)
      for (leg, ends) in zip(reply.legs, zip(reply.waypoints, reply.waypoints.dropFirst())) {
        let steps = try #require(leg.steps)
        #expect(steps.reduce(0) { $0 + $1.durationSeconds } == leg.durationSeconds, label)
        #expect(steps.reduce(0) { $0 + $1.distanceMeters } == leg.distanceMeters, label)
        let straight = ends.0.coordinate.distance(to: ends.1.coordinate)
        #expect(Double(leg.distanceMeters) + 1 >= straight, label)
        let fastest = straight / RouterLimits.topSpeedMetersPerSecond
        #expect(Double(leg.durationSeconds) + 1 >= fastest, label)
      }
    }
    #expect(routes > 60)
  }

  @Test("Malta: Gozo is not an island in the router's sense, and a ferry leads there")
  func malta() throws {
    let (network, _) = try Self.network("malta_2016.osm.pbf")
    let router = ProfileRouter(RoadSnapshot(network))
    let valletta = Coordinate(latitude: 35.8989, longitude: 14.5146)
    let victoria = Coordinate(latitude: 36.0444, longitude: 14.2397)
    let reply = try router.answer(RouteRequest(waypoints: [valletta, victoria]))
    #expect(reply.waypoints[1].distanceMeters < 100)
    // The crossing alone takes 25 minutes.
    #expect((2_700...7_200).contains(reply.durationSeconds))
  }
}
