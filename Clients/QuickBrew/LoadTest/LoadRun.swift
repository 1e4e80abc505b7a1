import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages

/// The limits of a load test.
enum LoadLimits {
  /// A request sent more than this after its planned time counts as late, as the generator adds
  /// that much to its latency.
  static let lateAfter = Duration.milliseconds(1)
  /// With a larger fraction of late requests the 99th percentile describes the generator.
  static let lateFraction = 0.01
  /// The most requests in flight. At this number an open loop skips requests.
  static let inFlight = 8_000
  /// How long after the end planned requests are still sent.
  static let grace = Duration.milliseconds(100)
  /// The interval between progress reports.
  static let progressInterval = Duration.milliseconds(250)
  static let rate = 0.1...1_000_000.0
  static let durationSeconds = 1...86_400
  static let tableColumns = 1...10_000
}

/// Sends requests at a given pace and measures their latencies.
///
/// In an open loop latency counts from the planned time, not from the actual sending. A service
/// that stalls thus cannot hide by delaying the generator: the requests that it delayed count in
/// full ("coordinated omission"; source: Gil Tene, wrk2, https://github.com/giltene/wrk2).
///
/// A state machine without clock or socket: a bus calls `next` until that returns `wait`, and again
/// at the given time or after a reply (`ClientBus.drive`).
package struct LoadRun: Sendable {
  /// What to do next.
  enum Step: Sendable {
    /// Send this body; `number` identifies the request.
    case send(number: Int, body: Data)
    /// Call `next` again after the next reply, or at this time if that is earlier.
    case wait(until: ContinuousClock.Instant?)
    /// Nothing is left to send or to wait for.
    case finish
  }

  private struct InFlightRequest {
    let planned: ContinuousClock.Instant
    let sent: ContinuousClock.Instant
  }

  /// What the bodies are requests of.
  let operation: Operation
  private let plan: LoadPlan
  private let bodies: [Data]
  private let progress: (@Sendable (LoadTally) -> Void)?
  private var random: SeededGenerator
  private var start: ContinuousClock.Instant?
  private var inFlight: [Int: InFlightRequest] = [:]
  private var nextPlanned = 0
  private var lastProgress: ContinuousClock.Instant?
  /// The counters so far.
  private(set) var tally = LoadTally()

  /// - Parameters:
  ///   - bodies: the requests to draw from, at least one.
  ///   - progress: called a few times per second with the counters.
  init(
    _ plan: LoadPlan, operation: Operation, bodies: [Data],
    progress: (@Sendable (LoadTally) -> Void)? = nil
  ) {
    self.plan = plan
    self.operation = operation
    self.bodies = bodies
    self.progress = progress
    random = SeededGenerator(seed: plan.seed)
  }

  /// The next step at `now`.
  mutating func next(at now: ContinuousClock.Instant) -> Step {
    let begin = start ?? now
    start = begin
    reportProgress(now)
    switch plan.pace {
    case .rate(let rate): return nextOpen(begin, rate, now)
    case .closed(let count): return nextClosed(begin, count, now)
    }
  }

  /// Records the outcome of the request `number`.
  mutating func ended(
    _ number: Int, _ outcome: Result<Data, ServiceError>, at now: ContinuousClock.Instant
  ) {
    guard let request = inFlight.removeValue(forKey: number), let start else { return }
    tally.elapsed = start.duration(to: now)
    switch outcome {
    case .success:
      tally.latency.record(request.planned.duration(to: now))
      tally.uncorrected.record(request.sent.duration(to: now))
    case .failure(let error):
      tally.failures[error.code, default: 0] += 1
      if tally.firstFailure == nil { tally.firstFailure = error }
    }
  }
}

extension LoadRun {
  private mutating func nextOpen(
    _ begin: ContinuousClock.Instant, _ rate: Double, _ now: ContinuousClock.Instant
  ) -> Step {
    let count = max(1, Int((rate * (plan.duration / .seconds(1))).rounded()))
    while nextPlanned < count {
      let planned = begin.advanced(
        by: .nanoseconds(Int64((Double(nextPlanned) / rate * 1e9).rounded())))
      if planned > now { return .wait(until: planned) }
      if now > begin.advanced(by: plan.duration + LoadLimits.grace) {
        tally.unsent += count - nextPlanned
        nextPlanned = count
      } else if inFlight.count >= LoadLimits.inFlight {
        tally.unsent += 1
        nextPlanned += 1
      } else {
        if planned.duration(to: now) > LoadLimits.lateAfter { tally.late += 1 }
        return send(planned: planned, now)
      }
    }
    return inFlight.isEmpty ? .finish : .wait(until: nil)
  }

  private mutating func nextClosed(
    _ begin: ContinuousClock.Instant, _ count: Int, _ now: ContinuousClock.Instant
  ) -> Step {
    let end = begin.advanced(by: plan.duration)
    if now >= end { return inFlight.isEmpty ? .finish : .wait(until: nil) }
    return inFlight.count < count ? send(planned: now, now) : .wait(until: end)
  }

  private mutating func send(
    planned: ContinuousClock.Instant, _ now: ContinuousClock.Instant
  ) -> Step {
    let query = Int(random.next(upperBound: UInt(bodies.count)))
    inFlight[nextPlanned] = InFlightRequest(planned: planned, sent: now)
    defer { nextPlanned += 1 }
    tally.sent += 1
    return .send(number: nextPlanned, body: bodies[query])
  }

  private mutating func reportProgress(_ now: ContinuousClock.Instant) {
    guard let progress else { return }
    if let lastProgress, lastProgress.duration(to: now) < LoadLimits.progressInterval { return }
    lastProgress = now
    progress(tally)
  }
}

/// The counters of a run.
struct LoadTally: Sendable {
  var sent = 0
  /// Sent more than `LoadLimits.lateAfter` after the planned time.
  var late = 0
  /// Planned and never sent.
  var unsent = 0
  var failures: [ErrorCode: Int] = [:]
  var firstFailure: ServiceError?
  /// From the planned time to the reply, for successful requests.
  var latency = LatencyHistogram(bits: 10)
  /// From the actual sending to the reply.
  var uncorrected = LatencyHistogram(bits: 10)
  /// From the start to the last reply so far.
  var elapsed = Duration.zero

  var answered: Int { latency.count }
  var failed: Int { failures.values.reduce(0, +) }

  /// Successful replies per second.
  var requestsPerSecond: Double {
    elapsed > .zero ? Double(answered) / (elapsed / .seconds(1)) : 0
  }

  /// The percentile over all requests, where failed ones count as slower than any other; `nil`
  /// where the percentile falls among the failed.
  func latency(of fraction: Double) -> Duration? {
    let ended = answered + failed
    guard ended > 0, answered > 0 else { return nil }
    let rank = max(1, (Double(ended) * fraction).rounded(.up))
    return rank > Double(answered) ? nil : latency.percentile(rank / Double(answered))
  }
}
