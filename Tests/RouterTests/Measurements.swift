import Foundation
import Geography
import Messages
import OpenStreetMap
import TestSupport
import Testing

@testable import Router

/// Figures for the README; runs only where QUICKBREW_MEASURE is set, and judges nothing:
///
///     QUICKBREW_MEASURE=1 swift test -c release -Xswiftc -enable-testing \
///       --filter RouterMeasurements
@Suite(
  "Measurements", .serialized,
  .enabled(
    if: RealMaps.areAvailable && ProcessInfo.processInfo.environment["QUICKBREW_MEASURE"] != nil,
    "set QUICKBREW_MEASURE to measure"))
struct RouterMeasurements {
  private func tell(_ text: String) {
    FileHandle.standardError.write(Data("measured: \(text)\n".utf8))
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }

  private func percentiles(_ values: [Double]) -> String {
    let sorted = values.sorted()
    let at = { (part: Double) in
      String(format: "%.2f", sorted[Int(part * Double(sorted.count - 1))])
    }
    return "p50 \(at(0.5)) ms, p90 \(at(0.9)) ms, p99 \(at(0.99)) ms"
  }

  @Test(
    "Random routes",
    arguments: [
      "rhein-neckar_roads_2016.osm.pbf", "sf_demo_derived.osm.pbf", "malta_2016.osm.pbf",
    ])
  func routes(name: String) throws {
    let map = try MapFile(path: #require(RealMaps.path(name)))
    try TemporaryDirectory.with { directory in
      let path = directory.path("network")
      let build = try milliseconds { _ = try NetworkBuilder.build(map, to: path) }
      let clock = ContinuousClock()
      let start = clock.now
      let snapshot = RoadSnapshot(try RoadNetwork(path: path))
      tell("\(name): build \(Int(build)) ms, open \(clock.now - start)")
      let questions = RoadQuestions(snapshot)
      var random = SeededGenerator(seed: 1)
      let point = { (random: inout SeededGenerator) -> Coordinate in
        let segment = Int.random(in: 0..<snapshot.network.segmentCount, using: &random)
        return snapshot.network.point(Int(snapshot.network.firstPoint[segment])).coordinate
      }
      var times: [Double] = []
      var plain: [Double] = []
      for _ in 0..<500 {
        let ends = [point(&random), point(&random)]
        for isFull in [true, false] {
          let request = RouteRequest(waypoints: ends, geometry: isFull, steps: isFull)
          let time = milliseconds { _ = try? questions.answer(request) }
          if isFull { times.append(time) } else { plain.append(time) }
        }
      }
      tell(
        "\(name): route, plain: \(percentiles(plain)); geometry and steps: \(percentiles(times))")
      let snaps = (0..<2000).map { _ in point(&random).moved(by: 40, bearing: 50) }
      let snapper = Snapper(snapshot.network)
      let snapping = milliseconds { for place in snaps { _ = snapper.snap(place) } }
      tell("\(name): snap: \(snapping / 2) microseconds")
    }
  }

  @Test("Tables to and from 418 places in San Francisco")
  func tables() throws {
    let (network, _) = try RealMapTests.network("sf_demo_derived.osm.pbf")
    let questions = RoadQuestions(RoadSnapshot(network))
    var random = SeededGenerator(seed: 2)
    let places = (0..<418).map { _ in
      network.point(Int.random(in: 0..<network.points.count / 2, using: &random)).coordinate
    }
    let start = Coordinate(latitude: 37.785834, longitude: -122.406417)
    let tower = Coordinate(latitude: 37.8024, longitude: -122.4058)
    let trip = try questions.answer(RouteRequest(waypoints: [start, tower]))
    tell(
      "Union Square to Coit Tower: \(trip.durationSeconds) s, \(trip.distanceMeters) m, "
        + (trip.name ?? "no name"))
    for (title, request) in [
      ("1×418", TableRequest(sources: [start], destinations: places)),
      ("418×1", TableRequest(sources: places, destinations: [start])),
      ("50×50", TableRequest(sources: Array(places[..<50]), destinations: Array(places[50..<100]))),
    ] {
      let times = try (0..<50).map { _ in try milliseconds { _ = try questions.answer(request) } }
      tell("San Francisco \(title): \(percentiles(times))")
    }
  }
}
