import CZeroMQ
import FoundationEssentials
import Messages

/// Answers requests at one endpoint.
///
/// The loop's thread only moves frames; decoding, answering and encoding happen on worker threads
/// or in tasks. What cannot be queued is refused with `overloaded`, and what nobody waits for any
/// longer is dropped before work is spent on it.
package actor RequestServer<Worker> {
  /// What the runtime answers besides the service's own operations, on the loop's thread.
  package typealias RuntimeAnswer = @Sendable (RequestStatistics) throws -> any Encodable & Sendable

  private let loop: MessageLoop
  private let service: ServiceName
  private let handlers: RequestHandlers<Worker>
  private let runtime: [String: RuntimeAnswer]
  private let pool: WorkerPool<ServerWorker<Worker>, WorkerJob<Worker>, WorkerOutcome<Worker>>
  private let limits: ServerLimits
  private var socket: Socket?
  private var watch: MessageLoop.WatchID?
  private var statistics = RequestStatistics()
  /// What has been received and not yet handed to the workers.
  private var arrived: [WorkerJob<Worker>] = []
  private var inFlight = 0
  private var isDraining = false
  private var drained: CheckedContinuation<Void, Never>?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Starts the workers; nothing is answered before `listen(at:)`.
  ///
  /// - Throws: what `makeWorker` threw.
  package init(
    service: ServiceName, loop: MessageLoop, workers: Int, limits: ServerLimits = .init(),
    handlers: RequestHandlers<Worker>, runtime: [String: RuntimeAnswer] = [:],
    makeWorker: @escaping @Sendable () throws -> Worker
  ) throws {
    self.loop = loop
    self.service = service
    self.handlers = handlers
    self.runtime = runtime
    self.limits = limits
    pool = try WorkerPool(
      name: service.rawValue, count: workers, queue: limits.queued,
      makeWorker: { ServerWorker(own: try makeWorker()) }, round: handlers.workRound,
      work: { worker, job in job.done(by: &worker) },
      deliver: { done in
        // All are of one server.
        guard let server = done.first?.server else { return }
        server.loop.perform {
          server.assumeIsolated { server in
            for outcome in done { server.finish(outcome.call, outcome.answer) }
          }
        }
      })
  }

  /// Binds the endpoint and answers from now on.
  ///
  /// - Throws: `SocketError` where the endpoint cannot be bound.
  package func listen(at endpoint: String, in context: MessageContext) throws {
    let socket = try Socket(.router, in: context)
    try socket.set(ZMQ_ROUTER_MANDATORY, to: 1)
    try socket.set(ZMQ_SNDHWM, to: limits.repliesPerClient)
    // With a mark, ZeroMQ ends the process when a client ends while requests wait (see the README).
    // The loop reads all that arrives and refuses what the workers have no room for.
    try socket.set(ZMQ_RCVHWM, to: 0)
    try socket.set(ZMQ_MAXMSGSIZE, toLong: WireLimits.maximumMessageBytes)
    try socket.set(ZMQ_HEARTBEAT_IVL, to: Heartbeat.intervalMilliseconds)
    try socket.set(ZMQ_HEARTBEAT_TIMEOUT, to: Heartbeat.timeoutMilliseconds)
    try socket.bind(to: endpoint)
    watch = loop.watch(socket) { [self] in assumeIsolated { $0.receive() } }
    self.socket = consume socket
  }

  /// Refuses new requests, waits for those under way, at most for `patience`, and closes.
  package func drain(patience: Duration) async {
    isDraining = true
    if inFlight > 0 {
      let end = loop.every(patience) { [self] in assumeIsolated { $0.finishDraining() } }
      await withCheckedContinuation { drained = $0 }
      loop.unwatch(end)
    }
    close()
  }

  /// Stops answering at once; replies to requests under way are dropped.
  package func close() {
    guard let watch else { return }
    loop.unwatch(watch)
    self.watch = nil
    socket = nil
    let pool = pool
    // The last jobs end on their own threads; the loop does not wait for them.
    _ = NamedThread("drain") { pool.stop() }
  }

  private func finishDraining() {
    drained?.resume()
    drained = nil
  }
}

// MARK: Taking requests

extension RequestServer {
  private func receive() {
    defer { handOver() }
    for _ in 0..<limits.batch {
      guard let message = socket?.receive() else { return }
      accept(message)
    }
  }

  /// Queues what has arrived for the workers, and refuses what they have no room for.
  private func handOver() {
    guard !arrived.isEmpty else { return }
    let queued = pool.offer(arrived)
    inFlight += queued
    for job in arrived.dropFirst(queued) { refuse(job.call) }
    arrived.removeAll(keepingCapacity: true)
  }

  private func accept(_ message: [Data]) {
    guard message.count > 1, let request = RequestFrames(message.dropFirst()) else {
      refuseMalformed(message)
      return
    }
    let handler = handlers.byOperation[request.operation]
    let call = Call(
      client: message[0], request: request, arrival: .now,
      counted: handler == nil ? RequestStatistics.otherOperations : request.operation)
    if request.body.count > WireLimits.maximumBodyBytes {
      reply(to: call, .tooLarge(request.body.count, limit: WireLimits.maximumBodyBytes))
    } else if let answer = runtime[request.operation] {
      replyFromRuntime(to: call, answer)
    } else if isDraining {
      reply(to: call, ServiceError(.shuttingDown, "This \(service) is shutting down."))
    } else if let handler {
      start(call, handler)
    } else {
      reply(to: call, unsupported(request.operation))
    }
  }

  private func start(_ call: Call, _ handler: RequestHandlers<Worker>.Handler) {
    switch handler {
    case .worker(let body):
      arrived.append(WorkerJob(server: self, call: call, body: body))
    case .task(let body):
      guard inFlight < limits.tasks else { return refuse(call) }
      inFlight += 1
      Task { finish(call, await Self.answer(call, body)) }
    }
  }

  @concurrent
  private nonisolated static func answer(
    _ call: Call,
    _ body: @Sendable (Data, RequestContext, inout ServiceTimes) async throws -> Data
  ) async -> Answer {
    var times = ServiceTimes()
    do {
      var headers = HeaderMemo()
      let reply = try await body(call.request.body, try call.context(&headers), &times)
      return Answer(result: .success(reply), times: times)
    } catch {
      return Answer(result: .failure(ServiceError(unexpected: error)), times: times)
    }
  }

  private func finish(_ call: Call, _ answer: Answer) {
    inFlight -= 1
    if case .failure(let error) = answer.result, error.code == .deadlineExceeded {
      statistics.expired += 1
    }
    reply(to: call, answer)
    if isDraining && inFlight == 0 { finishDraining() }
  }

  private func replyFromRuntime(to call: Call, _ answer: RuntimeAnswer) {
    statistics.queued = pool.waiting
    let result = Result { try MessageCoder.encode(answer(statistics)) }
    send(ReplyFrames(requestID: call.request.requestID, result: result.asServiceResult), to: call)
  }
}

// MARK: Replying

extension RequestServer {
  private func reply(to call: Call, _ answer: Answer) {
    send(ReplyFrames(requestID: call.request.requestID, result: answer.result), to: call)
    statistics.record(
      call.counted, latency: call.arrival.duration(to: .now), times: answer.times,
      failed: answer.result.isFailure)
  }

  private func reply(to call: Call, _ error: ServiceError) {
    reply(to: call, Answer(result: .failure(error)))
  }

  private func send(_ reply: ReplyFrames, to call: Call) {
    // A client that is gone, or does not read its replies, loses them.
    _ = socket?.send([call.client] + reply.frames)
  }

  private func refuse(_ call: Call) {
    statistics.refused += 1
    reply(
      to: call,
      ServiceError(.overloaded, "This \(service) has more requests than it can queue."))
  }

  private func refuseMalformed(_ message: [Data]) {
    statistics.malformed += 1
    guard message.count > 2, message[1].count <= WireLimits.maximumRequestIDBytes else { return }
    let error = ServiceError(
      .invalidRequest,
      "A request has four frames: request id, operation, header, body; this one has "
        + "\(message.count - 1).")
    _ = socket?.send(
      [message[0]] + ReplyFrames(requestID: message[1], result: .failure(error)).frames)
  }

  private func unsupported(_ operation: String) -> ServiceError {
    let verb = operation.split(separator: "/").first.map(String.init) ?? operation
    let versions = handlers.operations.filter { $0.hasPrefix(verb + "/") }
    if versions.isEmpty {
      return ServiceError(
        .unsupported, "\(service) has no operation “\(operation.prefix(100))”.",
        suggestions: handlers.operations)
    }
    return ServiceError(
      .unsupported,
      "\(service) answers \(versions.joined(separator: ", ")), not “\(operation.prefix(100))”.",
      suggestions: versions)
  }
}

extension ServiceError {
  /// An error as the caller gets to see it: its own where it is one, else `internal`.
  init(unexpected error: any Error) {
    self = (error as? ServiceError) ?? ServiceError(.internal, "\(error)")
  }

  fileprivate static func tooLarge(_ bytes: Int, limit: Int) -> ServiceError {
    ServiceError(
      .tooLarge, "The request's body has \(bytes) bytes; at most \(limit) are taken.")
  }
}

extension Result where Success == Data {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }

  fileprivate var asServiceResult: Result<Data, ServiceError> {
    mapError { ServiceError(unexpected: $0) }
  }
}
