import FoundationEssentials
import Messages

/// Asks services for replies.
///
/// Finds a service's running instances by itself, sends each request to the one with the fewest
/// outstanding, and on a lost connection asks another at once where repeating is harmless.
package final class RequestClient: Sendable {
  private let core: RequestClientCore
  private let directory: RunDirectory
  /// How long a request waits that does not say it.
  private let timeout: Duration

  init(core: RequestClientCore, directory: RunDirectory, timeout: Duration) {
    self.core = core
    self.directory = directory
    self.timeout = timeout
  }

  /// Sends a request to its service and waits for the reply.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait; as long as the bus says by default.
  ///   - traceID: joins the log lines of all services that take part; made up by default.
  /// - Throws: `ServiceError`: what the service answered; `unavailable` at once where no instance
  ///   is running; `deadlineExceeded`; `tooLarge`.
  package func send<Request: RequestMessage>(
    _ request: Request, timeout: Duration? = nil, traceID: String? = nil
  ) async throws(ServiceError) -> Request.Reply {
    guard let service = Request.operation.service else {
      throw ServiceError(.invalidRequest, "\(Request.operation) needs the name of a service.")
    }
    return try await send(request, to: service, timeout: timeout, traceID: traceID)
  }

  /// Sends a request that every service answers to one of them, or to one instance.
  ///
  /// - Throws: `ServiceError` as `send(_:timeout:traceID:)`.
  package func send<Request: RequestMessage>(
    _ request: Request, to service: ServiceName, instance: String? = nil,
    timeout: Duration? = nil, traceID: String? = nil
  ) async throws(ServiceError) -> Request.Reply {
    let body: Data
    do { body = try MessageCoder.encode(request) } catch {
      throw ServiceError(.invalidRequest, "Cannot write \(Request.operation): \(error)")
    }
    let reply = try await send(
      body, as: Request.operation, to: service, instance: instance, timeout: timeout,
      traceID: traceID)
    return try MessageCoder.decode(Request.Reply.self, from: reply)
  }

  /// Sends a body that is JSON already and gives the reply's JSON, for bridges.
  ///
  /// - Throws: `ServiceError` as `send(_:timeout:traceID:)`.
  package func send(
    _ body: Data, as operation: Operation, to service: ServiceName, instance: String? = nil,
    timeout: Duration? = nil, traceID: String? = nil
  ) async throws(ServiceError) -> Data {
    guard body.count <= WireLimits.maximumBodyBytes else {
      throw ServiceError(
        .tooLarge,
        "The body of \(operation) has \(body.count) bytes; at most "
          + "\(WireLimits.maximumBodyBytes) are sent.")
    }
    let key = operation.repetition == .keyed ? UUID().uuidString : nil
    return try await core.request(
      OutgoingRequest(
        operation: operation, service: service, instance: instance, body: body,
        traceID: traceID ?? UUID().uuidString, idempotencyKey: key,
        deadline: .now.advanced(by: timeout ?? self.timeout))
    ).get()
  }

  /// Runs a driver until it finishes, over every instance of the operation's service; answers the
  /// driver as it is then.
  ///
  /// For requests by the thousand: no task, trace ID or decoding for each. At most
  /// `ClientLimits.outstanding` requests are under way.
  ///
  /// - Parameter timeout: how long each request waits for its reply.
  /// - Throws: `invalidRequest` for an operation that is no single service's, or changes something.
  package func drive<Driver: RequestDriver>(
    _ driver: Driver, operation: Operation, timeout: Duration
  ) async throws(ServiceError) -> Driver {
    guard let service = operation.service, operation.repetition == .harmless else {
      throw ServiceError(.invalidRequest, "\(operation) cannot be driven.")
    }
    let template = OutgoingRequest(
      operation: operation, service: service, instance: nil, body: Data(),
      traceID: UUID().uuidString, idempotencyKey: nil, deadline: .now)
    return await core.run(driver, sending: template, timeout: timeout)
  }

  /// The names of a service's instances whose sockets are there; one that was killed may be among
  /// them.
  package func instances(of service: ServiceName) -> [String] {
    directory.instances(of: service)
  }
}

/// A request as the core sends it.
final class OutgoingRequest: Sendable {
  let operation: Operation
  let service: ServiceName
  let instance: String?
  let body: Data
  let traceID: String
  let idempotencyKey: String?
  let deadline: ContinuousClock.Instant

  init(
    operation: Operation, service: ServiceName, instance: String?, body: Data, traceID: String,
    idempotencyKey: String?, deadline: ContinuousClock.Instant
  ) {
    self.operation = operation
    self.service = service
    self.instance = instance
    self.body = body
    self.traceID = traceID
    self.idempotencyKey = idempotencyKey
    self.deadline = deadline
  }

  /// The same request with another body and deadline.
  func carrying(_ body: Data, until deadline: ContinuousClock.Instant) -> OutgoingRequest {
    OutgoingRequest(
      operation: operation, service: service, instance: instance, body: body, traceID: traceID,
      idempotencyKey: idempotencyKey, deadline: deadline)
  }

  /// The header, telling the time that is left now.
  var header: RequestHeader {
    let left = max(0, ContinuousClock.now.duration(to: deadline) / .milliseconds(1))
    return RequestHeader(
      timeoutMilliseconds: Int(left.rounded(.up)), traceID: traceID, idempotencyKey: idempotencyKey)
  }
}
