/// A priority queue of numbers 0 ..< `capacity`, each queued at most once; its key may fall.
///
/// A four-ary heap of key and number in one word: of the same key the lower number comes first, so
/// every run settles in the same order. No operation allocates. `removeAll` is linear in what is
/// still queued; the rest is logarithmic.
struct SearchQueue {
  private var heap: [UInt64]
  private var count = 0
  /// Where each number stands in the heap; `absent` where it is not queued.
  private var places: [UInt32]

  private static let absent = UInt32.max

  init(capacity: Int) {
    heap = Array(repeating: 0, count: capacity)
    places = Array(repeating: Self.absent, count: capacity)
  }

  /// Makes room for more numbers; allocates where the capacity grows.
  mutating func reserve(_ capacity: Int) {
    guard capacity > heap.count else { return }
    heap += Array(repeating: 0, count: capacity - heap.count)
    places += Array(repeating: Self.absent, count: capacity - places.count)
  }

  mutating func removeAll() {
    for index in 0..<count { places[Int(UInt32(truncatingIfNeeded: heap[index]))] = Self.absent }
    count = 0
  }

  /// Queues a number, or moves it forward. The key is lower than the number's last.
  @inline(__always)
  mutating func update(_ number: UInt32, key: UInt32) {
    var place = Int(places[Int(number)])
    if place == Int(Self.absent) {
      place = count
      count += 1
    }
    rise(UInt64(key) << 32 | UInt64(number), from: place)
  }

  /// Takes the number with the least key.
  @inline(__always)
  mutating func pop() -> (key: UInt32, number: UInt32)? {
    guard count > 0 else { return nil }
    let first = heap[0]
    let number = UInt32(truncatingIfNeeded: first)
    places[Int(number)] = Self.absent
    count -= 1
    if count > 0 { sink(heap[count]) }
    return (UInt32(first >> 32), number)
  }

  @inline(__always)
  private mutating func put(_ entry: UInt64, at place: Int) {
    heap[place] = entry
    places[Int(UInt32(truncatingIfNeeded: entry))] = UInt32(place)
  }

  private mutating func rise(_ entry: UInt64, from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 4
      guard entry < heap[parent] else { break }
      put(heap[parent], at: place)
      place = parent
    }
    put(entry, at: place)
  }

  /// Lets an entry sink from the top.
  private mutating func sink(_ entry: UInt64) {
    var place = 0
    while true {
      let first = 4 * place + 1
      guard first < count else { break }
      var least = first
      for child in first + 1..<max(first + 1, min(first + 4, count))
      where heap[child] < heap[least] {
        least = child
      }
      guard heap[least] < entry else { break }
      put(heap[least], at: place)
      place = least
    }
    put(entry, at: place)
  }
}
