import FoundationEssentials
import Messages

/// The service's state of a worker thread, and the header of its last request.
struct ServerWorker<Worker> {
  var state: Worker
  var headerCache = HeaderCache()
}

/// A request for a task.
struct TaskJob: Sendable {
  let pending: PendingRequest
  let body: @Sendable (Data, RequestContext, inout ServiceTimes) async throws -> Data
  /// Whether it may compute on the loop's thread.
  let isBrief: Bool
}

/// A request for a worker, a part of one that several workers answer, or a chore.
struct WorkerJob<Worker>: Sendable {
  enum Work: Sendable {
    case whole(@Sendable (inout Worker, Data, RequestContext, inout ServiceTimes) throws -> Data)
    /// Begins an answer that idle workers may join.
    case begin(@Sendable (Data, RequestContext, inout ServiceTimes) throws -> SharedAnswer<Worker>)
    case join(SharedAnswer<Worker>, since: ContinuousClock.Instant, ServiceTimes)
    /// Nobody's request: there is no outcome.
    case chore(@Sendable (inout Worker) -> Void)
  }

  let server: RequestServer<Worker>
  let pending: PendingRequest
  let work: Work

  /// Whether nobody waits for this very job: it is a chore, or another worker has begun the answer.
  var isOptional: Bool {
    switch work {
    case .whole, .begin: false
    case .join, .chore: true
    }
  }

  /// The outcome of the request; `nil` if another worker will have it, or the job is a chore.
  func run(on worker: inout ServerWorker<Worker>) -> WorkerOutcome<Worker>? {
    var times = ServiceTimes()
    do {
      let body = pending.frames.body
      switch work {
      case .whole(let answer):
        let context = try pending.context(&worker.headerCache)
        let reply = try answer(&worker.state, body, context, &times)
        return WorkerOutcome(server: server, pending: pending, .success(reply), times)
      case .begin(let begin):
        let context = try pending.context(&worker.headerCache)
        let shared = try begin(body, context, &times)
        let part = Work.join(shared, since: .now, times)
        let job = WorkerJob(server: server, pending: pending, work: part)
        server.offerToIdleWorkers(job, atMost: shared.count - 1)
        return job.run(on: &worker)
      case .join(let shared, let start, var times):
        guard let reply = shared.run(on: &worker.state) else { return nil }
        times.handler = start.duration(to: .now)
        return WorkerOutcome(
          server: server, pending: pending, reply.mapError { ServiceError(unexpected: $0) }, times)
      case .chore(let body):
        body(&worker.state)
        return nil
      }
    } catch {
      return WorkerOutcome(
        server: server, pending: pending, .failure(.init(unexpected: error)), times)
    }
  }
}

extension RequestHandlers {
  /// How a server's workers answer requests in batches; `nil` if they do not.
  var jobBatch: JobBatch<ServerWorker<Worker>, WorkerJob<Worker>, WorkerOutcome<Worker>>? {
    guard let batchWrapper else { return nil }
    return JobBatch(
      wrap: { worker, answer in try batchWrapper(worker.state) { answer(&worker) } },
      failed: { job, error in
        if case .chore = job.work { return nil }
        return WorkerOutcome(
          server: job.server, pending: job.pending, .failure(ServiceError(unexpected: error)),
          ServiceTimes())
      })
  }
}

/// A request and its result, on the way back from a worker.
struct WorkerOutcome<Worker>: Sendable {
  let server: RequestServer<Worker>
  let pending: PendingRequest
  let result: TimedResult

  init(
    server: RequestServer<Worker>, pending: PendingRequest, _ result: Result<Data, ServiceError>,
    _ times: ServiceTimes
  ) {
    self.server = server
    self.pending = pending
    self.result = TimedResult(result: result, times: times)
  }
}

/// Over which of a server's sockets a message came, and from whom.
struct Origin {
  let socket: Int
  let isSecure: Bool
  let key: String?

  /// `nil` for the home's owner, and for somebody whose key is not known any more.
  func caller(by key: (String) -> Caller?) -> Caller? { isSecure ? self.key.flatMap(key) : nil }
}

/// A request that is being answered.
struct PendingRequest: Sendable {
  let client: Data
  /// Over which of the server's sockets it came.
  let socket: Int
  /// Whose key it came with; `nil` for the home's owner.
  let caller: Caller?
  /// Whose turn it uses.
  let asker: Asker
  let frames: RequestFrames
  let arrival: ContinuousClock.Instant
  let now: Now
  /// The operation under which it is counted.
  let statisticsName: String
  /// The span of its answer; `nil` where nobody wants spans.
  let spanID: String?
  let cancellation = Cancellation()

  /// The request that stands for a chore: nobody's, over no socket.
  static var none: PendingRequest {
    PendingRequest(
      client: Data(), socket: -1, caller: nil, asker: .connection(Data()),
      frames: RequestFrames(requestID: Data(), operation: "", header: Data(), body: Data()),
      arrival: .now, now: { .now }, statisticsName: "", spanID: nil)
  }

  /// The trace of what its answer asks for; one of its own where its caller named none.
  func trace(_ header: RequestHeader) -> TraceContext? {
    (header.trace ?? spanID.map { TraceContext(traceID: $0 + $0) })?.inSpan(spanID)
  }

  /// Its span, for an exporter; its header is decoded only then.
  func span(latency: Duration, _ timed: TimedResult) -> SpanQueue.Span {
    let error: ErrorCode? = if case .failure(let error) = timed.result { error.code } else { nil }
    return { [header = frames.header, arrival, statisticsName] in
      let header = (try? MessageCoder.decode(RequestHeader.self, from: header)) ?? RequestHeader()
      guard let trace = trace(header) else { return nil }
      return OpenTelemetryTrace.Span(
        trace, parent: header.trace?.spanID, name: statisticsName, start: arrival,
        duration: latency, isFault: (error?.row.httpStatus ?? 200) >= 500,
        [.init("rpc.system", "quickbrew"), .init("rpc.method", statisticsName)]
          + (error.map { [.init("error.type", $0.description)] } ?? []))
    }
  }

  /// - Throws: `ServiceError` if the header cannot be read, the deadline has passed, or the caller
  ///   has taken the request back.
  func context(_ headerCache: inout HeaderCache) throws(ServiceError) -> RequestContext {
    let header = try headerCache.header(in: frames.header)
    let milliseconds = min(max(0, header.timeoutMilliseconds ?? 30_000), 3_600_000)
    let caller = caller?.acting(for: header.caller) ?? header.caller
    let context = RequestContext(
      deadline: arrival.advanced(by: .milliseconds(milliseconds)), trace: trace(header),
      idempotencyKey: header.idempotencyKey.map { IdempotencyKey($0, of: caller) }, caller: caller,
      language: header.language, now: now, isCancelled: { [cancellation] in cancellation.isSet })
    if cancellation.isSet { throw .cancelled }
    try check(
      context.timeLeft > .zero, or: .deadlineExceeded,
      "The time for the request ran out in the queue.")
    return context
  }
}

extension Asker {
  /// As the header names it, where the caller may speak for others: the home's owner, and keys that
  /// are not bound to one user.
  init(
    _ frames: RequestFrames, from client: Data, key: Caller?, _ headerCache: inout HeaderCache
  ) {
    // Most requests name nobody, and their header is read by a worker. One that cannot be read is
    // refused there.
    let header =
      Self.mayBeNamed(in: frames.header) ? try? headerCache.header(in: frames.header) : nil
    let named = header?.askedBy ?? header?.caller?.name
    switch key {
    case nil: self = named.map(Asker.named) ?? .connection(client)
    case let key?: self = .named(key.user == nil ? named ?? key.name : key.name)
    }
  }

  /// Whether a text in the header begins as `askedBy` or `caller` does.
  private static func mayBeNamed(in header: Data) -> Bool {
    header.withUnsafeBytes { bytes in
      bytes.indices.dropLast(2).contains { index in
        // The last two are left out, so both that follow are there.
        guard bytes[index] == UInt8(ascii: "\"") else { return false }
        let beginning = (bytes[index + 1], bytes[index + 2])
        return beginning == (UInt8(ascii: "a"), UInt8(ascii: "s"))
          || beginning == (UInt8(ascii: "c"), UInt8(ascii: "a"))
      }
    }
  }
}

/// The result of a request, and the time of its stages.
struct TimedResult: Sendable {
  let result: Result<Data, ServiceError>
  var times = ServiceTimes()
}

extension Result where Success == Data {
  var isFailure: Bool {
    if case .failure = self { true } else { false }
  }

  var asServiceResult: Result<Data, ServiceError> { mapError { ServiceError(unexpected: $0) } }
}
