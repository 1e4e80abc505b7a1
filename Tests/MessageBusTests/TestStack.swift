import MessageBus
import Messages
import TestSupport

/// A run directory for one test, and the buses on it. Every bus is closed in the end, which never
/// returns if a socket was leaked.
struct TestStack: Sendable {
  let directory: RunDirectory
  private let buses = Locked<[Bus]>([])

  static func run(_ body: (TestStack) async throws -> Void) async throws {
    try await TemporaryDirectory.with { temporary in
      let stack = TestStack(directory: RunDirectory(path: temporary.path))
      do { try await body(stack) } catch {
        await stack.close()
        throw error
      }
      await stack.close()
    }
  }

  func bus(
    _ name: String = "test", at other: RunDirectory? = nil, network: BusNetwork = .none,
    restartGrace: Duration = .zero
  ) throws -> Bus {
    let bus = try Bus(
      runDirectory: other ?? directory, network: network, name: name, timeout: .patience,
      restartGrace: restartGrace)
    buses.withLock { $0.append(bus) }
    return bus
  }

  /// Starts a service that answers `Echo`.
  func echoServer(
    instance: String = "1", at other: RunDirectory? = nil, workers: Int = 1,
    limits: ServerLimits = .init(), log: RequestLog? = nil, exported: SpanQueue? = nil,
    _ answer: @escaping @Sendable (Echo) throws -> String = { $0.text }
  ) async throws -> (server: RequestServer<Void>, bus: Bus) {
    let bus = try bus("server-\(instance)", at: other)
    var handlers = RequestHandlers<Void>()
    handlers.answer(Echo.self) { _, request, _ in Echo.Reply(text: try answer(request)) }
    let server = try RequestServer<Void>(
      service: .router, loop: bus.loop, workers: workers, limits: limits, handlers: handlers,
      runtime: [
        CountedOperations.operation.name: {
          CountedOperations.Reply(names: $0.operations.map(\.name))
        }
      ], log: log, exported: exported, makeWorker: {})
    try await bus.serve(server, as: .router, instance: instance)
    return (server, bus)
  }

  /// Calls `body` with a run directory in which a relay to the router's first instance listens.
  func withRelay(
    _ purpose: RunDirectory.Purpose, _ body: (RunDirectory, CuttableRelay) async throws -> Void
  ) async throws {
    try await TemporaryDirectory.with { temporary in
      let other = RunDirectory(path: temporary.path)
      let relay = try CuttableRelay(
        at: other.socketPath(.router, instance: "1", purpose),
        to: directory.socketPath(.router, instance: "1", purpose))
      defer { relay.close() }
      try await body(other, relay)
    }
  }

  /// Closes one bus before the test ends.
  func close(_ bus: Bus) async {
    buses.withLock { $0.removeAll { $0 === bus } }
    await bus.close()
  }

  private func close() async {
    let open = buses.withLock { buses in
      defer { buses = [] }
      return buses
    }
    for bus in open { await bus.close() }
  }
}

struct Echo: RequestMessage, Hashable {
  struct Reply: Codable, Sendable, Hashable { let text: String }
  static let operation = Operation(.router, "echo", version: 1)
  let text: String
}

/// The operations under which a server counts its requests.
struct CountedOperations: RequestMessage {
  struct Reply: Codable, Sendable, Hashable { let names: [String] }
  static let operation = Operation(everyService: "counted", version: 1)
}

struct Note: EventMessage, Hashable {
  static let topic = Topic(.router, "note", version: 1)
  let number: Int
}

/// A gate that blocks threads until it is opened.
final class Gate: Sendable {
  private let mailbox = BlockingQueue<Int>(capacity: 1)

  /// Waits until the gate is open.
  func pass() { _ = mailbox.pop() }
  func open() { mailbox.close() }
}
