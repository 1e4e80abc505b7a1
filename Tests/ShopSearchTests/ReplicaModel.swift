import MessageBus
import Messages

/// A publisher with its state, the bus between it and a replica, and the copy that the replica
/// makes: with every delay, loss and restart a test wants.
struct ReplicaModel {
  typealias Following = Replica<Change, Int>

  /// A key's value from now on; `nil` removes it.
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
  private var life = 1
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

  var position: StreamPosition { StreamPosition(epoch: "life \(life)", sequence: sequence) }

  /// What the publisher held at the position that the copy claims.
  var claimed: [Int: Int]? { replica.position.flatMap { history[$0] } }

  // MARK: The publisher

  mutating func publish(_ key: Int, isRemoval: Bool = false) {
    lastValue += 1
    let value = isRemoval ? nil : lastValue
    state[key] = value
    sequence += 1
    history[position] = state
    stream.append(.event(Change(key: key, value: value), position))
  }

  /// Ends the publisher's life; the next one has the same state and new numbers.
  mutating func restart() {
    life += 1
    sequence = 0
    history[position] = state
    stream.append(.lost)
  }

  mutating func connect() { stream.append(.live(position)) }

  // MARK: The bus

  mutating func deliverItem() {
    guard !stream.isEmpty else { return }
    perform(replica.see(stream.removeFirst()))
  }

  /// The publisher reads the page that a request asks for; the reply is on its way.
  mutating func readPage(_ number: Int, size: Int) {
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

  /// Delivers everything that is on its way, until nothing is.
  mutating func settle(pageSize: Int = 2) {
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
