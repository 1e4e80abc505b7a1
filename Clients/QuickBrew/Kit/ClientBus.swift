package import MessageBus
package import Messages

/// The part of the message bus that the client uses. Tests substitute a fake.
package protocol ClientBus: Sendable {
  /// Sends a request to any instance of the service that answers it.
  ///
  /// - Throws: the `ServiceError` of the service; `unavailable` at once where no instance is
  ///   running, `deadlineExceeded` where no reply arrives within the time-out.
  func send<Request: RequestMessage>(
    _ request: Request, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply

  /// The same with a trace ID, under which the services remember their part (`TraceRequest`).
  ///
  /// - Throws: as above.
  func send<Request: RequestMessage>(
    _ request: Request, traceID: String, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply

  /// Sends a request to one instance of a service.
  ///
  /// - Throws: as above.
  func send<Request: RequestMessage>(
    _ request: Request, to service: ServiceName, instance: String, timeout: Duration
  ) async throws(ServiceError) -> Request.Reply

  /// Sends the requests of a load test until it finishes. Returns its final state.
  func drive(_ run: LoadRun, timeout: Duration) async -> LoadRun

  /// The names of the running instances of a service, sorted.
  func instances(of service: ServiceName) -> [String]

  /// An endless stream of the events of a type.
  func events<Event: EventMessage>(_ type: Event.Type) -> AsyncStream<StreamItem<Event>>
}
