import FoundationEssentials
import Messages

/// What a handler knows of a request besides its message.
package struct RequestContext: Sendable {
  /// When the caller stops waiting.
  package let deadline: ContinuousClock.Instant
  /// Joins the log lines of all services that took part in one answer.
  package let traceID: String
  /// With a `.keyed` operation: store the reply under it together with the change, and give the
  /// stored reply when it comes again.
  package let idempotencyKey: String?

  package init(
    deadline: ContinuousClock.Instant, traceID: String, idempotencyKey: String? = nil
  ) {
    self.deadline = deadline
    self.traceID = traceID
    self.idempotencyKey = idempotencyKey
  }

  /// The time left, not negative.
  package var timeLeft: Duration { max(.zero, ContinuousClock.now.duration(to: deadline)) }
}

/// What a service answers, operation by operation.
package struct RequestHandlers<Worker>: Sendable {
  enum Handler: Sendable {
    case worker(@Sendable (inout Worker, Data, RequestContext) throws -> Data)
    case task(@Sendable (Data, RequestContext) async throws -> Data)
  }

  private(set) var byOperation: [String: Handler] = [:]

  package init() {}

  /// Answers an operation on a worker thread. `worker` is that thread's own state: a reusable
  /// query, a database connection. The body throws `ServiceError` for a failure that the caller
  /// expects.
  package mutating func answer<Request: RequestMessage>(
    _ type: Request.Type,
    _ body: @escaping @Sendable (inout Worker, Request, RequestContext) throws -> Request.Reply
  ) {
    byOperation[Request.operation.name] = .worker { worker, data, context in
      let request = try MessageCoder.decode(Request.self, from: data)
      return try MessageCoder.encode(body(&worker, request, context))
    }
  }

  /// Answers an operation by a task, for a service that calls others and mostly waits.
  package mutating func answerAsync<Request: RequestMessage>(
    _ type: Request.Type,
    _ body: @escaping @Sendable (Request, RequestContext) async throws -> Request.Reply
  ) {
    byOperation[Request.operation.name] = .task { data, context in
      let request = try MessageCoder.decode(Request.self, from: data)
      return try await MessageCoder.encode(body(request, context))
    }
  }

  /// The wire names of all operations, in order.
  package var operations: [String] { byOperation.keys.sorted() }
}
