import CommandLineKit
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Where the heights of the ground are not those of roads, or err.
@Suite("Elevation: bridges, tunnels, errors")
struct ElevationOffGroundTests {
  private static let road: Tags = ["highway": "residential"]

  /// A gorge of 100 m between B and D, which are as high as A and E: its floor is at C.
  private static func gorge(_ tags: Tags, sideStreet: Tags? = nil) -> RoadMap {
    RoadMap(
      """
      A-----B-----C-----D-----E
                  |
                  F
      """, ways: ["AB": road, "BC": tags, "CD": tags, "DE": road, "CF": sideStreet ?? tags])
  }

  private static func ground(_ point: Coordinate) -> Double {
    500 - 100 * max(0, 1 - abs(DrawnHeights.east(point) - 600) / 150)
  }

  @Test(
    "a bridge or tunnel of several ways goes straight from end to end",
    arguments: ["bridge", "tunnel"])
  func straight(_ key: String) throws {
    let tags: Tags = ["highway": "residential", key: "yes"]
    let map = Self.gorge(tags, sideStreet: ["highway": "steps"])
    let router = try DrawnHeights.router(map, .foot, Self.ground)
    let reply = try router.route("AE", on: map)
    #expect(reply.ascentMeters == 0 && reply.descentMeters == 0)
    let level = try DrawnHeights.router(map, .foot, nil).route("AE", on: map)
    #expect(abs(reply.durationSeconds - level.durationSeconds) <= 1)
  }

  @Test("a road on the ground goes down and up again")
  func down() throws {
    let map = Self.gorge(Self.road)
    let reply = try DrawnHeights.router(map, .foot, Self.ground).route("AE", on: map)
    #expect((40...100).contains(reply.ascentMeters ?? 0), "\(reply.ascentMeters ?? 0)")
    #expect(reply.ascentMeters == reply.descentMeters)
  }

  @Test("a bridge between two hillsides rises evenly, also at a junction on it")
  func rising() throws {
    let tags: Tags = ["highway": "residential", "bridge": "yes"]
    let map = Self.gorge(tags, sideStreet: ["highway": "steps"])
    let router = try DrawnHeights.router(map, .foot) {
      Self.ground($0) + DrawnHeights.east($0) / 20
    }
    #expect(try router.route("BD", on: map).ascentMeters == 30)
    let half = try router.route("BC", on: map).ascentMeters
    #expect(abs((half ?? 0) - 15) <= 1)
  }

  @Test("a junction on a bridge has its share of the rise by its way from the ends")
  func junctionNearAnEnd() throws {
    let tags: Tags = ["highway": "residential", "bridge": "yes"]
    // C is 150 m from B, and 450 m from D.
    let map = RoadMap(
      """
      A-----B--C--------D-----E
               |
               F
      """, ways: ["AB": Self.road, "BCD": tags, "DE": Self.road, "CF": ["highway": "steps"]])
    let router = try DrawnHeights.router(map, .foot) { 500 + DrawnHeights.east($0) / 10 }
    #expect(try router.route("BD", on: map).ascentMeters == 60)
    let quarter = try router.route("BC", on: map).ascentMeters
    #expect(abs((quarter ?? 0) - 15) <= 1)
  }

  /// A level street of 6 km, with a junction every 60 m.
  private static func levelStreet() -> MapElements {
    var elements = MapElements()
    let tags: Tags = ["highway": "residential"]
    for index in 0...100 {
      let here = RoadMap.corner.moved(by: 60 * Double(index), bearing: 100)
      let id = Int64(2 * index + 1)
      elements.nodes.append(MapNode(id: id, coordinate: here, tags: [:]))
      elements.nodes.append(
        MapNode(id: id + 1, coordinate: here.moved(by: 50, bearing: 10), tags: [:]))
      elements.ways.append(MapWay(id: id, nodeIDs: [id, id + 1], tags: tags))
      if index > 0 {
        elements.ways.append(MapWay(id: id + 1, nodeIDs: [id - 2, id], tags: tags))
      }
    }
    return elements
  }

  @Test("errors of 3 m from sample to sample make a level street neither steep nor slow")
  func errors() throws {
    let seed: UInt64 = 11
    var random = SeededGenerator(seed: seed)
    let elements = Self.levelStreet()
    let rough = { (_: Coordinate) in
      // The sum of twelve has the standard deviation 1, nearly normal.
      let sum = (0..<12).reduce(0) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
      return 100 + 3 * (sum - 6)
    }
    let ends = [elements.nodes[0].coordinate, elements.nodes[200].coordinate]
    for profile in [TravelProfile.foot, .bicycle] {
      let level = try DrawnHeights.router(elements, profile, nil)
        .answer(RouteRequest(waypoints: ends))
      let found = try DrawnHeights.router(elements, profile, side: 3_601, rough)
        .answer(RouteRequest(waypoints: ends))
      let (ascent, descent) = (found.ascentMeters ?? -1, found.descentMeters ?? -1)
      #expect((0...6).contains(ascent) && (0...6).contains(descent), "seed \(seed): \(ascent)")
      let share = Double(found.durationSeconds) / Double(level.durationSeconds)
      #expect((0.98...1.05).contains(share), "seed \(seed), \(profile): \(share)")
    }
  }
}
