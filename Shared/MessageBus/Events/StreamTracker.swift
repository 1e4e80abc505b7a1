import Messages

/// What a subscriber sees of one topic.
package enum StreamItem<Event: Sendable>: Sendable {
  /// The publisher is there and its stream stands here; every later event follows.
  case live(StreamPosition)
  case event(Event, StreamPosition)
  /// Events were missed; the stream stands here, and what follows is whole again.
  case gap(StreamPosition)
  /// The publisher is gone.
  case lost
}

/// Follows the numbers of one publisher's stream and tells what they mean.
struct StreamTracker: Sendable {
  enum Finding: Equatable {
    /// Nothing new.
    case nothing
    /// The first word of this publisher since the connection was made: a position, or an event that
    /// came before it.
    case live
    /// The event that comes next.
    case next
    /// Events before this one, or before this position, are missing.
    case gap
  }

  private var last: StreamPosition?

  /// What an event with this position is.
  mutating func see(_ position: StreamPosition, isHeartbeat: Bool) -> Finding {
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
