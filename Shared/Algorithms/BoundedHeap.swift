/// Keeps the first of the elements offered, in an order of the caller's, up to a fixed number.
///
/// Every call must pass the same order.
package struct BoundedHeap<Element> {
  @usableFromInline let capacity: Int
  /// A binary heap with the last of the kept elements on top.
  @usableFromInline var elements: [Element] = []

  /// - Parameter capacity: how many elements to keep, at least 1; by default all.
  @inlinable
  package init(atMost capacity: Int = .max) { self.capacity = max(1, capacity) }

  /// The last of the kept elements; `nil` until `capacity` are kept. Any element after it would be
  /// refused.
  @inlinable
  package var last: Element? { elements.count < capacity ? nil : elements[0] }

  /// Keeps the element if it is one of the first so far. O(log capacity).
  @inlinable
  package mutating func offer(
    _ element: Element, by precedes: (Element, Element) -> Bool
  ) {
    if elements.count < capacity {
      elements.append(element)
      siftUp(precedes)
    } else if precedes(element, elements[0]) {
      elements[0] = element
      siftDown(precedes)
    }
  }

  /// Removes the last of the kept elements; `nil` if there is none. O(log capacity).
  @inlinable
  package mutating func popLast(by precedes: (Element, Element) -> Bool) -> Element? {
    guard let last = elements.first, let other = elements.popLast() else { return nil }
    if !elements.isEmpty {
      elements[0] = other
      siftDown(precedes)
    }
    return last
  }

  /// The kept elements, in order.
  @inlinable
  package func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
    elements.sorted(by: precedes)
  }

  @inlinable
  mutating func siftUp(_ precedes: (Element, Element) -> Bool) {
    var child = elements.count - 1
    while child > 0, precedes(elements[(child - 1) / 2], elements[child]) {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  @inlinable
  mutating func siftDown(_ precedes: (Element, Element) -> Bool) {
    var parent = 0
    while true {
      var last = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < elements.count && precedes(elements[last], elements[child]) {
        last = child
      }
      if last == parent { return }
      elements.swapAt(parent, last)
      parent = last
    }
  }
}
