import CommandLineKit
import Glibc
import Idempotency
package import MessageBus
package import Messages
package import ServiceRuntime
import Stores
import Time

/// The geofence monitor on the bus: requests to `MonitorState`, its events to the subscribers.
package struct GeofenceMonitorService: Service {
  package typealias Worker = MonitorWorker

  package static let name = ServiceName.geofenceMonitor
  package static let summary = "watches fences and reports who enters and leaves them"

  /// One thread owns the connection, so requests are answered in the order of their arrival.
  package var workerCount: Int { 1 }

  package var allowance: Duration { location.allowance }

  private let environment: ServiceEnvironment
  private let location: StoreLocation
  /// The lease, where others stand by.
  private let leases: MonitorLease
  private let lease: Lease?
  /// Holds it while the store is read.
  private let holding: Task<Void, Never>?
  private let retention: Retention
  private let tally = PositionTally()
  private let replication: Replication

  /// On a server it stands by until no other instance works.
  ///
  /// - Throws: `ServiceError` with `conflict` for a second instance on a file; `UsageError` for the
  ///   retention; `SQLError`.
  package init(_ environment: ServiceEnvironment) async throws {
    self.environment = environment
    retention = try Retention.configured()
    location = try StoreLocation(
      of: environment.home, setting: "fences-at", file: "geofence-monitor.sqlite",
      schema: GeofenceStore.schema)
    replication = Replication(of: location)
    try check(
      environment.number == 1 || location.isShared, or: .conflict,
      """
      geofence-monitor runs as one instance where its store is a file; on a server others may \
      stand by.
      """)
    leases = MonitorLease(on: location)
    guard location.isShared else {
      (lease, holding) = (nil, nil)
      return
    }
    var taken = try await leases.take()
    if taken == nil { taken = try await environment.standBy(until: leases.wait) }
    lease = taken
    holding = taken.map { [leases] lease in Task { await leases.hold(lease) } }
  }

  /// Hands over to an instance that stands by, after the last batch.
  package func run() async {
    guard let lease else { return }
    holding?.cancel()
    // Ends when the service has been drained.
    await replication.run()
    do {
      try await leases.release(lease)
    } catch {
      environment.log.warning("others take over in \(MonitorLimits.lease): \(error)")
    }
  }

  /// Reads the store, so that a damaged file fails the start and not the first request.
  package func makeWorker() throws -> MonitorWorker {
    let state = try MonitorState(at: location, lease: lease, retention: retention)
    for damage in state.damage { environment.log.error("\(damage)") }
    let kept = retention.days.map { "\($0) days" } ?? "no limit"
    environment.log.info(
      "\(state.fenceCount) fences, \(state.deviceCount) devices, retention: \(kept)")
    let log = environment.log
    return MonitorWorker(
      state: state, at: location, publisher: environment.publisher, tally: tally,
      onLoss: { error in
        log.error("\(error) This one ends, and stands by once it is started again.")
        kill(getpid(), SIGTERM)
      })
  }

  package var counts: [String: Int] {
    var counts = tally.counts.merging(replication.counts) { own, _ in own }
    counts["retentionDays"] = retention.days
    counts["quota.devicesOfUser"] = MonitorLimits.devicesOfUser
    counts["quota.fencesOfUser"] = GeofenceLimits.maximumBoardFences
    counts["quota.flawedOfUser"] = MonitorLimits.flawedOfUser
    counts["quota.routesOfUser"] = MonitorLimits.routesOfUser
    counts["quota.repliesOfUser"] = StoredReplies().countOfUser
    return counts
  }

  package var nearQuotas: [QuotaUse] { tally.nearQuotas.withLock { $0 } }

  package func register(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answerBatched { worker, answer in try worker.answerBatch(answer) }
    // In its own transaction, which also confirms the lease while nobody asks anything.
    handlers.tend(every: .seconds(1)) { worker in worker.expire() }
    registerFences(in: &handlers)
    registerPositions(in: &handlers)
    registerRoutes(in: &handlers)
    registerPersonalData(in: &handlers)
  }

  private func registerFences(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.change(FenceAddRequest.self)
    handlers.change(FenceRemoveRequest.self)
    handlers.answer(FenceListRequest.self) { worker, request, _ in worker.state.fences(request) }
    handlers.change(BoardFencesRequest.self)
  }

  private func registerPositions(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.change(PositionReportRequest.self)
    handlers.change(PositionBatchRequest.self)
    handlers.answer(PositionRequest.self) { worker, request, _ in
      try worker.state.position(of: request.device, now: .now())
    }
    handlers.answer(GeofenceEventsRequest.self) { worker, request, _ in
      try MonitorWorker.mappingStoreErrors { try worker.state.events(request) }
    }
  }

  private func registerRoutes(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.change(RouteSetRequest.self)
    handlers.answer(UpcomingRequest.self) { worker, request, _ in
      try worker.state.upcoming(request, now: .now())
    }
  }

  private func registerPersonalData(in handlers: inout RequestHandlers<MonitorWorker>) {
    handlers.answer(MonitorEraseRequest.self) { worker, request, _ in try worker.erase(request) }
    handlers.answer(MonitorExportRequest.self) { worker, request, _ in
      try MonitorWorker.mappingStoreErrors { try worker.state.export(request) }
    }
  }
}

extension RequestHandlers<MonitorWorker> {
  /// Answers an operation that changes fences, tracks or routes, in the batch under way.
  fileprivate mutating func change<Command: MonitorCommand>(_ type: Command.Type) {
    answer(type) { worker, request, context in
      try worker.apply(request, key: context.idempotencyKey, caller: context.caller)
    }
  }
}
