import FoundationEssentials

/// What waits, in a lane for each caller; the lanes take turns, so that a caller with a thousand
/// requests delays another's by one.
///
/// Bounded in number and bytes. Where it is full, the newest of the longest lane makes room for a
/// caller with less.
struct FairQueue<Element> {
  private struct Entry {
    let element: Element
    let bytes: Int
  }

  private struct Lane {
    var entries = Line<Entry>()
    var bytes = 0
  }

  private let capacity: Int
  private let byteCapacity: Int
  private var lanes: [Data: Lane] = [:]
  /// The callers of the lanes, in the order of their turns.
  private var turns = Line<Data>()
  private(set) var count = 0
  private(set) var bytes = 0

  /// - Parameter byteCapacity: a single element may be larger.
  init(capacity: Int, byteCapacity: Int) {
    self.capacity = max(1, capacity)
    self.byteCapacity = byteCapacity
  }

  /// Queues an element, or not; and what had to make room for it.
  mutating func offer(
    _ element: Element, of caller: Data, bytes size: Int
  ) -> (isQueued: Bool, displaced: [Element]) {
    var displaced: [Element] = []
    while !hasRoom(for: size) {
      guard let longest = longestLane(), longest != caller,
        share(of: longest) > share(of: caller, with: size), let loser = removeLast(of: longest)
      else { return (false, displaced) }
      displaced.append(loser)
    }
    if lanes[caller] == nil { turns.append(caller) }
    lanes[caller, default: Lane()].entries.append(Entry(element: element, bytes: size))
    lanes[caller]?.bytes += size
    count += 1
    bytes += size
    return (true, displaced)
  }

  /// The first element of the lane whose turn it is.
  mutating func popFirst() -> Element? {
    guard let caller = turns.popFirst(), let entry = lanes[caller]?.entries.popFirst() else {
      return nil
    }
    account(for: entry, of: caller)
    if lanes[caller] != nil { turns.append(caller) }
    return entry.element
  }

  /// How many elements are served before the next one of a caller.
  func ahead(of caller: Data) -> Int {
    let own = lanes[caller]?.entries.count ?? 0
    return lanes.reduce(0) { sum, lane in
      sum + (lane.key == caller ? own : min(lane.value.entries.count, own + 1))
    }
  }

  private func hasRoom(for size: Int) -> Bool {
    count < capacity && (bytes + size <= byteCapacity || count == 0)
  }

  /// The part of the bounds that a caller uses.
  private func share(of caller: Data, with size: Int? = nil) -> Double {
    let lane = lanes[caller]
    let number = (lane?.entries.count ?? 0) + (size == nil ? 0 : 1)
    return max(
      Double(number) / Double(capacity),
      Double((lane?.bytes ?? 0) + (size ?? 0)) / Double(byteCapacity))
  }

  private func longestLane() -> Data? {
    lanes.keys.max { share(of: $0) < share(of: $1) }
  }

  private mutating func removeLast(of caller: Data) -> Element? {
    guard let entry = lanes[caller]?.entries.popLast() else { return nil }
    account(for: entry, of: caller)
    if lanes[caller] == nil { turns.removeAll { $0 == caller } }
    return entry.element
  }

  /// Counts an entry that has left, and ends its lane if it was the last one.
  private mutating func account(for entry: Entry, of caller: Data) {
    count -= 1
    bytes -= entry.bytes
    lanes[caller]?.bytes -= entry.bytes
    if lanes[caller]?.entries.count == 0 { lanes[caller] = nil }
  }
}
