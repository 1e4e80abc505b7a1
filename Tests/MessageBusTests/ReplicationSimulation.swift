import CommandLineKit
import Messages
import TestSupport

@testable import MessageBus

/// A publisher with a change log and subscribers with replicas in one process, under a seeded
/// scheduler with its own clock.
///
/// The numbering of the publisher (`PublishedStreams`), the detection of gaps (`StreamTracker`) and
/// the replica (`Replica`) are the real ones. Simulated are the store, the lines, which lose
/// messages and are cut with what is underway, and the process of the publisher, which crashes
/// between a commit and its publication.
///
/// Invariants, after every step:
/// 1. A replica that says that it is current is the store's state at its position.
/// 2. Its position is one that the store had.
///
/// In the end, when faults have ended for some seconds:
///
/// 3. Every replica is current, at the newest position.
struct ReplicationSimulation {
  private enum Event {
    case change, heartbeat, load, cut(Int), crash, restart, connect(Int)
    case message(to: Int, connection: Int, StreamPosition, ReplicatedChange?)
    case pageRequest(from: Int, Int?, Replica<ReplicatedChange, Int>.Ticket)
    case page(
      to: Int, StreamPosition, [ReplicatedChange], next: Int?,
      Replica<ReplicatedChange, Int>.Ticket)
    case failed(Int, Replica<ReplicatedChange, Int>.Ticket)
    case pauseIsOver(Int, Replica<ReplicatedChange, Int>.Ticket)
  }

  private static let topic = "change"
  private static let keys = 30

  private var random: SeededGenerator
  private var faults: SimulatedFaults
  private let ignoresGaps: Bool
  private var time = SimulatedTime<Event>()
  private var store = SimulatedStore()
  /// `nil` while the publisher is down.
  private var streams: PublishedStreams?
  private var subscribers: [SimulatedSubscriber]
  /// The first invariant that did not hold.
  private(set) var violation: String?
  /// How often a replica was copied again.
  private(set) var copies = 0

  /// - Parameter ignoresGaps: a subscriber that is broken on purpose.
  init(seed: UInt64, subscribers: Int = 3, faults: SimulatedFaults, ignoresGaps: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.faults = faults
    self.ignoresGaps = ignoresGaps
    self.subscribers = Array(repeating: SimulatedSubscriber(), count: subscribers)
    store.load(Dictionary(uniqueKeysWithValues: (0..<Self.keys).map { ($0, 0) }))
    start()
    for index in self.subscribers.indices { time.after(index * 7, .connect(index)) }
    time.after(0, .change)
    time.after(1_000, .heartbeat)
  }

  /// Runs for a while with faults and then without.
  mutating func run() {
    run(until: 20_000)
    faults = .none
    if streams == nil { start() }
    run(until: 30_000)
    for (index, subscriber) in subscribers.enumerated() where violation == nil {
      if !subscriber.replica.isCurrent || subscriber.replica.position != store.position {
        violation = "subscriber \(index) did not catch up: \(subscriber.replica)"
      }
    }
  }

  private mutating func run(until end: Int) {
    while violation == nil, let event = time.next(before: end) {
      // Changes end with the faults and a little later, so that all can catch up.
      if case .change = event, time.now > 25_000 { continue }
      handle(event)
      check(after: event)
    }
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .change: change()
    case .heartbeat:
      for index in subscribers.indices { sendPosition(to: index) }
      time.after(1_000, .heartbeat)
    case .load: load()
    case .cut(let index): cut(index)
    case .crash: crash()
    case .restart: start()
    case .connect(let index): connect(index)
    case .message(let index, let connection, let position, let change):
      guard subscribers[index].connection == connection else { return }
      receive(index, position, change)
    case .pageRequest(let index, let cursor, let ticket): answer(index, cursor, ticket)
    case .page(let index, let position, let entries, let next, let ticket):
      let actions = subscribers[index].replica.page(readAt: position, next: next, ticket)
      perform(actions, index, entries)
    case .failed(let index, let ticket):
      perform(subscribers[index].replica.failed(ticket), index)
    case .pauseIsOver(let index, let ticket):
      perform(subscribers[index].replica.pauseIsOver(ticket), index)
    }
  }

  private mutating func check(after event: Event) {
    for (index, subscriber) in subscribers.enumerated() where subscriber.replica.isCurrent {
      guard let position = subscriber.replica.position, let state = store.history[position] else {
        violation = "subscriber \(index) is at a position that never was, after \(event)"
        return
      }
      if subscriber.inUse != state {
        violation = "subscriber \(index) is not the state at \(position), after \(event)"
      }
    }
  }

  private mutating func happens(_ perThousand: Int) -> Bool {
    Int(random.next() % UInt64(1_000)) < perThousand
  }

  private mutating func delay(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(random.next() % UInt64(range.count))
  }
}

// MARK: The publisher

extension ReplicationSimulation {
  /// A process starts: the stream goes on where the log is.
  private mutating func start() {
    guard streams == nil else { return }
    var streams = PublishedStreams(epoch: "process at \(time.now)")
    streams.resume(Self.topic, at: store.position)
    streams.markSent(Self.topic, at: store.position)
    _ = streams.subscribe(Self.topic)
    self.streams = streams
  }

  private mutating func change() {
    time.after(delay(5..<60), .change)
    guard streams != nil else { return }
    let key = delay(0..<Self.keys)
    let change = ReplicatedChange(key: key, value: happens(200) ? nil : delay(0..<1_000))
    store.commit(change)
    if happens(faults.crashes) { return crash() }
    publish(change)
    if happens(faults.loads) { time.after(1, .load) }
    for index in subscribers.indices where happens(faults.cuts) { time.after(1, .cut(index)) }
  }

  private mutating func publish(_ change: ReplicatedChange) {
    guard let position = streams?.queue(Self.topic) else { return }
    streams?.markSent(Self.topic, at: position)
    for index in subscribers.indices { send(to: index, position, change) }
  }

  private mutating func load() {
    guard streams != nil else { return }
    let base = delay(0..<1_000)
    store.load(
      Dictionary(uniqueKeysWithValues: (0..<Self.keys).map { ($0, base + $0) }))
    streams?.resume(Self.topic, at: store.position)
    streams?.markSent(Self.topic, at: store.position)
    for index in subscribers.indices { sendPosition(to: index) }
  }

  private mutating func crash() {
    streams = nil
    for index in subscribers.indices { cut(index) }
    time.after(delay(10..<2_000), .restart)
  }

  private mutating func answer(
    _ index: Int, _ cursor: Int?, _ ticket: Replica<ReplicatedChange, Int>.Ticket
  ) {
    guard streams != nil, !happens(faults.failedPages) else {
      return time.after(delay(1..<500), .failed(index, ticket))
    }
    let page = store.page(after: cursor, limit: 7)
    // A reply may be late, and another may overtake it.
    time.after(
      delay(1..<80), .page(to: index, store.position, page.entries, next: page.next, ticket))
  }
}

// MARK: The lines and the subscribers

extension ReplicationSimulation {
  private mutating func connect(_ index: Int) {
    if subscribers[index].isConnected { return }
    guard streams != nil else { return time.after(delay(50..<500), .connect(index)) }
    subscribers[index].tracker = StreamTracker()
    subscribers[index].isConnected = true
    sendPosition(to: index)
  }

  private mutating func cut(_ index: Int) {
    subscribers[index].connection += 1
    subscribers[index].isConnected = false
    subscribers[index].lastArrival = time.now
    perform(subscribers[index].replica.receive(.lost), index)
    time.after(delay(1..<300), .connect(index))
  }

  private mutating func sendPosition(to index: Int) {
    if let position = streams?.sent(Self.topic) { send(to: index, position, nil) }
  }

  private mutating func send(
    to index: Int, _ position: StreamPosition, _ change: ReplicatedChange?
  ) {
    guard subscribers[index].isConnected, !happens(faults.lostMessages) else { return }
    let arrival = max(subscribers[index].lastArrival, time.now + delay(1..<40))
    subscribers[index].lastArrival = arrival
    let connection = subscribers[index].connection
    time.after(
      arrival - time.now, .message(to: index, connection: connection, position, change))
  }

  private mutating func receive(
    _ index: Int, _ position: StreamPosition, _ change: ReplicatedChange?
  ) {
    for item in subscribers[index].items(position, change) {
      if ignoresGaps, case .gap = item { continue }
      if ignoresGaps, case .event(let change, _) = item, subscribers[index].replica.isCurrent {
        subscribers[index].apply(change)
        continue
      }
      perform(subscribers[index].replica.receive(item), index)
    }
  }

  private mutating func perform(
    _ actions: [Replica<ReplicatedChange, Int>.Action], _ index: Int,
    _ entries: [ReplicatedChange] = []
  ) {
    for action in actions {
      switch action {
      case .begin:
        copies += 1
        subscribers[index].begin()
      case .ask(let cursor, let ticket):
        time.after(delay(1..<40), .pageRequest(from: index, cursor, ticket))
      case .add: subscribers[index].add(entries)
      case .finish(let changes): subscribers[index].finish(changes)
      case .apply(let change): subscribers[index].apply(change)
      case .pause(let ticket): time.after(250, .pauseIsOver(index, ticket))
      }
    }
  }
}
