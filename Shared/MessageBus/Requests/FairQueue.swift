import FoundationEssentials

/// What waits, in a queue for each caller; the callers take turns, so that a caller with a thousand
/// requests delays another's by one.
///
/// Bounded in number and bytes. Where it is full, the newest of the longest queue makes room for a
/// caller with less.
struct FairQueue<Element> {
  private struct Entry {
    let element: Element
    let bytes: Int
  }

  private struct Waiting {
    var entries = Deque<Entry>()
    var bytes = 0
  }

  private let capacity: Int
  private let byteCapacity: Int
  private var queues: [Data: Waiting] = [:]
  /// Those callers, in the order of their turns.
  private var turns = Deque<Data>()
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
      guard let longest = longestQueue(), longest != caller,
        share(of: longest) > share(of: caller, with: size), let loser = removeLast(of: longest)
      else { return (false, displaced) }
      displaced.append(loser)
    }
    if queues[caller] == nil { turns.append(caller) }
    queues[caller, default: Waiting()].entries.append(Entry(element: element, bytes: size))
    queues[caller]?.bytes += size
    count += 1
    bytes += size
    return (true, displaced)
  }

  /// The first element of the caller whose turn it is.
  mutating func popFirst() -> Element? {
    guard let caller = turns.popFirst(), let entry = queues[caller]?.entries.popFirst() else {
      return nil
    }
    account(for: entry, of: caller)
    if queues[caller] != nil { turns.append(caller) }
    return entry.element
  }

  /// How many elements are served before the next one of a caller.
  func ahead(of caller: Data) -> Int {
    let own = queues[caller]?.entries.count ?? 0
    return queues.reduce(0) { sum, queue in
      sum + (queue.key == caller ? own : min(queue.value.entries.count, own + 1))
    }
  }

  private func hasRoom(for size: Int) -> Bool {
    count < capacity && (bytes + size <= byteCapacity || count == 0)
  }

  /// The part of the bounds that a caller uses.
  private func share(of caller: Data, with size: Int? = nil) -> Double {
    let queue = queues[caller]
    let number = (queue?.entries.count ?? 0) + (size == nil ? 0 : 1)
    return max(
      Double(number) / Double(capacity),
      Double((queue?.bytes ?? 0) + (size ?? 0)) / Double(byteCapacity))
  }

  private func longestQueue() -> Data? {
    queues.keys.max { share(of: $0) < share(of: $1) }
  }

  private mutating func removeLast(of caller: Data) -> Element? {
    guard let entry = queues[caller]?.entries.popLast() else { return nil }
    account(for: entry, of: caller)
    if queues[caller] == nil { turns.removeAll { $0 == caller } }
    return entry.element
  }

  /// Counts an entry that has left, and ends its queue if it was the last one.
  private mutating func account(for entry: Entry, of caller: Data) {
    count -= 1
    bytes -= entry.bytes
    queues[caller]?.bytes -= entry.bytes
    if queues[caller]?.entries.count == 0 { queues[caller] = nil }
  }
}
