/// A queue that elements join at the end, and leave at either.
struct Deque<Element> {
  /// `nil` where one has left.
  private var elements: [Element?] = []
  /// How many have left at the front.
  private var left = 0

  var count: Int { elements.count - left }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Amortised constant time: the rest is moved up once half of it has left.
  mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    defer {
      left += 1
      if left > 64, 2 * left > elements.count {
        elements.removeFirst(left)
        left = 0
      }
    }
    return elements[left].take()
  }

  mutating func popLast() -> Element? { elements.count > left ? elements.removeLast() : nil }
}

extension Deque: Sendable where Element: Sendable {}
