extension RandomAccessCollection {
  /// The index of the first element for which a condition holds, by binary search; `endIndex` if it
  /// holds for none. O(log n) calls.
  ///
  /// A range searches by index: `(0..<names.count).partitioningIndex { names[$0] >= name }`.
  ///
  /// - Parameter isInSecondPart: holds for no element or for all from some element on.
  @inlinable
  package func partitioningIndex(
    where isInSecondPart: (Element) throws -> Bool
  ) rethrows -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if try isInSecondPart(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
