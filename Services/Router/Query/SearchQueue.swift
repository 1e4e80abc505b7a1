/// A priority queue of numbers 0 ..< `capacity`, each queued at most once, with decrease-key.
///
/// A 4-ary heap of key and number in one word: among equal keys the lower number comes first, so
/// every run settles in the same order. No operation but `reserve` allocates. `removeAll` is linear
/// in the length of the queue; the rest is logarithmic.
struct SearchQueue {
  private var heap: [UInt64]
  private var count = 0
  /// By number: its index in the heap; `absent` where it is not queued.
  private var heapIndices: [UInt32]

  private static let absent = UInt32.max

  init(capacity: Int) {
    heap = Array(repeating: 0, count: capacity)
    heapIndices = Array(repeating: Self.absent, count: capacity)
  }

  /// Makes room for more numbers; allocates only if the capacity grows.
  mutating func reserve(_ capacity: Int) {
    guard capacity > heap.count else { return }
    heap += Array(repeating: 0, count: capacity - heap.count)
    heapIndices += Array(repeating: Self.absent, count: capacity - heapIndices.count)
  }

  mutating func removeAll() {
    for index in 0..<count {
      heapIndices[Int(UInt32(truncatingIfNeeded: heap[index]))] = Self.absent
    }
    count = 0
  }

  /// Queues a number, or lowers its key.
  @inline(__always)
  mutating func update(_ number: UInt32, key: UInt32) {
    var index = Int(heapIndices[Int(number)])
    if index == Int(Self.absent) {
      index = count
      count += 1
    }
    rise(UInt64(key) << 32 | UInt64(number), from: index)
  }

  /// Removes and returns the number with the least key.
  @inline(__always)
  mutating func pop() -> (key: UInt32, number: UInt32)? {
    guard count > 0 else { return nil }
    let first = heap[0]
    let number = UInt32(truncatingIfNeeded: first)
    heapIndices[Int(number)] = Self.absent
    count -= 1
    if count > 0 { sink(heap[count]) }
    return (UInt32(first >> 32), number)
  }

  @inline(__always)
  private mutating func put(_ entry: UInt64, at index: Int) {
    heap[index] = entry
    heapIndices[Int(UInt32(truncatingIfNeeded: entry))] = UInt32(index)
  }

  private mutating func rise(_ entry: UInt64, from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 4
      guard entry < heap[parent] else { break }
      put(heap[parent], at: index)
      index = parent
    }
    put(entry, at: index)
  }

  /// Puts an entry at the top and lets it sink.
  private mutating func sink(_ entry: UInt64) {
    var index = 0
    while true {
      let first = 4 * index + 1
      guard first < count else { break }
      var least = first
      for child in first + 1..<max(first + 1, min(first + 4, count))
      where heap[child] < heap[least] {
        least = child
      }
      guard heap[least] < entry else { break }
      put(heap[least], at: index)
      index = least
    }
    put(entry, at: index)
  }
}
