import MessageBus
import Messages

/// Subscribes to each topic once, however many browsers listen to it: one subscription, and one
/// decoding and one encoding of each event.
///
/// An actor, not a value behind a lock: to cancel a task runs the ends of its streams under a lock
/// of Swift's, which `yield` takes as well. Whoever waited at either point for a lock of ours, held
/// at the other, would wait for ever.
@Memberwise(positional: 1) actor EventHub {
  /// An item of a topic's stream, as a listener gets it.
  struct Item: Sendable {
    let item: StreamItem<TopicEvent>
    /// The number of the last durable event before this item, whether it matched the listener's
    /// filter or not; `nil` before the first.
    let passed: Int64?
  }

  fileprivate struct Listener {
    let continuation: AsyncStream<Item>.Continuation
    let subjects: [EventSubject: String]
    var passed: Int64?
    var isBehind = false
  }

  fileprivate struct TopicState {
    let generation: Int
    let task: Task<Void, Never>
    var listeners: [Int: Listener] = [:]
    /// The current position of the stream; `nil` while the publisher is not connected.
    var position: StreamPosition?
  }

  private let source: any TopicSource
  private var topics: [GatewayTopic: TopicState] = [:]
  private var lastID = 0

  /// The items of a topic from now on; of its events those that match all `subjects`. Begins with
  /// `.live` if the publisher is connected. Ends with the topic's stream, or when the caller stops
  /// iterating. A listener more than `GatewayLimits.itemsPerStream` behind misses events, and gets
  /// a `.gap` in their place.
  func items(of topic: GatewayTopic, about subjects: [EventSubject: String]) -> AsyncStream<Item> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Item.self, bufferingPolicy: .bufferingOldest(GatewayLimits.itemsPerStream))
    lastID += 1
    let id = lastID
    if let position = topics[topic]?.position {
      continuation.yield(Item(item: .live(position), passed: nil))
    }
    if topics[topic] == nil { topics[topic] = start(topic, generation: id) }
    topics[topic]?.listeners[id] = Listener(continuation: continuation, subjects: subjects)
    // A task, as this must not wait.
    continuation.onTermination = { [self] _ in Task { await remove(id, from: topic) } }
    return stream
  }

  private func start(_ topic: GatewayTopic, generation: Int) -> TopicState {
    let task = Task {
      await source.follow(topic) { await self.pass($0, of: topic, generation) }
      end(topic, generation)
    }
    return TopicState(generation: generation, task: task)
  }

  private func remove(_ id: Int, from topic: GatewayTopic) {
    topics[topic]?.listeners[id] = nil
    guard let current = topics[topic], current.listeners.isEmpty else { return }
    topics[topic] = nil
    current.task.cancel()
  }

  /// - Returns: `false` if the topic has no listener any more.
  private func pass(_ item: StreamItem<TopicEvent>, of topic: GatewayTopic, _ generation: Int)
    -> Bool
  {
    guard topics[topic]?.generation == generation else { return false }
    topics[topic]?.pass(item)
    return true
  }

  private func end(_ topic: GatewayTopic, _ generation: Int) {
    guard topics[topic]?.generation == generation else { return }
    let ended = topics.removeValue(forKey: topic)
    for listener in ended?.listeners.values ?? [:].values { listener.continuation.finish() }
  }
}

extension EventHub.TopicState {
  fileprivate mutating func pass(_ item: StreamItem<TopicEvent>) {
    switch item {
    case .live(let current), .gap(let current), .event(_, let current): position = current
    case .lost, .refused: position = nil
    }
    for id in listeners.keys { listeners[id]?.pass(item) }
  }
}

extension EventHub.Listener {
  fileprivate mutating func pass(_ item: StreamItem<TopicEvent>) {
    guard case .event(let event, let position) = item else { return yield(item) }
    if isBehind {
      isBehind = false
      return yield(.gap(position))
    }
    if subjects.allSatisfy({ event.subjects[$0] == $1 }) { yield(item) }
    if !isBehind { passed = event.number ?? passed }
  }

  private mutating func yield(_ item: StreamItem<TopicEvent>) {
    if case .dropped = continuation.yield(EventHub.Item(item: item, passed: passed)) {
      isBehind = true
    }
  }
}
