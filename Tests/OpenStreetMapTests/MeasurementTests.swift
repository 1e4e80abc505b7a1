import Foundation
import OpenStreetMap
import TestSupport
import Testing

/// How long reading takes, reported as warnings that fail nothing. Runs if QUICKBREW_MEASURE is
/// set;
/// the command is in Shared/OpenStreetMap/README.md.
@Suite(
  "Measurements", .serialized,
  .enabled(
    if: RealMaps.areAvailable && ProcessInfo.processInfo.environment["QUICKBREW_MEASURE"] != nil,
    "measures only where QUICKBREW_MEASURE is set"))
struct MeasurementTests {
  @Test(
    "time to read",
    arguments: [
      "helsinki.osm.pbf", "liechtenstein_2021.osm.pbf", "rhein-neckar_roads_2016.osm.pbf",
    ])
  func reading(name: String) throws {
    let file = try MapFile(path: #require(RealMaps.path(name)))
    let drivable = MapSelection([.way], keys: ["highway"], locatesWays: true)
    let all = MapSelection([.node, .way], locatesWays: true)
    let lines = try [
      "nodes and located ways: \(time { try file.read(all) { _ in } })",
      "located ways with a highway tag: \(time { try file.read(drivable) { _ in } })",
      "bounding box: \(time { _ = try file.boundingBox() })",
      "fingerprint: \(time { _ = try file.fingerprint() })",
    ]
    for line in lines { Issue.record("\(name), \(line)", severity: .warning) }
  }

  /// The shortest of seven.
  private func time(_ body: () throws -> Void) throws -> Duration {
    let clock = ContinuousClock()
    return try (0..<7).map { _ in try clock.measure(body) }.min() ?? .zero
  }
}
