/// A partition of the numbers 0 ..< n into sets that can be joined. Four bytes a number; a call
/// takes amortized O(log n) time.
///
/// Source: Tarjan and van Leeuwen, "Worst-case analysis of set union algorithms" (1984), with path
/// halving.
package struct DisjointSets: Sendable {
  @usableFromInline var parents: [UInt32]

  /// Each number in its own set.
  ///
  /// - Parameter count: at most 2³².
  package init(count: Int) { parents = (0..<count).map { UInt32($0) } }

  /// The count of numbers.
  package var count: Int { parents.count }

  /// The number that stands for the set of an element: the least of the set.
  @inlinable
  package mutating func find(_ element: Int) -> Int {
    var element = element
    while case let parent = Int(parents[element]), parent != element {
      parents[element] = parents[parent]
      element = Int(parents[element])
    }
    return element
  }

  /// Joins the sets of two elements.
  @inlinable
  package mutating func join(_ left: Int, _ right: Int) {
    let left = find(left), right = find(right)
    if left != right { parents[Swift.max(left, right)] = UInt32(Swift.min(left, right)) }
  }
}
