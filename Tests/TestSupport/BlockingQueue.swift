import MessageBus

/// A bounded blocking queue between the threads of a test: producers are refused when it is full,
/// consumers wait while it is empty.
package final class BlockingQueue<Element: Sendable>: Sendable {
  private struct Contents {
    var elements: [Element] = []
    var isClosed = false
  }

  private let capacity: Int
  private let contents = WaitableState(Contents())

  /// - Parameter capacity: the maximum number of elements, at least 1.
  package init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Appends an element; `false` if the queue is full or closed.
  package func offer(_ element: Element) -> Bool {
    offer(contentsOf: [element]) == 1
  }

  /// Appends elements, as many as there is room for; returns how many. None if the queue is closed.
  package func offer(contentsOf batch: [Element]) -> Int {
    var accepted = 0
    contents.change { contents, _ in
      guard !contents.isClosed else { return 0 }
      accepted = min(batch.count, capacity - contents.elements.count)
      contents.elements += batch.prefix(accepted)
      return accepted
    }
    return accepted
  }

  /// Removes the first element, waiting for one; `nil` once the queue is closed and empty.
  package func pop() -> Element? {
    contents.wait { contents -> Element?? in
      if !contents.elements.isEmpty { return .some(contents.elements.removeFirst()) }
      return contents.isClosed ? .some(nil) : nil
    }
  }

  /// Removes and returns the first element, or `nil`, without waiting.
  package func tryPop() -> Element? {
    contents.withLock { contents, _ in
      contents.elements.isEmpty ? nil : contents.elements.removeFirst()
    }
  }

  /// How many elements are queued.
  package var waiting: Int { contents.withLock { contents, _ in contents.elements.count } }

  /// Refuses new elements; the queued ones can still be removed.
  package func close() {
    contents.change { contents, waiting in
      contents.isClosed = true
      return waiting
    }
  }
}
