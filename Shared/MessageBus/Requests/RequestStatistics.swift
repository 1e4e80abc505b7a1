import Messages

/// What a server counts of the requests it answers.
package struct RequestStatistics: Sendable {
  private struct Counts: Sendable {
    var requests = 0
    var errors = 0
    var latency = LatencyHistogram()
  }

  private var byOperation: [String: Counts] = [:]
  /// Requests refused because the queue was full.
  package internal(set) var refused = 0
  /// Requests whose time had run out before a worker took them.
  package internal(set) var expired = 0
  /// Messages that were no request.
  package internal(set) var malformed = 0
  /// Requests waiting for a worker now.
  package internal(set) var queued = 0

  init() {}

  mutating func record(_ operation: String, latency: Duration, failed: Bool) {
    var counts = byOperation.removeValue(forKey: operation) ?? Counts()
    counts.requests += 1
    counts.errors += failed ? 1 : 0
    counts.latency.record(latency)
    byOperation[operation] = counts
  }

  /// One entry an operation, by name.
  package var operations: [OperationStats] {
    byOperation.sorted { $0.key < $1.key }.map { Self.stats($0.key, $0.value) }
  }

  /// All operations together.
  package var total: OperationStats {
    var total = Counts()
    for counts in byOperation.values {
      total.requests += counts.requests
      total.errors += counts.errors
      total.latency.merge(counts.latency)
    }
    return Self.stats("total", total)
  }

  private static func stats(_ name: String, _ counts: Counts) -> OperationStats {
    OperationStats(
      name: name, requests: counts.requests, errors: counts.errors,
      p50Milliseconds: counts.latency.percentile(0.5).milliseconds,
      p99Milliseconds: counts.latency.percentile(0.99).milliseconds)
  }
}
