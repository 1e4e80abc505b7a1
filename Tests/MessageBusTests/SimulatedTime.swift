import CommandLineKit
import Messages
import TestSupport

@testable import MessageBus

/// What happens at which time, in an order that follows from a seed alone.
struct SimulatedTime<Event> {
  private var due: [(time: Int, number: Int, event: Event)] = []
  private var lastNumber = 0
  /// In milliseconds.
  private(set) var now = 0

  mutating func after(_ delay: Int, _ event: Event) {
    lastNumber += 1
    due.append((now + delay, lastNumber, event))
  }

  /// The next event before `end`, or `nil`.
  mutating func next(before end: Int) -> Event? {
    let first = due.indices.min { (due[$0].time, due[$0].number) < (due[$1].time, due[$1].number) }
    guard let first, due[first].time < end else { return nil }
    let (time, _, event) = due.remove(at: first)
    now = time
    return event
  }
}

/// A store with a change log, which survives crashes, and all states that it ever had.
struct SimulatedStore {
  private(set) var epoch = 1
  private(set) var state: [Int: Int] = [:]
  /// The changes of this epoch; the first has the number 1.
  private(set) var log: [ReplicatedChange] = []
  private(set) var history: [StreamPosition: [Int: Int]] = [:]

  init() { history[position] = state }

  var position: StreamPosition {
    StreamPosition(epoch: "epoch \(epoch)", sequence: UInt64(log.count))
  }

  mutating func commit(_ change: ReplicatedChange) {
    state[change.key] = change.value
    log.append(change)
    history[position] = state
  }

  /// Another map: everything is new, as is the stream.
  mutating func load(_ values: [Int: Int]) {
    epoch += 1
    log = []
    state = values
    history[position] = state
  }

  /// A page of the state in the order of the keys.
  func page(after cursor: Int?, limit: Int) -> (entries: [ReplicatedChange], next: Int?) {
    let keys = state.keys.filter { $0 > cursor ?? .min }.sorted().prefix(limit)
    let entries = keys.map { ReplicatedChange(key: $0, value: state[$0]) }
    return (entries, keys.count == limit ? keys.last : nil)
  }
}

/// A key and its new value; `nil` removes it.
struct ReplicatedChange: Sendable, Hashable {
  let key: Int
  let value: Int?
}

/// How often what goes wrong, of a thousand times.
struct SimulatedFaults {
  var lostMessages = 20
  var cuts = 20
  var crashes = 10
  var loads = 3
  var failedPages = 100

  static let none = SimulatedFaults(
    lostMessages: 0, cuts: 0, crashes: 0, loads: 0, failedPages: 0)
}

/// A subscriber that keeps a replica: the real state machines, with what performs their actions.
struct SimulatedSubscriber {
  var replica = Replica<ReplicatedChange, Int>(maximumEvents: 40)
  var tracker = StreamTracker()
  /// Connections are numbered; what was underway on an earlier one is gone.
  var connection = 0
  var isConnected = false
  /// When the message sent last arrives: later ones do not overtake it.
  var lastArrival = 0
  private(set) var inUse: [Int: Int]?
  private var copy: [Int: Int] = [:]

  /// What the bus hands to the reader for a message.
  mutating func items(
    _ position: StreamPosition, _ change: ReplicatedChange?
  ) -> [StreamItem<ReplicatedChange>] {
    let isHeartbeat = change == nil
    let before = StreamPosition(
      epoch: position.epoch, sequence: isHeartbeat ? position.sequence : position.sequence &- 1)
    var items: [StreamItem<ReplicatedChange>] = []
    switch tracker.observe(position, isHeartbeat: isHeartbeat) {
    case .nothing: return []
    case .next: break
    case .live: items = [.live(before)]
    case .gap: items = [.gap(before)]
    }
    if let change { items.append(.event(change, position)) }
    return items
  }

  mutating func begin() { copy = [:] }

  mutating func add(_ entries: [ReplicatedChange]) {
    for entry in entries { copy[entry.key] = entry.value }
  }

  mutating func finish(_ changes: [ReplicatedChange]) {
    add(changes)
    inUse = copy
  }

  mutating func apply(_ change: ReplicatedChange) { inUse?[change.key] = change.value }
}
