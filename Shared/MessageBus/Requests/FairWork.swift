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
      start { _ = $0.offer(waiting, of: caller, bytes: 0) }
    }
    let begin = ContinuousClock.now
    let value = work()
    start { $0.finished(caller, after: begin.duration(to: .now)) }
    return value
  }

  /// How many wait for their turn.
  var waiting: Int { queue.withLock { $0.count } }

  /// Changes the queue, and lets those run that may.
  private func start(after change: (inout FairQueue<String, Waiting>) -> Void) {
    let next = queue.withLock { queue in
      change(&queue)
      var next: [Waiting] = []
      while let (waiting, _, _) = queue.popFirst() { next.append(waiting) }
      return next
    }
    for waiting in next { waiting.resume() }
  }
}
