import CommandLineKit
import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Invariants of the instructions of random routes on real maps.
///
/// `QUICKBREW_PRINT=5` prints the first five routes on each map.
@Suite("Guidance: real maps", .computing, .enabled(if: RealMaps.areAvailable, RealMaps.absence))
struct GuidanceSweepTests {
  static let routeCount = 200

  @Test(
    "Sentences, sums and exits of random routes are sound",
    arguments: [
      ("rhein-neckar_roads_2016.osm.pbf", TravelProfile.car, UInt64(31)),
      ("sf_demo_derived.osm.pbf", .car, 32), ("helsinki.osm.pbf", .car, 33),
      ("helsinki.osm.pbf", .bicycle, 34), ("helsinki.osm.pbf", .foot, 35),
      ("malta_2016.osm.pbf", .car, 36),
    ])
  func sweep(map: String, profile: TravelProfile, seed: UInt64) throws {
    guard let path = RealMaps.path(map) else { return }
    let (network, _) = try DrawnNetwork.network(MapFile(path: path), for: profile)
    let router = ProfileRouter(RoadSnapshot(network))
    var random = SeededGenerator(seed: seed)
    var printCount = Int(ProcessInfo.processInfo.environment["QUICKBREW_PRINT"] ?? "") ?? 0
    var routes = 0
    for _ in 0..<10 * Self.routeCount where routes < Self.routeCount {
      // Most routes are short, as in practice; some cross the map.
      let start = Int.random(in: 0..<network.segmentCount, using: &random)
      let reach = routes.isMultiple(of: 8) ? network.segmentCount : 1_500
      let nearby = max(0, start - reach)..<min(network.segmentCount, start + reach)
      let end = Int.random(in: nearby, using: &random)
      let points = [start, end].map { Self.nearStart(of: SegmentID($0), network, &random) }
      guard let reply = try? router.answer(RouteRequest(waypoints: points, steps: true)) else {
        continue
      }
      routes += 1
      if printCount > 0 {
        Self.printRoute(reply, points, map, profile)
        printCount -= 1
      }
      try check(reply, "\(map), \(profile), seed \(seed), \(points)")
    }
    #expect(routes == Self.routeCount)
  }

  /// A coordinate near the first point of a segment.
  private static func nearStart(
    of segment: SegmentID, _ network: RoadNetwork, _ random: inout SeededGenerator
  ) -> Coordinate {
    network.point(network.pointRange(of: segment).lowerBound).coordinate
      .moved(by: 15, bearing: .random(in: 0..<360, using: &random))
  }

  private func check(_ reply: RouteReply, _ label: Comment) throws {
    let leg = reply.legs[0]
    let steps = try #require(leg.steps)
    #expect(steps.first?.maneuver.kind == .depart, label)
    #expect(steps.last?.maneuver.kind == .arrive, label)
    #expect(steps.allSatisfy { $0.instruction.count > 4 }, label)
    #expect(steps.reduce(0) { $0 + $1.durationSeconds } == leg.durationSeconds, label)
    #expect(steps.reduce(0) { $0 + $1.distanceMeters } == leg.distanceMeters, label)
    #expect(steps.allSatisfy { ($0.maneuver.exit ?? 1) >= 1 }, label)
    for (step, next) in zip(steps, steps.dropFirst()) {
      #expect(step.instruction != next.instruction, label)
    }
    for step in steps.dropFirst().dropLast() {
      #expect(step.maneuver.kind != .depart && step.maneuver.kind != .arrive, label)
      let valid = step.maneuver.lanes.map { $0.contains(where: \.isValid) }
      #expect(valid ?? true, label)
    }
  }

  private static func printRoute(
    _ reply: RouteReply, _ points: [Coordinate], _ map: String, _ profile: TravelProfile
  ) {
    print("\n\(map), \(profile): \(points[0]) to \(points[1]): \(reply.name ?? "nameless")")
    for step in reply.legs[0].steps ?? [] {
      let maneuver = step.maneuver
      let side = maneuver.direction.map { " \($0)" } ?? ""
      print(
        "  \(step.instruction)  [\(maneuver.kind)\(side)] \(step.distanceMeters) m",
        maneuver.coordinate.latitude, maneuver.coordinate.longitude)
    }
    for note in reply.notes ?? [] { print("  * \(note.text)") }
  }
}
