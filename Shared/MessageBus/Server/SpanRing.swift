import FoundationEssentials
import Messages

/// The last requests that a server answered, for `service.trace/1`.
///
/// Recording copies references only: the headers, which hold the trace IDs, are decoded when
/// somebody asks.
struct SpanRing: Sendable {
  private struct Span: Sendable {
    let header: Data
    let operation: String
    let arrival: ContinuousClock.Instant
    let latency: Duration
    let times: ServiceTimes
    let isFailure: Bool
  }

  private var spans: [Span] = []
  /// Where the next span goes once the ring is full: at the oldest.
  private var next = 0
  private let capacity: Int

  init(capacity: Int = TraceLimits.spans) { self.capacity = capacity }

  mutating func record(_ pending: PendingRequest, latency: Duration, _ timed: TimedResult) {
    let isFailure = if case .failure = timed.result { true } else { false }
    let span = Span(
      header: pending.frames.header, operation: pending.statisticsName, arrival: pending.arrival,
      latency: latency, times: timed.times, isFailure: isFailure)
    if spans.count < capacity {
      spans.append(span)
    } else {
      spans[next] = span
      next = (next + 1) % capacity
    }
  }

  /// The requests of a trace, by arrival. Decodes each header that has the ID in it.
  func spans(of traceID: String) -> [TraceSpan] {
    let needle = Data(traceID.utf8)
    guard !needle.isEmpty else { return [] }
    let (now, wall) = (ContinuousClock.now, Date.now.timeIntervalSince1970)
    return spans.filter { span in
      // Most headers belong to other traces and are not worth decoding.
      guard span.header.firstRange(of: needle) != nil else { return false }
      let header = try? MessageCoder.decode(RequestHeader.self, from: span.header)
      return header?.trace?.traceID == traceID
    }.sorted { $0.arrival < $1.arrival }.map { span in
      let start = wall - span.arrival.duration(to: now) / .seconds(1)
      return TraceSpan(
        operation: span.operation, startMicroseconds: Int((start * 1e6).rounded()),
        durationMicroseconds: span.latency.microseconds,
        queueMicroseconds: max(.zero, span.latency - span.times.work).microseconds,
        decodeMicroseconds: span.times.decode.microseconds,
        handlerMicroseconds: span.times.handler.microseconds,
        encodeMicroseconds: span.times.encode.microseconds, isFailure: span.isFailure)
    }
  }
}

extension Duration {
  fileprivate var microseconds: Int { Int((self / .microseconds(1)).rounded()) }
}
