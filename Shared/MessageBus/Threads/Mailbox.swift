import Glibc

/// A bounded queue between threads: one side offers and is refused when it is full, the other
/// waits.
///
/// `@unchecked Sendable`: 1. every stored property but the two locks is touched only between lock
/// and unlock of `mutex`. 2. The locks are allocated once and freed when no reference is left.
package final class Mailbox<Element: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private var elements: [Element?]
  private var head = 0
  private var count = 0
  private var isClosed = false
  /// How many wait for an element.
  private var sleepers = 0
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>

  /// - Parameter capacity: how many elements may wait, at least 1.
  package init(capacity: Int) {
    self.capacity = max(1, capacity)
    elements = Array(repeating: nil, count: self.capacity)
    mutex = .allocate(capacity: 1)
    arrival = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrival, nil)
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(mutex)
    arrival.deallocate()
    mutex.deallocate()
  }

  /// Puts an element at the end; `false` where the queue is full or closed.
  package func offer(_ element: Element) -> Bool {
    offer(contentsOf: CollectionOfOne(element)) == 1
  }

  /// Puts elements at the end, as many as there is room for; answers how many. None where the
  /// queue is closed.
  package func offer(contentsOf batch: some Collection<Element>) -> Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isClosed else { return 0 }
    let accepted = min(batch.count, capacity - count)
    for element in batch.prefix(accepted) {
      elements[(head + count) % capacity] = element
      count += 1
    }
    for _ in 0..<min(accepted, sleepers) { pthread_cond_signal(arrival) }
    return accepted
  }

  /// Takes the first element, waiting for one; `nil` once the queue is closed and empty.
  package func take() -> Element? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while count == 0 && !isClosed {
      sleepers += 1
      pthread_cond_wait(arrival, mutex)
      sleepers -= 1
    }
    return takeFirst()
  }

  /// Takes the first element without waiting; `nil` where there is none.
  package func takeIfAny() -> Element? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return takeFirst()
  }

  private func takeFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = elements[head]
    elements[head] = nil
    head = (head + 1) % capacity
    count -= 1
    return element
  }

  /// How many elements wait.
  package var waiting: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return count
  }

  /// Refuses new elements; those that wait are still taken.
  package func close() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isClosed = true
    pthread_cond_broadcast(arrival)
  }
}
