import Messages

/// The positions of a publisher's streams, and which of them have subscribers.
///
/// A position is *sent* once its event and all before it have been sent or skipped, so that
/// whatever a subscriber of that moment receives next is the event after it. A number that is
/// assigned but still queued is not sent: a heartbeat with it would make a false gap.
struct PublishedStreams: Sendable {
  private struct Stream: Sendable {
    /// The position of the event published last.
    var assigned: StreamPosition
    var sent: StreamPosition
    /// How many events are queued for sending.
    var queued = 0
  }

  private let epoch: String
  private var streams: [String: Stream] = [:]
  /// What subscribers asked for: a topic, or the beginning of several, as ZeroMQ has it.
  private(set) var subscribed: Set<String> = []
  /// Whether there were more subscriptions than are listed, so that any topic may have one.
  private var isOverfull = false
  /// How many events have been published in all.
  private(set) var published = 0

  init(epoch: String) { self.epoch = epoch }

  func assigned(_ topic: String) -> StreamPosition { stream(topic).assigned }

  func sent(_ topic: String) -> StreamPosition { stream(topic).sent }

  /// Numbers an event that nobody would receive; `false`, without effect, if somebody may.
  mutating func skip(_ topic: String) -> Bool {
    var stream = stream(topic)
    // Behind queued events it would count as sent too early.
    guard !isSubscribed(topic), stream.queued == 0 else { return false }
    stream.assigned = stream.assigned.next
    stream.sent = stream.assigned
    streams[topic] = stream
    published += 1
    return true
  }

  /// Numbers an event that is to be sent; `markSent` must follow.
  mutating func queue(_ topic: String) -> StreamPosition {
    var stream = stream(topic)
    stream.assigned = stream.assigned.next
    stream.queued += 1
    streams[topic] = stream
    published += 1
    return stream.assigned
  }

  /// Continues a stream elsewhere; `markSent` must follow.
  mutating func resume(_ topic: String, at position: StreamPosition) {
    var stream = stream(topic)
    stream.assigned = position
    stream.queued += 1
    streams[topic] = stream
  }

  /// What was queued first is being sent.
  mutating func markSent(_ topic: String, at position: StreamPosition) {
    var stream = stream(topic)
    stream.sent = position
    stream.queued -= 1
    streams[topic] = stream
  }

  /// Adds a subscription; `false` if it is one too many to be listed.
  mutating func subscribe(_ topic: String) -> Bool {
    guard subscribed.count < PublisherLimits.topics else {
      isOverfull = true
      return false
    }
    subscribed.insert(topic)
    return true
  }

  /// Removes a subscription, after its last subscriber has left.
  mutating func unsubscribe(_ topic: String) { subscribed.remove(topic) }

  private func isSubscribed(_ topic: String) -> Bool {
    isOverfull || subscribed.contains(topic) || subscribed.contains { topic.hasPrefix($0) }
  }

  private func stream(_ topic: String) -> Stream {
    let start = StreamPosition(epoch: epoch, sequence: 0)
    return streams[topic] ?? Stream(assigned: start, sent: start)
  }
}

extension StreamPosition {
  /// The position of the event after this one.
  fileprivate var next: StreamPosition { StreamPosition(epoch: epoch, sequence: sequence + 1) }
}
