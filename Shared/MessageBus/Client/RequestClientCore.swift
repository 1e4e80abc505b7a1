import FoundationEssentials
import Messages

/// The sockets behind a `RequestClient`, and what is outstanding on them.
actor RequestClientCore {
  nonisolated let loop: MessageLoop
  private let world: any ClientWorld
  private var connections: [ConnectionID: ServiceConnection] = [:]
  /// Those that were ever asked: the instances of others are left alone.
  private var regions: Set<RegionName?> = []
  private var absent: AbsentInstances
  private var outstanding = OutstandingRequests()
  private var headerCache = HeaderCache()
  private var budget: RetryBudget
  private var hedgeDelays = HedgeDelays()
  private var timers: [MessageLoop.WatchID] = []
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// - Parameter restartGrace: how long requests wait for the return of an instance that has just
  ///   gone away; of a process that has just started, for any that is missing in a running stack.
  init(loop: MessageLoop, world: any ClientWorld, restartGrace: Duration) {
    absent = AbsentInstances(grace: restartGrace, began: world.now)
    budget = RetryBudget(now: world.now)
    self.loop = loop
    self.world = world
  }

  /// How many requests have no outcome yet, and the bytes of their bodies.
  var load: (requests: Int, bytes: Int) { (outstanding.count, outstanding.bytes) }

  /// Whether no connection waits for a reply.
  var isIdle: Bool { connections.values.allSatisfy { $0.outstanding == 0 } }

  func request(_ request: OutgoingRequest) async -> RequestOutcome {
    let number = outstanding.nextNumber()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { start(number, request, $0) }
    } onCancel: {
      loop.perform { self.assumeIsolated { $0.cancel(number) } }
    }
  }

  /// Sends a request for a waiter, which may receive the outcome before this returns.
  func send(_ request: OutgoingRequest, for waiter: any RequestWaiter) {
    start(outstanding.nextNumber(), request, waiter)
  }

  /// Fails the outstanding requests and closes every socket.
  func close() {
    isClosed = true
    let error = ServiceError(.shuttingDown, "This process is shutting down.")
    for number in outstanding.numbers { finish(number, .failure(error)) }
    for id in Array(connections.keys) { drop(id, because: "is closed") }
    for timer in timers { world.end(timer) }
    timers = []
  }
}

// MARK: The life of a request

extension RequestClientCore {
  private func start(
    _ number: UInt64, _ request: OutgoingRequest, _ waiter: any RequestWaiter
  ) {
    if isClosed || Task.isCancelled {
      let error = ServiceError(.shuttingDown, "\(request.operation) was cancelled.")
      return waiter.resume(.failure(error))
    }
    let new = OutstandingRequest(request: request, waiter: waiter)
    guard outstanding.add(new, as: number) else {
      let error = ServiceError(
        .overloaded,
        "\(outstanding.count) requests of this process, \(outstanding.bytes) bytes, wait for "
          + "replies already.")
      return waiter.resume(.failure(error))
    }
    startTimers()
    regions.insert(request.instance.map(InstanceName.region) ?? request.region)
    budget.deposit()
    dispatch(number)
  }

  /// Sends the request over the best connection; waits if one is being established, or an instance
  /// is probably restarting; fails otherwise.
  private func dispatch(_ number: UInt64) {
    guard let request = outstanding[number]?.request else { return }
    if let best = bestConnection(for: request) { return send(number, over: best) }
    discover(request.service)
    dispatchWaiting(number)
  }

  private func send(_ number: UInt64, over connection: ServiceConnection) {
    guard var sent = outstanding[number] else { return }
    let frames = RequestFrames(
      requestID: Data(number), operation: sent.request.operation.name,
      header: headerCache.text(of: sent.request.header(at: world.now)), body: sent.request.body)
    let now = world.now
    connection.send(frames.frames)
    connection.outstanding += 1
    sent.connections.append(connection)
    sent.attempts += 1
    sent.firstSent = sent.firstSent ?? now
    sent.hedgeDeadline = now + hedgeDelays.delay(of: sent.request.operation)
    outstanding[number] = sent
  }

  /// - Parameter answered: the connection that the outcome came over. What only reads is cancelled
  ///   on the others; a change that was sent is made.
  private func finish(
    _ number: UInt64, _ outcome: RequestOutcome, over answered: ServiceConnection? = nil
  ) {
    guard let ended = outstanding.remove(number) else { return }
    for connection in ended.connections {
      connection.outstanding -= 1
      if connection !== answered, ended.request.operation.scope == .read {
        connection.cancel(number)
      }
    }
    ended.waiter.resume(outcome)
  }

  private func cancel(_ number: UInt64) {
    guard let request = outstanding[number]?.request else { return }
    finish(
      number,
      .failure(ServiceError(.deadlineExceeded, "\(request.operation) was cancelled.")))
  }

  /// Retries on another instance if the budget allows, unless one has been asked already; else
  /// fails.
  private func retryElsewhere(
    _ number: UInt64, after error: ServiceError, on connection: ServiceConnection
  ) {
    guard var failed = outstanding[number] else { return }
    failed.connections.removeAll { $0 === connection }
    connection.outstanding -= 1
    outstanding[number] = failed
    guard failed.connections.isEmpty else { return }
    let mayRetry =
      failed.request.instance == nil && failed.attempts < ClientLimits.attempts
      && budget.withdraw(now: world.now)
    guard mayRetry else { return finish(number, .failure(error)) }
    dispatch(number)
  }

  /// Ends the requests whose time is up, and looks after those that take longer than they should.
  private func checkOutstanding() {
    let now = world.now
    for (number, waiting) in outstanding.due(by: now) {
      if waiting.request.deadline <= now {
        expire(number, waiting)
      } else if let hedgeDeadline = waiting.hedgeDeadline, hedgeDeadline <= now {
        hedge(number, waiting, now)
      }
    }
  }

  private func expire(_ number: UInt64, _ waiting: OutstandingRequest) {
    let request = waiting.request
    let late = ServiceError(.deadlineExceeded, "\(request.service) did not answer in time.")
    let isAbsent = waiting.connections.isEmpty && !isConnecting(request)
    finish(number, .failure(isAbsent ? absent.reason(request) : late))
  }

  /// Asks another instance as well, if the request only reads; and makes sure that the slow one is
  /// there at all.
  private func hedge(_ number: UInt64, _ slow: OutstandingRequest, _ now: ContinuousClock.Instant) {
    let request = slow.request
    outstanding[number]?.hedgeDeadline = now + hedgeDelays.delay(of: request.operation)
    guard let other = bestConnection(for: request, besides: slow.connections) else { return }
    for connection in slow.connections { connection.suspect() }
    guard request.operation.scope == .read, slow.attempts < ClientLimits.attempts,
      !slow.connections.isEmpty, !other.isSilent, budget.withdraw(now: now)
    else { return }
    send(number, over: other)
  }

  /// Looks for the return of instances that requests wait for.
  private func seekReturns() {
    let waiting = outstanding.numbers(where: { $0.connections.isEmpty })
    guard !waiting.isEmpty else { return }
    discoverAll(Set(waiting.compactMap { outstanding[$0]?.request.service }))
    for number in waiting { dispatchWaiting(number) }
  }
}

// MARK: Connections

extension RequestClientCore {
  /// The ready instance with the fewest outstanding requests; one that is silent only where no
  /// other is ready.
  private func bestConnection(
    for request: OutgoingRequest, besides asked: [ServiceConnection] = []
  ) -> ServiceConnection? {
    connections.values.lazy
      .filter { connection in
        connection.state == .ready && connection.id.serves(request)
          && !asked.contains { $0 === connection }
      }
      .min { $0.burden < $1.burden }
  }

  /// In one order, so that a run of the simulation is the same every time.
  private func discoverAll(_ services: Set<ServiceName>) {
    for service in services.sorted(by: { $0.rawValue < $1.rawValue }) { discover(service) }
  }

  /// Connects to the instances that may be running and are not connected, and drops those that are
  /// gone.
  private func discover(_ service: ServiceName) {
    let present = Set(world.instances(of: service, .requests))
    let known = connections.values.filter { $0.id.service == service }
      .sorted { $0.id.instance < $1.id.instance }
    for connection in known {
      let id = connection.id
      // One that leaves still answers what it has.
      let isGone = !present.contains(id.instance) && connection.state == .connecting
      if isGone || connection.state == .refused { drop(id, because: "is closed") }
    }
    _ = connectNew(service, among: present)
  }

  /// Connects to the instances without a connection; says whether there was one.
  private func connectNew(_ service: ServiceName, among present: Set<String>) -> Bool {
    let new = present.map { ConnectionID(service: service, instance: $0) }
      .filter { connections[$0] == nil && regions.contains($0.region) }
    for id in new.sorted(by: { $0.instance < $1.instance }) { connect(id) }
    return !new.isEmpty
  }

  private func connect(_ id: ConnectionID) {
    do {
      let socket = try world.connect(
        to: id, .requests, onMessage: { [self] in assumeIsolated { $0.receive(from: id) } },
        onEvent: { [self] in assumeIsolated { $0.update(id) } })
      connections[id] = ServiceConnection(id, socket)
    } catch {
      // Without a socket the instance counts as not running; the next request tries again.
    }
  }

  /// Closes a connection, so that nothing sent over it can arrive any more, and retries its
  /// requests elsewhere.
  private func drop(_ id: ConnectionID, because reason: String) {
    guard let connection = connections.removeValue(forKey: id) else { return }
    connection.socket.close()
    let error = ServiceError(.unavailable, "The connection to \(id) \(reason).")
    for number in outstanding.numbers(where: { $0.isOn(connection) }) {
      retryElsewhere(number, after: error, on: connection)
    }
  }

  private func receive(from id: ConnectionID, atMost limit: Int = ClientLimits.batch) {
    guard let connection = connections[id] else { return }
    for _ in 0..<limit {
      guard let message = connection.socket.receive() else { return }
      connection.heard()
      guard let reply = ReplyFrames(message), let number = UInt64(frame: reply.requestID),
        let waiting = outstanding[number], waiting.isOn(connection)
      else { continue }
      switch reply.result {
      case .failure(let error) where error.code == .shuttingDown && waiting.request.instance == nil:
        // Another instance answers, or this one when it is back.
        connection.state = .leaving
        absent.refused(id, at: world.now)
        retryElsewhere(number, after: error, on: connection)
      case .failure(let error) where error.code == .overloaded && hasSibling(id):
        retryElsewhere(number, after: error, on: connection)
      default:
        if let sent = waiting.firstSent {
          hedgeDelays.record(waiting.request.operation, sent.duration(to: world.now))
        }
        finish(number, reply.result, over: connection)
      }
    }
  }

  private func hasSibling(_ id: ConnectionID) -> Bool {
    connections.keys.contains { $0 != id && $0.service == id.service && $0.region == id.region }
  }

  /// Handles a connection's events: sends the requests that waited for it, retries those lost with
  /// it.
  private func update(_ id: ConnectionID) {
    while let connection = connections[id], let event = connection.socket.nextEvent() {
      switch event {
      case .ready:
        connection.state = .ready
        absent.returned(id)
      case .denied:
        connection.state = .refused
        absent.denied(id)
      case .lost where connection.state == .connecting || connection.state == .refused,
        .refused:
        // The socket file of a process that was killed, and may be about to return.
        connection.state = .refused
        absent.refused(id, at: world.now)
      case .lost:
        absent.left(id, at: world.now)
        // Process the replies that arrived before the end. ZeroMQ would reconnect by itself and
        // then send what was still queued: requests that have been retried elsewhere by now.
        receive(from: id, atMost: ClientLimits.outstanding)
        drop(id, because: "was lost before the answer came")
      }
    }
    for number in outstanding.numbers(where: {
      $0.connections.isEmpty && $0.request.service == id.service
    }) {
      dispatchWaiting(number)
    }
  }

  /// As `dispatch`, without discovery.
  private func dispatchWaiting(_ number: UInt64) {
    guard let request = outstanding[number]?.request else { return }
    if let best = bestConnection(for: request) { return send(number, over: best) }
    if !isConnecting(request),
      !absent.mayReturn(request, at: world.now, hasStack: world.hasStack),
      // A name may have been resolved a moment ago.
      !connectNew(request.service, among: Set(world.instances(of: request.service, .requests)))
    {
      finish(number, .failure(absent.reason(request)))
    }
  }

  private func isConnecting(_ request: OutgoingRequest) -> Bool {
    world.isResolving(request.service)
      || connections.contains { $0.key.serves(request) && $0.value.state == .connecting }
  }

  private func startTimers() {
    guard timers.isEmpty else { return }
    timers = [
      world.every(ClientLimits.checkInterval) { [self] in
        assumeIsolated { $0.checkOutstanding() }
      },
      world.every(ClientLimits.returnInterval) { [self] in assumeIsolated { $0.seekReturns() } },
      world.every(ClientLimits.discoveryInterval) { [self] in
        assumeIsolated { core in
          core.discoverAll(Set(core.connections.keys.map(\.service)))
        }
      },
    ]
  }
}
