import MessageBus
import Messages

/// The message bus as the client needs it; a test puts a fake in its place.
package protocol ServiceBus: Sendable {
  /// Sends a request to any instance of the service that answers it.
  ///
  /// - Throws: `ServiceError` as the service gave it; `unavailable` at once where no instance is
  ///   running, `deadlineExceeded` where no reply came within the time-out.
  func send<Request: RequestMessage>(
    _ request: Request, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply

  /// Sends a request to one instance of a service.
  ///
  /// - Throws: as above.
  func send<Request: RequestMessage>(
    _ request: Request, to service: ServiceName, instance: String, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply

  /// Runs a driver of many requests until it finishes; answers it as it is then.
  ///
  /// - Throws: `ServiceError` where the operation cannot be driven.
  func drive<Driver: RequestDriver>(
    _ driver: Driver, operation: Operation, timeout: Duration
  ) async throws(ServiceError) -> Driver

  /// The running instances of a service, by name, in order.
  func instances(of service: ServiceName) -> [String]

  /// The events of a type as they come, without end.
  func events<Event: EventMessage>(_ type: Event.Type) -> AsyncStream<StreamItem<Event>>
}
