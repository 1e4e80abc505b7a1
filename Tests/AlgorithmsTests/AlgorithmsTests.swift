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

@Suite struct ConcurrentMapTests {
  /// Counts what runs at the same time.
  private actor Counter {
    private(set) var most = 0
    private var now = 0

    func begin() {
      now += 1
      most = max(most, now)
    }

    func end() { now -= 1 }
  }

  private struct Odd: Error, Equatable { let number: Int }

  @Test("the results are in the items' order, and no more tasks run than the limit allows")
  func orderAndLimit() async {
    for limit in [0, 1, 3, .max] {
      let counter = Counter()
      let squares = await concurrentMap(Array(0..<20), limit: limit) { number in
        await counter.begin()
        await Task.yield()
        await counter.end()
        return number * number
      }
      #expect(squares == (0..<20).map { $0 * $0 })
      #expect(await counter.most <= max(1, limit))
    }
    #expect(await concurrentMap([Int]()) { $0 } == [])
  }

  @Test("a failure is thrown, and ends those that still run")
  func failure() async {
    await #expect(throws: Odd(number: 3)) {
      try await concurrentMap([2, 3, 4], limit: 3) { number throws(Odd) in
        if number == 3 { throw Odd(number: number) }
        // Ends when it is cancelled.
        while !Task.isCancelled { await Task.yield() }
        return number
      }
    }
  }

  @Test("a heap without a bound gives back all that it was offered, the last first")
  func popping() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    var heap = BoundedHeap<Int>()
    var kept: [Int] = []
    for _ in 0..<2_000 {
      if Bool.random(using: &generator) {
        let number = Int.random(in: 0..<100, using: &generator)
        heap.offer(number, by: <)
        kept.append(number)
        kept.sort()
      } else {
        #expect(heap.popLast(by: <) == kept.popLast(), "seed \(seed)")
      }
    }
  }

  @Test(
    "a text has no white space around it",
    arguments: [("", ""), (" \n", ""), ("a b", "a b"), ("\t a  b\u{A0}", "a  b")])
  func trimming(_ text: String, _ trimmed: String) { #expect(text.trimmed == trimmed) }
}
