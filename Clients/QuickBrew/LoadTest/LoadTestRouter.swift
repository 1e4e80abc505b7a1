import CommandLineKit
import FoundationEssentials
import Geography
import MessageBus
import Messages

/// `quickbrew load-test router`.
enum LoadTestRouter: Subcommand {
  static let name = "load-test router"
  static let summary = "Send the router many requests and measure how long they take."
  static let help = CommandHelp(
    examples: [
      "load-test router --rate 2000 --duration 10 --geometry --slo p99=5ms",
      "load-test router --closed 64 --duration 10 --verify 1% --json",
    ],
    usage: "--rate N | --closed N [flags]",
    flags: [
      Flag("rate", "N", "send N requests a second, whatever becomes of them"),
      Flag("closed", "N", "keep N requests under way"),
      Flag("duration", "TIME", "how long to send (10s)"),
      Flag("warm-up", "TIME", "how long to send before, without measuring (1s)"),
      Flag("geometry", "ask for the line to draw"),
      Flag("table", "N", "ask for tables from one point to N others instead of routes"),
      TripFlags.profile,
      Flag("verify", "PART", "check so many of the answers by the referee afterwards: 1%"),
      Flag("slo", "THRESHOLD", repeatable: true, "p99=20ms, p99.9=1s, max=2s, failed=0.1%, rate=N"),
      Flag("hdr", "FILE", "write the latencies as HdrHistogram's percentile text"),
      Flag("seed", "N", "draw the same queries as the run that printed this seed"),
    ],
    notes: """
      Queries are drawn from the map: \(RouterLoad.size) pairs of \(MapSample.size) points of its
      roads. With --rate the latency counts from the planned time of sending, so that a stalled
      service cannot hide. A request is late that left 1 ms after its time, unsent where
      \(LoadLimits.inFlight) wait for replies. A run with unsent, or more than 1 % late, requests
      tells of the generator and is not valid.
      Exit status: 0 fine, 1 not valid, a threshold is missed, or an answer differs from the
      referee's; 5 no router is running.
      """)

  static func run(_ call: Call) async throws -> CommandStatus {
    let wishes = try LoadWishes(call)
    let bus = try call.connect()
    let test = LoadTest(wishes: wishes, bus: bus, timeout: call.timeout, output: call.output)
    let (report, tally) = try await test.run()
    try call.show(report) { LoadRendering.render($0, style: $1) }
    for problem in report.problems { call.output.message("quickbrew: \(problem.printable)") }
    // Last: what was measured is worth more than the file.
    if let path = wishes.hdrFile {
      try OutputFile.write(PercentileText.render(tally.latency), to: path)
    }
    return report.isGood ? .fine : .failure
  }
}

/// What the flags say.
struct LoadWishes: Sendable {
  let plan: LoadPlan
  let warmUp: LoadPlan
  let geometry: Bool
  let table: Int?
  let profile: TravelProfile?
  let levels: [ServiceLevel]
  let hdrFile: String?

  /// - Throws: `UsageError`.
  init(_ call: Call) throws(UsageError) {
    let arguments = call.arguments
    _ = try arguments.positionals([])
    let pace: LoadPace
    switch (
      try arguments.number("rate", in: LoadLimits.rate),
      try arguments.integer("closed", in: 1...LoadLimits.inFlight)
    ) {
    case (let rate?, nil): pace = .rate(rate)
    case (nil, let count?): pace = .closed(count)
    case (nil, nil): throw UsageError("--rate or --closed is missing.")
    case (_?, _?): throw UsageError("--rate does not go with --closed.")
    }
    let seconds = try arguments.seconds("duration", in: LoadLimits.durationSeconds) ?? 10
    let warmUpSeconds = try arguments.seconds("warm-up", in: 0...60) ?? 1
    let seed = try arguments.integer("seed", in: 0...Int.max) ?? .random(in: 0..<1_000_000)
    let part = try Self.sampledPart(arguments["verify"])
    table = try arguments.integer("table", in: LoadLimits.tableColumns)
    geometry = arguments.has("geometry")
    if table != nil {
      for flag in ["geometry", "verify"] where arguments.has(flag) {
        throw UsageError("--\(flag) does not go with --table.")
      }
    }
    plan = LoadPlan(
      pace: pace, duration: .seconds(seconds), sampledPart: part, seed: UInt64(seed))
    warmUp = LoadPlan(
      pace: pace, duration: .seconds(warmUpSeconds), sampledPart: 0, seed: UInt64(seed))
    profile = try call.profile()
    var levels: [ServiceLevel] = []
    for text in arguments.values("slo") { levels.append(try ServiceLevel(text)) }
    self.levels = levels
    hdrFile = arguments["hdr"]
  }

  private static func sampledPart(_ text: String?) throws(UsageError) -> Double {
    guard let text else { return 0 }
    guard let part = ServiceLevel.part(Substring(text)) else {
      throw UsageError("--verify is a part like 1% or 0.01, not “\(text)”.")
    }
    return part
  }
}

/// A load test of the router, from drawing the queries to the report.
struct LoadTest: Sendable {
  let wishes: LoadWishes
  let bus: any ServiceBus
  let timeout: Duration
  let output: Output

  /// - Throws: `ServiceError` where the queries cannot be drawn or checked.
  func run() async throws -> (LoadReport, LoadTally) {
    output.live("drawing queries from the map …")
    defer { output.live(nil) }
    let load = try await queries()
    if wishes.warmUp.duration > .zero {
      output.live("warming up …")
      _ = try await drive(LoadRun(wishes.warmUp, bodies: load.bodies), load)
    }
    let before = try await stats(load.operation)
    let output = output
    let run = try await drive(
      LoadRun(wishes.plan, bodies: load.bodies) { output.live(LoadRendering.live($0)) }, load)
    let after = try await stats(load.operation)
    var verification: Verification?
    if wishes.plan.sampledPart > 0 {
      output.live("checking \(run.samples.count) answers …")
      verification = try await load.verify(run.samples, bus: bus, timeout: timeout)
    }
    let split = LatencySplit(before: before, after: after, uncorrected: run.tally.uncorrected)
    return (report(run.tally, load, split, verification), run.tally)
  }

  private func queries() async throws -> RouterLoad {
    let box = try await bus.send(MapInfoRequest(), timeout: timeout).box
    let seed = wishes.plan.seed
    let sample = try await MapSample(
      of: box, profile: wishes.profile, seed: seed, bus: bus, timeout: timeout)
    if let columns = wishes.table {
      return try RouterLoad(
        tablesOn: sample, columns: columns, profile: wishes.profile, seed: seed)
    }
    return try RouterLoad(
      routesOn: sample, profile: wishes.profile, geometry: wishes.geometry, seed: seed)
  }

  private func drive(_ run: LoadRun, _ load: RouterLoad) async throws(ServiceError) -> LoadRun {
    try await bus.drive(run, operation: load.operation, timeout: timeout)
  }

  /// What every instance has done of the operation.
  private func stats(_ operation: Operation) async throws(ServiceError) -> [OperationStats] {
    var found: [OperationStats] = []
    for instance in bus.instances(of: .router) {
      do throws(ServiceError) {
        let stats = try await bus.send(
          StatsRequest(), to: .router, instance: instance, timeout: timeout)
        found += stats.operations.filter { $0.name == operation.name }
      } catch {
        // The socket of an instance that was killed.
        if error.code != .unavailable { throw error }
      }
    }
    return found
  }

  private func report(
    _ tally: LoadTally, _ load: RouterLoad, _ split: LatencySplit?, _ verification: Verification?
  ) -> LoadReport {
    let thresholds = wishes.levels.map { ServiceLevelResult($0, tally) }
    let verdict = LoadVerdict(tally, thresholds, verification)
    let latency = { tally.latency.percentile($0).milliseconds }
    let uncorrected = { tally.uncorrected.percentile($0).milliseconds }
    var rate: Double?
    var closed: Int?
    switch wishes.plan.pace {
    case .rate(let perSecond): rate = perSecond
    case .closed(let count): closed = count
    }
    return LoadReport(
      operation: load.operation.name, geometry: wishes.geometry, table: wishes.table,
      seed: wishes.plan.seed, targetPerSecond: rate, closed: closed,
      instances: bus.instances(of: .router).count,
      durationSeconds: tally.elapsed.milliseconds / 1000,
      requestsPerSecond: tally.requestsPerSecond, sent: tally.sent, answered: tally.answered,
      failed: tally.failed, late: tally.late, unsent: tally.unsent,
      failures: Dictionary(uniqueKeysWithValues: tally.failures.map { ("\($0)", $1) }),
      p50Milliseconds: latency(0.5), p75Milliseconds: latency(0.75), p90Milliseconds: latency(0.9),
      p99Milliseconds: latency(0.99), p999Milliseconds: latency(0.999),
      p9999Milliseconds: latency(0.9999),
      maximumMilliseconds: tally.latency.maximum.milliseconds,
      meanMilliseconds: tally.latency.mean.milliseconds,
      uncorrected: LoadReport.Uncorrected(
        p50Milliseconds: uncorrected(0.5), p99Milliseconds: uncorrected(0.99),
        p9999Milliseconds: uncorrected(0.9999),
        maximumMilliseconds: tally.uncorrected.maximum.milliseconds),
      split: split, verification: verification, thresholds: thresholds,
      valid: verdict.faults.isEmpty, problems: verdict.faults + verdict.failings)
  }
}
