package import FoundationEssentials
package import Messages

/// The one way to call a service: `RequestClient` over the bus, a script in tests, or a decorator
/// of either.
///
/// ```swift
/// let services = client.within(context, reserve: .zero, for: "plan").named(in: "plan")
/// let reply = try await services.send(RouteRequest(waypoints: [start, end]))
/// ```
package protocol ServiceClient: Sendable {
  /// Sends the JSON of a request to the service of its operation, and returns the JSON of the
  /// reply.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for the reply; `nil` for the client's default.
  ///   - traceID: joins the log lines of all services that take part; `nil` for the task's
  ///     (`RequestClient.trace`).
  /// - Throws: `ServiceError` from the service; `unavailable` at once if no instance is running;
  ///   `deadlineExceeded`; `tooLarge`.
  func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data
}

extension ServiceClient {
  /// Sends a request to its service and returns the reply.
  ///
  /// - Throws: `ServiceError` as above; `invalidRequest` for a request or reply that cannot be
  ///   encoded or decoded.
  package func send<Request: RequestMessage>(
    _ request: Request, timeout: Duration? = nil, traceID: String? = nil
  ) async throws(ServiceError) -> Request.Reply {
    let body: Data
    do { body = try MessageCoder.encode(request) } catch {
      throw ServiceError(.invalidRequest, "Cannot write \(Request.operation): \(error)")
    }
    let reply = try await send(
      body, as: Request.operation, timeout: timeout, traceID: traceID)
    return try MessageCoder.decode(Request.Reply.self, from: reply)
  }

  /// The same client within the time that the caller of a request waits.
  ///
  /// - Parameters:
  ///   - reserve: kept back from the caller's time, to still answer that a service was too slow.
  ///   - task: what the time is for, as in "The time for the plan ran out".
  package func within(
    _ context: RequestContext, reserve: Duration, for task: String
  ) -> DeadlineClient {
    DeadlineClient(base: self, context: context, reserve: reserve, task: task)
  }

  /// The same client, but its errors name the service that failed.
  ///
  /// - Parameter task: what needs the service, as in "The plan needs router".
  package func named(in task: String) -> NamingClient { NamingClient(base: self, task: task) }
}

/// A client whose requests can be made on behalf of somebody else, as a gateway's are.
package protocol ActingClient: ServiceClient {
  /// The same client on behalf of `caller`: services let its requests do no more
  /// than the caller may. With `nil` it acts for the home's owner, who may do everything.
  func acting(for caller: Caller?) -> Self
}

extension RequestClient: ActingClient {
  /// - Throws: also `invalidRequest` for an operation that every service has.
  package func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    guard let service = operation.service else {
      throw ServiceError(.invalidRequest, "\(operation) belongs to no service.")
    }
    return try await send(
      body, as: operation, to: service, timeout: timeout, traceID: traceID)
  }
}

/// A client whose requests share the deadline of one caller.
package struct DeadlineClient: ServiceClient {
  fileprivate let base: any ServiceClient
  fileprivate let context: RequestContext
  fileprivate let reserve: Duration
  fileprivate let task: String

  /// - Throws: also `deadlineExceeded`, without sending, if no time is left.
  package func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    let left = Self.timeout(timeLeft: context.timeLeft, reserve: reserve)
    try check(
      left > .zero, or: .deadlineExceeded, "The time for the \(task) ran out before \(operation).")
    return try await base.send(
      body, as: operation, timeout: min(left, timeout ?? left), traceID: traceID)
  }

  /// How long to wait for another service: less than the caller does by `reserve`, or by a tenth if
  /// that is less.
  package static func timeout(timeLeft: Duration, reserve: Duration) -> Duration {
    timeLeft - min(reserve, timeLeft / 10)
  }
}

/// A client whose errors name the service that failed.
package struct NamingClient: ServiceClient {
  fileprivate let base: any ServiceClient
  fileprivate let task: String

  package func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    do {
      return try await base.send(body, as: operation, timeout: timeout, traceID: traceID)
    } catch {
      throw named(error, operation)
    }
  }

  /// Names the service in a failure of the service. Failures about the request itself are
  /// unchanged. Another service's `shuttingDown` is `unavailable`, not the caller's own shutdown.
  private func named(_ error: ServiceError, _ operation: Operation) -> ServiceError {
    let service = operation.service.map { "\($0)" } ?? "\(operation)"
    let message = "The \(task) needs \(service): \(error.message)"
    return switch error.code {
    case .invalidRequest, .notFound, .noRoute, .outsideMap, .ambiguous, .conflict, .tooManyPins,
      .unauthorised:
      error
    case .shuttingDown: ServiceError(.unavailable, message, suggestions: error.suggestions)
    case .unavailable, .overloaded, .deadlineExceeded, .unsupported, .tooLarge, .internal,
      .unknown:
      ServiceError(error.code, message, suggestions: error.suggestions)
    }
  }
}
