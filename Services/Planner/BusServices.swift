import MessageBus
import Messages

/// The other services over the bus, within the time that one request has left.
struct BusServices: PlanningServices {
  let client: RequestClient
  let context: RequestContext

  func geocode(_ request: GeocodeRequest) async throws(ServiceError) -> GeocodeReply {
    try await send(request)
  }

  func position(_ request: PositionRequest) async throws(ServiceError) -> DevicePosition {
    try await send(request)
  }

  func route(_ request: RouteRequest) async throws(ServiceError) -> RouteReply {
    try await send(request)
  }

  func table(_ request: TableRequest) async throws(ServiceError) -> TableReply {
    try await send(request)
  }

  func candidates(_ request: CandidatesRequest) async throws(ServiceError) -> CandidatesReply {
    try await send(request)
  }

  func details(_ request: ShopDetailsRequest) async throws(ServiceError) -> ShopDetailsReply {
    try await send(request)
  }

  private func send<Request: RequestMessage>(
    _ request: Request
  ) async throws(ServiceError) -> Request.Reply {
    let timeout = Self.timeout(timeLeft: context.timeLeft)
    guard timeout > .zero else {
      throw ServiceError(
        .deadlineExceeded, "The time for the plan ran out before \(Request.operation).")
    }
    return try await client.send(request, timeout: timeout, traceID: context.traceID)
  }

  /// How long to wait for another service: a little less than the caller does, so that the caller
  /// still learns which service was too slow.
  static func timeout(timeLeft: Duration) -> Duration {
    timeLeft - min(PlanningLimits.replyReserve, timeLeft / 10)
  }
}
