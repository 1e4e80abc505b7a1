/// Puts vectors in the order of a balanced k-d tree.
struct TreeBuilder {
  private let vectors: [SIMD3<Double>]
  private let leafSize: Int
  /// The vectors' numbers in the order of the tree: see `PointIndex`.
  private(set) var order: [Int32]
  /// By the place where a node is cut: along which of x, y, z.
  private(set) var axes: [UInt8]

  init(_ vectors: [SIMD3<Double>], leafSize: Int) {
    self.vectors = vectors
    self.leafSize = leafSize
    order = vectors.indices.map { Int32($0) }
    axes = [UInt8](repeating: 0, count: vectors.count)
  }

  mutating func build() { build(0..<vectors.count) }

  private mutating func build(_ range: Range<Int>) {
    guard range.count > leafSize else { return }
    let middle = range.middle
    let axis = widestAxis(of: range)
    select(middle, in: range, axis)
    axes[middle] = UInt8(axis)
    build(range.lowerBound..<middle)
    build(middle + 1..<range.upperBound)
  }

  private func widestAxis(of range: Range<Int>) -> Int {
    var low = SIMD3<Double>(repeating: 1)
    var high = SIMD3<Double>(repeating: -1)
    for place in range {
      low = pointwiseMin(low, vectors[Int(order[place])])
      high = pointwiseMax(high, vectors[Int(order[place])])
    }
    let extent = high - low
    if extent.x >= extent.y && extent.x >= extent.z { return 0 }
    return extent.y >= extent.z ? 1 : 2
  }

  private func key(_ place: Int, _ axis: Int) -> Double { vectors[Int(order[place])][axis] }

  /// Moves the element that sorting would put at `middle` there, smaller ones before it, larger
  /// ones after it. Hoare's quickselect; equal keys part evenly.
  private mutating func select(_ middle: Int, in range: Range<Int>, _ axis: Int) {
    var (first, last) = (range.lowerBound, range.upperBound - 1)
    while first < last {
      let pivot = pivot(first, last, axis)
      var (left, right) = (first, last)
      while left <= right {
        while key(left, axis) < pivot { left += 1 }
        while key(right, axis) > pivot { right -= 1 }
        if left <= right {
          order.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if middle <= right { last = right } else if middle >= left { first = left } else { return }
    }
  }

  /// The median of the first, the middle and the last key.
  private func pivot(_ first: Int, _ last: Int, _ axis: Int) -> Double {
    let (a, b, c) = (key(first, axis), key((first + last) / 2, axis), key(last, axis))
    return max(min(a, b), min(max(a, b), c))
  }
}

extension Range<Int> {
  /// The place whose point cuts a node of the tree in two.
  var middle: Int { lowerBound + count / 2 }
}
