package import Messages

/// What a subscriber receives of one topic.
package enum StreamItem<Event: Sendable>: Sendable {
  /// The publisher is connected and its stream is at this position; every later event follows.
  case live(StreamPosition)
  case event(Event, StreamPosition)
  /// Events were missed; the stream is at this position, and every later event follows.
  case gap(StreamPosition)
  /// The connection to the publisher was lost.
  case lost
  /// The publisher does not admit this home's key, and this says why; once it does, `.live`
  /// follows.
  case refused(ServiceError)

  /// The item with another event; one that cannot be made counts as missed.
  package func map<Other>(_ event: (Event) -> Other?) -> StreamItem<Other> {
    switch self {
    case .live(let position): .live(position)
    case .gap(let position): .gap(position)
    case .lost: .lost
    case .refused(let error): .refused(error)
    case .event(let old, let position): event(old).map { .event($0, position) } ?? .gap(position)
    }
  }
}

/// Follows the sequence numbers of one publisher's stream and detects gaps.
struct StreamTracker: Sendable {
  enum Classification: Equatable {
    /// Already known.
    case nothing
    /// The first message of this publisher on the connection: a heartbeat, or an event that arrived
    /// before it.
    case live
    /// The next event.
    case next
    /// Events before this one, or before this position, are missing.
    case gap
  }

  private var last: StreamPosition?

  /// Classifies a message with this position.
  mutating func observe(_ position: StreamPosition, isHeartbeat: Bool) -> Classification {
    guard let last else {
      self.last = position
      return .live
    }
    if last.epoch == position.epoch && position.sequence <= last.sequence { return .nothing }
    self.last = position
    let isNext = last.epoch == position.epoch && position.sequence == last.sequence + 1
    return isNext && !isHeartbeat ? .next : .gap
  }
}
