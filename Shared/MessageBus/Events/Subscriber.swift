import FoundationEssentials
package import Messages

/// Subscribes to the events of other services.
package final class Subscriber: Sendable {
  private let core: SubscriberCore

  init(core: SubscriberCore) { self.core = core }

  /// The events of one topic, of every instance that publishes them, from now on.
  ///
  /// The first item is `.live`, once the publisher is connected, or `.refused` where it does not
  /// admit this home's key; after `.lost` the next `.live` means that it is back. Ends when the
  /// caller stops iterating. A caller that falls more than `SubscriberLimits.buffered` items or
  /// `bufferedBytes` behind misses events, and gets a `.gap` in their place. Events are decoded by
  /// the iterating task.
  package func events<Event: EventMessage>(_ type: Event.Type) -> AsyncStream<StreamItem<Event>> {
    let (unread, continuation) = AsyncStream.makeStream(
      of: StreamItem<Data>.self, bufferingPolicy: .bufferingOldest(SubscriberLimits.buffered))
    let buffer = EventBuffer(continuation: continuation)
    let id = core.subscribe(to: Event.topic) { buffer.append($0) }
    // Called once nobody retains `unread` any more: when the caller has stopped iterating.
    continuation.onTermination = { [core] _ in core.unsubscribe(id) }
    return AsyncStream {
      var iterator = unread.makeAsyncIterator()
      guard let item = await iterator.next() else { return nil }
      buffer.remove(item)
      return item.map { try? MessageCoder.decode(type, from: $0) }
    }
  }
}

/// Passes items to a stream, and replaces what does not fit by a gap.
///
/// `append` is called on the loop's thread alone, so between its two looks at the state only a
/// reader can change it, by removing bytes.
private struct EventBuffer: Sendable {
  private struct State: Sendable {
    var isBehind = false
    /// Of the buffered events.
    var bytes = 0
  }

  let continuation: AsyncStream<StreamItem<Data>>.Continuation
  private let state = Locked(State())

  func append(_ item: StreamItem<Data>) {
    let (isBehind, bytes) = state.withLock { ($0.isBehind, $0.bytes) }
    if isBehind, let position = item.position {
      guard case .enqueued = continuation.yield(.gap(position)) else { return }
      state.withLock { $0.isBehind = false }
      if case .event = item { return }
    }
    guard bytes + item.bytes <= SubscriberLimits.bufferedBytes else { return fallBehind() }
    // Before it can be removed.
    state.withLock { $0.bytes += item.bytes }
    if case .enqueued = continuation.yield(item) { return }
    remove(item)
    fallBehind()
  }

  private func fallBehind() { state.withLock { $0.isBehind = true } }

  /// Called when the reader has received an item.
  func remove(_ item: StreamItem<Data>) { state.withLock { $0.bytes -= item.bytes } }
}

extension StreamItem<Data> {
  fileprivate var bytes: Int {
    if case .event(let body, _) = self { body.count } else { 0 }
  }

  fileprivate var position: StreamPosition? {
    switch self {
    case .live(let position), .gap(let position), .event(_, let position): position
    case .lost, .refused: nil
    }
  }
}

/// The limits of a subscriber.
package enum SubscriberLimits {
  /// Items that one reader may be behind.
  package static let buffered = 10_000
  /// Bytes of events that one reader may be behind.
  package static let bufferedBytes = 64 << 20
  /// Messages read from one socket before the loop serves others.
  static let batch = 100
  /// Messages read from one socket without finding it empty. Beyond that the loop cannot keep up:
  /// the connection is closed, with everything queued on it, and re-established. As many as a
  /// publisher queues for one subscriber.
  static let backlog = Int(PublisherLimits.eventsPerSubscriber)
  /// How long until a publisher that does not admit this process is asked again.
  static let refusalPause = Duration.seconds(2)
  /// How soon a new publisher is noticed.
  static let discoveryInterval = Duration.milliseconds(250)
}
