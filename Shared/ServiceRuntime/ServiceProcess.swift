import CommandLineKit
import FoundationEssentials
import Glibc
import MessageBus
import Messages

/// The life of a service's process: start, answer, drain, end.
enum ServiceProcess {
  /// How long requests in progress may take once the service is stopping.
  static let drainTimeout = Duration.seconds(8)
  /// How long the background work may take to end after that: the gateway's responses, say.
  static let backgroundTimeout = Duration.seconds(5)

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
    let signals = SignalWaiter([SIGTERM, SIGINT])
    try home.makeRunDirectory()
    let lock = try InstanceLock(Running.name, instance: instance, in: home.runDirectory)
    let log = Log("\(Running.name)-\(instance)")
    let starts = lock.earlierStarts
    var configured = try home.network(listeningAt: listen, log: log)
    configured.hearsAllRegions = !Running.name.isRegional
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
    signals.wait()
    signals.wait()
    log.warning("stopping at once")
    // The kernel releases the lock with the process.
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
    let service = try await Running(
      ServiceEnvironment(
        instance: instance, home: home, log: log, publisher: bus.publisher, client: bus.client,
        subscriber: bus.subscriber, flags: flags))
    let server = try makeServer(
      service, instance: instance, bus: bus, memory: memory, restarts: restarts)
    try await bus.publish(as: Running.name, instance: instance)
    try await bus.serve(server, as: Running.name, instance: instance)
    let over = network.listener.map { ", over TCP at \($0.address)" } ?? ""
    log.info(
      """
      ready, process \(getpid()), worker threads: \(service.workerCount), memory limit: \(memory)\
      \(over)
      """)
    let manager = ServiceManager()
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
    log.info("stopped")
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
    _ service: Running, instance: String, bus: Bus, memory: MemoryLimit, restarts: Int
  ) throws -> RequestServer<Running.Worker> {
    var handlers = RequestHandlers<Running.Worker>()
    service.register(in: &handlers)
    let operations = handlers.operations
    let started = ContinuousClock.now
    let publisher = bus.publisher
    let info: @Sendable () -> InstanceInfo = {
      InstanceInfo(
        service: Running.name, instance: instance, processID: getpid(),
        version: Release.version, operations: operations,
        uptimeSeconds: Int(started.duration(to: .now) / .seconds(1)), restarts: restarts,
        memoryLimitBytes: memory.bytes)
    }
    return try RequestServer(
      service: Running.name, loop: bus.loop, workers: service.workerCount, limits: service.limits,
      handlers: handlers,
      runtime: [
        PingRequest.operation.name: { _ in info() },
        StatsRequest.operation.name: { statistics in
          let counts = service.counts
          return InstanceStats(
            info: info(), memoryBytes: residentBytes(), total: statistics.total,
            operations: statistics.operations, queued: statistics.queued,
            refused: statistics.refused, expired: statistics.expired,
            published: publisher.published, counts: counts.isEmpty ? nil : counts)
        },
      ],
      makeWorker: { try service.makeWorker() })
  }

  /// The resident memory of this process, in bytes; 0 if unknown.
  private static func residentBytes() -> Int {
    // Source: proc(5): the second number of statm counts resident pages.
    guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return 0 }
    let numbers = String(decoding: data, as: UTF8.self).split(separator: " ")
    return (numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
