import Algorithms

/// A column of numbers most of which lie near another one that the reader knows: 16 bits each for
/// the difference, and a list of the others, the *far* ones.
struct NearNumbers<Difference: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
  /// By index: the difference; its maximum marks a far number.
  private let differences: MappedArray<Difference>
  /// The index and the number of each far one, 32 bits each, ascending.
  private let far: MappedArray<UInt64>

  /// - Throws: `inconsistent` where a section does not lie in the file.
  init(
    _ sections: NetworkSections, _ near: NetworkSection, far: NetworkSection
  ) throws(NetworkFileError) {
    differences = try sections.array(near, of: Difference.self)
    self.far = try sections.array(far, of: UInt64.self)
  }

  var count: Int { differences.count }

  /// The number at an index that lies near another; any where a faulty file has none.
  @inline(__always)
  subscript(index: Int, near other: Int) -> UInt32 {
    let difference = differences[index]
    return difference == .max
      ? farNumber(index) : UInt32(truncatingIfNeeded: other &+ Int(difference))
  }

  private func farNumber(_ index: Int) -> UInt32 {
    let entry = far.partitioningIndex { $0 >> 32 >= UInt64(index) }
    return entry < far.count ? UInt32(truncatingIfNeeded: far[entry]) : .max
  }

  /// The index of a number in a range whose numbers ascend and lie near the same other, none below
  /// it; `nil` if it is not there. Logarithmic.
  func index(of number: UInt32, in range: Range<Int>, near other: UInt32) -> Int? {
    let difference = Difference(exactly: Int(number) - Int(other)) ?? .max
    var index = range.partitioningIndex { differences[$0] >= difference }
    // The far ones come last.
    if difference == .max {
      index = (index..<range.upperBound).partitioningIndex { farNumber($0) >= number }
    }
    return index < range.upperBound && self[index, near: Int(other)] == number ? index : nil
  }
}
