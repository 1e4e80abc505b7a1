import CommandLineKit
import Foundation
import Geography
import Messages
import OpenStreetMap
import ServiceRuntime

/// `geocoder measure MAP…`: builds the indexes of maps aside, and tells how long that took, how
/// often the maps' own addresses and corners are found, and how fast.
package enum MeasureGeocoder: ServiceCommand {
  package static let name = "measure"
  package static let usage = """
    geocoder measure MAP.osm.pbf… [--sample N] [--seed 1] [--misses 0] [--table FILE]
    geocoder measure MAP.osm.pbf --index DIR/geocoder.sqlite [--sample N] [--seed 1]
          builds each map's index aside; asks for all of its addresses and corners, or for N by
          chance; tells hit rates by damage and times; --table writes the tracked page
          --index tells only times, of an index that is built already
    """

  /// How many questions of a kind the tests ask again, and with which seed.
  package static let testSample = (count: 40, seed: UInt64(1))

  /// - Throws: `UsageError`; what building and searching throw.
  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(
      parsing: list, values: ["sample", "seed", "misses", "table", "index"])
    guard !arguments.positional.isEmpty else { throw UsageError("A map is missing.") }
    let count = try arguments.integer("sample", in: 1...1_000_000)
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let misses = try arguments.integer("misses", in: 0...10_000) ?? 0
    let maps = try arguments.positional.map { try MapFile(path: $0) }
    if let path = arguments["index"] {
      let run = try TrialRun(maps[0], index: path)
      return tell(try run.times(count: count, seed: seed))
    }
    var table = RelevanceTable()
    for (index, map) in maps.enumerated() {
      let next = index + 1 < maps.count ? maps[index + 1] : maps[0]
      try TrialRun.with(map, stranger: maps.count > 1 ? next : nil) { run in
        tell("\(run.name): \(run.built)")
        for (damage, outcome) in try run.outcomes(count: count, seed: seed) {
          tell("  \(damage.rawValue): \(outcome.line)")
          for miss in outcome.misses.prefix(misses) { tell("    \(miss)") }
          table.all.append(RelevanceTable.Row(map: run.name, damage: damage, outcome))
          table.reliability.add(outcome)
        }
        tell(try run.times(count: count, seed: seed))
        if arguments["table"] != nil { table.sample += try run.sampleRows() }
      }
    }
    for (bin, lower) in Reliability.bins.enumerated() {
      guard let rate = table.reliability.rate(bin) else { continue }
      tell("confidence \(lower)…: \(table.reliability.all[bin]) hits, \(percent(rate)) right")
    }
    guard let path = arguments["table"] else { return }
    try Data(table.page.utf8).write(to: URL(filePath: path))
  }

  private static func tell(_ line: String) { writeToStandardError(line + "\n") }
}

private func percent(_ rate: Double) -> String { String(format: "%.2f %%", rate * 100) }

extension TrialOutcome {
  /// "98.70 % first, 99.00 % in five, median error 0.0 m, of 1000".
  package var line: String {
    """
    \(percent(firstRate)) first, \(percent(fiveRate)) in five, \
    median error \((medianError * 10).rounded() / 10) m, of \(asked)
    """
  }
}
