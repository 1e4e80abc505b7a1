import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages
import Regions

/// A load test of one service, from the warm-up to the report.
struct LoadTest: Sendable {
  /// Draws the queries.
  typealias Draw =
    @Sendable (LoadTestOptions, MapSample, CommandContext) async throws -> LoadWorkload

  let options: LoadTestOptions
  let workload: LoadWorkload
  let context: CommandContext

  private var output: Output { context.output }

  /// The command `load-test` of a service.
  ///
  /// - Parameters:
  ///   - examples: without the command's name.
  ///   - notes: what its queries are.
  static func command(
    _ service: String, _ summary: String, examples: [String], flags: [Flag] = [], notes: String,
    _ draw: @escaping Draw
  ) -> Command {
    Command(
      "load-test \(service)", summary, examples: examples.map { "load-test \(service) \($0)" },
      usage: "--rate N | --closed N | --find-max --slo THRESHOLD [flags]",
      flags: paceFlags + flags, notes: "\(notes) \(paceNotes)",
      .run { context in
        let options = try LoadTestOptions(context)
        context.output.live("drawing queries from the map …")
        defer { context.output.live(nil) }
        let sample = try await MapSample(options, context)
        let workload = try await draw(options, sample, context)
        return try await LoadTest(options: options, workload: workload, context: context).run()
      })
  }

  private static let paceFlags = [
    Flag("rate", "N", excludes: ["closed"], "send N requests a second, whatever becomes of them"),
    Flag("closed", "N", excludes: ["find-max"], "keep N requests under way"),
    Flag("find-max", "raise the rate as long as every --slo holds, from --rate on (100)"),
    Flag("duration", "TIME", "how long to send; with --find-max each rate (10s)"),
    Flag("warm-up", "TIME", "how long to send before, without measuring (1s)"),
    Flag("slo", "THRESHOLD", repeatable: true, "p99=20ms, p99.9=1s, max=2s, failed=0.1%, rate=N"),
    Flag("seed", "N", "draw the same queries as the run that printed this seed"),
  ]

  private static let paceNotes = """
    With --rate the latency counts from the planned time of sending, so that a stalled
    service cannot hide. A request is late that left 1 ms after its time, unsent where
    \(LoadLimits.inFlight) wait for replies. A run with unsent, or more than 1 % late, requests
    measures the generator and is not valid.
    With --find-max the rate doubles until a threshold is missed twice, then the limit is
    narrowed down to 5 %.
    Exit status: 0 fine, 1 not valid, or a threshold is missed; 5 no instance of the service is
    running.
    """

  private func run() async throws -> CommandStatus {
    if options.findsMaximum {
      let found = try await findMaximum()
      output.live(nil)
      try context.show(found) { LoadRendering.render($0, style: $1) }
      return found.maximumPerSecond == nil ? .failure : .success
    }
    let report = try await run(options.plan, options.warmUp)
    output.live(nil)
    try context.show(report) { LoadRendering.render($0, style: $1) }
    for problem in report.problems { context.report(problem) }
    return report.isGood ? .success : .failure
  }

  private func run(_ plan: LoadPlan, _ warmUp: LoadPlan) async throws -> LoadReport {
    if warmUp.duration > .zero {
      output.live("warming up …")
      _ = try await drive(warmUp)
    }
    let before = try await stats()
    let output = output
    let run = try await drive(plan) { output.live(LoadRendering.live($0)) }
    let split = LatencySplit(
      before: before, after: try await stats(), uncorrected: run.tally.uncorrected)
    return LoadReport(
      run.tally, of: workload, plan, options, instances: try instances.count, split: split)
  }

  /// Looks for the highest rate that meets all objectives.
  private func findMaximum() async throws -> LoadSearchReport {
    var first = MaximumSearch.firstRate
    if case .rate(let rate) = options.plan.pace { first = rate }
    var search = MaximumSearch(from: first)
    var steps: [LoadReport] = []
    while let rate = search.next {
      let report = try await run(
        options.plan.at(rate), options.warmUp.at(min(rate, search.highest ?? first)))
      steps.append(report)
      search.record(isGood: report.isGood)
    }
    return LoadSearchReport(maximumPerSecond: search.highest, steps: steps)
  }

  private func drive(
    _ plan: LoadPlan, progress: (@Sendable (LoadTally) -> Void)? = nil
  ) async throws -> LoadRun {
    try await context.connect().drive(
      LoadRun(
        plan, operation: workload.operation, bodies: workload.bodies, progress: progress),
      timeout: context.timeout)
  }

  /// The instances that are asked, those of the region.
  private var instances: [String] {
    get throws {
      let region = workload.service.isRegional ? RegionalClient.named : nil
      return try context.connect().instances(of: workload.service)
        .filter { InstanceName.region(of: $0) == region }
    }
  }

  /// The counters of the operation, for each instance.
  private func stats() async throws -> [OperationStats] {
    let bus = try context.connect()
    var found: [OperationStats] = []
    for instance in try instances {
      do throws(ServiceError) {
        let stats = try await bus.send(
          StatsRequest(), to: workload.service, instance: instance, timeout: context.timeout)
        found += stats.operations.filter { $0.name == workload.operation.name }
      } catch {
        // A killed instance may have left its socket behind.
        if error.code != .unavailable { throw error }
      }
    }
    return found
  }
}
