import CZeroMQ
import FoundationEssentials
package import Messages

/// Answers requests.
///
/// The loop's thread only moves frames; decoding, handling and encoding happen on worker threads or
/// in tasks. Requests beyond a queue's capacity are refused with `overloaded`, and expired ones and
/// those that their callers take back are dropped before they are handled. One that waits for a
/// task is refused as soon as its time is unlikely to suffice.
package actor RequestServer<Worker> {
  /// Answers an operation of the runtime, in addition to the service's own, on the loop's thread.
  package typealias RuntimeAnswer = @Sendable (RequestStatistics) throws -> any Encodable & Sendable

  let loop: MessageLoop
  private let service: ServiceName
  private let handlers: RequestHandlers<Worker>
  private let runtime: [String: RuntimeAnswer]
  let jobs: JobQueue<WorkerJob<Worker>>
  let pool: WorkerPool<ServerWorker<Worker>, WorkerJob<Worker>, WorkerOutcome<Worker>>
  private let limits: ServerLimits
  private let log: RequestLog?
  private let now: Now
  private let exported: SpanQueue?
  var sockets: [any ServiceSocket] = []
  /// Whom a key stands for, of those who come over a secure socket.
  private var caller: @Sendable (String) -> Caller? = { _ in nil }
  private var statistics = RequestStatistics()
  private var spans = SpanRing()
  /// Received and not yet queued for the workers.
  private var arrived: [WorkerJob<Worker>] = []
  private var tasks: TaskQueue<TaskJob>
  private var headerCache = HeaderCache()
  private var inFlight = 0
  private var cancellations = PendingCancellations()
  var timers: [MessageLoop.WatchID] = []
  var pulse: Pulse?
  private var isDraining: Bool
  private var drained: CheckedContinuation<Void, Never>?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Starts the workers; nothing is answered before `listen(at:)`.
  ///
  /// - Parameters:
  ///   - workers: threads that answer the requests of one caller. Unless it is 1, there are
  ///     `ServerLimits.spare` more, for other callers.
  ///   - standsBy: whether it refuses all but the runtime's operations, as one that drains does:
  ///     callers ask another instance, and this one again once its sockets are bound again.
  ///   - now: the clock; the simulation has its own.
  ///   - log: who hears of answered requests, the runtime's own left out.
  ///   - exported: where their spans go; `nil` for nowhere.
  /// - Throws: what `makeWorker` throws.
  package init(
    service: ServiceName, loop: MessageLoop, workers: Int, limits: ServerLimits = .init(),
    handlers: RequestHandlers<Worker>, runtime: [String: RuntimeAnswer] = [:],
    standsBy: Bool = false, now: @escaping Now = { .now }, log: RequestLog? = nil,
    exported: SpanQueue? = nil,
    makeWorker: @escaping @Sendable () throws -> Worker
  ) throws {
    isDraining = standsBy
    self.loop = loop
    self.service = service
    self.handlers = handlers
    self.runtime = runtime
    self.limits = limits
    self.log = log
    self.now = now
    self.exported = exported
    tasks = TaskQueue(limits)
    // A worker that is alone has what the requests share, such as a database connection.
    let spare = workers > 1 ? limits.spare : 0
    jobs = JobQueue(
      capacity: limits.queued, byteCapacity: limits.queuedBytes,
      places: .each(max(1, workers), spare: spare), now: now)
    pool = try WorkerPool(
      name: service.rawValue, count: workers + spare, queue: jobs,
      makeWorker: { ServerWorker(state: try makeWorker()) }, batch: handlers.jobBatch,
      work: { worker, job in job.run(on: &worker) },
      deliver: { outcomes in
        // All of them belong to one server.
        guard let server = outcomes.first?.server else { return }
        server.loop.perform {
          server.assumeIsolated { server in
            for outcome in outcomes { server.finish(outcome.pending, outcome.result) }
          }
        }
      })
  }

  /// Binds the endpoints and answers from now on.
  ///
  /// - Parameter caller: whom the holder of a public key is, for endpoints that demand one.
  /// - Throws: `SocketError` if an endpoint cannot be bound.
  func listen(
    at endpoints: [BoundEndpoint], in context: MessageContext,
    caller: @escaping @Sendable (String) -> Caller? = { _ in nil }
  ) throws(SocketError) {
    self.caller = caller
    for (index, endpoint) in endpoints.enumerated() {
      let socket = try BoundSocket(
        .router, at: endpoint, in: context, loop: loop,
        configure: { socket throws(SocketError) in
          try socket.set(ZMQ_ROUTER_MANDATORY, to: 1)
          try socket.set(ZMQ_SNDHWM, to: limits.repliesPerClient)
          try socket.set(ZMQ_MAXMSGSIZE, toLong: WireLimits.maximumMessageBytes)
        },
        onMessage: { [self] in
          assumeIsolated { $0.receive(over: index, atMost: limits.batch) }
        })
      sockets.append(socket)
    }
    startChore()
  }

  /// Refuses new requests, waits at most `timeout` for those in progress, and closes. The bus sends
  /// the last replies before its own `close` returns, unless their callers do not read them.
  package func drain(timeout: Duration) async {
    isDraining = true
    if inFlight > 0 {
      let end = loop.every(timeout) { [self] in assumeIsolated { $0.finishDraining() } }
      await withCheckedContinuation { drained = $0 }
      loop.unwatch(end)
    }
    // Those that have arrived get an answer, too; without one their callers would have to wait for
    // the end of the connection.
    for index in sockets.indices { receive(over: index, atMost: limits.lastBatch) }
    for socket in sockets { socket.linger(for: limits.lastReplies) }
    close()
  }

  /// Stops at once; replies to requests in progress are dropped.
  package func close() {
    guard !sockets.isEmpty else { return }
    for timer in timers { loop.unwatch(timer) }
    timers = []
    for socket in sockets { socket.close() }
    sockets = []
    let pool = pool
    // The last jobs finish on the worker threads; the loop does not wait for them.
    NamedThread.detached("drain") { pool.stop() }
  }

  private func finishDraining() {
    drained?.resume()
    drained = nil
  }
}

// MARK: Receiving requests

extension RequestServer {
  func receive(over index: Int, atMost limit: Int) {
    defer { queueArrived() }
    for _ in 0..<limit {
      guard sockets.indices.contains(index), let (frames, key) = sockets[index].receive() else {
        return
      }
      accept(frames, Origin(socket: index, isSecure: sockets[index].isSecure, key: key))
    }
  }

  /// Queues the received requests for the workers, and refuses those beyond the queue's capacity.
  private func queueArrived() {
    guard !arrived.isEmpty else { return }
    inFlight += arrived.count
    let refused = jobs.offer(
      arrived.map { (job: $0, asker: $0.pending.asker, bytes: $0.pending.frames.body.count) })
    arrived.removeAll(keepingCapacity: true)
    // What idle workers were to join goes on without them.
    for job in refused where !job.isOptional { giveUp(job.pending) }
  }

  /// Queues the chore of the handlers each time that it is due.
  private func startChore() {
    guard let chore = handlers.chore else { return }
    let timer = loop.every(chore.interval) { [self] in
      assumeIsolated { server in
        if !server.isDraining { server.queue(chore: chore.body) }
      }
    }
    timers.append(timer)
  }

  func queue(chore body: @escaping @Sendable (inout Worker) -> Void) {
    let job = WorkerJob(server: self, pending: .none, work: .chore(body))
    let refused = jobs.offer([(job: job, asker: job.pending.asker, bytes: 0)])
    for job in refused where !job.isOptional { giveUp(job.pending) }
  }

  private func accept(_ message: [Data], _ origin: Origin) {
    guard message.count > 1, let frames = RequestFrames(message.dropFirst()) else {
      refuseMalformed(message, origin)
      return
    }
    let handler = handlers.byOperation[frames.operation]
    let key = origin.caller(by: caller)
    let pending = PendingRequest(
      client: message[0], socket: origin.socket, caller: key,
      asker: Asker(frames, from: message[0], key: key, &headerCache), frames: frames,
      arrival: now(), now: now,
      statisticsName: handler == nil ? RequestStatistics.otherOperations : frames.operation,
      spanID: exported.map { _ in TraceContext.newSpanID() })
    if frames.operation == CancelFrame.operation {
      cancellations.cancel(by: pending)
    } else if origin.isSecure, pending.caller == nil {
      reply(to: pending, ServiceError(.unauthorised, "This key was revoked."))
    } else if frames.body.count > WireLimits.maximumBodyBytes {
      reply(to: pending, .tooLarge(frames.body.count, limit: WireLimits.maximumBodyBytes))
    } else if frames.operation == TraceRequest.operation.name {
      replyWithSpans(to: pending)
    } else if let answer = runtime[frames.operation] {
      replyFromRuntime(to: pending, answer)
    } else if isDraining {
      reply(
        to: pending,
        ServiceError(.shuttingDown, "This \(service) is shutting down, or stands by."))
    } else if let handler {
      start(pending, handler)
    } else {
      reply(to: pending, unsupported(frames.operation))
    }
  }

  private func start(_ pending: PendingRequest, _ handler: RequestHandlers<Worker>.Handler) {
    cancellations.add(pending)
    switch handler {
    case .worker(let body):
      arrived.append(WorkerJob(server: self, pending: pending, work: .whole(body)))
    case .shared(let begin):
      arrived.append(WorkerJob(server: self, pending: pending, work: .begin(begin)))
    case .task(let body, let isBrief):
      queueTask(TaskJob(pending: pending, body: body, isBrief: isBrief))
    }
  }

  /// Queues a request for a task; starts it if another may run.
  private func queueTask(_ job: TaskJob) {
    do throws(ServiceError) {
      let context = try job.pending.context(&headerCache)
      inFlight += 1
      let refused = tasks.offer(
        job, of: job.pending.asker, bytes: job.pending.frames.body.count,
        until: context.deadline, now: job.pending.arrival)
      for job in refused { giveUp(job.pending) }
      startTasks()
    } catch {
      cancellations.remove(job.pending)
      reply(to: job.pending, error)
    }
  }

  private func startTasks() {
    while let (job, asker, canFinish) = tasks.next(now: now()) {
      guard canFinish else {
        giveUp(job.pending)
        continue
      }
      let start = now()
      let threads = job.isBrief && tasks.running == 1 ? loop : nil
      let task = Task.immediate {
        let result = await withTaskExecutorPreference(threads) { await Self.answer(job) }
        tasks.finished(asker, after: start.duration(to: now()))
        finish(job.pending, result)
        startTasks()
      }
      job.pending.cancellation.include(task)
    }
  }

  @concurrent
  private nonisolated static func answer(_ job: TaskJob) async -> TimedResult {
    var times = ServiceTimes()
    do {
      var headerCache = HeaderCache()
      let context = try job.pending.context(&headerCache)
      // What it asks of other services uses the same one's turns there, is said in the same
      // language, and belongs to the same trace.
      let reply = try await RequestClient.$askedBy.withValue(job.pending.asker.name) {
        try await RequestClient.$language.withValue(context.language) {
          try await RequestClient.$trace.withValue(context.trace) {
            try await job.body(job.pending.frames.body, context, &times)
          }
        }
      }
      return TimedResult(result: .success(reply), times: times)
    } catch {
      let isCancelled = job.pending.cancellation.isSet
      return TimedResult(
        result: .failure(isCancelled ? .cancelled : ServiceError(unexpected: error)), times: times)
    }
  }

  /// Lets idle workers join an answer.
  nonisolated func offerToIdleWorkers(_ job: WorkerJob<Worker>, atMost count: Int) {
    jobs.offerToWaiting(job, of: job.pending.asker, atMost: count)
  }

  func finish(_ pending: PendingRequest, _ timed: TimedResult) {
    if case .failure(let error) = timed.result, error.code == .deadlineExceeded {
      statistics.expired += 1
    }
    pulse?.heard()
    reply(to: pending, timed)
    leave(pending)
  }

  /// Refuses a request that was in progress.
  private func giveUp(_ pending: PendingRequest) {
    statistics.refused += 1
    reply(
      to: pending,
      ServiceError(.overloaded, "This \(service) has more requests than it can queue."))
    leave(pending)
  }

  /// One request less is in progress.
  private func leave(_ pending: PendingRequest) {
    cancellations.remove(pending)
    inFlight -= 1
    if isDraining && inFlight == 0 { finishDraining() }
  }

  private func replyFromRuntime(to pending: PendingRequest, _ answer: RuntimeAnswer) {
    statistics.queued = jobs.waiting + tasks.count
    statistics.silence = pulse?.silence
    let result = Result {
      // Whoever may connect may ask whether anybody is there.
      if pending.frames.operation != PingRequest.operation.name {
        try pending.context(&headerCache).caller?.check(StatsRequest())
      }
      return try MessageCoder.encode(answer(statistics))
    }
    send(
      ReplyFrames(requestID: pending.frames.requestID, result: result.asServiceResult), to: pending)
  }
}

// MARK: Replying

extension RequestServer {
  /// Answers `service.trace/1`; not itself part of a trace.
  private func replyWithSpans(to pending: PendingRequest) {
    let result = Result {
      let request = try MessageCoder.decode(TraceRequest.self, from: pending.frames.body)
      try pending.context(&headerCache).caller?.check(request)
      return try MessageCoder.encode(TraceReply(spans: spans.spans(of: request.traceID)))
    }
    send(
      ReplyFrames(requestID: pending.frames.requestID, result: result.asServiceResult), to: pending)
  }

  private func reply(to pending: PendingRequest, _ timed: TimedResult) {
    send(ReplyFrames(requestID: pending.frames.requestID, result: timed.result), to: pending)
    let latency = pending.arrival.duration(to: now())
    statistics.record(
      pending.statisticsName, latency: latency, times: timed.times,
      failed: timed.result.isFailure)
    spans.record(pending, latency: latency, timed)
    exported?.add(pending.span(latency: latency, timed))
    log?.note(pending, latency, timed.result)
  }

  private func reply(to pending: PendingRequest, _ error: ServiceError) {
    reply(to: pending, TimedResult(result: .failure(error)))
  }

  private func send(_ reply: ReplyFrames, to pending: PendingRequest) {
    // Replies to a client that is gone, or does not read them, are dropped.
    guard sockets.indices.contains(pending.socket) else { return }
    _ = sockets[pending.socket].send([pending.client] + reply.frames)
  }

  private func refuseMalformed(_ message: [Data], _ origin: Origin) {
    statistics.malformed += 1
    guard message.count > 2, message[1].count <= WireLimits.maximumRequestIDBytes else { return }
    let error = ServiceError(
      .invalidRequest,
      "A request has four frames: request id, operation, header, body; this one has "
        + "\(message.count - 1).")
    _ = sockets[origin.socket].send(
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
