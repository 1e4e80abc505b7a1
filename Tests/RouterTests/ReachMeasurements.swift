import CommandLineKit
import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Figures for the README; runs only where QUICKBREW_MEASURE is set:
///
///     QUICKBREW_MEASURE=1 swift test -c release -Xswiftc -enable-testing \
///       --filter ReachMeasurements
@Suite(
  "Measurements of reach", .serialized,
  .enabled(
    if: RealMaps.areAvailable && ProcessInfo.processInfo.environment["QUICKBREW_MEASURE"] != nil,
    "set QUICKBREW_MEASURE to measure"))
struct ReachMeasurements {
  static let maps = [
    "rhein-neckar_roads_2016.osm.pbf", "malta_2016.osm.pbf", "liechtenstein_2021.osm.pbf",
    "sf_demo_derived.osm.pbf", "reisterstown_md.osm.pbf", "baltimore_2015.osm.pbf",
    "helsinki.osm.pbf", "lauf_2020.osm.pbf", "monaco_2020.osm.pbf",
  ]

  private func report(_ text: String) {
    FileHandle.standardError.write(Data("measured: \(text)\n".utf8))
  }

  private func percentiles(_ values: [Double]) -> String {
    let sorted = values.sorted()
    let at = { (part: Double) in
      String(format: "%.2f", sorted[Int(part * Double(sorted.count - 1))])
    }
    return "p50 \(at(0.5)) p90 \(at(0.9)) p99 \(at(0.99)) ms"
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }

  private func junction(
    _ network: RoadNetwork, _ random: inout SeededGenerator
  ) -> Coordinate {
    let segment = SegmentID(.random(in: 0..<network.segmentCount, using: &random))
    return network.point(network.pointRange(of: segment).lowerBound).coordinate
  }

  @Test("Areas", arguments: maps.prefix(2))
  func areas(name: String) throws {
    let (network, _) = try RealMapTests.network(name)
    let router = ProfileRouter(RoadSnapshot(network))
    for seconds in [[300], [600], [1800], [300, 600, 900, 1800]] {
      var random = SeededGenerator(seed: 5)
      var times: [Double] = []
      var bytes: [Int] = []
      for round in 0..<60 {
        let request = IsochroneRequest(
          center: junction(network, &random), contoursSeconds: seconds, reverse: round % 2 == 0)
        var reply: IsochroneReply?
        times.append(try milliseconds { reply = try router.answer(request) })
        bytes.append(try JSONEncoder().encode(reply).count)
      }
      let size = bytes.sorted()[bytes.count / 2] / 1024
      report("\(name): areas of \(seconds) s: \(percentiles(times)), p50 \(size) KiB")
    }
  }

  @Test("Alternatives", arguments: maps.prefix(2) + ["helsinki.osm.pbf"])
  func alternatives(name: String) throws {
    let (network, _) = try RealMapTests.network(name)
    let router = ProfileRouter(RoadSnapshot(network))
    var random = SeededGenerator(seed: 6)
    var plain: [Double] = []
    var times: [Double] = []
    var found = [Int](repeating: 0, count: RouterLimits.maximumAlternatives + 1)
    for _ in 0..<200 {
      let ends = [junction(network, &random), junction(network, &random)]
      plain.append(milliseconds { _ = try? router.answer(RouteRequest(waypoints: ends)) })
      times.append(
        milliseconds {
          let request = RouteRequest(waypoints: ends, alternatives: 3)
          found[(try? router.answer(request).alternatives?.count) ?? 0] += 1
        })
    }
    report(
      "\(name): route \(percentiles(plain)); with alternatives \(percentiles(times)); "
        + "0, 1, 2, 3 found: \(found)")
  }

  @Test("Pairs without a route, and positions", arguments: maps)
  func pairs(name: String) throws {
    let (network, _) = try RealMapTests.network(name)
    let router = ProfileRouter(RoadSnapshot(network))
    let snapper = Snapper(network)
    var random = SeededGenerator(seed: 7)
    let points = (0..<4000).map { _ in
      junction(network, &random).moved(
        by: .random(in: 0...80, using: &random), bearing: .random(in: 0...360, using: &random))
    }
    var cache = SnapCache(snapper)
    let fresh = milliseconds { for point in points { _ = snapper.snap(point) } }
    for point in points { _ = cache.snap(point) }
    let cached = points.suffix(1000)
    let again = milliseconds { for _ in 0..<10 { for point in cached { _ = cache.snap(point) } } }
    let moved = points.count { snapper.snap($0).map { $0.nearest != $0.mainland } ?? false }
    var failed = 0
    for pair in 0..<500 {
      let request = RouteRequest(waypoints: [points[2 * pair], points[2 * pair + 1]])
      if (try? router.answer(request)) == nil { failed += 1 }
    }
    report(
      "\(name): \(failed) of 500 pairs without a route; nearest on an island: "
        + "\(moved) of \(points.count); snap \(fresh / 4) us, cached \(again * 100) ns")
  }
}
