import Glibc

/// A value behind a lock.
///
/// A pthread mutex rather than `Synchronization.Mutex`, for which ThreadSanitizer reports false
/// races on Linux.
///
/// `@unchecked Sendable`: 1. `value` is read and written only inside `withLock`, between lock and
/// unlock of `mutex`. 2. `mutex` is allocated once and freed when no reference is left.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the lock held. Not reentrant.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
