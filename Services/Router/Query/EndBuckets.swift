/// By arc: the ends of a search (targets, or sources when it runs backward) on it.
///
/// A linked list per arc; `removeAll` is linear in the number of ends.
struct EndBuckets {
  /// An end on an arc.
  struct Entry {
    /// The number of the end.
    let end: UInt32
    /// The cost of the arc's part up to (or from) the end.
    let cost: UInt32
    fileprivate let next: UInt32
  }

  private var heads: [UInt32]
  private var entries: [Entry] = []
  private var touched: [Int] = []

  static let none = UInt32.max

  init(arcCount: Int) { heads = Array(repeating: Self.none, count: arcCount) }

  mutating func removeAll() {
    for arc in touched { heads[arc] = Self.none }
    touched.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  mutating func add(end: UInt32, cost: UInt32, on arc: Int) {
    if heads[arc] == Self.none { touched.append(arc) }
    entries.append(Entry(end: end, cost: cost, next: heads[arc]))
    heads[arc] = UInt32(entries.count - 1)
  }

  /// The first entry's number on an arc, or `none`.
  @inline(__always)
  func first(on arc: Int) -> UInt32 { heads[arc] }

  @inline(__always)
  subscript(number: UInt32) -> Entry { entries[Int(number)] }

  @inline(__always)
  func next(after number: UInt32) -> UInt32 { entries[Int(number)].next }
}
