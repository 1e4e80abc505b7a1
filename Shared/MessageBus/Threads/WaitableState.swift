import CZeroMQ
import Glibc

/// A state that threads share, and on whose changes they wait.
///
/// `@unchecked Sendable`: 1. `state` and `waiting` are accessed only between lock and unlock of
/// `mutex`. 2. Mutex and condition are allocated once and freed with the last reference.
package final class WaitableState<State>: @unchecked Sendable {
  private var state: State
  /// Threads that wait.
  private var waiting = 0
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    change = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(change, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    change.deallocate()
    mutex.deallocate()
  }

  /// - Parameter body: receives the state, and how many threads wait.
  package func withLock<Result>(_ body: (inout State, Int) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state, waiting)
  }

  /// What `body` returns, called now and after each change until that is not `nil`.
  package func wait<Result>(until body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      waiting += 1
      pthread_cond_wait(change, mutex)
      waiting -= 1
    }
  }

  /// As `wait(until:)`, but gives up at `instant` and returns `nil`; `nil` never gives up.
  package func wait<Result>(
    until instant: ContinuousClock.Instant?, for body: (inout State) -> Result?
  ) -> Result? {
    guard let instant else { return wait(until: body) }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      let left = ContinuousClock.now.duration(to: instant)
      if left <= .zero { return nil }
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      let nanoseconds = end.tv_nsec + Int(left / .nanoseconds(1))
      end.tv_sec += nanoseconds / 1_000_000_000
      end.tv_nsec = nanoseconds % 1_000_000_000
      waiting += 1
      pthread_cond_timedwait(change, mutex, &end)
      waiting -= 1
    }
  }

  /// Changes the state and wakes as many waiting threads as `body` returns.
  package func change(_ body: (inout State, Int) -> Int) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    for _ in 0..<min(body(&state, waiting), waiting) { pthread_cond_signal(change) }
  }
}
