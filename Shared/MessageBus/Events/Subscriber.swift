import Messages

/// Listens to the events of other services.
package final class Subscriber: Sendable {
  private let core: SubscriberCore

  init(core: SubscriberCore) { self.core = core }

  /// The events of one kind, by every instance that publishes them, from now on.
  ///
  /// First comes `.live`, once the publisher is there; after `.lost` the next `.live` tells that it
  /// is back. Ends when the caller stops iterating. A caller that falls more than
  /// `SubscriberLimits.buffered` items behind misses events and is told so by `.gap`.
  package func events<Event: EventMessage>(_ type: Event.Type) -> AsyncStream<StreamItem<Event>> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StreamItem<Event>.self, bufferingPolicy: .bufferingOldest(SubscriberLimits.buffered))
    let buffer = EventBuffer(continuation)
    let id = core.subscribe(to: Event.topic) { item in
      switch item {
      case .live(let position): buffer.yield(.live(position), at: position)
      case .gap(let position): buffer.yield(.gap(position), at: position)
      case .lost: buffer.yield(.lost, at: nil)
      case .event(let body, let position):
        guard let event = try? MessageCoder.decode(Event.self, from: body) else {
          // A body that cannot be read is as good as one that was missed.
          return buffer.yield(.gap(position), at: position)
        }
        buffer.yield(.event(event, position), at: position)
      }
    }
    continuation.onTermination = { [core] _ in core.unsubscribe(id) }
    return stream
  }
}

/// Hands items to a stream, and turns what does not fit into a gap.
private struct EventBuffer<Event: Sendable>: Sendable {
  private let continuation: AsyncStream<StreamItem<Event>>.Continuation
  private let isBehind = Locked(false)

  init(_ continuation: AsyncStream<StreamItem<Event>>.Continuation) {
    self.continuation = continuation
  }

  func yield(_ item: StreamItem<Event>, at position: StreamPosition?) {
    isBehind.withLock { isBehind in
      if isBehind, let position {
        guard case .enqueued = continuation.yield(.gap(position)) else { return }
        isBehind = false
        if case .event = item { return }
      }
      if case .dropped = continuation.yield(item) { isBehind = true }
    }
  }
}

/// How much a subscriber takes on.
package enum SubscriberLimits {
  /// Items that one reader may be behind.
  package static let buffered = 10_000
  /// Messages taken from one socket before others get their turn.
  static let batch = 100
  /// How soon a new publisher is noticed.
  static let discoveryInterval = Duration.milliseconds(250)
}
