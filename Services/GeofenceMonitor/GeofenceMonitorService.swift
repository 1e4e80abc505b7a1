import MessageBus
import Messages
import SQL
import ServiceRuntime

/// The geofence monitor on the bus: requests to `FenceKeeper`, its events to the subscribers.
package struct GeofenceMonitorService: Service {
  package typealias Worker = MonitorWorker

  package static let name = ServiceName.geofenceMonitor
  package static let summary = "watches fences and tells who enters and leaves them"

  /// One thread owns the connection, so requests are answered in the order of their arrival.
  package var workerCount: Int { 1 }

  private let environment: ServiceEnvironment
  private let path: String
  private let tally = PositionTally()

  package init(_ environment: ServiceEnvironment) async throws {
    self.environment = environment
    path = try environment.home.dataFile("geofence-monitor.sqlite")
  }

  /// Reads the store, so that a damaged file fails the start and not the first request.
  package func makeWorker() throws -> MonitorWorker {
    let keeper = try FenceKeeper(path: path)
    environment.log.info("\(keeper.fenceCount) fences, \(keeper.deviceCount) devices")
    return MonitorWorker(keeper: keeper, publisher: environment.publisher, tally: tally)
  }

  package var counts: [String: Int] { tally.counts }

  package func register(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answerTogether { worker, answer in try worker.together(answer) }
    registerFences(in: &handlers)
    registerPositions(in: &handlers)
    registerRoutes(in: &handlers)
  }

  private func registerFences(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answer(FenceAddRequest.self) { worker, request, context in
      try worker.perform { try $0.add(request, now: .now(), key: context.idempotencyKey) }
    }
    handlers.answer(FenceRemoveRequest.self) { worker, request, context in
      try worker.perform { try $0.remove(request, now: .now(), key: context.idempotencyKey) }
    }
    handlers.answer(FenceListRequest.self) { worker, request, _ in worker.keeper.fences(request) }
    handlers.answer(BoardFencesRequest.self) { worker, request, _ in
      try worker.perform { try $0.set(request, now: .now()) }
    }
  }

  private func registerPositions(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answer(PositionReportRequest.self) { worker, request, context in
      try worker.perform { try $0.report(request, now: .now(), key: context.idempotencyKey) }
    }
    handlers.answer(PositionBatchRequest.self) { worker, request, context in
      try worker.perform { try $0.report(request, now: .now(), key: context.idempotencyKey) }
    }
    handlers.answer(PositionRequest.self) { worker, request, _ in
      try worker.keeper.position(of: request.device, now: .now())
    }
    handlers.answer(GeofenceEventsRequest.self) { worker, request, _ in
      try Self.mappingStoreErrors { try worker.keeper.events(request) }
    }
  }

  private func registerRoutes(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answer(RouteSetRequest.self) { worker, request, _ in
      try worker.perform { try $0.setRoute(request, now: .now()) }
    }
    handlers.answer(UpcomingRequest.self) { worker, request, _ in
      try worker.keeper.upcoming(request, now: .now())
    }
  }

  /// Maps errors of the store to `ServiceError`: `unavailable` where a retry may help.
  static func mappingStoreErrors<Reply>(_ body: () throws -> Reply) throws -> Reply {
    do {
      return try body()
    } catch let error as SQLError {
      let isPassing = error.isDiskFull || error.isBusy
      throw ServiceError(
        isPassing ? .unavailable : .internal, "The monitor cannot use its store. \(error)")
    }
  }
}

/// The state of the thread that answers: the keeper, and what to publish once it has committed.
package final class MonitorWorker {
  package let keeper: FenceKeeper
  private let publisher: Publisher
  private let tally: PositionTally
  private var pendingPublications = RequestEffects()

  init(keeper: FenceKeeper, publisher: Publisher, tally: PositionTally) {
    self.keeper = keeper
    self.publisher = publisher
    self.tally = tally
  }

  /// Answers requests in one commit, then publishes their effects.
  ///
  /// If the process dies in between, the events are in the log: subscribers that see the new epoch
  /// request them from there.
  func together(_ answer: () -> Void) throws {
    pendingPublications = RequestEffects()
    try GeofenceMonitorService.mappingStoreErrors { try keeper.together(answer) }
    for event in pendingPublications.events { try publisher.publish(event) }
    for position in pendingPublications.positions { try publisher.publish(position) }
    for upcoming in pendingPublications.upcoming { try publisher.publish(upcoming) }
    tally.add(pendingPublications)
  }

  /// Performs a request, and collects what to publish of it.
  func perform<Reply>(
    _ request: (FenceKeeper) throws -> FenceKeeper.Outcome<Reply>
  ) throws -> Reply {
    let outcome = try GeofenceMonitorService.mappingStoreErrors { try request(keeper) }
    pendingPublications.append(outcome.effects)
    return outcome.reply
  }
}

/// Counts the positions since the service started, for `stats`.
final class PositionTally: Sendable {
  private let all = Locked<[String: Int]>([:])

  var counts: [String: Int] { all.withLock { $0 } }

  func add(_ effects: RequestEffects) {
    guard effects.accepted > 0 || !effects.flaws.isEmpty else { return }
    all.withLock { all in
      all["positions", default: 0] += effects.accepted + effects.flaws.count
      for flaw in effects.flaws { all["ignored.\(flaw.rawValue)", default: 0] += 1 }
    }
  }
}
