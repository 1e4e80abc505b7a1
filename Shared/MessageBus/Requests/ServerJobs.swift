import FoundationEssentials
import Messages

/// A worker's own state, and what it remembers of the requests before.
struct ServerWorker<Worker> {
  var own: Worker
  var headers = HeaderMemo()
}

/// A request for a worker.
struct WorkerJob<Worker>: Sendable {
  let server: RequestServer<Worker>
  let call: Call
  let body: @Sendable (inout Worker, Data, RequestContext, inout ServiceTimes) throws -> Data

  func done(by worker: inout ServerWorker<Worker>) -> WorkerOutcome<Worker> {
    var times = ServiceTimes()
    do {
      let context = try call.context(&worker.headers)
      let reply = try body(&worker.own, call.request.body, context, &times)
      return WorkerOutcome(server: server, call: call, .success(reply), times)
    } catch {
      return WorkerOutcome(server: server, call: call, .failure(.init(unexpected: error)), times)
    }
  }
}

extension RequestHandlers {
  /// How a server's workers answer requests together.
  var workRound: WorkRound<ServerWorker<Worker>, WorkerJob<Worker>, WorkerOutcome<Worker>>? {
    guard let round else { return nil }
    return WorkRound(
      wrap: { worker, answer in try round(worker.own) { answer(&worker) } },
      failed: { job, error in
        WorkerOutcome(
          server: job.server, call: job.call, .failure(ServiceError(unexpected: error)),
          ServiceTimes())
      })
  }
}

/// A request and its answer, on the way back from a worker.
struct WorkerOutcome<Worker>: Sendable {
  let server: RequestServer<Worker>
  let call: Call
  let answer: Answer

  init(
    server: RequestServer<Worker>, call: Call, _ result: Result<Data, ServiceError>,
    _ times: ServiceTimes
  ) {
    self.server = server
    self.call = call
    answer = Answer(result: result, times: times)
  }
}

/// A request on its way through the server.
struct Call: Sendable {
  let client: Data
  let request: RequestFrames
  let arrival: ContinuousClock.Instant
  /// The operation under which it counts.
  let counted: String

  /// - Throws: `ServiceError` where the header cannot be read, or the caller has stopped waiting.
  func context(_ headers: inout HeaderMemo) throws(ServiceError) -> RequestContext {
    let header = try headers.header(in: request.header)
    let milliseconds = min(max(0, header.timeoutMilliseconds ?? 30_000), 3_600_000)
    let context = RequestContext(
      deadline: arrival.advanced(by: .milliseconds(milliseconds)), traceID: header.traceID ?? "",
      idempotencyKey: header.idempotencyKey)
    guard context.timeLeft > .zero else {
      throw ServiceError(
        .deadlineExceeded, "The time for \(request.operation) ran out in the queue.")
    }
    return context
  }
}

/// What became of a request, and what was spent on it.
struct Answer: Sendable {
  let result: Result<Data, ServiceError>
  var times = ServiceTimes()
}
