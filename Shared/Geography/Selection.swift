extension Array {
  /// Moves the element that sorting by `key` would put at `place` there, smaller ones of the range
  /// before it, larger ones after it. About O(range.count); equal keys part evenly.
  ///
  /// Source: Hoare, "Algorithm 65: Find" (1961).
  @inline(__always)
  mutating func select(_ place: Int, in range: Range<Int>, by key: (Element) -> Double) {
    var (first, last) = (range.lowerBound, range.upperBound - 1)
    while first < last {
      let (a, b, c) = (key(self[first]), key(self[(first + last) / 2]), key(self[last]))
      let pivot = Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
      var (left, right) = (first, last)
      while left <= right {
        while key(self[left]) < pivot { left += 1 }
        while key(self[right]) > pivot { right -= 1 }
        if left <= right {
          swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if place <= right { last = right } else if place >= left { first = left } else { return }
    }
  }
}
