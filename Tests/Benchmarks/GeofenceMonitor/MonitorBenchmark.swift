import CommandLineKit
import GeofenceMonitor
import Geography
import MessageBus
import Messages
import Time

/// How many reports the engine and the service process, and how soon their events arrive.
enum MonitorBenchmark: Benchmark {
  static let name = "geofence-monitor"
  static let usage = """
    geofence-monitor [--fences 100000] [--devices 10000] [--steps 10] [--batch 500] [--rate 10000]
                     [--seed 1] [--directory .] [--radius M] [--points 10000] [--answers FILE]
                     [--engine] [--restart]
        times the engine alone, then, without --engine, a service with a store in DIRECTORY over the
        bus: batches as fast as they are acknowledged, at RATE reports per second, and single
        reports; with --radius all fences are circles of that size; --answers writes which of them
        contain each of the random POINTS; --restart times instead a start with full windows
    """

  /// - Throws: `UsageError`; whatever keeps the service from starting or answering.
  static func run(_ list: [String]) async throws {
    let arguments = try Arguments(
      parsing: list,
      values: [
        "fences", "devices", "steps", "batch", "rate", "seed", "directory", "radius", "points",
        "answers",
      ], switches: ["engine", "restart"])
    _ = try arguments.positionals([])
    let devices = try arguments.integer("devices", in: 10...MonitorLimits.maximumDevices) ?? 10_000
    let settings = Settings(
      steps: try arguments.integer("steps", in: 1...1_000) ?? 10,
      batch: try arguments.integer("batch", in: 2...GeofenceLimits.maximumBatch) ?? 500,
      rate: try arguments.number("rate", in: 1...1_000_000) ?? 10_000,
      points: try arguments.integer("points", in: 1...1_000_000) ?? 10_000,
      answers: arguments["answers"],
      directory: arguments["directory"] ?? ".")
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let fences =
      try arguments.integer("fences", in: 0...GeofenceLimits.maximumFences) ?? 100_000
    print("\(fences) fences, \(devices) devices, seed \(seed)")
    // A month ago, so that no step is in the future.
    let fleet = SyntheticFleet(
      fences: fences, radius: try arguments.number("radius", in: FenceArea.radiusMeters),
      devices: devices, seed: seed, start: .now().adding(seconds: -2_592_000))
    if arguments.has("restart") {
      return try await RestartBenchmark.run(fleet, in: settings.directory)
    }
    try measureEngine(fleet, settings)
    if arguments.has("engine") { return }
    try await measureService(fleet, settings)
  }

  private struct Settings: Sendable {
    let steps: Int
    let batch: Int
    let rate: Double
    let points: Int
    let answers: String?
    let directory: String
  }

  private static func measureEngine(_ fleet: SyntheticFleet, _ settings: Settings) throws {
    var engine = try EngineBenchmark(fleet)
    engine.run(steps: settings.steps)
    try engine.compare(
      points: settings.points, scans: min(200, settings.points), answers: settings.answers)
  }

  private static func measureService(_ fleet: SyntheticFleet, _ settings: Settings) async throws {
    try await MonitorProcess.run(in: settings.directory) { monitor, bus in
      try await monitor.add(fleet.definitions)
      try await measure(monitor, bus, fleet, settings)
    }
  }

  private static func measure(
    _ monitor: MonitorProcess, _ bus: Bus, _ fleet: SyntheticFleet, _ settings: Settings
  ) async throws {
    let benchmark = MonitorBusBenchmark(fleet, bus: bus)
    try await benchmark.warmUp()
    let reports = settings.steps * fleet.count
    for load in [
      MonitorBusBenchmark.Load(
        name: "batches of \(settings.batch), 4 at a time", batch: settings.batch, concurrent: 4,
        rate: nil,
        reports: reports),
      MonitorBusBenchmark.Load(
        name: "batches of \(settings.batch), at \(Int(settings.rate))/s", batch: settings.batch,
        concurrent: 4,
        rate: settings.rate, reports: reports),
      MonitorBusBenchmark.Load(
        name: "single reports, 64 at a time", batch: 1, concurrent: 64, rate: nil,
        reports: min(reports, fleet.count)),
      MonitorBusBenchmark.Load(
        name: "single reports, one after another", batch: 1, concurrent: 1, rate: nil,
        reports: min(reports, 5_000)),
    ] {
      try await benchmark.run(load)
    }
    let stats = try await monitor.stats()
    print(
      """
      memory \(stats.memoryBytes / 1_000_000) MB; \
      \((stats.counts ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
      """)
  }
}
