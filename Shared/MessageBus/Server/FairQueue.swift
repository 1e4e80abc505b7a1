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

  /// What waits of a caller; its standing is at `place`.
  private struct Lane: Sendable {
    let place: Int
    var entries = Deque<Entry>()
    var bytes = 0
  }

  private let capacity: Int
  private let byteCapacity: Int
  private let places: Places
  private var lanes: [Caller: Lane] = [:]
  /// By place: whose it is.
  private var callers: [Caller?] = []
  private var standings: [Standing] = []
  /// Places of nobody.
  private var vacant: [Int] = []
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
    let place = lanes[caller]?.place ?? newLane(of: caller)
    if standings[place].isIdle { standings[place].spent = max(standings[place].spent, level) }
    standings[place].waiting += 1
    lanes[caller]?.entries.append(Entry(element: element, bytes: size))
    lanes[caller]?.bytes += size
    count += 1
    bytes += size
    return (true, displaced)
  }

  /// The next element that may run, and what the last one of its caller has cost; `finished` must
  /// follow.
  mutating func popFirst() -> (element: Element, caller: Caller, lastCost: Duration?)? {
    guard let place = next(), let caller = callers[place],
      let entry = lanes[caller]?.entries.popFirst()
    else { return nil }
    lanes[caller]?.bytes -= entry.bytes
    level = max(level, standings[place].spent)
    standings[place].waiting -= 1
    standings[place].running += 1
    standings[place].turn = nextTurn()
    count -= 1
    bytes -= entry.bytes
    running += 1
    let lastCost = standings[place].lastCost
    forgetSettled()
    return (entry.element, caller, lastCost)
  }

  /// An element of a caller has ended.
  mutating func finished(_ caller: Caller, after cost: Duration) {
    running -= 1
    if let place = lanes[caller]?.place {
      standings[place].running -= 1
      standings[place].spent += cost
      standings[place].lastCost = cost
    }
    if running == 0, count == 0 {
      // Nobody waits for anybody.
      forget { _ in true }
      level = .zero
    }
  }

  /// How many callers it remembers.
  var remembered: Int { lanes.count }

  /// Whether an element waits that may run.
  var hasNext: Bool { next() != nil }

  /// Whether an element of a caller would run at once.
  func mayStart(_ caller: Caller) -> Bool {
    guard let place = lanes[caller]?.place else { return running < places.all }
    return standings[place].waiting == 0
      && standings[place].mayStart(free: places.all - running, limit: places.perCaller)
  }

  /// How many elements run before the next one of a caller, if all cost the same.
  func ahead(of caller: Caller) -> Int {
    let own = lanes[caller]?.entries.count ?? 0
    return lanes.reduce(0) { sum, lane in
      sum + (lane.key == caller ? own : min(lane.value.entries.count, own + 1))
    }
  }

  /// How many more may run, at most.
  var startable: Int {
    let free = places.all - running
    var count = 0
    for one in standings where count < free {
      count += min(one.waiting, max(0, places.perCaller - one.running))
    }
    return min(count, free)
  }

  private func next() -> Int? {
    count > 0 ? standings.first(free: places.all - running, limit: places.perCaller) : nil
  }

  private mutating func newLane(of caller: Caller) -> Int {
    let place = vacant.popLast() ?? standings.count
    if place == standings.count {
      standings.append(Standing())
      callers.append(nil)
    }
    standings[place] = Standing(spent: level, turn: nextTurn())
    callers[place] = caller
    lanes[caller] = Lane(place: place)
    return place
  }

  private mutating func forget(_ isForgotten: (Standing) -> Bool) {
    for (caller, lane) in lanes where isForgotten(standings[lane.place]) {
      lanes[caller] = nil
      callers[lane.place] = nil
      standings[lane.place] = Standing()
      vacant.append(lane.place)
    }
  }

  private mutating func nextTurn() -> Int {
    lastTurn += 1
    return lastTurn
  }

  /// Forgets those that are not there and have cost no more than others, once they are many.
  private mutating func forgetSettled() {
    guard lanes.count > 2 * (count + running) + 100 else { return }
    let level = level
    forget { $0.isIdle && $0.spent <= level }
    // They would outnumber what the queue holds: those that are there matter more.
    guard lanes.count > 2 * capacity else { return }
    forget(\.isIdle)
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
    if let place = lanes[caller]?.place { standings[place].waiting -= 1 }
    count -= 1
    bytes -= entry.bytes
    return entry.element
  }
}

/// What decides whether a caller is next. Not generic, as all are compared for each element.
private struct Standing: Sendable {
  var waiting = 0
  /// How many of its elements were taken and have not ended.
  var running = 0
  /// What its elements have cost, counted from the costs of others when it came.
  var spent = Duration.zero
  /// What the last one that ended has cost.
  var lastCost: Duration?
  /// Orders those with the same costs.
  var turn = 0

  var isIdle: Bool { waiting == 0 && running == 0 }

  func mayStart(free: Int, limit: Int) -> Bool {
    running == 0 ? free > 0 : free > 1 && running < limit
  }
}

extension [Standing] {
  /// The place of the next caller.
  fileprivate func first(free: Int, limit: Int) -> Int? {
    var best: Int?
    for place in indices where self[place].waiting > 0 {
      let one = self[place]
      guard one.mayStart(free: free, limit: limit) else { continue }
      if best.map({ (one.spent, one.turn) < (self[$0].spent, self[$0].turn) }) ?? true {
        best = place
      }
    }
    return best
  }
}
