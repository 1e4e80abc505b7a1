import CommandLineKit
import Foundation
import MapFiles
import MessageBus
import Messages
import ServiceRuntime
import Time

/// The planner as a process: requests in, plans and their progress out.
package struct PlannerService: Service {
  package static let name = ServiceName.planner
  package static let summary = "plans trips with a stop: is there time, and where?"

  private let map: PlanningMap
  private let client: RequestClient
  private let publisher: Publisher
  private let log: Log
  private let boards: PinBoards
  private let watcher: PinWatcher

  /// It mostly waits for other services: plans are made by tasks, not by workers.
  package var workerCount: Int { 1 }

  /// - Throws: `MapManifestError` where the map directory has no sound `map.json`;
  ///   `SQLError` where the boards cannot be opened; `ServiceError` with `conflict` for a second
  ///   instance.
  package init(_ environment: ServiceEnvironment) async throws {
    guard environment.instance == "1" else {
      throw ServiceError(.conflict, "planner runs as one instance: its boards have one writer.")
    }
    map = try PlanningMap(ofFile: environment.home.mapArtifact(MapManifest.fileName))
    client = environment.client
    publisher = environment.publisher
    log = environment.log
    boards = try PinBoards(path: environment.home.dataFile("planner.sqlite"))
    watcher = PinWatcher(
      boards, onFailure: { [log] in log.warning("the fences of a board are pending: \($0)") },
      tellMonitor: { [client] in
        _ = try await client.send($0, timeout: PlanningLimits.pinWatchPatience)
      })
    log.info("map \(map.info.name), time zone \(map.zone.identifier)")
  }

  package func register(in handlers: inout RequestHandlers<Void>) {
    handlers.answerAsync(PlanRequest.self) { request, context in
      try await plan(request, context)
    }
    handlers.answer(MapInfoRequest.self) { _, _, _ in map.info }
    handlers.answer(MapTimesRequest.self) { _, request, _ in
      map.zone.times(request, now: Self.now())
    }
    registerPins(in: &handlers)
  }

  private func registerPins(in handlers: inout RequestHandlers<Void>) {
    handlers.answerAsync(PinAddRequest.self) { request, context in
      try await keeper(context).add(request, key: context.idempotencyKey, now: Self.now())
    }
    handlers.answerAsync(PinRemoveRequest.self) { request, context in
      try await keeper(context).remove(request, key: context.idempotencyKey, now: Self.now())
    }
    handlers.answerAsync(PinResetRequest.self) { request, context in
      try await keeper(context).reset(request, key: context.idempotencyKey, now: Self.now())
    }
    handlers.answerAsync(PinWatchRequest.self) { request, context in
      try await keeper(context).watch(request, key: context.idempotencyKey, now: Self.now())
    }
    handlers.answerAsync(PinBoardRequest.self) { request, context in
      try await keeper(context).board(request)
    }
  }

  private func keeper(_ context: RequestContext) -> PinKeeper {
    PinKeeper(
      map: map, boards: boards, watcher: watcher,
      services: BusServices(client: client, context: context))
  }

  /// Tells the geofence monitor what it could not be told when it was asked for.
  package func run() async {
    while !Task.isCancelled {
      await watcher.tellPending()
      // Ends early only where the loop does.
      try? await Task.sleep(for: PlanningLimits.pinWatchInterval)
    }
  }

  private func plan(_ request: PlanRequest, _ context: RequestContext) async throws -> Plan {
    let planner = Planner(
      map: map, services: BusServices(client: client, context: context),
      clock: { ContinuousClock.now }, announce: { publish($0) })
    var generator = SystemRandomNumberGenerator()
    return try await planner.plan(request, now: Self.now(), spareID: .random(using: &generator))
  }

  private static func now() -> Timestamp {
    Timestamp(millisecondsSince1970: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// A plan is answered even where nobody can be told of it.
  private func publish(_ news: PlanNews) {
    do {
      switch news {
      case .progress(let progress): try publisher.publish(progress)
      case .completed(let completed): try publisher.publish(completed)
      }
    } catch {
      log.error("cannot publish the progress of a plan: \(error)")
    }
  }
}
