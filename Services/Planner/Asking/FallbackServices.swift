import MessageBus
import Messages
import Time

/// The other services, for one plan: where one is down or slow, what is known without it.
///
/// | request | instead of its reply |
/// |---|---|
/// | a place, the shops of a category, their details | the last reply, which is then stale |
/// | durations of drives | lower bounds, see `DriveBound` |
/// | the line of a drive whose duration is known | that duration, and a straight line |
///
/// Any other request fails as it does otherwise. `certainty` has what each part of the plan is
/// based on.
@Memberwise final class FallbackServices: PlanServices {
  private let base: any PlanServices
  private let memory: ReplyMemory
  /// Tells origin and destination apart.
  private let plan: PlanRequest
  /// From which the age of remembered replies is counted.
  private let now: Timestamp
  private let record = Locked(PlanRecord())

  /// How sure the plan made so far is.
  var certainty: PlanCertainty { record.withLock { $0.certainty } }

  func send<Request: RequestMessage>(
    _ request: Request, timeout: Duration?
  ) async throws(ServiceError) -> Request.Reply {
    do throws(ServiceError) {
      let reply = try await base.send(request, timeout: timeout)
      remember(reply, to: request)
      return reply
    } catch {
      // A cancelled plan needs no stand-in.
      guard error.isAbsence, !Task.isCancelled,
        let reply = reply(to: request, error) as? Request.Reply
      else { throw error }
      return reply
    }
  }

  private func remember(_ reply: any Sendable, to request: any RequestMessage) {
    switch (request, reply) {
    case (_, let found as CandidatesReply):
      if found.isUnchanged ?? false { return }
      record.withLock { $0.shops = found.shops }
    case (let request as DetoursRequest, let detours as DetoursReply):
      record.withLock { $0.detours.append((request, detours)) }
    default: break
    }
    if let question = ReplyMemory.Question(request) {
      memory.store(ReplyMemory.Entry(reply: reply, time: now), under: question)
    }
  }
}

// MARK: - Instead of a reply

extension FallbackServices {
  /// `nil` where nothing is known.
  private func reply(to request: any RequestMessage, _ error: ServiceError) -> (any Sendable)? {
    let bound = PlanCertainty.Part(kind: .bound, cause: error.message)
    let known = ReplyMemory.Question(request).flatMap { memory[$0] }
    switch request {
    case let request as GeocodeRequest:
      return known.map { stale($0, .text(request.text ?? ""), error) }
    case let request as PositionRequest:
      return known.map { stale($0, .device(request.device), error) }
    case is CandidatesRequest: return candidates(known, error)
    case let request as ShopDetailsRequest: return known?.reply ?? details(request)
    case let request as DetoursRequest:
      record.withLock { $0.certainty.detours = bound }
      return DriveBound.detours(request)
    case let request as RouteRequest:
      record.withLock { $0.certainty.direct = bound }
      return DriveBound.route(request)
    case let request as RoutesRequest: return legs(request, bound)
    default: return nil
    }
  }

  private func stale(_ entry: ReplyMemory.Entry, _ error: ServiceError) -> PlanCertainty.Part {
    PlanCertainty.Part(
      kind: .stale, ageSeconds: max(0, now.seconds(since: entry.time)), cause: error.message)
  }

  private func stale(
    _ entry: ReplyMemory.Entry, _ place: LocationReference, _ error: ServiceError
  ) -> any Sendable {
    record.withLock { record in
      if plan.origin == place { record.certainty.origin = stale(entry, error) }
      if plan.destination == place { record.certainty.destination = stale(entry, error) }
    }
    return entry.reply
  }

  private func candidates(_ known: ReplyMemory.Entry?, _ error: ServiceError) -> CandidatesReply {
    guard let known, let reply = known.reply as? CandidatesReply else {
      let part = PlanCertainty.Part(kind: .missing, cause: error.message)
      record.withLock { $0.certainty.shops = part }
      return CandidatesReply(
        shops: PackedShops([]), inCategory: 0, omitted: 0, replica: .unknown)
    }
    record.withLock { record in
      record.certainty.shops = stale(known, error)
      record.shops = reply.shops
    }
    return reply
  }

  /// What the candidates have of the details.
  private func details(_ request: ShopDetailsRequest) -> ShopDetailsReply {
    let shops = record.withLock { $0.shops?.shops ?? [] }
    let known = Dictionary(shops.map { ($0.id, $0) }) { first, _ in first }
    let category = plan.choice?.categories?.first ?? plan.category ?? PlanDefaults.category
    return ShopDetailsReply(
      venues: request.ids.compactMap { known[$0] }.map {
        Venue(
          id: $0.id, name: $0.id.rawValue, category: category, coordinate: $0.coordinate,
          facts: VenueFacts(openingHours: $0.openingHours))
      }, replica: .unknown)
  }

  /// Drives along straight lines, with the durations of the detours or the least possible ones.
  private func legs(_ request: RoutesRequest, _ bound: PlanCertainty.Part) -> RoutesReply {
    let durations = KnownDurations(record.withLock { $0.detours })
    let known = request.routes.map { durations.seconds(of: $0) }
    record.withLock { record in
      record.certainty.legs = bound
      if known.contains(nil) { record.certainty.detours = bound }
    }
    return RoutesReply(
      routes: zip(request.routes, known).map { .route(DriveBound.route($0, seconds: $1)) })
  }
}

/// What a plan has found out so far.
private struct PlanRecord {
  var certainty = PlanCertainty()
  var shops: PackedShops?
  var detours: [(request: DetoursRequest, reply: DetoursReply)] = []
}

extension ReplicaState {
  fileprivate static let unknown = ReplicaState(
    position: StreamPosition(epoch: "", sequence: 0), venues: 0, isCurrent: false)
}

extension ServiceError {
  /// Whether the service is down or too slow; every other error is an answer.
  fileprivate var isAbsence: Bool {
    switch code {
    case .unavailable, .overloaded, .deadlineExceeded, .shuttingDown: true
    default: false
    }
  }
}
