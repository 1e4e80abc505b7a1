import MessageBus
import Messages

/// What a load test found. The JSON's keys are a contract with scripts.
struct LoadReport: Encodable, Sendable {
  let service = ServiceName.router
  /// What was asked, such as `router.route/1`.
  let operation: String
  let geometry: Bool
  /// Columns of each table; `nil` for routes.
  let table: Int?
  let seed: UInt64
  /// What was to be sent a second; `nil` in a closed loop.
  let targetPerSecond: Double?
  /// Requests kept under way; `nil` in an open loop.
  let closed: Int?
  let instances: Int
  /// From the start to the last reply.
  let durationSeconds: Double
  /// Replies a second, failures apart.
  let requestsPerSecond: Double
  let sent: Int
  let answered: Int
  let failed: Int
  let late: Int
  let unsent: Int
  /// How often each code of the error table came.
  let failures: [String: Int]
  let p50Milliseconds: Double
  let p75Milliseconds: Double
  let p90Milliseconds: Double
  let p99Milliseconds: Double
  let p999Milliseconds: Double
  let p9999Milliseconds: Double
  let maximumMilliseconds: Double
  let meanMilliseconds: Double
  /// Counted from the sending instead of from the planned time.
  let uncorrected: Uncorrected
  /// Where the time of a request went; `nil` where the router does not tell.
  let split: LatencySplit?
  let verification: Verification?
  let thresholds: [ServiceLevelResult]
  /// Whether the figures are the service's and not the generator's.
  let valid: Bool
  /// Why the run is not valid, or not good.
  let problems: [String]

  struct Uncorrected: Encodable, Sendable, Hashable {
    let p50Milliseconds: Double
    let p99Milliseconds: Double
    let p9999Milliseconds: Double
    let maximumMilliseconds: Double
  }

  /// Whether the run is valid, everything was answered right and every threshold is met.
  var isGood: Bool { problems.isEmpty }
}

/// The mean time of a request, by where it went. The parts add up to the whole.
struct LatencySplit: Encodable, Sendable, Hashable {
  /// On the way: sockets, the client's and the service's threads that serve them.
  let busMilliseconds: Double
  /// Waiting in the service.
  let queueMilliseconds: Double
  let decodeMilliseconds: Double
  let searchMilliseconds: Double
  let encodeMilliseconds: Double

  /// - Parameters:
  ///   - before: what the instances had done of the operation before the run, `after` after it.
  ///   - uncorrected: the latencies counted from the sending.
  /// - Returns: `nil` where the instances do not tell, or did nothing.
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

/// Judges a run.
struct LoadVerdict: Sendable, Hashable {
  /// Why the figures tell of the generator.
  let faults: [String]
  /// Why the run is not as it should be.
  let failings: [String]

  init(
    _ tally: LoadTally, _ thresholds: [ServiceLevelResult], _ verification: Verification?
  ) {
    var faults: [String] = []
    if tally.unsent > 0 {
      faults.append(
        "\(tally.unsent) requests could not be sent: \(LoadLimits.inFlight) waited for replies, "
          + "or the generator had no time.")
    }
    if Double(tally.late) > LoadLimits.latePart * Double(max(1, tally.sent)) {
      let milliseconds = Int(LoadLimits.lateAfter.milliseconds)
      faults.append(
        "\(tally.late) of \(tally.sent) requests left more than \(milliseconds) ms late: the "
          + "generator was the limit.")
    }
    self.faults = faults
    var failings: [String] = []
    if tally.answered == 0 {
      let reason = tally.firstFailure.map { ": \($0.message)" } ?? "."
      failings.append("No request was answered\(reason)")
    }
    failings += thresholds.filter { !$0.isMet }.map { "\($0.threshold) is not met." }
    if let verification, verification.equal < verification.checked {
      failings.append(
        "\(verification.checked - verification.equal) of \(verification.checked) answers differ "
          + "from the referee's, the first for \(verification.firstDifference ?? "").")
    }
    self.failings = failings
  }
}
