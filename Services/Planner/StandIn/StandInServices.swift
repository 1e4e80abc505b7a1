import FoundationEssentials
import Geography
import MessageBus
import Messages
import Time

/// The other services, for one plan: where one is down or slow, what can be proved without it.
///
/// | request | stand-in reply |
/// |---|---|
/// | a place, the shops of a category, their details | the last reply, which is then stale |
/// | durations of drives | lower bounds, see `DriveBound` |
/// | the line of a drive whose duration is known | that duration, and a straight line |
///
/// A request without a stand-in fails as it does otherwise. What each part of the plan is based on
/// is recorded in `certainty`.
final class StandInServices: ServiceClient {
  private let base: any ServiceClient
  private let memory: ReplyMemory
  private let request: PlanRequest
  private let now: Timestamp
  private let record = Locked(PlanRecord())

  /// - Parameters:
  ///   - request: tells origin and destination apart.
  ///   - now: from which the age of remembered replies is reckoned.
  init(
    _ base: any ServiceClient, remembering memory: ReplyMemory, for request: PlanRequest,
    now: Timestamp
  ) {
    self.base = base
    self.memory = memory
    self.request = request
    self.now = now
  }

  /// How sure the plan made so far is.
  var certainty: PlanCertainty { record.withLock { $0.certainty } }

  func send(
    _ body: Data, as operation: Operation, timeout: Duration?, traceID: String?
  ) async throws(ServiceError) -> Data {
    do throws(ServiceError) {
      let reply = try await base.send(body, as: operation, timeout: timeout, traceID: traceID)
      try remember(reply, to: body, operation)
      return reply
    } catch {
      guard error.isAbsence, let reply = try standIn(for: body, operation, error) else {
        throw error
      }
      return reply
    }
  }

  private func remember(
    _ reply: Data, to body: Data, _ operation: Operation
  ) throws(ServiceError) {
    switch operation {
    case GeocodeRequest.operation, PositionRequest.operation, ShopDetailsRequest.operation:
      memory.store(reply, under: body, at: now)
    case CandidatesRequest.operation:
      let request = try Self.decode(CandidatesRequest.self, body)
      let found = try Self.decode(CandidatesReply.self, reply)
      if found.isUnchanged ?? false { return }
      memory.store(reply, under: try Self.key(request), at: now)
      let shops = found.shops.shops ?? []
      record.withLock { $0.shops = shops }
    case DetoursRequest.operation:
      let request = try Self.decode(DetoursRequest.self, body)
      let reply = try Self.decode(DetoursReply.self, reply)
      record.withLock { $0.durations.add(request, reply) }
    default: break
    }
  }

  /// `nil` where nothing is known.
  private func standIn(
    for body: Data, _ operation: Operation, _ error: ServiceError
  ) throws(ServiceError) -> Data? {
    switch operation {
    case GeocodeRequest.operation:
      return place(body, .text(try Self.decode(GeocodeRequest.self, body).text ?? ""), error)
    case PositionRequest.operation:
      return place(body, .device(try Self.decode(PositionRequest.self, body).device), error)
    case CandidatesRequest.operation: return try candidates(body, error)
    case ShopDetailsRequest.operation: return try details(body)
    case DetoursRequest.operation:
      record.withLock { $0.certainty.detours = PlanCertainty.Part(.bound, error) }
      return try Self.encode(DriveBound.detours(try Self.decode(DetoursRequest.self, body)))
    case RouteRequest.operation:
      record.withLock { $0.certainty.direct = PlanCertainty.Part(.bound, error) }
      return try Self.encode(DriveBound.route(try Self.decode(RouteRequest.self, body)))
    case RoutesRequest.operation:
      return try Self.encode(legs(try Self.decode(RoutesRequest.self, body), error))
    default: return nil
    }
  }

  private static func decode<Message: Decodable>(
    _ type: Message.Type, _ body: Data
  ) throws(ServiceError) -> Message {
    do { return try MessageCoder.decode(type, from: body) } catch {
      throw ServiceError(.internal, "A message of a plan cannot be read: \(error)")
    }
  }

  private static func encode(_ message: some Encodable) throws(ServiceError) -> Data {
    do { return try MessageCoder.encode(message) } catch {
      throw ServiceError(.internal, "A message of a plan cannot be written: \(error)")
    }
  }

  /// Candidates are remembered by what they are, not by the trip that asked for them.
  private static func key(_ request: CandidatesRequest) throws(ServiceError) -> Data {
    let nowhere = Coordinate(latitude: 0, longitude: 0)
    return try encode(
      CandidatesRequest(
        origin: nowhere, destination: nowhere, category: request.category, drivingSeconds: 0,
        categories: request.categories, filter: request.filter))
  }
}

// MARK: - What stands in

extension StandInServices {
  private func place(_ key: Data, _ place: LocationReference, _ error: ServiceError) -> Data? {
    guard let entry = memory[key] else { return nil }
    let part = stale(entry, error)
    record.withLock { record in
      if request.origin == place { record.certainty.origin = part }
      if request.destination == place { record.certainty.destination = part }
    }
    return entry.body
  }

  private func stale(_ entry: ReplyMemory.Entry, _ error: ServiceError) -> PlanCertainty.Part {
    PlanCertainty.Part(
      .stale, ageSeconds: max(0, now.seconds(since: entry.time)), cause: error.message)
  }

  private func candidates(_ body: Data, _ error: ServiceError) throws(ServiceError) -> Data {
    let request = try Self.decode(CandidatesRequest.self, body)
    guard let entry = memory[try Self.key(request)] else {
      record.withLock { $0.certainty.shops = PlanCertainty.Part(.missing, error) }
      return try Self.encode(
        CandidatesReply(
          shops: PackedShops([]), inCategory: 0, omitted: 0,
          replica: ReplicaState(
            position: StreamPosition(epoch: "", sequence: 0), venues: 0, isCurrent: false)))
    }
    let shops = try Self.decode(CandidatesReply.self, entry.body).shops.shops ?? []
    let part = stale(entry, error)
    record.withLock { record in
      record.certainty.shops = part
      record.shops = shops
    }
    return entry.body
  }

  /// The last details of the same shops; else what the candidates have of them.
  private func details(_ body: Data) throws(ServiceError) -> Data {
    if let entry = memory[body] { return entry.body }
    let shops = record.withLock { $0.shops }
    let known = Dictionary(shops.map { ($0.id, $0) }) { first, _ in first }
    let ids = try Self.decode(ShopDetailsRequest.self, body).ids
    let category = request.choice?.categories?.first ?? request.category
    let venues = ids.compactMap { id in
      known[id].map {
        Venue(
          id: id, name: id.rawValue, category: category ?? PlanDefaults.category,
          coordinate: $0.coordinate, openingHours: $0.openingHours)
      }
    }
    return try Self.encode(
      ShopDetailsReply(
        venues: venues,
        replica: ReplicaState(
          position: StreamPosition(epoch: "", sequence: 0), venues: 0, isCurrent: false)))
  }

  /// Drives along straight lines, with the durations of the detours or the least possible ones.
  private func legs(_ request: RoutesRequest, _ error: ServiceError) -> RoutesReply {
    record.withLock { record in
      let known = request.routes.map { record.durations.seconds(of: $0) }
      let part = PlanCertainty.Part(.bound, error)
      record.certainty.legs = part
      if known.contains(nil) { record.certainty.detours = part }
      return RoutesReply(
        routes: zip(request.routes, known).map { .route(DriveBound.route($0, seconds: $1)) })
    }
  }
}

/// What a plan has found out so far.
private struct PlanRecord {
  var certainty = PlanCertainty()
  var shops: [Shop] = []
  var durations = KnownDurations()
}

extension PlanCertainty.Part {
  fileprivate init(_ kind: PlanCertainty.Kind, _ error: ServiceError) {
    self.init(kind, cause: error.message)
  }
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
