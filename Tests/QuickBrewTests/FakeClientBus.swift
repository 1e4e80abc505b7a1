import FoundationEssentials
import MessageBus
import Messages
import Testing
import Time

@testable import QuickBrew

/// A bus without processes: replies come from closures, events from lists.
struct FakeClientBus: ClientBus {
  private typealias Answer = @Sendable (any RequestMessage) async throws -> any Sendable

  private typealias InstanceAnswer =
    @Sendable (any RequestMessage, String?) async throws -> any Sendable

  private var answers: [String: Answer] = [:]
  private var instanceAnswers: [String: InstanceAnswer] = [:]
  private var streams: [String: any Sendable] = [:]
  private var instancesByService: [ServiceName: [String]] = [:]
  private var stats: @Sendable (ServiceName, String) throws -> InstanceStats = { service, _ in
    throw ServiceError(.unavailable, "\(service) is gone.")
  }
  private var load: @Sendable (Data) -> (Duration, LoadOutcome) = { _ in
    (.milliseconds(1), .failure(ServiceError(.unavailable, "No instance answers.")))
  }
  /// The operations of all requests, in order.
  let sent = Locked<[String]>([])

  /// A copy of the bus that also answers `Request`.
  func answering<Request: RequestMessage>(
    _ type: Request.Type, _ body: @escaping @Sendable (Request) async throws -> Request.Reply
  ) -> FakeClientBus {
    var bus = self
    bus.answers[Request.operation.name] = { request in
      guard let request = request as? Request else { throw ServiceError(.internal, "mixed up") }
      return try await body(request)
    }
    return bus
  }

  /// A copy of the bus that also answers `Request`, with the addressed instance as an argument;
  /// `nil` for any.
  func answeringByInstance<Request: RequestMessage>(
    _ type: Request.Type,
    _ body: @escaping @Sendable (Request, String?) async throws -> Request.Reply
  ) -> FakeClientBus {
    let known: InstanceAnswer = { request, instance in
      guard let request = request as? Request else { throw ServiceError(.internal, "mixed up") }
      return try await body(request, instance)
    }
    var bus = answering(type) { try await body($0, nil) }
    bus.instanceAnswers[Request.operation.name] = known
    return bus
  }

  /// A copy of the bus whose stream of these events ends after `items`.
  func publishing<Event: EventMessage>(_ items: [StreamItem<Event>]) -> FakeClientBus {
    var bus = self
    bus.streams[Event.topic.name] = AsyncStream<StreamItem<Event>> { continuation in
      for item in items { continuation.yield(item) }
      continuation.finish()
    }
    return bus
  }

  func publishing<Event: EventMessage>(_ stream: AsyncStream<StreamItem<Event>>) -> FakeClientBus {
    var bus = self
    bus.streams[Event.topic.name] = stream
    return bus
  }

  func running(
    _ instances: [ServiceName: [String]],
    stats: @escaping @Sendable (ServiceName, String) throws -> InstanceStats
  ) -> FakeClientBus {
    var bus = self
    bus.instancesByService = instances
    bus.stats = stats
    return bus
  }

  func send<Request: RequestMessage>(
    _ request: Request, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply {
    sent.withLock { $0.append(Request.operation.name) }
    do {
      guard let answer = answers[Request.operation.name] else {
        throw ServiceError(.unavailable, "No instance answers \(Request.operation).")
      }
      guard let reply = try await answer(request) as? Request.Reply else {
        throw ServiceError(.internal, "mixed up")
      }
      return reply
    } catch let error as ServiceError {
      throw error
    } catch {
      throw ServiceError(.internal, "\(error)")
    }
  }

  func send<Request: RequestMessage>(
    _ request: Request, traceID: String, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply {
    try await send(request, timeout: timeout)
  }

  func send<Request: RequestMessage>(
    _ request: Request, to service: ServiceName, instance: String, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply {
    do {
      let answer = instanceAnswers[Request.operation.name]
      let known: (any Sendable)? = try await answer?(request, instance)
      guard let reply = try (known ?? stats(service, instance)) as? Request.Reply else {
        throw ServiceError(.unsupported, "Only stats are faked.")
      }
      return reply
    } catch let error as ServiceError {
      throw error
    } catch {
      throw ServiceError(.internal, "\(error)")
    }
  }

  /// Drives the run by a virtual clock, which stands still while the run decides. Each request is
  /// answered after the duration given to `answeringLoad`.
  func drive(_ run: LoadRun, timeout: Duration) async -> LoadRun {
    var run = run
    var now = ContinuousClock.now
    // Sorted, with the next one at the end.
    var pending: [(at: ContinuousClock.Instant, number: Int, outcome: LoadOutcome)] = []
    while true {
      switch run.next(at: now) {
      case .finish: return run
      case .send(let number, let body):
        let (latency, outcome) = load(body)
        let at = now.advanced(by: min(latency, timeout))
        let place = pending.firstIndex { $0.at <= at } ?? pending.count
        pending.insert((at, number, outcome), at: place)
      case .wait(let instant):
        if let ended = pending.last, instant.map({ ended.at <= $0 }) ?? true {
          pending.removeLast()
          now = ended.at
          run.ended(ended.number, ended.outcome, at: now)
        } else if let instant {
          now = instant
        } else {
          Issue.record("the run waits for nothing")
          return run
        }
      }
    }
  }

  /// A copy of the bus that answers a load test's requests, each after a duration.
  func answeringLoad(
    _ body: @escaping @Sendable (Data) -> (Duration, LoadOutcome)
  ) -> FakeClientBus {
    var bus = self
    bus.load = body
    return bus
  }

  func instances(of service: ServiceName) -> [String] { instancesByService[service] ?? [] }

  func events<Event: EventMessage>(_ type: Event.Type) -> AsyncStream<StreamItem<Event>> {
    streams[Event.topic.name] as? AsyncStream<StreamItem<Event>> ?? AsyncStream { $0.finish() }
  }
}

/// Lines from memory.
actor FakeLines: LineSource {
  private var lines: [InputLine]
  private let beforeEach: @Sendable (Int) async -> Void
  private var given = 0

  /// - Parameter beforeEach: runs before line number 0, 1 … is supplied.
  init(_ lines: [InputLine], beforeEach: @escaping @Sendable (Int) async -> Void = { _ in }) {
    self.lines = lines
    self.beforeEach = beforeEach
  }

  func next() async -> InputLine? {
    guard given < lines.count else { return nil }
    await beforeEach(given)
    given += 1
    return lines[given - 1]
  }
}

/// Returns when its task is cancelled.
@Sendable func never() async {
  let (stream, continuation) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
}

/// A run of the whole command line, with its output.
struct CommandRun {
  let status: CommandStatus
  let output: String
  let messages: String

  /// - Parameter closesAfter: the number of writes before the reader of the output is gone.
  init(
    _ words: [String], bus: any ClientBus = FakeClientBus(), isTerminal: Bool = false,
    width: Int? = nil,
    environment: [String: String] = ["USER": "ada"], settings: Configuration = Configuration(),
    answer: Bool? = nil, now: Timestamp? = nil, lines: any LineSource = FakeLines([]),
    closesAfter: Int = .max, closing: @escaping @Sendable () async -> Void = never
  ) async {
    let written = Locked<[String]>([])
    let errors = Locked("")
    let output = Output(
      style: Style(hasColor: false, width: width), isTerminal: isTerminal,
      data: { text throws(OutputFailure) in
        let isOpen = written.withLock { written in
          guard written.count < closesAfter else { return false }
          written.append(text)
          return true
        }
        if !isOpen { throw OutputFailure.closed }
      },
      message: { text in errors.withLock { $0 += text } },
      close: { await closing() })
    let environment = CommandEnvironment(
      output: output, variables: environment, connect: { _ in bus },
      paths: { StackPaths(home: $0 ?? "/home", run: "/home/run", map: "/home/map") },
      openLines: { _ in lines }, exec: { _, _ in }, ask: { _ in answer }, now: { now },
      version: "1.2.3", configuration: settings)
    status = await QuickBrewCommand.run(words, in: environment)
    self.output = written.withLock { $0.joined() }
    messages = errors.withLock { $0 }
  }
}
