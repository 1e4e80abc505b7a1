import CommandLineKit
import OpenStreetMap

/// How long reading a map takes.
enum MapBenchmark: Benchmark {
  static let name = "map"
  static let usage = """
    map MAP.osm.pbf…
        times reading each map: the shortest of seven
    """

  /// - Throws: `UsageError`; `MapFileError`.
  static func run(_ list: [String]) throws {
    let arguments = try Arguments(parsing: list)
    guard !arguments.positional.isEmpty else { throw UsageError("A map is missing.") }
    let drivable = MapSelection([.way], keys: ["highway"], locatesWays: true)
    let all = MapSelection([.node, .way], locatesWays: true)
    for path in arguments.positional {
      let file = try MapFile(path: path)
      print("\(path):")
      try measure("nodes and located ways") { try file.read(all) { _ in } }
      try measure("located ways with a highway tag") { try file.read(drivable) { _ in } }
      try measure("bounding box") { _ = try file.boundingBox() }
      try measure("fingerprint") { _ = try file.fingerprint() }
    }
  }

  private static func measure(_ name: String, _ body: () throws -> Void) throws {
    let clock = ContinuousClock()
    let shortest = try (0..<7).map { _ in try clock.measure(body) }.min() ?? .zero
    print("  \(name): \(shortest)")
  }
}
