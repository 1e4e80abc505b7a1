package import Messages

/// A server's statistics of its requests.
package struct RequestStatistics: Sendable {
  private struct Counts: Sendable {
    var requests = 0
    var errors = 0
    var latency = LatencyHistogram()
    var times = ServiceTimes()

    mutating func record(_ latency: Duration, _ times: ServiceTimes, failed: Bool) {
      requests += 1
      errors += failed ? 1 : 0
      self.latency.record(latency)
      self.times.add(times)
      self.times.queue += max(.zero, latency - times.work)
    }

    mutating func merge(_ other: Counts) {
      requests += other.requests
      errors += other.errors
      latency.merge(other.latency)
      times.add(other.times)
    }
  }

  /// The name for unknown operations, which count together: callers can invent any number of names.
  static let otherOperations = "other"

  private var byOperation: [String: Counts] = [:]
  /// Requests refused because the queue was full.
  package internal(set) var refused = 0
  /// Requests whose deadline had passed before a worker handled them.
  package internal(set) var expired = 0
  /// Messages that were not valid requests.
  package internal(set) var malformed = 0
  /// Requests waiting for a worker now.
  package internal(set) var queued = 0
  /// For how long no worker has answered; `nil` where nobody asks them.
  package internal(set) var silence: Duration?

  init() {}

  /// Records a request.
  ///
  /// - Parameter times: the time of its stages; the rest of its latency is time in the queue.
  mutating func record(
    _ operation: String, latency: Duration, times: ServiceTimes, failed: Bool
  ) {
    byOperation[operation, default: Counts()].record(latency, times, failed: failed)
  }

  /// One entry per operation, by name.
  package var operations: [OperationStats] {
    byOperation.sorted { $0.key < $1.key }.map { Self.stats($0.key, $0.value) }
  }

  /// All operations together.
  package var total: OperationStats {
    var total = Counts()
    for counts in byOperation.values { total.merge(counts) }
    return Self.stats("total", total)
  }

  private static func stats(_ name: String, _ counts: Counts) -> OperationStats {
    OperationStats(
      name: name, requests: counts.requests, errors: counts.errors,
      p50Milliseconds: counts.latency.percentile(0.5).milliseconds,
      p99Milliseconds: counts.latency.percentile(0.99).milliseconds,
      times: OperationTimes(
        queueMilliseconds: counts.times.queue.milliseconds,
        decodeMilliseconds: counts.times.decode.milliseconds,
        handlerMilliseconds: counts.times.handler.milliseconds,
        encodeMilliseconds: counts.times.encode.milliseconds),
      latencyCounts: counts.latency.cumulative(upToMilliseconds: OperationStats.latencyBounds))
  }
}

/// The time a request spent in each stage of a server; or the sum over many.
struct ServiceTimes: Sendable, Hashable {
  var queue = Duration.zero
  var decode = Duration.zero
  var handler = Duration.zero
  var encode = Duration.zero

  /// Without the queue.
  var work: Duration { decode + handler + encode }

  mutating func add(_ other: ServiceTimes) {
    queue += other.queue
    decode += other.decode
    handler += other.handler
    encode += other.encode
  }
}
