import MessageBus
import Messages
import SQLite
import ServiceRuntime

/// The geofence monitor on the bus: messages to `FenceKeeper`, what it decided to whoever listens.
package struct GeofenceMonitorService: Service {
  package typealias Worker = FenceKeeper

  package static let name = ServiceName.geofenceMonitor
  package static let summary = "watches fences and tells who enters and leaves them"

  /// One thread owns the connection, so requests are answered in the order they come.
  package var workerCount: Int { 1 }

  private let environment: ServiceEnvironment
  private let path: String

  package init(_ environment: ServiceEnvironment) async throws {
    self.environment = environment
    path = try environment.home.dataFile("geofence-monitor.sqlite")
    // Opened here once, so that a damaged file refuses the start and not the first request.
    let keeper = try FenceKeeper(path: path)
    environment.log.info("\(keeper.fenceCount) fences, \(keeper.deviceCount) devices")
  }

  package func makeWorker() throws -> FenceKeeper { try FenceKeeper(path: path) }

  package func register(in handlers: inout RequestHandlers<FenceKeeper>) {
    registerFences(in: &handlers)
    registerPositions(in: &handlers)
  }

  private func registerFences(in handlers: inout RequestHandlers<FenceKeeper>) {
    handlers.answer(FenceAddRequest.self) { keeper, request, context in
      try Self.storing { try keeper.add(request, key: context.idempotencyKey) }
    }
    handlers.answer(FenceRemoveRequest.self) { keeper, request, context in
      try Self.storing { try keeper.remove(request, key: context.idempotencyKey) }
    }
    handlers.answer(FenceListRequest.self) { keeper, request, _ in keeper.fences(request) }
    handlers.answer(BoardFencesRequest.self) { keeper, request, _ in
      try Self.storing { try keeper.set(request) }
    }
  }

  private func registerPositions(in handlers: inout RequestHandlers<FenceKeeper>) {
    handlers.answer(PositionReportRequest.self) { [environment] keeper, request, context in
      let outcome = try Self.storing {
        try keeper.report(request, now: .now(), key: context.idempotencyKey)
      }
      // After the commit. A process that dies here leaves the events in the log, where subscribers
      // that see the new epoch ask for them.
      if let moved = outcome.moved {
        for event in outcome.reply.events { try environment.publisher.publish(event) }
        try environment.publisher.publish(moved)
      }
      return outcome.reply
    }
    handlers.answer(PositionRequest.self) { keeper, request, _ in
      try keeper.position(of: request.device)
    }
    handlers.answer(GeofenceEventsRequest.self) { keeper, request, _ in
      try Self.storing { try keeper.events(request) }
    }
  }

  /// Tells the caller of a store that cannot be written whether to try again.
  private static func storing<Reply>(_ body: () throws -> Reply) throws -> Reply {
    do {
      return try body()
    } catch let error as SQLiteError {
      let isPassing = error.isDiskFull || error.isBusy
      throw ServiceError(
        isPassing ? .unavailable : .internal, "The monitor cannot use its store. \(error)")
    }
  }
}
