import FoundationEssentials
package import Messages

/// The handlers of a service by operation.
package struct RequestHandlers<Worker>: Sendable {
  /// A handler returns its reply as JSON, and measures the time of each stage even if it throws.
  enum Handler: Sendable {
    case worker(@Sendable (inout Worker, Data, RequestContext, inout ServiceTimes) throws -> Data)
    case shared(
      @Sendable (Data, RequestContext, inout ServiceTimes) throws -> SharedAnswer<Worker>)
    case task(
      @Sendable (Data, RequestContext, inout ServiceTimes) async throws -> Data, isBrief: Bool)
  }

  /// Must call its second argument, which answers a batch of requests with the worker.
  typealias BatchWrapper = @Sendable (Worker, () -> Void) throws -> Void

  /// What a worker does by itself every so often.
  struct Chore: Sendable {
    let interval: Duration
    let body: @Sendable (inout Worker) -> Void
  }

  private(set) var byOperation: [String: Handler] = [:]
  private(set) var batchWrapper: BatchWrapper?
  private(set) var chore: Chore?

  package init() {}

  /// Registers a handler that runs on a worker thread. `worker` is that thread's own state: a
  /// reusable query, a database connection. The body throws `ServiceError` for expected failures.
  package mutating func answer<Request: RequestMessage>(
    _ type: Request.Type,
    _ body: @escaping @Sendable (inout Worker, Request, RequestContext) throws -> Request.Reply
  ) {
    byOperation[Request.operation.name] = .worker { worker, data, context, times in
      var watch = StopWatch()
      let request = try watch.time(&times.decode) {
        try Self.read(Request.self, data, context)
      }
      let reply = try watch.time(&times.handler) { try body(&worker, request, context) }
      return try watch.time(&times.encode) { try MessageCoder.encode(reply) }
    }
  }

  /// Registers a handler that all idle workers run together: each answers the next item until none
  /// is left, and whoever answers the last one makes the reply from all answers.
  ///
  /// The first item that throws fails the request. A cancelled one ends before its next item.
  package mutating func answerTogether<Request: RequestMessage, Item: Sendable, Answer: Sendable>(
    _ type: Request.Type, items: @escaping @Sendable (Request) throws -> [Item],
    answer: @escaping @Sendable (inout Worker, Item, RequestContext) throws -> Answer,
    reply: @escaping @Sendable ([Answer]) throws -> Request.Reply
  ) {
    byOperation[Request.operation.name] = .shared { data, context, times in
      var watch = StopWatch()
      let items = try watch.time(&times.decode) {
        try items(try Self.read(Request.self, data, context))
      }
      let answers = SharedResults<Answer>(count: items.count)
      return SharedAnswer(
        count: items.count,
        answer: { worker, number in
          try context.checkIsWanted()
          answers.set(number, try answer(&worker, items[number], context))
        },
        reply: { try MessageCoder.encode(try reply(answers.all)) })
    }
  }

  /// Answers queued requests in batches: `batchWrapper` must call its second argument, which
  /// answers them, inside whatever makes their changes durable, such as a transaction (group
  /// commit). No reply is sent before it returns; if it throws, the error is the reply to each.
  package mutating func answerBatched(
    in batchWrapper: @escaping @Sendable (Worker, () -> Void) throws -> Void
  ) {
    self.batchWrapper = batchWrapper
  }

  /// Lets a worker do something by itself every `interval`, between requests or among those of a
  /// batch. It must be short, as requests wait meanwhile; one that finds the queue full is dropped.
  package mutating func tend(
    every interval: Duration, _ body: @escaping @Sendable (inout Worker) -> Void
  ) {
    chore = Chore(interval: interval, body: body)
  }

  /// Registers a handler that runs in a task, for a service that calls others and mostly waits.
  ///
  /// - Parameter isBrief: whether it computes for some milliseconds at most between two waits. Then
  ///   it runs on the loop's thread if the server has no other task when it begins, which saves
  ///   waking another thread and being woken by it for each request that it sends.
  package mutating func answerAsync<Request: RequestMessage>(
    _ type: Request.Type, isBrief: Bool = false,
    _ body: @escaping @Sendable (Request, RequestContext) async throws -> Request.Reply
  ) {
    let answer: @Sendable (Data, RequestContext, inout ServiceTimes) async throws -> Data = {
      data, context, times in
      var watch = StopWatch()
      let request = try watch.time(&times.decode) {
        try Self.read(Request.self, data, context)
      }
      let reply: Request.Reply
      do {
        reply = try await body(request, context)
        watch.stop(&times.handler)
      } catch {
        watch.stop(&times.handler)
        throw error
      }
      return try watch.time(&times.encode) { try MessageCoder.encode(reply) }
    }
    byOperation[Request.operation.name] = .task(answer, isBrief: isBrief)
  }

  /// The request of a body, if its caller may make it: the one place where rights are checked.
  private static func read<Request: RequestMessage>(
    _ type: Request.Type, _ body: Data, _ context: RequestContext
  ) throws(ServiceError) -> Request {
    let request = try MessageCoder.decode(type, from: body)
    try context.caller?.check(request)
    return request
  }

  /// The wire names of all operations, in order.
  package var operations: [String] { byOperation.keys.sorted() }
}

/// Measures stages that follow one another.
private struct StopWatch {
  private var last = ContinuousClock.now

  /// Adds the time since the last stage to `stage`.
  mutating func stop(_ stage: inout Duration) {
    let now = ContinuousClock.now
    stage += last.duration(to: now)
    last = now
  }

  mutating func time<Result>(
    _ stage: inout Duration, _ body: () throws -> Result
  ) rethrows -> Result {
    defer { stop(&stage) }
    return try body()
  }
}
