import MessageBus
import Messages

/// The results of a load test. The JSON keys are a contract with scripts.
struct LoadReport: Encodable, Sendable {
  let service: String
  /// What was asked for, such as "routes with geometry".
  let queries: String
  /// The operation, such as `router.route/1`.
  let operation: String
  let geometry: Bool
  /// Columns of each table; `nil` for routes.
  let table: Int?
  let seed: UInt64
  /// The planned requests per second; `nil` in a closed loop.
  let targetPerSecond: Double?
  /// The number of concurrent requests; `nil` in an open loop.
  let closed: Int?
  let instances: Int
  /// From the start to the last reply.
  let durationSeconds: Double
  /// Successful replies per second.
  let requestsPerSecond: Double
  let sent: Int
  let answered: Int
  let failed: Int
  let late: Int
  let unsent: Int
  /// How often each error code occurred.
  let failures: [String: Int]
  let p50Milliseconds: Double
  let p75Milliseconds: Double
  let p90Milliseconds: Double
  let p99Milliseconds: Double
  let p999Milliseconds: Double
  let p9999Milliseconds: Double
  let maximumMilliseconds: Double
  let meanMilliseconds: Double
  /// Latencies from the actual instead of the planned sending time.
  let uncorrected: Uncorrected
  /// The latency by component; `nil` where the router does not report it.
  let split: LatencySplit?
  let thresholds: [ServiceLevelResult]
  /// Whether the generator kept up, so that the figures describe the service.
  let valid: Bool
  /// Why the run is not valid, or did not pass.
  let problems: [String]

  struct Uncorrected: Encodable, Sendable, Hashable {
    let p50Milliseconds: Double
    let p99Milliseconds: Double
    let p9999Milliseconds: Double
    let maximumMilliseconds: Double

    init(_ latency: LatencyHistogram) {
      p50Milliseconds = latency.percentile(0.5).milliseconds
      p99Milliseconds = latency.percentile(0.99).milliseconds
      p9999Milliseconds = latency.percentile(0.9999).milliseconds
      maximumMilliseconds = latency.maximum.milliseconds
    }
  }

  init(
    _ tally: LoadTally, of workload: LoadWorkload, _ plan: LoadPlan, _ options: LoadTestOptions,
    instances: Int, split: LatencySplit?
  ) {
    (service, queries) = (workload.service.rawValue, workload.title)
    operation = workload.operation.name
    (geometry, table, seed) = (options.geometry, options.table, plan.seed)
    switch plan.pace {
    case .rate(let rate): (targetPerSecond, closed) = (rate, nil)
    case .closed(let count): (targetPerSecond, closed) = (nil, count)
    }
    self.instances = instances
    durationSeconds = tally.elapsed.milliseconds / 1000
    requestsPerSecond = tally.requestsPerSecond
    (sent, answered, failed) = (tally.sent, tally.answered, tally.failed)
    (late, unsent) = (tally.late, tally.unsent)
    failures = Dictionary(uniqueKeysWithValues: tally.failures.map { ("\($0)", $1) })
    let latency = tally.latency
    p50Milliseconds = latency.percentile(0.5).milliseconds
    p75Milliseconds = latency.percentile(0.75).milliseconds
    p90Milliseconds = latency.percentile(0.9).milliseconds
    p99Milliseconds = latency.percentile(0.99).milliseconds
    p999Milliseconds = latency.percentile(0.999).milliseconds
    p9999Milliseconds = latency.percentile(0.9999).milliseconds
    maximumMilliseconds = latency.maximum.milliseconds
    meanMilliseconds = latency.mean.milliseconds
    uncorrected = Uncorrected(tally.uncorrected)
    self.split = split
    thresholds = options.objectives.map { ServiceLevelResult($0, tally) }
    let verdict = LoadVerdict(tally, thresholds)
    valid = verdict.generatorFaults.isEmpty
    problems = verdict.generatorFaults + verdict.failures
  }

  /// Whether the run is valid and all thresholds are met.
  var isGood: Bool { problems.isEmpty }
}

/// The mean latency by component. The components add up to the whole.
struct LatencySplit: Encodable, Sendable, Hashable {
  /// Transport: sockets, and the bus threads of client and service.
  let busMilliseconds: Double
  /// Waiting in the service's queue.
  let queueMilliseconds: Double
  let decodeMilliseconds: Double
  let searchMilliseconds: Double
  let encodeMilliseconds: Double

  /// - Parameters:
  ///   - before: the instances' counters of the operation before the run; `after`: those after it.
  ///   - uncorrected: the latencies from the actual sending time.
  /// - Returns: `nil` where the instances do not report times, or served no requests.
  init?(before: [OperationStats], after: [OperationStats], uncorrected: LatencyHistogram) {
    let requests =
      Self.sum(after) { Double($0.requests) } - Self.sum(before) { Double($0.requests) }
    guard requests > 0, uncorrected.count > 0, after.allSatisfy({ $0.times != nil }) else {
      return nil
    }
    let mean = { (part: (OperationTimes) -> Double) in
      let spent =
        Self.sum(after) { $0.times.map(part) ?? 0 } - Self.sum(before) { $0.times.map(part) ?? 0 }
      return spent / requests
    }
    queueMilliseconds = mean { $0.queueMilliseconds }
    decodeMilliseconds = mean { $0.decodeMilliseconds }
    searchMilliseconds = mean { $0.handlerMilliseconds }
    encodeMilliseconds = mean { $0.encodeMilliseconds }
    let inService =
      queueMilliseconds + decodeMilliseconds + searchMilliseconds + encodeMilliseconds
    busMilliseconds = max(0, uncorrected.mean.milliseconds - inService)
  }

  private static func sum(
    _ stats: [OperationStats], _ value: (OperationStats) -> Double
  ) -> Double {
    stats.reduce(0) { $0 + value($1) }
  }
}

/// Whether a run is valid, and whether it passed.
struct LoadVerdict: Sendable, Hashable {
  /// Why the figures describe the generator instead of the service.
  let generatorFaults: [String]
  /// Why the run did not pass.
  let failures: [String]

  init(_ tally: LoadTally, _ thresholds: [ServiceLevelResult]) {
    var generatorFaults: [String] = []
    if tally.unsent > 0 {
      generatorFaults.append(
        "\(tally.unsent) requests could not be sent: \(LoadLimits.inFlight) waited for replies, "
          + "or the generator had no time.")
    }
    if Double(tally.late) > LoadLimits.lateFraction * Double(max(1, tally.sent)) {
      let milliseconds = Int(LoadLimits.lateAfter.milliseconds)
      generatorFaults.append(
        "\(tally.late) of \(tally.sent) requests left more than \(milliseconds) ms late: the "
          + "generator was the limit.")
    }
    self.generatorFaults = generatorFaults
    var failures: [String] = []
    if tally.answered == 0 {
      let reason = tally.firstFailure.map { ": \($0.message)" } ?? "."
      failures.append("No request was answered\(reason)")
    }
    failures += thresholds.filter { !$0.isMet }.map { "\($0.threshold) is not met." }
    self.failures = failures
  }
}
