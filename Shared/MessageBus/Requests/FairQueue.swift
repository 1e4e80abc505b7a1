/// What waits, in a queue for each caller. Next is the caller whose elements have cost least: one
/// who asks for much waits for itself, and delays others by what is running at most.
///
/// A caller that comes, or comes back, begins at what the one served last had cost, so nobody saves
/// up for later; what it has cost beyond that is remembered. Those with the same costs take turns.
/// While others may come, some places stay free for them: nobody has more than its own share of the
/// places, and the last one is for a caller that has none.
///
/// Bounded in number and bytes. Where it is full, the newest of the longest queue makes room for a
/// caller with less. Taking an element costs a look at every caller.
///
/// Source: Goyal, Vin, Cheng: Start-time Fair Queuing, 1996; here with measured costs, which are
/// known when an element ends.
struct FairQueue<Caller: Hashable & Sendable, Element: Sendable>: Sendable {
  /// How many elements run at the same time.
  struct Places: Sendable {
    let all: Int
    let perCaller: Int

    /// Room for each caller, and beside it for others that come.
    static func each(_ count: Int, spare: Int) -> Places {
      Places(all: count + spare, perCaller: count)
    }
  }

  private struct Entry: Sendable {
    let element: Element
    let bytes: Int
  }

  private struct Lane: Sendable {
    var entries = Deque<Entry>()
    var bytes = 0
    /// How many of its elements were taken and have not ended.
    var running = 0
    /// What its elements have cost, counted from the costs of others when it came.
    var spent: Duration
    /// What the last one that ended has cost.
    var lastCost: Duration?
    /// Orders those with the same costs.
    var turn: Int

    var isIdle: Bool { entries.count == 0 && running == 0 }

    func isBefore(_ other: Lane) -> Bool { (spent, turn) < (other.spent, other.turn) }

    mutating func join(_ entry: Entry, at level: Duration) {
      if isIdle { spent = max(spent, level) }
      entries.append(entry)
      bytes += entry.bytes
    }

    mutating func start(on turn: Int) -> Entry? {
      guard let entry = entries.popFirst() else { return nil }
      bytes -= entry.bytes
      running += 1
      self.turn = turn
      return entry
    }
  }

  private let capacity: Int
  private let byteCapacity: Int
  private let places: Places
  private var lanes: [Caller: Lane] = [:]
  /// What the caller that was served last had cost.
  private var level = Duration.zero
  private var lastTurn = 0
  private(set) var count = 0
  private(set) var bytes = 0
  /// How many elements were taken and have not ended.
  private(set) var running = 0

  /// - Parameter byteCapacity: a single element may be larger.
  init(capacity: Int, byteCapacity: Int, places: Places) {
    self.capacity = max(1, capacity)
    self.byteCapacity = byteCapacity
    self.places = places
  }

  /// Queues an element, or not; and what had to make room for it.
  mutating func offer(
    _ element: Element, of caller: Caller, bytes size: Int
  ) -> (isQueued: Bool, displaced: [Element]) {
    var displaced: [Element] = []
    while !hasRoom(for: size) {
      guard let longest = longestLane(), longest != caller,
        share(of: longest) > share(of: caller, with: size), let loser = removeLast(of: longest)
      else { return (false, displaced) }
      displaced.append(loser)
    }
    if lanes[caller] == nil { lanes[caller] = Lane(spent: level, turn: nextTurn()) }
    lanes[caller]?.join(Entry(element: element, bytes: size), at: level)
    count += 1
    bytes += size
    return (true, displaced)
  }

  /// The next element that may run, and what the last one of its caller has cost; `finished` must
  /// follow.
  mutating func popFirst() -> (element: Element, caller: Caller, lastCost: Duration?)? {
    let turn = nextTurn()
    guard let caller = next(), let lane = lanes[caller].map({ ($0.spent, $0.lastCost) }),
      let entry = lanes[caller]?.start(on: turn)
    else { return nil }
    level = max(level, lane.0)
    count -= 1
    bytes -= entry.bytes
    running += 1
    forgetSettled()
    return (entry.element, caller, lane.1)
  }

  /// An element of a caller has ended.
  mutating func finished(_ caller: Caller, after cost: Duration) {
    lanes[caller]?.running -= 1
    lanes[caller]?.spent += cost
    lanes[caller]?.lastCost = cost
    running -= 1
    if running == 0, count == 0 {
      // Nobody waits for anybody.
      lanes = [:]
      level = .zero
    }
  }

  /// How many callers it remembers.
  var remembered: Int { lanes.count }

  /// Whether an element waits that may run.
  var hasNext: Bool { next() != nil }

  /// Whether an element of a caller would run at once.
  func mayStart(_ caller: Caller) -> Bool {
    guard let lane = lanes[caller] else { return running < places.all }
    return lane.entries.count == 0 && hasPlace(for: lane)
  }

  /// How many elements run before the next one of a caller, if all cost the same.
  func ahead(of caller: Caller) -> Int {
    let own = lanes[caller]?.entries.count ?? 0
    return lanes.reduce(0) { sum, lane in
      sum + (lane.key == caller ? own : min(lane.value.entries.count, own + 1))
    }
  }

  private func next() -> Caller? {
    guard count > 0, running < places.all else { return nil }
    var best: (caller: Caller, lane: Lane)?
    for (caller, lane) in lanes where lane.entries.count > 0 && hasPlace(for: lane) {
      if best.map({ lane.isBefore($0.lane) }) ?? true { best = (caller, lane) }
    }
    return best?.caller
  }

  private func hasPlace(for lane: Lane) -> Bool {
    let free = places.all - running
    return lane.running == 0 ? free > 0 : free > 1 && lane.running < places.perCaller
  }

  private mutating func nextTurn() -> Int {
    lastTurn += 1
    return lastTurn
  }

  /// Forgets those that are not there and have cost no more than others, once they are many.
  private mutating func forgetSettled() {
    guard lanes.count > 2 * (count + running) + 100 else { return }
    lanes = lanes.filter { !$0.value.isIdle || $0.value.spent > level }
    // They would outnumber what the queue holds: those that are there matter more.
    guard lanes.count > 2 * capacity else { return }
    lanes = lanes.filter { !$0.value.isIdle }
  }

  private func hasRoom(for size: Int) -> Bool {
    count < capacity && (bytes + size <= byteCapacity || count == 0)
  }

  /// The part of the bounds that a caller uses.
  private func share(of caller: Caller, with size: Int? = nil) -> Double {
    let lane = lanes[caller]
    let number = (lane?.entries.count ?? 0) + (size == nil ? 0 : 1)
    return max(
      Double(number) / Double(capacity),
      Double((lane?.bytes ?? 0) + (size ?? 0)) / Double(byteCapacity))
  }

  private func longestLane() -> Caller? {
    lanes.keys.max { share(of: $0) < share(of: $1) }
  }

  private mutating func removeLast(of caller: Caller) -> Element? {
    guard let entry = lanes[caller]?.entries.popLast() else { return nil }
    lanes[caller]?.bytes -= entry.bytes
    count -= 1
    bytes -= entry.bytes
    return entry.element
  }
}
