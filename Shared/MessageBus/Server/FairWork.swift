/// Lets callers take turns at long computations in this process, by what they cost.
///
/// Tasks share as many threads as there are processors. Computations of some milliseconds would
/// keep everybody waiting if there were one on each; so few run at the same time, and the others
/// wait here without a thread.
package final class FairWork: Sendable {
  private typealias Waiting = CheckedContinuation<Void, Never>

  private let queue: Locked<FairQueue<String, Waiting>>

  /// - Parameter atOnce: computations at the same time; fewer than processors leave one to others.
  package init(atOnce: Int) {
    // Whoever waits is a task, and those that make them are bounded.
    queue = Locked(
      FairQueue(capacity: .max, byteCapacity: .max, places: .each(max(1, atOnce), spare: 0)))
  }

  /// What `work` returns, once it is this caller's turn.
  package func run<Value>(for caller: String, _ work: () -> Value) async -> Value {
    await withCheckedContinuation { waiting in
      let next = queue.withLock { queue in
        _ = queue.offer(waiting, of: caller, bytes: 0)
        return Self.next(of: &queue)
      }
      for waiting in next { waiting.resume() }
    }
    let begin = ContinuousClock.now
    let value = work()
    let next = queue.withLock { queue in
      queue.finished(caller, after: begin.duration(to: .now))
      return Self.next(of: &queue)
    }
    for waiting in next { waiting.resume() }
    return value
  }

  /// How many wait for their turn.
  var waiting: Int { queue.withLock { $0.count } }

  /// Those that may run now.
  private static func next(of queue: inout FairQueue<String, Waiting>) -> [Waiting] {
    var next: [Waiting] = []
    while let (waiting, _, _) = queue.popFirst() { next.append(waiting) }
    return next
  }
}
