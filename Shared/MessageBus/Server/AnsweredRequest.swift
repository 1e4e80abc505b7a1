import FoundationEssentials
package import Messages

/// An answered request, as a log has it.
@Memberwise package struct AnsweredRequest: Sendable {
  package let operation: String
  /// The same for all requests behind one of a user; empty where the caller gave none.
  package let traceID: String
  /// From its arrival to its reply.
  package let latency: Duration
  /// `nil` where it was answered.
  package let error: ServiceError?
}

/// Who hears of answered requests.
@Memberwise package struct RequestLog: Sendable {
  /// Whether of all; else of those alone that failed with `internal`, by a fault of the service.
  package let hasAll: Bool
  /// Called on the server's loop: it must be quick.
  package let write: @Sendable (AnsweredRequest) -> Void

  /// Costs nothing where nobody wants to hear of it.
  func note(
    _ pending: PendingRequest, _ latency: Duration, _ result: Result<Data, ServiceError>
  ) {
    let error: ServiceError? = if case .failure(let error) = result { error } else { nil }
    guard hasAll || error?.code == .internal else { return }
    let header = try? MessageCoder.decode(RequestHeader.self, from: pending.frames.header)
    write(
      AnsweredRequest(
        operation: pending.statisticsName, traceID: header?.trace?.traceID ?? "", latency: latency,
        error: error))
  }
}
