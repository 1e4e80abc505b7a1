import CommandLineKit
import FoundationEssentials
import MessageBus
import Messages

/// How fast requests are sent.
enum LoadPace: Sendable, Hashable {
  /// So many a second, whatever becomes of them: an open loop.
  case rate(Double)
  /// So many under way at any time: each reply lets the next request go.
  case closed(Int)
}

/// What a run sends, and for how long.
struct LoadPlan: Sendable, Hashable {
  let pace: LoadPace
  let duration: Duration
  /// The part of the replies that are kept to be checked afterwards, 0 ... 1.
  let sampledPart: Double
  let seed: UInt64

  /// How many requests an open loop sends; `nil` for a closed one.
  var planned: Int? {
    guard case .rate(let rate) = pace else { return nil }
    return max(1, Int((rate * (duration / .seconds(1))).rounded()))
  }
}

/// The bounds of a load test.
enum LoadLimits {
  /// A request sent more than this after its planned time is late: so much of its latency is the
  /// generator's.
  static let lateAfter = Duration.milliseconds(1)
  /// With a greater part of late requests the 99th percentile tells of the generator.
  static let latePart = 0.01
  /// Requests that wait for replies. Where as many do, an open loop does not send the next.
  static let inFlight = 8_000
  /// How long after the end what was planned is still sent.
  static let grace = Duration.milliseconds(100)
  /// Replies checked in one test.
  static let samples = 2_000
  /// How often progress is told.
  static let progressInterval = Duration.milliseconds(250)
  static let rate = 0.1...1_000_000.0
  static let durationSeconds = 1...86_400
  static let tableColumns = 1...10_000
}

/// Sends requests at a pace and measures their latencies.
///
/// In an open loop the latency counts from the planned time, not from the sending. So a stalled
/// service cannot hide by holding the generator up: the requests that it kept from being sent count
/// in full ("coordinated omission"; source: Gil Tene, wrk2, https://github.com/giltene/wrk2).
struct LoadRun: RequestDriver {
  private struct Flight {
    let query: Int
    let planned: ContinuousClock.Instant
    let sent: ContinuousClock.Instant
    let isSampled: Bool
  }

  private let plan: LoadPlan
  private let bodies: [Data]
  private let progress: (@Sendable (LoadTally) -> Void)?
  private var random: SeededGenerator
  private var start: ContinuousClock.Instant?
  private var flights: [Int: Flight] = [:]
  private var nextPlanned = 0
  private var lastTold: ContinuousClock.Instant?
  /// What has happened so far.
  private(set) var tally = LoadTally()
  /// The replies to be checked: which query, and the reply's JSON.
  private(set) var samples: [(query: Int, reply: Data)] = []

  /// - Parameters:
  ///   - bodies: the requests to choose from, at least one.
  ///   - progress: hears a few times a second how the run goes.
  init(
    _ plan: LoadPlan, bodies: [Data], progress: (@Sendable (LoadTally) -> Void)? = nil
  ) {
    self.plan = plan
    self.bodies = bodies
    self.progress = progress
    random = SeededGenerator(seed: plan.seed)
  }

  mutating func next(at now: ContinuousClock.Instant) -> DriverStep {
    let begin = start ?? now
    start = begin
    tell(now)
    switch plan.pace {
    case .rate(let rate): return nextOpen(begin, rate, now)
    case .closed(let count): return nextClosed(begin, count, now)
    }
  }

  mutating func ended(
    _ number: Int, _ outcome: Result<Data, ServiceError>, at now: ContinuousClock.Instant
  ) {
    guard let flight = flights.removeValue(forKey: number), let start else { return }
    tally.elapsed = start.duration(to: now)
    switch outcome {
    case .success(let reply):
      tally.latency.record(flight.planned.duration(to: now))
      tally.uncorrected.record(flight.sent.duration(to: now))
      if flight.isSampled, samples.count < LoadLimits.samples {
        samples.append((flight.query, reply))
      }
    case .failure(let error):
      tally.failures[error.code, default: 0] += 1
      if tally.firstFailure == nil { tally.firstFailure = error }
    }
  }
}

extension LoadRun {
  private mutating func nextOpen(
    _ begin: ContinuousClock.Instant, _ rate: Double, _ now: ContinuousClock.Instant
  ) -> DriverStep {
    let count = plan.planned ?? 0
    while nextPlanned < count {
      let offset = Int64((Double(nextPlanned) / rate * 1e9).rounded())
      let planned = begin.advanced(by: .nanoseconds(offset))
      if planned > now { return .wait(until: planned) }
      if now > begin.advanced(by: plan.duration + LoadLimits.grace) {
        tally.unsent += count - nextPlanned
        nextPlanned = count
      } else if flights.count >= LoadLimits.inFlight {
        tally.unsent += 1
        nextPlanned += 1
      } else {
        if planned.duration(to: now) > LoadLimits.lateAfter { tally.late += 1 }
        return send(planned: planned, now)
      }
    }
    return flights.isEmpty ? .finish : .wait(until: nil)
  }

  private mutating func nextClosed(
    _ begin: ContinuousClock.Instant, _ count: Int, _ now: ContinuousClock.Instant
  ) -> DriverStep {
    let end = begin.advanced(by: plan.duration)
    if now >= end { return flights.isEmpty ? .finish : .wait(until: nil) }
    return flights.count < count ? send(planned: now, now) : .wait(until: end)
  }

  private mutating func send(
    planned: ContinuousClock.Instant, _ now: ContinuousClock.Instant
  ) -> DriverStep {
    let query = Int(random.next(upperBound: UInt(bodies.count)))
    let isSampled =
      plan.sampledPart > 0 && Double.random(in: 0..<1, using: &random) < plan.sampledPart
    flights[nextPlanned] = Flight(query: query, planned: planned, sent: now, isSampled: isSampled)
    defer { nextPlanned += 1 }
    tally.sent += 1
    return .send(number: nextPlanned, body: bodies[query])
  }

  private mutating func tell(_ now: ContinuousClock.Instant) {
    guard let progress else { return }
    if let lastTold, lastTold.duration(to: now) < LoadLimits.progressInterval { return }
    lastTold = now
    progress(tally)
  }
}

/// What a run has counted.
struct LoadTally: Sendable {
  var sent = 0
  /// Sent more than `LoadLimits.lateAfter` after the planned time.
  var late = 0
  /// Planned and never sent.
  var unsent = 0
  var failures: [ErrorCode: Int] = [:]
  var firstFailure: ServiceError?
  /// From the planned time to the reply, of those answered.
  var latency = LatencyHistogram(bits: 10)
  /// From the sending to the reply.
  var uncorrected = LatencyHistogram(bits: 10)
  /// From the start to the last reply so far.
  var elapsed = Duration.zero

  var answered: Int { latency.count }
  var failed: Int { failures.values.reduce(0, +) }

  /// Replies a second, failures apart.
  var requestsPerSecond: Double {
    elapsed > .zero ? Double(answered) / (elapsed / .seconds(1)) : 0
  }

  /// The latency that a part of all requests is not above, where each that failed counts as longer
  /// than any; `nil` where that part is among the failed.
  func latency(of part: Double) -> Duration? {
    let ended = answered + failed
    guard ended > 0, answered > 0 else { return nil }
    let rank = max(1, (Double(ended) * part).rounded(.up))
    return rank > Double(answered) ? nil : latency.percentile(rank / Double(answered))
  }
}
