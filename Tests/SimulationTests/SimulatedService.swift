import CommandLineKit
import FoundationEssentials
import Messages

@testable import MessageBus

/// A process of a run: it can be killed and stopped at any time, and comes back.
protocol SimulatedProcess: AnyObject {
  func start()
  func kill()
  func freeze(for milliseconds: Int)
  func thaw()
}

/// A process dies before its transaction commits.
struct Killed: Error {}

/// A service with the real server, its queue and its batches, and the real publisher. What is
/// simulated is its one thread: it works on a job for some milliseconds, and then on the next.
///
/// `@unchecked Sendable`: 1. Used on the loop's thread only.
final class SimulatedService<Worker>: SimulatedProcess, @unchecked Sendable {
  private struct Running {
    let server: RequestServer<Worker>
    let publisher: PublisherCore
    let ports: [Port]
    let handlers: RequestHandlers<Worker>
    var worker: ServerWorker<Worker>
  }

  private let name: ServiceName
  private let instance: String
  private let world: SimulatedWorld
  private let loop: MessageLoop
  private let context: MessageContext
  private let open: (Publisher) throws -> (RequestHandlers<Worker>, Worker)
  private var running: Running?
  /// Counts its processes.
  private var run = 0
  private var isFrozen = false
  private var isWorking = false

  /// - Parameter open: what a process does when it starts.
  init(
    _ name: ServiceName, _ instance: String = "1", in world: SimulatedWorld, on loop: MessageLoop,
    context: MessageContext,
    open: @escaping (Publisher) throws -> (RequestHandlers<Worker>, Worker)
  ) {
    self.name = name
    self.instance = instance
    self.world = world
    self.loop = loop
    self.context = context
    self.open = open
  }

  /// The state of the process; `nil` while there is none.
  var worker: Worker? { isFrozen ? nil : running?.worker.state }

  func start() {
    guard running == nil else { return }
    let core = PublisherCore(loop: loop, context: context, epoch: "\(name) \(run)")
    guard let (handlers, worker) = try? open(Publisher(core: core)),
      let server = try? server(handlers)
    else { return world.after(500) { [self] in start() } }
    let requests = Port(at: .init(service: name, instance: instance, .requests), in: world)
    let events = Port(at: .init(service: name, instance: instance, .events), in: world)
    server.assumeIsolated { $0.sockets = [requests] }
    core.assumeIsolated { $0.outlets = [.init(endpoint: .local(""), socket: events)] }
    requests.onMessage = { [self] in
      server.assumeIsolated { $0.receive(over: 0, atMost: 1_000) }
      wake()
    }
    events.onMessage = { core.assumeIsolated { $0.welcomeSubscribers() } }
    running = Running(
      server: server, publisher: core, ports: [requests, events], handlers: handlers,
      worker: ServerWorker(state: worker))
    beat(run)
  }

  private func server(_ handlers: RequestHandlers<Worker>) throws -> RequestServer<Worker> {
    let world = world
    return try RequestServer(
      service: name, loop: loop, workers: 0, handlers: handlers,
      runtime: [PingRequest.operation.name: { _ in Done() }], now: { world.now },
      makeWorker: { preconditionFailure("the simulation works by itself") })
  }

  private func beat(_ run: Int) {
    world.after(1_000) { [self] in
      guard let running, run == self.run else { return }
      if !isFrozen { running.publisher.assumeIsolated { $0.sendPositions() } }
      beat(run)
    }
  }

  func kill() {
    guard let ended = running else { return }
    running = nil
    run += 1
    (isFrozen, isWorking) = (false, false)
    for port in ended.ports { port.close() }
    world.after([300, 1_000, 3_000][world.chance(3)]) { [self] in start() }
  }

  func freeze(for milliseconds: Int) {
    guard let running else { return }
    isFrozen = true
    for port in running.ports { port.isFrozen = true }
    let run = run
    world.after(milliseconds) { [self] in if run == self.run { thaw() } }
  }

  func thaw() {
    guard isFrozen else { return }
    isFrozen = false
    for port in running?.ports ?? [] { port.isFrozen = false }
  }
}

// MARK: - The thread that works

extension SimulatedService {
  private func wake() {
    guard !isWorking, let server = running?.server else { return }
    guard server.assumeIsolated({ $0.jobs.waiting }) > 0 else { return }
    isWorking = true
    let run = run
    world.after([1, 3, 10, 40, 200][world.chance(5)]) { [self] in work(run) }
  }

  private func work(_ run: Int) {
    guard run == self.run, let running else { return }
    if isFrozen { return world.after(50) { [self] in work(run) } }
    let jobs = running.server.assumeIsolated { $0.jobs }
    isWorking = false
    guard let taken = jobs.tryPop() else { return }
    let outcomes = outcomes(from: taken, of: jobs)
    if world.isDying {
      world.isDying = false
      return kill()
    }
    if world.happens(\.killsAfterCommit, "kill after commit") { return kill() }
    for outcome in outcomes {
      running.server.assumeIsolated { $0.finish(outcome.pending, outcome.result) }
    }
    wake()
  }

  private func outcomes(
    from taken: JobQueue<WorkerJob<Worker>>.Taken, of jobs: JobQueue<WorkerJob<Worker>>
  ) -> [WorkerOutcome<Worker>] {
    guard let batch = running?.handlers.jobBatch, running != nil else {
      let outcome = running.flatMap { _ in taken.job.run(on: &running!.worker) }
      jobs.finished(taken)
      return outcome.map { [$0] } ?? []
    }
    return batch.outcomes(from: taken, of: jobs, by: &running!.worker) { $1.run(on: &$0) }
  }
}
