import CommandLineKit
import Foundation
import MapFiles
package import MessageBus
package import Messages
package import ServiceRuntime
import Stores
import Time

/// The planner as a process: requests in, plans and their progress out.
package struct PlannerService: Service {
  package static let name = ServiceName.planner
  package static let summary = "plans trips with a stop: is there time, and where?"

  private let map: PlanningMap
  private let client: RequestClient
  private let publisher: Publisher
  private let log: Log
  private let store: PinBoardStore
  private let fences: PinFencePublisher
  private let history: PlanHistory
  private let memory = ReplyMemory()
  private let inventory = ShopInventory()
  private let replication: Replication

  /// It mostly waits for other services, so plans are made by tasks, not by worker threads.
  package var workerCount: Int { 1 }

  /// More plans at a time would only make each of them later.
  package var limits: ServerLimits {
    var limits = ServerLimits()
    limits.tasks = PlanningLimits.plansOfOneCaller
    limits.spare = PlanningLimits.plansAtOnce - PlanningLimits.plansOfOneCaller
    return limits
  }

  /// - Throws: `MapManifestError` for a missing or damaged `map.json`; `SQLError` if the boards
  ///   cannot be opened; `ServiceError` with `conflict` for a second instance on files.
  package init(_ environment: ServiceEnvironment) async throws {
    let stores = try PlannerStores(of: environment.home)
    try check(
      environment.number == 1 || stores.boards.isShared, or: .conflict,
      "planner runs as one instance where its store is a file; on a server as many as wanted.")
    map = try PlanningMap(
      ofFile: environment.home.mapArtifact(MapManifest.fileName),
      carParks: CarParks(ofFile: environment.home.mapArtifact(CarParks.fileName)))
    client = environment.client
    publisher = environment.publisher
    log = environment.log
    store = try PinBoardStore(at: stores.boards)
    replication = Replication(of: stores.boards)
    history = PlanHistory(
      try PlanStore(at: stores.plans), isShared: stores.plans.isShared)
    fences = PinFencePublisher(
      store: store, monitor: client, clock: Self.now,
      onFailure: { [log] in log.warning("the fences of a board are pending: \($0)") })
    log.info(
      """
      map \(map.info.name) of \(map.info.date?.time.description ?? "an unknown date"), time zone \
      \(map.zone.identifier), \(map.carParks.count) car parks
      """)
  }

  package var counts: [String: Int] {
    ["quota.boardsOfUser": 1, "quota.plansOfUser": PlanningLimits.keptPlansOfUser]
      .merging(replication.counts) { own, _ in own }
  }

  package func register(in handlers: inout RequestHandlers<Void>) {
    handlers.answerAsync(PlanRequest.self, isBrief: true) { request, context in
      let (plan, inputs) = try await plan(request, context)
      history.keep(
        plan, for: request, inputs, now: Self.now(), of: context.caller?.user)
      return plan
    }
    handlers.answerAsync(ErrandsRequest.self) { request, context in
      try await ErrandPlanner(map: map, services: services(context))
        .plan(request, now: Self.now())
    }
    handlers.answerAsync(MeetRequest.self) { request, context in
      try await MeetPlanner(map: map, services: services(context))
        .plan(request, now: Self.now())
    }
    handlers.answer(MapInfoRequest.self) { _, _, _ in map.info }
    handlers.answer(MapTimesRequest.self) { _, request, _ in
      map.zone.times(request, now: Self.now())
    }
    registerPins(in: &handlers)
    registerHistory(in: &handlers)
    registerUsual(in: &handlers)
    registerPersonalData(in: &handlers)
  }

  private func registerHistory(in handlers: inout RequestHandlers<Void>) {
    handlers.answerStored(PlanShowRequest.self) { request, context in
      try await history.show(request, for: context.caller?.user)
    }
    handlers.answerStored(PlanListRequest.self) { request, context in
      try await history.list(request, for: context.caller?.user)
    }
    handlers.answerStored(PlanReplayRequest.self) { request, context in
      try await history.replay(request, for: context.caller?.user) { request in
        try await plan(request, context)
      }
    }
  }

  private func registerPins(in handlers: inout RequestHandlers<Void>) {
    handlers.answerStored(PinAddRequest.self) { request, context in
      try await pins(context).add(request, key: context.idempotencyKey, now: Self.now())
    }
    handlers.answerStored(PinRemoveRequest.self) { request, context in
      try await pins(context).remove(request, key: context.idempotencyKey, now: Self.now())
    }
    handlers.answerStored(PinResetRequest.self) { request, context in
      try await pins(context).reset(request, key: context.idempotencyKey, now: Self.now())
    }
    handlers.answerStored(PinWatchRequest.self) { request, context in
      try await pins(context).watch(request, key: context.idempotencyKey, now: Self.now())
    }
    handlers.answerStored(PinBoardRequest.self) { request, context in
      try await pins(context).board(request)
    }
  }

  private func registerUsual(in handlers: inout RequestHandlers<Void>) {
    handlers.answerStored(UsualRequest.self) { request, _ in try await store.usual(request) }
    handlers.answerStored(UsualPutRequest.self) { request, _ in try await store.put(request) }
  }

  private func registerPersonalData(in handlers: inout RequestHandlers<Void>) {
    handlers.answerStored(PlannerExportRequest.self) { request, _ in
      try request.subject.validate()
      var rows = ["plan": try await history.export(request.subject)]
      if let user = request.subject.user {
        rows["board"] = try await store.export(user)
        rows["usual"] = try await store.exportUsual(user)
      }
      return ExportReply(rows: rows.filter { !$0.value.isEmpty })
    }
    handlers.answerStored(PlannerEraseRequest.self) { request, _ in
      try request.subject.validate()
      var rows: [String: Int] = [:]
      if let user = request.subject.user { rows = try await store.erase(user) }
      rows["plan"] = try await history.erase(request.subject)
      return EraseReply(rows: rows.filter { $0.value > 0 })
    }
  }

  private func pins(_ context: RequestContext) -> PinBoardHandler {
    PinBoardHandler(
      map: map, store: store, fences: fences,
      services: services(context))
  }

  /// Writes plans down, and sends the geofence monitor the fences that it did not accept at the
  /// time of the change.
  package func run() async {
    async let writing: Void = history.run { [log] error in
      log.error("plans wait to be written: \(error)")
    }
    async let measuring: Void = replication.run()
    await publishFences()
    _ = await (writing, measuring)
  }

  private func publishFences() async {
    while !Task.isCancelled {
      await fences.publishPending()
      // Sleeping fails only if the task is cancelled, which ends the loop.
      try? await Task.sleep(for: PlanningLimits.pinFenceInterval)
    }
  }

  /// The other services, within the time that the caller of a request waits.
  private func services(_ context: RequestContext) -> any ServiceClient {
    client.within(context, reserve: PlanningLimits.replyReserve, for: "plan")
  }

  private func plan(
    _ request: PlanRequest, _ context: RequestContext
  ) async throws -> (plan: Plan, inputs: PlanInputs) {
    let user = context.caller?.user
    let planner = Planner(
      map: map, services: services(context), memory: memory, inventory: inventory,
      clock: { ContinuousClock.now }, publish: { publish($0, of: user) })
    let plan = try await planner.plan(
      request, now: Self.now(), spareID: .random)
    return (plan, planner.inputs)
  }

  private static func now() -> Timestamp {
    Timestamp(millisecondsSince1970: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// A plan is answered even if its events cannot be published.
  private func publish(_ event: PlanEvent, of user: String?) {
    do {
      switch event {
      case .progress(var progress):
        progress.user = user
        try publisher.publish(progress)
      case .completed(var completed):
        completed.user = user
        try publisher.publish(completed)
      }
    } catch {
      log.error("cannot publish the progress of a plan: \(error)")
    }
  }
}

extension RequestHandlers<Void> {
  /// Answers an operation that uses the planner's store, which may be on a server that is away.
  fileprivate mutating func answerStored<Request: RequestMessage>(
    _ type: Request.Type,
    _ body: @escaping @Sendable (Request, RequestContext) async throws -> Request.Reply
  ) {
    answerAsync(type) { request, context in
      try await mappingStoreErrors(of: "planner's store") { try await body(request, context) }
    }
  }
}
