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
    let patience = Self.patience(timeLeft: context.timeLeft)
    guard patience > .zero else {
      throw ServiceError(
        .deadlineExceeded, "The time for the plan ran out before \(Request.operation).")
    }
    return try await client.send(request, timeout: patience, traceID: context.traceID)
  }

  /// How long to wait for another service: a little less than the caller does, so that the caller
  /// still hears which service was too slow.
  static func patience(timeLeft: Duration) -> Duration {
    timeLeft - min(PlanningLimits.replyReserve, timeLeft / 10)
  }
}
