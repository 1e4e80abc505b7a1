import FoundationEssentials
import Messages

@testable import MessageBus

/// A connection from a client to a port. It tries again until it is closed, as ZeroMQ does.
///
/// `@unchecked Sendable`: 1. Used on the loop's thread only.
final class Wire: ClientSocket, @unchecked Sendable {
  let address: Port.Address
  let identity: Data
  private let world: SimulatedWorld
  private let onMessage: () -> Void
  private let onEvent: () -> Void
  private var messages: [[Data]] = []
  private var events: [ConnectionEvent] = []
  private(set) var isClosed = false
  /// Where it ends; `nil` while it is not connected.
  private(set) var port: Port?
  /// By direction: when the message sent last arrives; later ones overtake it only by a fault.
  private var lastArrival: [Bool: Int] = [:]

  init(
    to address: Port.Address, in world: SimulatedWorld, onMessage: @escaping () -> Void,
    onEvent: @escaping () -> Void
  ) {
    self.address = address
    self.world = world
    self.onMessage = onMessage
    self.onEvent = onEvent
    identity = Data("wire \(world.number())".utf8)
  }

  func connect() {
    guard !isClosed, port == nil else { return }
    guard let found = world.ports[address], !found.isClosed else {
      world.after(3) { [self] in notify(.refused) }
      return world.after(100) { [self] in connect() }
    }
    port = found
    found.wires[identity] = self
    world.after(1 + world.chance(5)) { [self] in if port != nil { notify(.ready) } }
  }

  func cut() {
    guard port != nil else { return }
    leave()
    world.after(1 + world.chance(20)) { [self] in notify(.lost) }
  }

  func close() {
    leave()
    isClosed = true
    (messages, events) = ([], [])
  }

  /// A publisher learns of the end of the last subscription to a topic, as from ZeroMQ.
  private func leave() {
    guard let port else { return }
    self.port = nil
    port.wires[identity] = nil
    let topics = port.topics.removeValue(forKey: identity) ?? []
    for topic in topics.sorted() where !port.topics.values.contains(where: { $0.contains(topic) }) {
      port.arrive([Data([0]) + Data(topic.utf8)])
    }
  }

  func send(_ frames: [Data]) -> Bool {
    carry(toPort: true) { port in port.arrive([self.identity] + frames) }
    return true
  }

  func receive() -> [Data]? { messages.isEmpty ? nil : messages.removeFirst() }

  func nextEvent() -> ConnectionEvent? { events.isEmpty ? nil : events.removeFirst() }

  func subscribe(to topic: String) { tell(1, topic) }

  func unsubscribe(from topic: String) { tell(0, topic) }

  /// Subscriptions are part of a connection: they come after it, and are not lost.
  private func tell(_ kind: UInt8, _ topic: String) {
    world.after(8) { [self] in
      guard !isClosed else { return }
      guard let port else { return tell(kind, topic) }
      var topics = port.topics[identity] ?? []
      if kind == 1 { topics.insert(topic) } else { topics.remove(topic) }
      port.topics[identity] = topics
      port.arrive([Data([kind]) + Data(topic.utf8)])
    }
  }

  func deliver(_ frames: [Data]) {
    carry(toPort: false) { [self] _ in
      messages.append(frames)
      onMessage()
    }
  }

  private func notify(_ event: ConnectionEvent) {
    guard !isClosed else { return }
    events.append(event)
    onEvent()
  }

  private func carry(toPort: Bool, _ arrive: @escaping (Port) -> Void) {
    guard let origin = port, !world.happens(\.drops, "drop") else { return }
    var arrival = world.elapsed + 1 + world.chance(20)
    if world.happens(\.delays, "delay") { arrival += world.chance(1_500) }
    let last = lastArrival[toPort] ?? 0
    if !world.happens(\.reorders, "reorder") { arrival = max(arrival, last) }
    lastArrival[toPort] = max(arrival, last)
    // What is under way when a connection ends is gone.
    let land = { [self] in if port === origin { arrive(origin) } }
    world.after(arrival - world.elapsed, land)
    if world.happens(\.doubles, "double") {
      world.after(arrival - world.elapsed + 1 + world.chance(1_500), land)
    }
  }
}

/// What a service listens at: for requests, or for subscriptions to its events.
///
/// `@unchecked Sendable`: 1. Used on the loop's thread only.
final class Port: ServiceSocket, @unchecked Sendable {
  struct Address: Hashable {
    let service: ServiceName
    let instance: String
    let purpose: RunDirectory.Purpose

    init(service: ServiceName, instance: String, _ purpose: RunDirectory.Purpose) {
      self.service = service
      self.instance = instance
      self.purpose = purpose
    }
  }

  let isSecure = false
  let address: Address
  var wires: [Data: Wire] = [:]
  var topics: [Data: Set<String>] = [:]
  var onMessage: () -> Void = {}
  /// A stopped process receives nothing until it goes on.
  var isFrozen = false { didSet { if !isFrozen { onMessage() } } }
  private(set) var isClosed = false
  private var messages: [[Data]] = []
  private let world: SimulatedWorld

  init(at address: Address, in world: SimulatedWorld) {
    self.address = address
    self.world = world
    world.ports[address] = self
  }

  func arrive(_ frames: [Data]) {
    if isClosed { return }
    messages.append(frames)
    if !isFrozen { onMessage() }
  }

  func receive() -> (frames: [Data], key: String?)? {
    messages.isEmpty ? nil : (messages.removeFirst(), nil)
  }

  /// Replies go to the wire that the first frame names, events to those who want their topic.
  func send(_ frames: [Data]) -> Bool {
    guard !isClosed else { return false }
    if address.purpose == .requests {
      wires[frames[0]]?.deliver(Array(frames.dropFirst()))
      return true
    }
    let topic = String(decoding: frames[0], as: UTF8.self)
    for wire in world.wires where wire.port === self {
      if topics[wire.identity]?.contains(topic) == true { wire.deliver(frames) }
    }
    return true
  }

  func linger(for limit: Duration) {}

  func close() {
    isClosed = true
    for wire in world.wires where wire.port === self { wire.cut() }
  }
}
