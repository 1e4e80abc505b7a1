import CommandLineKit
import GeofenceMonitor
import Geography
import Messages
import Time

/// How many reports the engine processes, and how long it looks for the fences around a point.
enum MonitorBenchmark: Benchmark {
  static let name = "geofence-monitor"
  static let usage = """
    geofence-monitor [--fences 100000] [--devices 10000] [--steps 10] [--seed 1] [--radius M]
                     [--points 10000] [--answers FILE]
        times the engine on one thread, without a store; with --radius all fences are circles of
        that size; --answers writes which of them contain each of the random POINTS
    """

  /// - Throws: `UsageError`; what keeps the file from being written.
  static func run(_ list: [String]) throws {
    let arguments = try Arguments(
      parsing: list,
      values: ["fences", "devices", "steps", "seed", "radius", "points", "answers"])
    _ = try arguments.positionals([])
    let devices = try arguments.integer("devices", in: 10...MonitorLimits.maximumDevices) ?? 10_000
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let fences =
      try arguments.integer("fences", in: 0...GeofenceLimits.maximumFences) ?? 100_000
    let points = try arguments.integer("points", in: 1...1_000_000) ?? 10_000
    print("\(fences) fences, \(devices) devices, seed \(seed)")
    // A month ago, so that no step is in the future.
    var engine = try EngineBenchmark(
      SyntheticFleet(
        fences: fences, radius: try arguments.number("radius", in: FenceArea.radiusMeters),
        devices: devices, seed: seed, start: .now().adding(seconds: -2_592_000)))
    engine.run(steps: try arguments.integer("steps", in: 1...1_000) ?? 10)
    try engine.compare(points: points, scans: min(200, points), answers: arguments["answers"])
  }
}
