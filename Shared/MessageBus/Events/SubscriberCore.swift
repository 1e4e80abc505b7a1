import FoundationEssentials
import Messages

/// The sockets behind a `Subscriber`: one to each publisher with a subscription.
@Memberwise actor SubscriberCore {
  typealias Sink = @Sendable (StreamItem<Data>) -> Void

  private struct Subscription {
    let topic: Topic
    let sink: Sink
  }

  private let loop: MessageLoop
  private let world: any ClientWorld
  /// Whether the events of a region are heard.
  private let hears: @Sendable (RegionName?) -> Bool
  private let lastID = Locked(0)
  private var subscriptions: [Int: Subscription] = [:]
  /// The subscriptions of each topic, in the order in which they began.
  private var subscribers: [String: [Int]] = [:]
  private var connections: [ConnectionID: PublisherConnection] = [:]
  /// The instance of each region that a subscription of a shared topic follows.
  private var followed: [Int: [RegionName?: ConnectionID]] = [:]
  private var timer: MessageLoop.WatchID?
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Subscribes from now on; the sink is called on the loop's thread.
  nonisolated func subscribe(to topic: Topic, _ sink: @escaping Sink) -> Int {
    let id = lastID.withLock { last in
      last += 1
      return last
    }
    loop.perform { self.assumeIsolated { $0.add(id, Subscription(topic: topic, sink: sink)) } }
    return id
  }

  nonisolated func unsubscribe(_ id: Int) {
    loop.perform { self.assumeIsolated { $0.remove(id) } }
  }

  func close() {
    isClosed = true
    if let timer { world.end(timer) }
    for connection in connections.values { connection.socket.close() }
    connections = [:]
    subscriptions = [:]
    subscribers = [:]
  }
}

extension SubscriberCore {
  private func add(_ id: Int, _ subscription: Subscription) {
    guard !isClosed else { return }
    subscriptions[id] = subscription
    subscribers[subscription.topic.name, default: []].append(id)
    discover()
    if timer == nil {
      timer = world.every(SubscriberLimits.discoveryInterval) { [self] in
        assumeIsolated { $0.discover() }
      }
    }
    // A second subscription uses an existing connection; the next heartbeat gives it the position
    // of the stream.
    for connectionID in connections.keys { subscribe(id, to: connectionID) }
    assignSharedSubscriptions()
  }

  private func subscribe(_ id: Int, to connectionID: ConnectionID) {
    guard let topic = subscriptions[id]?.topic, !topic.isShared,
      topic.publisher == connectionID.service, let connection = connections[connectionID],
      !connection.hasSubscription(id)
    else { return }
    subscribe(id, over: connection)
  }

  /// Subscribes, or says at once why nothing will come.
  private func subscribe(_ id: Int, over connection: PublisherConnection) {
    guard let subscription = subscriptions[id] else { return }
    connection.subscribe(to: subscription.topic.name, by: id)
    if let refusal = connection.refusal { subscription.sink(.refused(refusal)) }
  }

  /// Assigns each subscription of a shared topic to one available instance of each region, and
  /// keeps it there.
  private func assignSharedSubscriptions() {
    for (id, subscription) in subscriptions where subscription.topic.isShared {
      let present = connections.filter { $0.key.service == subscription.topic.publisher }
      for (region, siblings) in Dictionary(grouping: present, by: \.key.region) {
        assign(id, subscription.topic, of: region, to: siblings)
      }
    }
  }

  private func assign(
    _ id: Int, _ topic: Topic, of region: RegionName?,
    to present: [(key: ConnectionID, value: PublisherConnection)]
  ) {
    // A new connection has none of the subscriptions of the one before.
    if let now = followed[id]?[region], let connection = connections[now],
      connection.hasSubscription(id)
    {
      let keepsInstance = connection.isReady || !present.contains { $0.value.isReady }
      if keepsInstance { return }
      connection.unsubscribe(from: topic.name, by: id)
    }
    let candidates = present.filter { $0.value.isReady }
    let next = (candidates.isEmpty ? present : candidates).map(\.key).min {
      $0.instance < $1.instance
    }
    followed[id, default: [:]][region] = next
    if let connection = next.flatMap({ connections[$0] }) { subscribe(id, over: connection) }
  }

  private func remove(_ id: Int) {
    guard let ended = subscriptions.removeValue(forKey: id) else { return }
    subscribers[ended.topic.name]?.removeAll { $0 == id }
    followed[id] = nil
    for connection in connections.values where connection.hasSubscription(id) {
      connection.unsubscribe(from: ended.topic.name, by: id)
    }
  }

  private func discover() {
    for publisher in Set(subscriptions.values.map(\.topic.publisher)) {
      let present = world.instances(of: publisher, .events).filter {
        hears(InstanceName.region(of: $0)) || !publisher.isRegional
      }
      for instance in present {
        let id = ConnectionID(service: publisher, instance: instance)
        if connections[id] == nil { connect(id) }
      }
      for (id, connection) in connections
      where id.service == publisher && !present.contains(id.instance) && !connection.isReady {
        connections.removeValue(forKey: id)?.socket.close()
      }
      retryRefused(by: publisher)
    }
    assignSharedSubscriptions()
  }

  /// Connects again to instances that did not admit this process: ZeroMQ gives up there, and the
  /// key may have become known.
  private func retryRefused(by publisher: ServiceName) {
    for (id, connection) in connections where id.service == publisher {
      guard let refusal = connection.refusal, let since = connection.deniedAt,
        since.duration(to: world.now) >= SubscriberLimits.refusalPause
      else { continue }
      connections.removeValue(forKey: id)?.socket.close()
      connect(id, refusedBefore: refusal)
    }
  }

  /// - Parameter refusal: what the subscribers know of an earlier attempt.
  private func connect(_ id: ConnectionID, refusedBefore refusal: ServiceError? = nil) {
    do {
      let connection = PublisherConnection(
        try world.connect(
          to: id, .events,
          onMessage: { [self] in assumeIsolated { $0.receive(from: id) } },
          onEvent: { [self] in assumeIsolated { $0.update(id) } }))
      connections[id] = connection
      for subscriptionID in subscriptions.keys { subscribe(subscriptionID, to: id) }
      connection.refusal = refusal
    } catch {
      // Without a socket the publisher counts as unavailable; the next discovery tries again.
    }
  }

  private func receive(from id: ConnectionID, atMost limit: Int = SubscriberLimits.batch) {
    guard let connection = connections[id] else { return }
    for _ in 0..<limit {
      guard let message = connection.receive() else { return }
      deliver(message, from: id, over: connection)
    }
    // ZeroMQ queues unread messages without a bound; this is the bound.
    if connection.readSinceEmpty > SubscriberLimits.backlog { reconnect(id) }
  }

  private func deliver(
    _ message: [Data], from id: ConnectionID, over connection: PublisherConnection
  ) {
    guard message.count == 3,
      let header = try? MessageCoder.decode(EventHeader.self, from: message[1])
    else { return }
    for subscriptionID in subscribers[String(decoding: message[0], as: UTF8.self)] ?? [] {
      guard let subscription = subscriptions[subscriptionID],
        subscription.topic.publisher == id.service
      else { continue }
      let classification = connection.observe(header, by: subscriptionID)
      deliver(classification, header, message[2], to: subscription)
    }
  }

  private func deliver(
    _ classification: StreamTracker.Classification, _ header: EventHeader, _ body: Data,
    to subscription: Subscription
  ) {
    let isHeartbeat = header.heartbeat ?? false
    let before = StreamPosition(
      epoch: header.epoch, sequence: isHeartbeat ? header.sequence : header.sequence &- 1)
    switch classification {
    case .nothing: return
    case .next: break
    case .live: subscription.sink(.live(before))
    case .gap: subscription.sink(.gap(before))
    }
    if !isHeartbeat { subscription.sink(.event(body, header.position)) }
  }

  private func update(_ id: ConnectionID) {
    while let connection = connections[id], let event = connection.socket.nextEvent() {
      switch event {
      case .ready:
        connection.isReady = true
        connection.refusal = nil
      case .denied: refuse(connection, .noEvents(of: id))
      case .refused: break
      case .lost where !connection.isReady: break
      case .lost:
        // Process what arrived before the end.
        receive(from: id, atMost: SubscriberLimits.buffered)
        reconnect(id)
      }
    }
    assignSharedSubscriptions()
  }

  /// Says once why nothing will come.
  private func refuse(_ connection: PublisherConnection, _ refusal: ServiceError) {
    connection.deniedAt = world.now
    guard connection.refusal == nil else { return }
    connection.refusal = refusal
    for (id, subscription) in subscriptions where connection.hasSubscription(id) {
      subscription.sink(.refused(refusal))
    }
  }

  /// Closes a connection, with everything queued on it, and opens a new one if the publisher's
  /// socket still exists.
  private func reconnect(_ id: ConnectionID) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    connection.socket.close()
    for (subscriptionID, subscription) in subscriptions
    where connection.hasSubscription(subscriptionID) {
      subscription.sink(.lost)
    }
    discover()
  }
}

/// A subscriber's connection to one publisher. Lives on the loop's thread.
private final class PublisherConnection {
  var isReady = false
  /// Why the publisher does not admit this process.
  var refusal: ServiceError?
  /// When it said so over this connection.
  var deniedAt: ContinuousClock.Instant?
  let socket: any ClientSocket
  /// Messages read since the socket was last found empty.
  private(set) var readSinceEmpty = 0
  /// By subscription, each of which may have begun at another time.
  private var trackers: [Int: StreamTracker] = [:]

  init(_ socket: any ClientSocket) { self.socket = socket }

  func receive() -> [Data]? {
    let message = socket.receive()
    readSinceEmpty = message == nil ? 0 : readSinceEmpty + 1
    return message
  }

  func hasSubscription(_ subscription: Int) -> Bool { trackers[subscription] != nil }

  func subscribe(to topic: String, by subscription: Int) {
    trackers[subscription] = StreamTracker()
    socket.subscribe(to: topic)
  }

  func unsubscribe(from topic: String, by subscription: Int) {
    trackers[subscription] = nil
    socket.unsubscribe(from: topic)
  }

  func observe(_ header: EventHeader, by subscription: Int) -> StreamTracker.Classification {
    trackers[subscription]?.observe(header.position, isHeartbeat: header.heartbeat ?? false)
      ?? .nothing
  }
}
