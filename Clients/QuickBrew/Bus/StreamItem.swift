import Messages

package enum StreamItem<Event: Sendable>: Sendable {
  case live(StreamPosition)
  case event(Event, StreamPosition)
  case gap(StreamPosition)
  case lost
}
