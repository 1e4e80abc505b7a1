import CommandLineKit
import FoundationEssentials
import Geography
import MessageBus
import Messages
import Regions

/// A `quickbrew load-test …`: which queries it draws from the map; the rest is the same for all.
protocol LoadTestCommand: Sendable {
  static var command: Command { get }

  /// - Throws: `ServiceError` where the queries cannot be drawn.
  static func workload(
    _ options: LoadTestOptions, bus: any ClientBus, timeout: Duration
  ) async throws -> LoadWorkload
}

extension LoadTestCommand {
  @Sendable static func run(_ context: CommandContext) async throws -> CommandStatus {
    let options = try LoadTestOptions(context)
    let bus = try context.connect()
    let test = LoadTest(
      options: options, bus: bus, timeout: context.timeout, output: context.output)
    context.output.live("drawing queries from the map …")
    defer { context.output.live(nil) }
    let workload = try await workload(options, bus: bus, timeout: context.timeout)
    if options.findsMaximum {
      let found = try await test.findMaximum(workload)
      context.output.live(nil)
      try context.show(found) { LoadRendering.render($0, style: $1) }
      return found.maximumPerSecond == nil ? .failure : .success
    }
    let report = try await test.run(workload, options.plan, options.warmUp)
    context.output.live(nil)
    try context.show(report) { LoadRendering.render($0, style: $1) }
    for problem in report.problems { context.report(problem) }
    return report.isGood ? .success : .failure
  }

  static var paceFlags: [Flag] {
    [
      Flag("rate", "N", "send N requests a second, whatever becomes of them"),
      Flag("closed", "N", "keep N requests under way"),
      Flag("find-max", "raise the rate as long as every --slo holds, from --rate on (100)"),
      Flag("duration", "TIME", "how long to send; with --find-max each rate (10s)"),
      Flag("warm-up", "TIME", "how long to send before, without measuring (1s)"),
      Flag("slo", "THRESHOLD", repeatable: true, "p99=20ms, p99.9=1s, max=2s, failed=0.1%, rate=N"),
      Flag("seed", "N", "draw the same queries as the run that printed this seed"),
    ]
  }

  static var paceNotes: String {
    """
    With --rate the latency counts from the planned time of sending, so that a stalled
    service cannot hide. A request is late that left 1 ms after its time, unsent where
    \(LoadLimits.inFlight) wait for replies. A run with unsent, or more than 1 % late, requests
    measures the generator and is not valid.
    With --find-max the rate doubles until a threshold is missed twice, then the limit is
    narrowed down to 5 %.
    Exit status: 0 fine, 1 not valid, a threshold is missed, or an answer differs from the
    referee's; 5 no instance of the service is running.
    """
  }
}

/// The parsed flags of a load test.
struct LoadTestOptions: Sendable {
  let plan: LoadPlan
  let warmUp: LoadPlan
  let geometry: Bool
  let table: Int?
  let profile: TravelProfile?
  let objectives: [ServiceLevelObjective]
  /// Whether the highest rate is looked for that meets the objectives.
  let findsMaximum: Bool

  /// - Throws: `UsageError`.
  init(_ context: CommandContext) throws(UsageError) {
    let arguments = context.arguments
    findsMaximum = arguments.has("find-max")
    let pace: LoadPace
    switch (
      try arguments.number("rate", in: LoadLimits.rate),
      try arguments.integer("closed", in: 1...LoadLimits.inFlight)
    ) {
    case (let rate?, nil): pace = .rate(rate)
    case (nil, let count?): pace = .closed(count)
    case (nil, nil):
      if !findsMaximum { throw UsageError("--rate or --closed is missing.") }
      pace = .rate(MaximumSearch.firstRate)
    case (_?, _?): throw UsageError("--rate does not go with --closed.")
    }
    let seconds = try arguments.seconds("duration", in: LoadLimits.durationSeconds) ?? 10
    let warmUpSeconds = try arguments.seconds("warm-up", in: 0...60) ?? 1
    let seed = try arguments.integer("seed", in: 0...Int.max) ?? .random(in: 0..<1_000_000)
    let fraction = try Self.sampledFraction(arguments["verify"])
    table = try arguments.integer("table", in: LoadLimits.tableColumns)
    geometry = arguments.has("geometry")
    if table != nil {
      for flag in ["geometry", "verify"] where arguments.has(flag) {
        throw UsageError("--\(flag) does not go with --table.")
      }
    }
    plan = LoadPlan(
      pace: pace, duration: .seconds(seconds), sampledFraction: fraction, seed: UInt64(seed))
    warmUp = LoadPlan(
      pace: pace, duration: .seconds(warmUpSeconds), sampledFraction: 0, seed: UInt64(seed))
    profile = try context.profile()
    var objectives: [ServiceLevelObjective] = []
    for text in arguments.values("slo") { objectives.append(try ServiceLevelObjective(text)) }
    self.objectives = objectives
    if findsMaximum {
      if objectives.isEmpty { throw UsageError("--find-max needs --slo, such as p99=20ms.") }
      for flag in ["closed", "verify"] where arguments.has(flag) {
        throw UsageError("--\(flag) does not go with --find-max.")
      }
    }
  }

  private static func sampledFraction(_ text: String?) throws(UsageError) -> Double {
    guard let text else { return 0 }
    guard let fraction = ServiceLevelObjective.fraction(Substring(text)) else {
      throw UsageError("--verify is a part like 1% or 0.01, not “\(text)”.")
    }
    return fraction
  }
}

/// A load test of one service, from the warm-up to the report.
struct LoadTest: Sendable {
  let options: LoadTestOptions
  let bus: any ClientBus
  let timeout: Duration
  let output: Output

  /// - Throws: `ServiceError` where the answers cannot be checked.
  func run(
    _ workload: LoadWorkload, _ plan: LoadPlan, _ warmUp: LoadPlan
  ) async throws -> LoadReport {
    if warmUp.duration > .zero {
      output.live("warming up …")
      _ = await drive(workload, warmUp)
    }
    let before = try await stats(workload)
    let output = output
    let run = await drive(workload, plan) { output.live(LoadRendering.live($0)) }
    let after = try await stats(workload)
    var verification: Verification?
    if plan.sampledFraction > 0 {
      output.live("checking \(run.samples.count) answers …")
      verification = try await workload.verify(run.samples, bus: bus, timeout: timeout)
    }
    let split = LatencySplit(before: before, after: after, uncorrected: run.tally.uncorrected)
    return LoadReport(
      run.tally, of: workload, plan, options, instances: instances(of: workload.service).count,
      split: split, verification: verification)
  }

  /// Looks for the highest rate that meets all objectives.
  ///
  /// - Throws: `ServiceError`.
  func findMaximum(_ workload: LoadWorkload) async throws -> LoadSearchReport {
    var first = MaximumSearch.firstRate
    if case .rate(let rate) = options.plan.pace { first = rate }
    var search = MaximumSearch(from: first)
    var steps: [LoadReport] = []
    while let rate = search.next {
      let report = try await run(
        workload, options.plan.at(rate), options.warmUp.at(min(rate, search.highest ?? first)))
      steps.append(report)
      search.record(isGood: report.isGood)
    }
    return LoadSearchReport(maximumPerSecond: search.highest, steps: steps)
  }

  private func drive(
    _ workload: LoadWorkload, _ plan: LoadPlan,
    progress: (@Sendable (LoadTally) -> Void)? = nil
  ) async -> LoadRun {
    await bus.drive(
      LoadRun(
        plan, operation: workload.operation, bodies: workload.bodies, progress: progress),
      timeout: timeout)
  }

  /// The instances of a service that are asked, those of the region.
  private func instances(of service: ServiceName) -> [String] {
    let region = service.isRegional ? RegionalClient.named : nil
    return bus.instances(of: service).filter { InstanceName.region(of: $0) == region }
  }

  /// The counters of the operation, for each instance.
  private func stats(_ workload: LoadWorkload) async throws(ServiceError) -> [OperationStats] {
    var found: [OperationStats] = []
    for instance in instances(of: workload.service) {
      do throws(ServiceError) {
        let stats = try await bus.send(
          StatsRequest(), to: workload.service, instance: instance, timeout: timeout)
        found += stats.operations.filter { $0.name == workload.operation.name }
      } catch {
        // A killed instance may have left its socket behind.
        if error.code != .unavailable { throw error }
      }
    }
    return found
  }
}
