import Algorithms
import CommandLineKit
import TestSupport
import Testing

@Suite struct AlgorithmsTests {
  @Test("the binary search finds what a scan finds", arguments: 0..<20)
  func partitioningIndex(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let list = (0..<Int.random(in: 0..<40, using: &random))
      .map { _ in Int.random(in: 0..<30, using: &random) }.sorted()
    for bound in -1...31 {
      let scanned = list.firstIndex { $0 >= bound } ?? list.endIndex
      #expect(list.partitioningIndex { $0 >= bound } == scanned)
      #expect(list.indices.partitioningIndex { list[$0] >= bound } == scanned)
      let slice = list.dropFirst(list.count / 3)
      let expected = slice.firstIndex { $0 >= bound } ?? slice.endIndex
      #expect(slice.partitioningIndex { $0 >= bound } == expected)
    }
  }

  @Test("numbers are in one set exactly if joins connect them", arguments: 0..<20)
  func disjointSets(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 30
    var sets = DisjointSets(count: count)
    var labels = Array(0..<count)
    for _ in 0..<20 {
      let (one, other) = (
        Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
      )
      sets.join(one, other)
      let (kept, gone) = (labels[one], labels[other])
      labels = labels.map { $0 == gone ? kept : $0 }
      for left in 0..<count {
        let root = sets.find(left)
        #expect(labels.firstIndex(of: labels[left]) == root)
      }
    }
  }
}
