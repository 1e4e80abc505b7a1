import MessageBus
import Messages

/// Follows each feed on the bus once, however many browsers listen to it: one subscription, one
/// decoding and one encoding for each event.
final class EventHub: Sendable {
  /// What a listener gets of a feed.
  struct Item: Sendable {
    let item: StreamItem<FeedEvent>
    /// The number of the last durable event that has passed this listener, whether it was about
    /// what the listener asked for or not; `nil` before the first.
    let passed: Int64?
  }

  fileprivate struct Listener {
    let continuation: AsyncStream<Item>.Continuation
    let subjects: [EventSubject: String]
    var passed: Int64?
    var isBehind = false
  }

  fileprivate struct Feed {
    let generation: Int
    var task: Task<Void, Never>?
    var listeners: [Int: Listener] = [:]
    /// Where the stream stands; `nil` while the publisher is away.
    var position: StreamPosition?
  }

  private struct State {
    var feeds: [EventFeed: Feed] = [:]
    var lastID = 0

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }
  }

  private let bus: any GatewayBus
  private let state = Locked(State())

  init(bus: any GatewayBus) { self.bus = bus }

  /// The items of a feed from now on, and its events about all `subjects`. Begins with `.live`
  /// where the publisher is there. Ends with the feed, or when the caller stops iterating. A
  /// listener that is more than `GatewayLimits.itemsPerStream` behind misses events, and gets a
  /// `.gap` there.
  func items(of feed: EventFeed, about subjects: [EventSubject: String]) -> AsyncStream<Item> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Item.self, bufferingPolicy: .bufferingOldest(GatewayLimits.itemsPerStream))
    let id = state.withLock { state in
      let id = state.nextID()
      if let position = state.feeds[feed]?.position {
        continuation.yield(Item(item: .live(position), passed: nil))
      }
      let listener = Listener(continuation: continuation, subjects: subjects)
      if state.feeds[feed] == nil { state.feeds[feed] = start(feed, generation: id) }
      state.feeds[feed]?.listeners[id] = listener
      return id
    }
    continuation.onTermination = { [self] _ in remove(id, from: feed) }
    return stream
  }

  private func start(_ feed: EventFeed, generation: Int) -> Feed {
    let task = Task {
      await bus.follow(feed) { pass($0, of: feed, generation) }
      end(feed, generation)
    }
    return Feed(generation: generation, task: task)
  }

  private func remove(_ id: Int, from feed: EventFeed) {
    state.withLock { state in
      state.feeds[feed]?.listeners[id] = nil
      guard let left = state.feeds[feed], left.listeners.isEmpty else { return }
      left.task?.cancel()
      state.feeds[feed] = nil
    }
  }

  /// - Returns: `false` where nobody listens any more.
  private func pass(_ item: StreamItem<FeedEvent>, of name: EventFeed, _ generation: Int) -> Bool {
    state.withLock { state in
      guard state.feeds[name]?.generation == generation else { return false }
      state.feeds[name]?.pass(item)
      return true
    }
  }

  private func end(_ feed: EventFeed, _ generation: Int) {
    let ended = state.withLock { state -> Feed? in
      guard state.feeds[feed]?.generation == generation else { return nil }
      return state.feeds.removeValue(forKey: feed)
    }
    // Outside of the lock: a stream that finishes calls `remove`.
    for listener in ended?.listeners.values ?? [:].values { listener.continuation.finish() }
  }
}

extension EventHub.Feed {
  fileprivate mutating func pass(_ item: StreamItem<FeedEvent>) {
    switch item {
    case .live(let now), .gap(let now), .event(_, let now): position = now
    case .lost: position = nil
    }
    for id in listeners.keys { listeners[id]?.pass(item) }
  }
}

extension EventHub.Listener {
  fileprivate mutating func pass(_ item: StreamItem<FeedEvent>) {
    guard case .event(let event, let position) = item else { return yield(item) }
    if isBehind {
      isBehind = false
      return yield(.gap(position))
    }
    if subjects.allSatisfy({ event.subjects[$0] == $1 }) { yield(item) }
    if !isBehind { passed = event.number ?? passed }
  }

  private mutating func yield(_ item: StreamItem<FeedEvent>) {
    if case .dropped = continuation.yield(EventHub.Item(item: item, passed: passed)) {
      isBehind = true
    }
  }
}
