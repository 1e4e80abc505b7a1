import CommandLineKit
import FoundationEssentials
import Glibc
import MessageBus
import Messages

/// The life of a service's process: start, answer, drain, end.
enum ServiceProcess {
  /// How long requests in progress may take once the service is stopping.
  static let drainTimeout = Duration.seconds(8)
  /// How long an instance that stood by may take until it answers: it reads what the one before it
  /// has stored.
  static let startingTime = Duration.seconds(300)
  /// How long the background work may take to end after that: the gateway's responses, say.
  static let backgroundTimeout = Duration.seconds(5)
  /// And the last spans, until they are with the collector.
  static let spanTimeout = Duration.seconds(2)

  /// Runs a service until SIGTERM or SIGINT; a second signal ends the process at once. An
  /// allocation beyond `memory` ends it, too, for whoever looks after it to start it again.
  ///
  /// - Throws: what keeps the service from starting.
  static func run<Running: Service>(
    _ type: Running.Type, instance: String, home: Home, listen: String?, memory: MemoryLimit,
    flags: [String: String]
  ) throws {
    // The home contains keys, favourites and tracks: only its owner may read what a service writes.
    umask(0o077)
    try memory.apply()
    OpenFiles.raiseLimit()
    let signals = SignalWaiter([SIGTERM, SIGINT])
    try home.makeRunDirectory()
    let lock = try InstanceLock(Running.name, instance: instance, in: home.runDirectory)
    let log = Log("\(Running.name)-\(instance)")
    let starts = lock.earlierStarts
    var configured = try home.network(listeningAt: listen, log: log)
    configured.hearsAllRegions = !Running.name.isRegional
    configured.listener?.bounds = ConnectionBounds(openFiles: OpenFiles.limit)
    let network = configured
    Task {
      do {
        try await start(
          type, instance: instance, home: home, network: network, memory: memory, flags: flags,
          log: log, restarts: starts, until: signals)
        exit(0)
      } catch {
        log.error("cannot start: \(error)")
        exit(1)
      }
    }
    // The kernel releases the lock with the process. As the end of this function is never reached,
    // an optimizer would otherwise release it after its last use.
    withExtendedLifetime(lock) {
      signals.wait()
      signals.wait()
    }
    log.warning("stopping at once")
    exit(1)
  }

  private static func start<Running: Service>(
    _ type: Running.Type, instance: String, home: Home, network: BusNetwork, memory: MemoryLimit,
    flags: [String: String], log: Log, restarts: Int, until signals: SignalWaiter
  ) async throws {
    let bus = try Bus(
      runDirectory: home.runDirectory, network: network, name: Running.name.rawValue)
    // Callers would wait for the sockets that a killed predecessor left behind.
    home.runDirectory.removeSockets(of: Running.name, instance: instance)
    let manager = ServiceManager()
    let starting = Locked<Task<Void, Never>?>(nil)
    let spans = SpanExporter.start(service: Running.name, instance: instance, log: log)
    let described = InstanceDescription(
      service: Running.name, instance: instance, memory: memory, restarts: restarts, spans: spans)
    let service = try await Running(
      ServiceEnvironment(
        instance: instance, home: home, log: log, publisher: bus.publisher, client: bus.client,
        subscriber: bus.subscriber, flags: flags, spans: spans,
        standByServer: {
          let end = try await standBy(
            described, home: home, network: network, manager: manager, log: log, until: signals)
          return {
            await end()
            let vouching = Task { await manager.vouch(for: startingTime) }
            starting.withLock { $0 = vouching }
          }
        }))
    let server = try makeServer(service, described, bus: bus, log: .of(log))
    try await bus.publish(as: Running.name, instance: instance)
    try await bus.serve(server, as: Running.name, instance: instance)
    await server.watch(
      allowing: service.allowance, check: { await service.isAnswering() },
      onBeat: { manager.notify(.alive) })
    let vouching = starting.withLock { $0 }
    vouching?.cancel()
    let over = network.listener.map { ", over TCP at \($0.address)" } ?? ""
    log.info(
      """
      ready, process \(getpid()), worker threads: \(service.workerCount), memory limit: \(memory)\
      \(over)
      """)
    manager.notify(.ready)
    let background = Task { await service.run() }
    await signals.arrival()
    log.info("stopping")
    manager.notify(.stopping)
    home.runDirectory.removeSockets(of: Running.name, instance: instance)
    await server.drain(timeout: drainTimeout)
    background.cancel()
    await end(of: background, within: backgroundTimeout)
    // Sends the last replies.
    await bus.close()
    spans?.close(within: spanTimeout)
    log.info("stopped")
  }

  /// Answers for an instance that stands by, until what this returns is called.
  private static func standBy(
    _ described: InstanceDescription, home: Home, network: BusNetwork, manager: ServiceManager,
    log: Log, until signals: SignalWaiter
  ) async throws -> @Sendable () async -> Void {
    // A second bus: once it is closed, the addresses are free.
    let bus = try Bus(
      runDirectory: home.runDirectory, network: network, name: "\(described.service)-stand-by")
    let server = try makeStandByServer(described, bus: bus)
    try await bus.serve(server, as: described.service, instance: described.instance)
    await server.watch(allowing: .zero, check: { true }, onBeat: { manager.notify(.alive) })
    manager.notify(.ready)
    let leaving = Task {
      await signals.arrival()
      if Task.isCancelled { return }
      home.runDirectory.removeSockets(of: described.service, instance: described.instance)
      log.info("stopped, while standing by")
      exit(0)
    }
    return {
      leaving.cancel()
      await bus.close()
    }
  }

  /// Waits for a task that has been cancelled.
  private static func end(of task: Task<Void, Never>, within limit: Duration) async {
    let (ends, end) = AsyncStream<Void>.makeStream()
    Task {
      await task.value
      end.finish()
    }
    Task {
      // Nobody cancels this task.
      try? await Task.sleep(for: limit)
      end.finish()
    }
    for await _ in ends {}
  }

  private static func makeServer<Running: Service>(
    _ service: Running, _ described: InstanceDescription, bus: Bus, log: RequestLog
  ) throws -> RequestServer<Running.Worker> {
    var handlers = RequestHandlers<Running.Worker>()
    service.register(in: &handlers)
    return try RequestServer(
      service: Running.name, loop: bus.loop, workers: service.workerCount, limits: service.limits,
      handlers: handlers,
      runtime: described.answers(
        operations: handlers.operations, publisher: bus.publisher, counts: { service.counts },
        nearQuotas: { service.nearQuotas }),
      log: log, exported: described.spans, makeWorker: { try service.makeWorker() })
  }

  /// Answers what the runtime answers, and refuses all else.
  private static func makeStandByServer(
    _ described: InstanceDescription, bus: Bus
  ) throws -> RequestServer<Void> {
    try RequestServer(
      service: described.service, loop: bus.loop, workers: 1, handlers: RequestHandlers(),
      runtime: described.answers(
        operations: [], publisher: bus.publisher, counts: { ["standingBy": 1] }),
      standsBy: true, makeWorker: {})
  }
}
