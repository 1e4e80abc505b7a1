import Algorithms

/// A column of numbers most of which lie near another one that the reader knows: 16 bits each for
/// the difference, and a list of the others, the *far* ones.
struct NearNumbers<Difference: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
  /// By index: the difference; its maximum marks a far number.
  private let differences: MappedArray<Difference>
  /// The index and the number of each far one, 32 bits each, ascending.
  private let far: MappedArray<UInt64>

  /// - Throws: `inconsistent` where the section does not lie in the file.
  init(_ sections: NetworkSections, _ section: NetworkSection) throws(NetworkFileError) {
    differences = try sections.array(section, of: Difference.self)
    far = try sections.array(section, .far, of: UInt64.self)
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

/// A column of numbers most of which lie near those around them: near one for each block of them.
struct BlockNumbers<Difference: FixedWidthInteger & BitwiseCopyable & Sendable>:
  RandomAccessCollection, Sendable
{
  private let numbers: NearNumbers<Difference>
  private let blocks: MappedArray<UInt32>

  /// - Throws: `inconsistent` where the section does not lie in the file.
  init(_ sections: NetworkSections, _ section: NetworkSection) throws(NetworkFileError) {
    numbers = try NearNumbers(sections, section)
    blocks = try sections.array(section, .blocks, of: UInt32.self)
  }

  @inline(__always)
  subscript(index: Int) -> UInt32 {
    numbers[index, near: Int(blocks[index &>> NetworkFormat.blockShift])]
  }

  /// From the number at an index to the next one, of a column that ascends.
  @inline(__always)
  func range(at index: Int) -> Range<Int> {
    let other = Int(blocks[index &>> NetworkFormat.blockShift])
    let start = Int(numbers[index, near: other])
    // Most often in the same block.
    let isLast = (index &+ 1) & (1 &<< NetworkFormat.blockShift &- 1) == 0
    return start..<Int(isLast ? self[index &+ 1] : numbers[index &+ 1, near: other])
  }

  var startIndex: Int { 0 }
  /// Each number has its block in a faulty file as well.
  var endIndex: Int { Swift.min(numbers.count, blocks.count << NetworkFormat.blockShift) }
}
