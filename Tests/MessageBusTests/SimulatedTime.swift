import CommandLineKit
import Messages
import TestSupport

@testable import MessageBus

/// What happens at which time, in an order that follows from a seed alone.
struct SimulatedTime<Event> {
  private var due: [(time: Int, number: Int, event: Event)] = []
  private var lastNumber = 0
  /// In milliseconds.
  private(set) var now = 0

  mutating func after(_ delay: Int, _ event: Event) {
    lastNumber += 1
    due.append((now + delay, lastNumber, event))
  }

  /// The next event before `end`, or `nil`.
  mutating func next(before end: Int) -> Event? {
    let first = due.indices.min { (due[$0].time, due[$0].number) < (due[$1].time, due[$1].number) }
    guard let first, due[first].time < end else { return nil }
    let (time, _, event) = due.remove(at: first)
    now = time
    return event
  }
}
