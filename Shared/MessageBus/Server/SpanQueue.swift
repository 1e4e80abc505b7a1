/// Spans that wait to be exported by a thread of their own. Adding one never waits: what comes
/// while the queue is full is dropped, and counted.
package final class SpanQueue: Sendable {
  /// Makes the span when it is exported; `nil` where its trace is not recorded.
  package typealias Span = @Sendable () -> OpenTelemetryTrace.Span?

  private struct State {
    var waiting: [Span] = []
    var exported = 0
    var dropped = 0
    var isClosed = false
    var isDone = false
  }

  /// More are not kept.
  package static let capacity = 4096
  /// Exported together.
  static let batch = 512
  /// How long spans wait for others.
  static let delay = Duration.milliseconds(500)

  private let state = WaitableState(State())

  package init() {}

  package func add(_ span: @escaping Span) {
    state.change { state, _ in
      guard state.waiting.count < Self.capacity, !state.isClosed else {
        state.dropped += 1
        return 0
      }
      state.waiting.append(span)
      return [1, Self.batch].contains(state.waiting.count) ? 1 : 0
    }
  }

  /// Exports what is added, until the queue is closed and empty.
  ///
  /// - Parameter send: whether the spans arrived; those that did not count as dropped.
  package func export(_ send: ([OpenTelemetryTrace.Span]) -> Bool) {
    while let batch = next() {
      let spans = batch.compactMap { $0() }
      let isSent = spans.isEmpty || send(spans)
      state.change { state, _ in
        if isSent { state.exported += spans.count } else { state.dropped += spans.count }
        return 0
      }
    }
    state.change { state, waiting in
      state.isDone = true
      return waiting
    }
  }

  private func next() -> [Span]? {
    state.wait { $0.isClosed || !$0.waiting.isEmpty ? () : nil }
    _ = state.wait(until: .now + Self.delay) { state in
      state.isClosed || state.waiting.count >= Self.batch ? () : nil
    }
    return state.withLock { state, _ in
      let batch = state.waiting.prefix(Self.batch)
      state.waiting.removeFirst(batch.count)
      return batch.isEmpty ? nil : Array(batch)
    }
  }

  /// Has what waits exported, for at most `limit`, and drops what comes later.
  package func close(within limit: Duration) {
    state.change { state, waiting in
      state.isClosed = true
      return waiting
    }
    state.wait(until: .now + limit) { $0.isDone ? () : nil }
  }

  /// How many were exported and dropped, by name as `stats` has counters.
  package var counts: [String: Int] {
    state.withLock { state, _ in
      ["spansExported": state.exported, "spansDropped": state.dropped]
    }
  }
}
