import CZeroMQ
import FoundationEssentials
package import Messages

/// Publishes a service's events.
///
/// Events are sent in the order of `publish`, each with the publisher's epoch and a gap-free
/// sequence number of its topic. A new subscriber at once receives the current position of the
/// stream. A stream whose positions come from a log continues at the position given to `resume`.
///
/// An event of a topic without a subscriber only gets its number: it is neither encoded nor queued.
package final class Publisher: Sendable {
  private let core: PublisherCore
  private let streams: Locked<PublishedStreams>

  init(core: PublisherCore) {
    self.core = core
    streams = core.streams
  }

  /// Assigns the event its number and queues it for all subscribers. Never blocks.
  ///
  /// - Throws: `EncodingError` if a number of the event is not finite and the event has a
  ///   subscriber; nothing is published then.
  package func publish<Event: EventMessage>(_ event: Event) throws {
    let topic = Event.topic.name
    if streams.withLock({ $0.skip(topic) }) { return }
    let body = try MessageCoder.encode(event)
    // Queued under the lock, so that events are sent in the order of their numbers.
    streams.withLock { streams in
      let position = streams.queue(topic)
      core.send(topic, EventHeader(epoch: position.epoch, sequence: position.sequence), body)
    }
  }

  /// Continues the stream of a topic at the position of a log. Subscribers treat another epoch, or
  /// a position that is not the one before the next event, as a gap.
  package func resume<Event: EventMessage>(_ type: Event.Type, at position: StreamPosition) {
    let topic = Event.topic.name
    streams.withLock { streams in
      streams.resume(topic, at: position)
      core.setPosition(topic, at: position)
    }
  }

  /// The position of a topic's stream: that of the event published last.
  package func position<Event: EventMessage>(of type: Event.Type) -> StreamPosition {
    streams.withLock { $0.assigned(Event.topic.name) }
  }

  /// How many events have been published in all.
  package var published: Int { streams.withLock { $0.published } }
}

/// The sockets behind a `Publisher`.
actor PublisherCore {
  /// A socket, and what was subscribed to over it.
  struct Outlet {
    let endpoint: BoundEndpoint
    var socket: (any ServiceSocket)?
    var topics: Set<String> = []
  }

  private let loop: MessageLoop
  private let context: MessageContext
  nonisolated let streams: Locked<PublishedStreams>
  var outlets: [Outlet] = []
  private var timer: MessageLoop.WatchID?
  /// Whether somebody who is subscribed over a secure socket may not be any more; says so once.
  private var hasRevoked: () -> Bool = { false }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: MessageLoop, context: MessageContext, epoch: String) {
    self.loop = loop
    self.context = context
    streams = Locked(PublishedStreams(epoch: epoch))
  }

  /// - Throws: `SocketError` where an endpoint cannot be bound.
  func listen(at endpoints: [BoundEndpoint], authenticator: Authenticator?) throws(SocketError) {
    for endpoint in endpoints {
      outlets.append(Outlet(endpoint: endpoint, socket: try bind(endpoint)))
    }
    if let authenticator {
      hasRevoked = { authenticator.assumeIsolated { $0.forgetRevokedSubscribers() } }
    }
    timer = loop.every(PublisherLimits.heartbeat) { [self] in
      assumeIsolated { $0.sendPositions() }
    }
  }

  func sendPositions() {
    expelRevoked()
    for topic in streams.withLock({ $0.subscribed }) { sendPosition(topic) }
  }

  private func bind(_ endpoint: BoundEndpoint) throws(SocketError) -> BoundSocket {
    try BoundSocket(
      .publisher, at: endpoint, in: context, loop: loop,
      configure: { socket throws(SocketError) in
        // Every subscription is reported here, even if another subscriber has the same.
        try socket.set(ZMQ_XPUB_VERBOSE, to: 1)
        try socket.set(ZMQ_SNDHWM, to: PublisherLimits.eventsPerSubscriber)
      },
      onMessage: { [self] in assumeIsolated { $0.welcomeSubscribers() } })
  }

  /// ZeroMQ cannot end one connection: where a key was revoked, all that came over a secure socket
  /// end, and those that still may connect again.
  private func expelRevoked() {
    let mustClose = hasRevoked()
    for index in outlets.indices where outlets[index].endpoint.isSecure {
      if mustClose {
        outlets[index].socket?.close()
        outlets[index].socket = nil
        for topic in outlets[index].topics { unsubscribe(topic, over: index) }
      } else if outlets[index].socket == nil {
        // ZeroMQ gives an address free in the background; the next heartbeat tries again.
        outlets[index].socket = try? bind(outlets[index].endpoint)
      }
    }
  }

  nonisolated func send(_ topic: String, _ header: EventHeader, _ body: Data) {
    loop.perform {
      self.assumeIsolated { core in
        core.streams.withLock { $0.markSent(topic, at: header.position) }
        core.sendNow(topic, header, body)
      }
    }
  }

  nonisolated func setPosition(_ topic: String, at position: StreamPosition) {
    loop.perform {
      self.assumeIsolated { core in
        let isSubscribed = core.streams.withLock { streams in
          streams.markSent(topic, at: position)
          return streams.subscribed.contains(topic)
        }
        if isSubscribed { core.sendPosition(topic) }
      }
    }
  }

  func close() {
    if let timer { loop.unwatch(timer) }
    timer = nil
    for outlet in outlets { outlet.socket?.close() }
    outlets = []
  }

  /// Sends a new subscriber the position of the stream: what it receives after that is gap-free.
  func welcomeSubscribers() {
    // Source: zmq_socket(3): an XPUB receives 1 and the topic for each subscription, 0 for the end
    // of the last one.
    for index in outlets.indices {
      while let (frames, _) = outlets[index].socket?.receive() {
        guard let frame = frames.first, let kind = frame.first, kind <= 1 else { continue }
        let topic = String(decoding: frame.dropFirst(), as: UTF8.self)
        if kind == 0 {
          unsubscribe(topic, over: index)
        } else if streams.withLock({ $0.subscribe(topic) }) {
          outlets[index].topics.insert(topic)
          sendPosition(topic)
        }
      }
    }
  }

  private func unsubscribe(_ topic: String, over index: Int) {
    outlets[index].topics.remove(topic)
    guard !outlets.contains(where: { $0.topics.contains(topic) }) else { return }
    streams.withLock { $0.unsubscribe(topic) }
  }

  private func sendPosition(_ topic: String) {
    let position = streams.withLock { $0.sent(topic) }
    sendNow(
      topic,
      EventHeader(epoch: position.epoch, sequence: position.sequence, heartbeat: true), Data())
  }

  private func sendNow(_ topic: String, _ header: EventHeader, _ body: Data) {
    // A header of a string and numbers always encodes.
    guard let header = try? MessageCoder.encode(header) else { return }
    for outlet in outlets { _ = outlet.socket?.send([Data(topic.utf8), header, body]) }
  }
}

/// The limits of a publisher.
enum PublisherLimits {
  /// Events queued for one subscriber; it misses the rest, and detects that by the gap.
  static let eventsPerSubscriber: Int32 = 100_000
  /// How often subscribers receive the position of a stream.
  static let heartbeat = Duration.seconds(1)
  /// Topics for which heartbeats are sent.
  static let topics = 1_000
}
