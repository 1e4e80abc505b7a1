import CommandLineKit
import MessageBus
import Messages
import ServiceRuntime
import Time

/// `geofence-monitor measure`: how many reports the engine and the service take, and how soon their
/// events are at a subscriber, on this machine.
package enum MeasureMonitor: ServiceCommand {
  package static let name = "measure"
  package static let usage = """
    geofence-monitor measure [--fences 100000] [--devices 10000] [--steps 10] [--batch 500]
                             [--rate 10000] [--seed 1] [--directory .] [--radius M]
                             [--places 10000] [--answers FILE] [--engine] [--restart]
          times the engine alone, then, without --engine, a service of its own with a store in
          DIRECTORY, over the bus: batches as fast as they are acknowledged, at RATE reports a
          second, and single reports; with --radius all fences are circles of that size;
          --answers writes which of them hold each of the random PLACES;
          --restart times instead how long a start with full windows takes
    """

  /// - Throws: `UsageError`; whatever keeps the service from starting or answering.
  package static func run(_ list: [String]) throws {
    let arguments = try Arguments(
      parsing: list,
      values: [
        "fences", "devices", "steps", "batch", "rate", "seed", "directory", "radius", "places",
        "answers",
      ], switches: ["engine", "restart"])
    _ = try arguments.positionals([])
    let devices = try arguments.integer("devices", in: 10...MonitorLimits.maximumDevices) ?? 10_000
    let plan = Plan(
      steps: try arguments.integer("steps", in: 1...1_000) ?? 10,
      batch: try arguments.integer("batch", in: 2...GeofenceLimits.maximumBatch) ?? 500,
      rate: try arguments.number("rate", in: 1...1_000_000) ?? 10_000,
      places: try arguments.integer("places", in: 1...1_000_000) ?? 10_000,
      answers: arguments["answers"],
      directory: arguments["directory"] ?? ".")
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let fences =
      try arguments.integer("fences", in: 0...GeofenceLimits.maximumFences) ?? 100_000
    let log = Log("geofence-measure")
    log.info("\(fences) fences, \(devices) devices, seed \(seed)")
    // A month ago: no position is of the future, however many steps there are.
    let fleet = Fleet(
      fences: fences, radius: try arguments.number("radius", in: GeofenceLimits.radiusMeters),
      devices: devices, seed: seed, start: .now().adding(seconds: -2_592_000))
    if arguments.has("restart") { return try RestartTrial(in: plan.directory, log: log).run(fleet) }
    try measureEngine(fleet, plan, log)
    if arguments.has("engine") { return }
    try finish { try await measureService(fleet, plan, log) }
  }

  private struct Plan: Sendable {
    let steps: Int
    let batch: Int
    let rate: Double
    let places: Int
    let answers: String?
    let directory: String
  }

  private static func measureEngine(_ fleet: Fleet, _ plan: Plan, _ log: Log) throws {
    var trial = try EngineTrial(fleet, log: log)
    trial.run(steps: plan.steps)
    try trial.compare(places: plan.places, scans: min(200, plan.places), answers: plan.answers)
  }

  private static func measureService(_ fleet: Fleet, _ plan: Plan, _ log: Log) async throws {
    let monitor = try MonitorProcess(in: plan.directory)
    defer { monitor.end() }
    try monitor.add(fleet.definitions)
    try monitor.home.makeRunDirectory()
    let bus = try Bus(runDirectory: monitor.home.runDirectory, name: "measure")
    do {
      try await monitor.start(asked: bus.client)
      try await measure(monitor, bus, fleet, plan, log)
    } catch {
      await bus.close()
      throw error
    }
    await bus.close()
  }

  private static func measure(
    _ monitor: MonitorProcess, _ bus: Bus, _ fleet: Fleet, _ plan: Plan, _ log: Log
  ) async throws {
    let trial = MonitorBusBenchmark(fleet, bus: bus, log: log)
    try await trial.warmUp()
    let reports = plan.steps * fleet.count
    for load in [
      MonitorBusBenchmark.Load(
        name: "batches of \(plan.batch), 4 under way", batch: plan.batch, underWay: 4, rate: nil,
        reports: reports),
      MonitorBusBenchmark.Load(
        name: "batches of \(plan.batch), at \(Int(plan.rate))/s", batch: plan.batch, underWay: 4,
        rate: plan.rate, reports: reports),
      MonitorBusBenchmark.Load(
        name: "single reports, 64 under way", batch: 1, underWay: 64, rate: nil,
        reports: min(reports, fleet.count)),
      MonitorBusBenchmark.Load(
        name: "single reports, one after another", batch: 1, underWay: 1, rate: nil,
        reports: min(reports, 5_000)),
    ] {
      try await trial.run(load)
    }
    let stats = try await monitor.stats(bus.client)
    log.info(
      """
      memory \(stats.memoryBytes / 1_000_000) MB; \
      \((stats.counts ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
      """)
  }

  /// Runs a task to its end.
  private static func finish(
    _ body: @escaping @Sendable () async throws -> Void
  ) throws {
    let ended = BlockingQueue<(any Error)?>(capacity: 1)
    Task {
      do {
        try await body()
        _ = ended.offer(nil)
      } catch {
        _ = ended.offer(error)
      }
    }
    if case .some(.some(let error)) = ended.pop() { throw error }
  }
}
