import Glibc

/// A bounded blocking queue between threads: producers are refused when it is full, consumers wait
/// while it is empty.
///
/// `@unchecked Sendable`: 1. every stored property except mutex and condition is accessed only
/// between lock and unlock of `mutex`. 2. These two are allocated once and freed with the last
/// reference.
package final class BlockingQueue<Element: Sendable>: @unchecked Sendable {
  private let capacity: Int
  private var elements: [Element?]
  private var head = 0
  private var count = 0
  private var isClosed = false
  /// Threads that wait for an element.
  private var waitingThreads = 0
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>

  /// - Parameter capacity: the maximum number of elements, at least 1.
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

  /// Appends an element; `false` if the queue is full or closed.
  package func offer(_ element: Element) -> Bool {
    offer(contentsOf: CollectionOfOne(element)) == 1
  }

  /// Appends elements, as many as there is room for; returns how many. None if the queue is closed.
  package func offer(contentsOf batch: some Collection<Element>) -> Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isClosed else { return 0 }
    let accepted = min(batch.count, capacity - count)
    for element in batch.prefix(accepted) {
      elements[(head + count) % capacity] = element
      count += 1
    }
    for _ in 0..<min(accepted, waitingThreads) { pthread_cond_signal(arrival) }
    return accepted
  }

  /// Appends an element once for each thread that waits and has nothing to remove yet, at most so
  /// many times.
  func offerToWaiting(_ element: Element, atMost limit: Int) {
    let idle = pthreadLocked { waitingThreads - count }
    guard idle > 0, limit > 0 else { return }
    _ = offer(contentsOf: repeatElement(element, count: min(idle, limit)))
  }

  /// Removes the first element, waiting for one; `nil` once the queue is closed and empty.
  package func pop() -> Element? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while count == 0 && !isClosed {
      waitingThreads += 1
      pthread_cond_wait(arrival, mutex)
      waitingThreads -= 1
    }
    return popFirst()
  }

  /// Removes the first element without waiting; `nil` if there is none.
  package func tryPop() -> Element? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return popFirst()
  }

  private func pthreadLocked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  private func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = elements[head]
    elements[head] = nil
    head = (head + 1) % capacity
    count -= 1
    return element
  }

  /// How many elements are queued.
  package var waiting: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return count
  }

  /// Refuses new elements; the queued ones can still be removed.
  package func close() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isClosed = true
    pthread_cond_broadcast(arrival)
  }
}
