import Benchmarks
import Foundation
import OpenStreetMap
import TestSupport
import Testing

/// Repeats the sample of the tracked page; skipped where the maps or the page are absent.
@Suite(
  .computing,
  .enabled(if: RealMaps.areAvailable, RealMaps.absence),
  .enabled(if: trackedPageExists, "written by `quickbrew-bench geocoder MAP… --table FILE`"))
struct TrackedRelevanceTests {

  /// How much a rate may fall: one percentage point.
  private static let margin = 0.01

  static let maps = ["helsinki", "baltimore_2015", "lauf_2020", "reisterstown_md"]

  private func table() throws -> RelevanceTable {
    RelevanceTable(page: try String(contentsOf: trackedPage, encoding: .utf8))
  }

  @Test("no tracked rate has fallen", arguments: maps)
  func sample(_ name: String) throws {
    let path = try #require(RealMaps.path("\(name).osm.pbf"))
    let tracked = try table().sample.filter { $0.map == name }
    let rows = try RelevanceRun.with(MapFile(path: path)) { try $0.sampleRows() }
    #expect(rows.map(\.noise) == tracked.map(\.noise))
    for (now, before) in zip(rows, tracked) {
      let comparison = "\(now.line) was \(before.line)"
      #expect(now.asked == before.asked, "the questions are others: \(comparison)")
      #expect(now.firstRate >= before.firstRate - Self.margin, "\(comparison)")
      #expect(now.fiveRate >= before.fiveRate - Self.margin, "\(comparison)")
    }
  }

  @Test("hits are right at least as often as their confidence states, over all queries")
  func calibration() throws {
    let rows = try table().confidences
    #expect(rows.contains { $0.lower >= 0.9 && $0.hits > 1_000 })
    for row in rows where row.hits >= 100 {
      #expect(row.rate >= min(0.9, row.lower), "\(row)")
    }
  }

  @Test(
    "in the sample, 90 % of the hits with a confidence of 0.9 or more are within 50 m",
    arguments: ["baltimore_2015", "lauf_2020"])
  func calibratedSample(_ name: String) throws {
    let path = try #require(RealMaps.path("\(name).osm.pbf"))
    let reliability = try RelevanceRun.with(MapFile(path: path)) { run in
      let sample = GeocoderBenchmark.testSample
      var reliability = Reliability()
      for (_, outcome) in try run.outcomes(count: sample.count, seed: sample.seed) {
        reliability.add(outcome.confidences)
      }
      return reliability
    }
    let sure = Reliability.bins.indices.filter { Reliability.bins[$0] >= 0.9 }
    let all = sure.reduce(0) { $0 + reliability.all[$1] }
    let right = sure.reduce(0) { $0 + reliability.right[$1] }
    #expect(all > 100)
    #expect(Double(right) >= 0.9 * Double(all), "\(right) of \(all)")
  }

  @Test("the page's rates over everything reach their aims")
  func aims() throws {
    let all = try table().all
    #expect(Set(all.map(\.map)) == Set(Self.maps))
    for row in all {
      guard let aim = row.noise.aim else { continue }
      #expect(row.firstRate >= aim, "\(row.line)")
    }
  }
}

private let trackedPage = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Fixtures/Geocoder/relevance.md")
private let trackedPageExists = FileManager.default.fileExists(atPath: trackedPage.path)
