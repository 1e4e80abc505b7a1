import MessageBus
import Messages

/// A publisher with its state, the bus, and a replica with its copy. Tests control every delay,
/// loss and restart.
struct ReplicaModel {
  typealias Following = Replica<Change, Int>

  /// A new value of a key; `nil` removes it.
  struct Change: Sendable {
    let key: Int
    let value: Int?
  }

  struct Page {
    let position: StreamPosition
    let values: [Int: Int]
    let next: Int?
  }

  // The publisher.
  private(set) var state: [Int: Int] = [:]
  private var epoch = 1
  private var sequence: UInt64 = 0
  private var history: [StreamPosition: [Int: Int]] = [:]
  private var lastValue = 0

  // The bus.
  var stream: [StreamItem<Change>] = []
  private(set) var asked: [(cursor: Int?, ticket: Following.Ticket)] = []
  private(set) var replies: [(page: Page, ticket: Following.Ticket)] = []
  private(set) var pauses: [Following.Ticket] = []

  // The copy.
  private(set) var replica: Following
  private(set) var copy: [Int: Int]?
  private var aside: [Int: Int] = [:]

  init(maximumEvents: Int = 1_000) {
    replica = Following(maximumEvents: maximumEvents)
    history[position] = state
  }

  var position: StreamPosition { StreamPosition(epoch: "epoch \(epoch)", sequence: sequence) }

  /// The publisher's state at the position of the copy.
  var stateAtPosition: [Int: Int]? { replica.position.flatMap { history[$0] } }

  // MARK: The publisher

  mutating func publish(_ key: Int, isRemoval: Bool = false) {
    lastValue += 1
    let value = isRemoval ? nil : lastValue
    state[key] = value
    sequence += 1
    history[position] = state
    stream.append(.event(Change(key: key, value: value), position))
  }

  /// Restarts the publisher: the same state, a new epoch and new sequence numbers.
  mutating func restart() {
    epoch += 1
    sequence = 0
    history[position] = state
    stream.append(.lost)
  }

  mutating func connect() { stream.append(.live(position)) }

  // MARK: The bus

  mutating func deliverItem() {
    guard !stream.isEmpty else { return }
    perform(replica.receive(stream.removeFirst()))
  }

  /// The publisher reads the page of a request; the reply is then in transit.
  ///
  /// - Parameter events: how many of the last ones the instance that reads has not got yet.
  mutating func readPage(_ number: Int, size: Int, behind events: UInt64 = 0) {
    let position = StreamPosition(epoch: position.epoch, sequence: sequence - events)
    let state = history[position] ?? [:]
    let request = asked.remove(at: number)
    let keys = state.keys.filter { $0 > request.cursor ?? .min }.sorted()
    let values = keys.prefix(size).map { ($0, state[$0] ?? 0) }
    let page = Page(
      position: position, values: Dictionary(uniqueKeysWithValues: values),
      next: keys.count > size ? keys[size - 1] : nil)
    replies.append((page, request.ticket))
  }

  mutating func deliverReply(_ number: Int) {
    let (page, ticket) = replies.remove(at: number)
    perform(replica.page(readAt: page.position, next: page.next, ticket), page.values)
  }

  mutating func failRequest(_ number: Int) {
    perform(replica.failed(asked.remove(at: number).ticket))
  }

  mutating func endPause(_ number: Int) { perform(replica.pauseIsOver(pauses.remove(at: number))) }

  /// Delivers everything in transit until nothing is left.
  mutating func deliverAll(pageSize: Int = 2) {
    while true {
      if !stream.isEmpty {
        deliverItem()
      } else if !replies.isEmpty {
        deliverReply(0)
      } else if !asked.isEmpty {
        readPage(0, size: pageSize)
      } else if !pauses.isEmpty {
        endPause(0)
      } else {
        return
      }
    }
  }

  // MARK: The copy

  private mutating func perform(_ actions: [Following.Action], _ page: [Int: Int] = [:]) {
    for action in actions {
      switch action {
      case .begin: aside = [:]
      case .ask(let cursor, let ticket): asked.append((cursor, ticket))
      case .add: aside.merge(page) { $1 }
      case .finish(let events):
        for event in events { aside[event.key] = event.value }
        copy = aside
      case .apply(let event): copy?[event.key] = event.value
      case .pause(let ticket): pauses.append(ticket)
      }
    }
  }
}
