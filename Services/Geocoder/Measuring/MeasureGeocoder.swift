import Foundation
import Geography
import Messages
import OpenStreetMap
import ServiceRuntime

/// `geocoder measure MAP`: builds the index of a map aside, and prints how long that took, how
/// often the map's own addresses are found, and how fast.
package enum MeasureGeocoder: ServiceCommand {
  package static let name = "measure"
  package static let usage = """
    geocoder measure MAP.osm.pbf [--sample 1000] [--seed 1] [--misses 0]
          builds the map's index aside; tells its size, hit rates by damage, and search times
    """

  /// - Throws: `UsageError`; what building and searching throw.
  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list, values: ["sample", "seed", "misses"])
    let path = try arguments.positionals(["MAP"])[0]
    let count = try arguments.integer("sample", in: 1...1_000_000) ?? 1_000
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let misses = try arguments.integer("misses", in: 0...10_000) ?? 0
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "geocoder-measure-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // What cannot be deleted is left to the system's own cleaning.
    defer { try? FileManager.default.removeItem(at: folder) }
    let map = try MapFile(path: path)
    let searcher = try build(map, folder.appending(path: IndexFormat.fileName).path)
    let trial = try AddressTrial(map, count: count, seed: seed)
    for damage in AddressTrial.Damage.allCases {
      let outcome = try trial.run(damage, with: searcher, seed: seed)
      tell("\(damage.rawValue): \(outcome.line)")
      for miss in outcome.misses.prefix(misses) { tell("  \(miss)") }
      tell("  search \(try times(trial, damage, searcher, seed))")
    }
    tell("reverse \(try reverseTimes(trial, searcher))")
  }

  private static func build(_ map: MapFile, _ path: String) throws -> Searcher {
    let clock = ContinuousClock()
    var summary: PlaceIndexSummary?
    let building = try clock.measure { summary = try PlaceIndex.build(from: map, into: path) }
    var index: PlaceIndex?
    let opening = try clock.measure { index = try PlaceIndex(path: path) }
    guard let summary, let index else { throw UsageError("nothing was built") }
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    tell(
      """
      built in \(building), opened in \(opening), \(bytes / 1024) KiB: \(summary.houses) house \
      numbers, \(summary.streets) streets, \(summary.corners) corners, \(summary.places) places, \
      \(summary.venues) venues
      """)
    return try Searcher(index)
  }

  private static func times(
    _ trial: AddressTrial, _ damage: AddressTrial.Damage, _ searcher: Searcher, _ seed: UInt64
  ) throws -> String {
    var generator = SeededGenerator(seed: seed)
    let texts = trial.samples.map {
      Damaged.text(of: $0, damage, searcher.labels.style, &generator)
    }
    return try percentiles(texts) { _ = try searcher.search(GeocodeRequest(text: $0)) }
  }

  private static func reverseTimes(_ trial: AddressTrial, _ searcher: Searcher) throws -> String {
    let points = trial.samples.compactMap { $0.coordinates.first?.moved(by: 30, bearing: 45) }
    return try percentiles(points) {
      _ = try searcher.reverse(ReverseGeocodeRequest(coordinate: $0))
    }
  }

  private static func percentiles<Input>(
    _ inputs: [Input], _ body: (Input) throws -> Void
  ) rethrows -> String {
    let clock = ContinuousClock()
    let times = try inputs.map { input in try clock.measure { try body(input) } }.sorted()
    guard let last = times.last else { return "not measured" }
    return "p50 \(times[times.count / 2]), p99 \(times[times.count * 99 / 100]), worst \(last)"
  }

  private static func tell(_ line: String) { writeToStandardError(line + "\n") }
}

extension AddressTrial.Outcome {
  /// "98.7 % first, 99.0 % in five, median error 0.0 m, of 1000".
  package var line: String {
    func percent(_ rate: Double) -> String { "\((rate * 1000).rounded() / 10) %" }
    return """
      \(percent(firstRate)) first, \(percent(fiveRate)) in five, \
      median error \((medianError * 10).rounded() / 10) m, of \(asked)
      """
  }
}
