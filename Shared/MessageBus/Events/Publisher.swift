import CZeroMQ
import FoundationEssentials
import Messages

/// Publishes a service's events.
///
/// Events leave in the order of `publish`, each with the publisher's epoch and a number that counts
/// its topic's events without a gap. A new subscriber is told at once where the stream stands. A
/// stream whose numbers are kept elsewhere goes on where `resume` says.
package final class Publisher: Sendable {
  private struct State: Sendable {
    /// Where each topic's stream stands.
    var positions: [String: StreamPosition] = [:]
    var published = 0
  }

  private let epoch: String
  private let core: PublisherCore
  private let state = Locked(State())

  init(core: PublisherCore, epoch: String) {
    self.core = core
    self.epoch = epoch
  }

  /// Numbers the event and queues it for everybody who listens. Never waits.
  ///
  /// - Throws: `EncodingError` where a number of the event is not finite; nothing is published
  ///   then.
  package func publish<Event: EventMessage>(_ event: Event) throws {
    let body = try MessageCoder.encode(event)
    let topic = Event.topic.name
    // Queued under the lock, so that events leave in the order of their numbers.
    state.withLock { state in
      let last = state.positions[topic] ?? StreamPosition(epoch: epoch, sequence: 0)
      let position = StreamPosition(epoch: last.epoch, sequence: last.sequence + 1)
      state.positions[topic] = position
      state.published += 1
      core.send(topic, EventHeader(epoch: position.epoch, sequence: position.sequence), body)
    }
  }

  /// Lets the stream of a topic go on from where a log says that it stands. Who listens takes
  /// another epoch, or a number that is not the one before the next event's, for missed events.
  package func resume<Event: EventMessage>(_ type: Event.Type, at position: StreamPosition) {
    let topic = Event.topic.name
    state.withLock { state in
      state.positions[topic] = position
      core.stand(topic, at: position)
    }
  }

  /// Where the stream of a topic stands: the number of the event published last.
  package func position<Event: EventMessage>(of type: Event.Type) -> StreamPosition {
    let position = state.withLock { $0.positions[Event.topic.name] }
    return position ?? StreamPosition(epoch: epoch, sequence: 0)
  }

  /// How many events have been published in all.
  package var published: Int { state.withLock { $0.published } }
}

/// The socket behind a `Publisher`.
actor PublisherCore {
  private let loop: MessageLoop
  private let epoch: String
  private var socket: Socket?
  private var watches: [MessageLoop.WatchID] = []
  private var subscribedTopics: Set<String> = []
  /// The position of the event sent last, by topic.
  private var sent: [String: StreamPosition] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: MessageLoop, epoch: String) {
    self.loop = loop
    self.epoch = epoch
  }

  /// - Throws: `SocketError` where the endpoint cannot be bound.
  func listen(at endpoint: String, in context: MessageContext) throws {
    let socket = try Socket(.publisher, in: context)
    // Every subscription is shown here, also one that somebody else holds already.
    try socket.set(ZMQ_XPUB_VERBOSE, to: 1)
    try socket.set(ZMQ_SNDHWM, to: PublisherLimits.eventsPerSubscriber)
    // As in `RequestServer`; only subscriptions arrive here.
    try socket.set(ZMQ_RCVHWM, to: 0)
    try socket.set(ZMQ_HEARTBEAT_IVL, to: Heartbeat.intervalMilliseconds)
    try socket.set(ZMQ_HEARTBEAT_TIMEOUT, to: Heartbeat.timeoutMilliseconds)
    try socket.bind(to: endpoint)
    watches = [
      loop.watch(socket) { [self] in assumeIsolated { $0.welcomeSubscribers() } },
      loop.every(PublisherLimits.heartbeat) { [self] in
        assumeIsolated { core in for topic in core.subscribedTopics { core.sendPosition(topic) } }
      },
    ]
    self.socket = consume socket
  }

  nonisolated func send(_ topic: String, _ header: EventHeader, _ body: Data) {
    loop.perform { self.assumeIsolated { $0.sendNow(topic, header, body) } }
  }

  nonisolated func stand(_ topic: String, at position: StreamPosition) {
    loop.perform {
      self.assumeIsolated { core in
        core.sent[topic] = position
        if core.subscribedTopics.contains(topic) { core.sendPosition(topic) }
      }
    }
  }

  func close() {
    for watch in watches { loop.unwatch(watch) }
    watches = []
    socket = nil
  }

  /// Tells a new subscriber where the stream stands: what it sees after that is gap-free.
  private func welcomeSubscribers() {
    // Source: zmq_socket(3): an XPUB receives 1 and the topic for each subscription, 0 for its end.
    while let message = socket?.receive() {
      guard let frame = message.first, let kind = frame.first, kind <= 1 else { continue }
      let topic = String(decoding: frame.dropFirst(), as: UTF8.self)
      if kind == 0 {
        subscribedTopics.remove(topic)
      } else if subscribedTopics.count < PublisherLimits.topics {
        subscribedTopics.insert(topic)
        sendPosition(topic)
      }
    }
  }

  private func sendPosition(_ topic: String) {
    // What has been sent, not what has been numbered: events in between leave after this.
    let position = sent[topic] ?? StreamPosition(epoch: epoch, sequence: 0)
    let header = EventHeader(
      epoch: position.epoch, sequence: position.sequence, heartbeat: true)
    sendNow(topic, header, Data())
  }

  private func sendNow(_ topic: String, _ header: EventHeader, _ body: Data) {
    sent[topic] = header.position
    // A header of a string and numbers always encodes.
    guard let header = try? MessageCoder.encode(header) else { return }
    _ = socket?.send([Data(topic.utf8), header, body])
  }
}

/// How much a publisher takes on.
enum PublisherLimits {
  /// Events waiting for one subscriber to read them; the rest it misses, and sees by their numbers.
  static let eventsPerSubscriber: Int32 = 100_000
  /// How often subscribers are told where a stream stands.
  static let heartbeat = Duration.seconds(1)
  /// Topics that heartbeats are sent for.
  static let topics = 1_000
}
