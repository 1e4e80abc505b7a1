import CommandLineKit
import Foundation
import OpenStreetMap

/// How often and how fast the addresses and corners of maps are found.
package enum GeocoderBenchmark: Benchmark {
  static let name = "geocoder"
  static let usage = """
    geocoder MAP.osm.pbf… [--sample N] [--seed 1] [--misses 0] [--table FILE]
    geocoder MAP.osm.pbf… --names [--sample N] [--seed 1] [--misses 0]
        the same for names only
    geocoder MAP.osm.pbf --index DIR/geocoder.sqlite [--sample N] [--seed 1]
        builds each map's index in a temporary folder; searches all of its addresses and corners, or
        a sample of N; prints hit rates by noise, and times; --table writes the tracked page;
        --index prints only times, with an existing index
    """

  /// The size and the seed of the sample that the tests repeat.
  package static let testSample = (count: 40, seed: UInt64(1))

  /// - Throws: `UsageError`; what building and searching throw.
  static func run(_ list: [String]) throws {
    let arguments = try Arguments(
      parsing: list, values: ["sample", "seed", "misses", "table", "index"],
      switches: ["names"])
    guard !arguments.positional.isEmpty else { throw UsageError("A map is missing.") }
    let count = try arguments.integer("sample", in: 1...1_000_000)
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let misses = try arguments.integer("misses", in: 0...10_000) ?? 0
    let maps = try arguments.positional.map { try MapFile(path: $0) }
    if let path = arguments["index"] {
      let run = try RelevanceRun(maps[0], index: path)
      return print(try run.times(count: count, seed: seed))
    }
    var table = RelevanceTable()
    for (index, map) in maps.enumerated() {
      let next = index + 1 < maps.count ? maps[index + 1] : maps[0]
      try RelevanceRun.with(map, stranger: maps.count > 1 ? next : nil) { run in
        print("\(run.name): \(run.built)")
        if arguments["names"] != nil {
          return try addNames(of: run, to: &table, count: count, seed: seed, misses: misses)
        }
        for (noise, outcome) in try run.outcomes(count: count, seed: seed) {
          report(noise.rawValue, outcome.line, outcome.misses.prefix(misses))
          table.all.append(RelevanceTable.Row(map: run.name, noise: noise, outcome))
          table.add(outcome, of: run.name)
        }
        for (form, outcome) in try run.writtenOutcomes(count: count, seed: seed)
        where outcome.asked > 0 {
          report(form.rawValue, outcome.line, outcome.misses.prefix(misses))
          table.heldOut.add(run.name, outcome.confidences)
        }
        try addNames(of: run, to: &table, count: count, seed: seed, misses: misses)
        let found = try run.findOutcome(count: count, seed: seed)
        report("one-box search", found.line, found.misses.prefix(misses))
        print(try run.times(count: count, seed: seed))
        if arguments["table"] != nil { table.sample += try run.sampleRows() }
      }
    }
    print(table.reliability.lines("confidence"))
    print(table.begun.lines("beginnings with confidence"))
    print("confidence | hits | right, % | fitted to the other maps, % | farthest from its fit")
    print(table.heldOut.lines.joined(separator: "\n"))
    guard let path = arguments["table"] else { return }
    try Data(table.page.utf8).write(to: URL(filePath: path))
  }

  /// Asks for the map's names, and types them.
  private static func addNames(
    of run: RelevanceRun, to table: inout RelevanceTable, count: Int?, seed: UInt64, misses: Int
  ) throws {
    for (form, outcome) in try run.nameOutcomes(count: count, seed: seed) {
      report(form.rawValue, outcome.line, outcome.misses.prefix(misses))
      // With another town no hit is right, whatever its confidence: “wrong but confident” counts.
      if [.known, .any].contains(form) { table.add(outcome, of: run.name) }
    }
    for form in [NameForm.known, .any] {
      let typed = try run.typeAhead(form, count: count, seed: seed)
      table.begun.add(typed.confidences)
      report("typing the \(form.rawValue)", typed.line, typed.misses.prefix(misses))
    }
  }

  private static func report(_ name: String, _ line: String, _ misses: ArraySlice<String>) {
    print("  \(name): \(line)")
    for miss in misses { print("    \(miss)") }
  }
}

private func percent(_ rate: Double) -> String { String(format: "%.2f %%", rate * 100) }

extension RelevanceOutcome {
  /// "98.70 % first, 99.00 % in five, median error 0.0 m, of 1000".
  package var line: String {
    """
    \(percent(firstRate)) first, \(percent(fiveRate)) in five, \(percent(usableRate)) usable, \
    \(percent(wrongButConfidentRate)) wrong but confident, \
    median error \((medianError * 10).rounded() / 10) m, of \(asked), \(ambiguous) ambiguous
    """
  }
}
