import CommandLineKit
package import MessageBus
package import Messages
package import ServiceRuntime
import Time

/// The geofence monitor on the bus: requests to `FenceKeeper`, its events to the subscribers.
package struct GeofenceMonitorService: Service {
  package typealias Worker = MonitorWorker

  package static let name = ServiceName.geofenceMonitor
  package static let summary = "watches fences and reports who enters and leaves them"

  /// One thread owns the connection, so requests are answered in the order of their arrival.
  package var workerCount: Int { 1 }

  private let environment: ServiceEnvironment
  private let path: String
  private let retention: Retention
  private let tally = PositionTally()

  package init(_ environment: ServiceEnvironment) async throws {
    self.environment = environment
    path = try environment.home.dataFile("geofence-monitor.sqlite")
    retention = try Retention.configured()
  }

  /// Reads the store, so that a damaged file fails the start and not the first request.
  package func makeWorker() throws -> MonitorWorker {
    let keeper = try FenceKeeper(path: path, retention: retention)
    for damage in keeper.damage { environment.log.error("\(damage)") }
    let kept = retention.days.map { "\($0) days" } ?? "no limit"
    environment.log.info(
      "\(keeper.fenceCount) fences, \(keeper.deviceCount) devices, retention: \(kept)")
    return MonitorWorker(keeper: keeper, publisher: environment.publisher, tally: tally)
  }

  package var counts: [String: Int] {
    var counts = tally.counts
    counts["retentionDays"] = retention.days
    return counts
  }

  package func register(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answerBatched { worker, answer in try worker.answerBatch(answer) }
    handlers.tend(every: .seconds(1)) { worker in worker.expire() }
    registerFences(in: &handlers)
    registerPositions(in: &handlers)
    registerRoutes(in: &handlers)
  }

  private func registerFences(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answer(FenceAddRequest.self) { worker, request, context in
      try worker.apply(request, key: context.idempotencyKey)
    }
    handlers.answer(FenceRemoveRequest.self) { worker, request, context in
      try worker.apply(request, key: context.idempotencyKey)
    }
    handlers.answer(FenceListRequest.self) { worker, request, _ in worker.keeper.fences(request) }
    handlers.answer(BoardFencesRequest.self) { worker, request, _ in
      try worker.apply(request)
    }
  }

  private func registerPositions(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answer(PositionReportRequest.self) { worker, request, context in
      try worker.apply(request, key: context.idempotencyKey)
    }
    handlers.answer(PositionBatchRequest.self) { worker, request, context in
      try worker.apply(request, key: context.idempotencyKey)
    }
    handlers.answer(PositionRequest.self) { worker, request, _ in
      try worker.keeper.position(of: request.device, now: .now())
    }
    handlers.answer(GeofenceEventsRequest.self) { worker, request, _ in
      try MonitorWorker.mappingStoreErrors { try worker.keeper.events(request) }
    }
  }

  private func registerRoutes(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answer(RouteSetRequest.self) { worker, request, _ in
      try worker.apply(request)
    }
    handlers.answer(UpcomingRequest.self) { worker, request, _ in
      try worker.keeper.upcoming(request, now: .now())
    }
  }
}
