import MessageBus
import Messages
import ServiceRuntime

/// The router as a process: messages in, answers out. The work is `RoadQuestions`'.
package struct RouterService: Service {
  package static let name = ServiceName.router
  package static let summary = "finds car routes, driving-time tables and the nearest roads"

  private let snapshot: RoadSnapshot

  /// - Throws: `NetworkFileError` where the map's road network is missing, damaged or of another
  ///   version.
  package init(_ environment: ServiceEnvironment) async throws {
    let network = try RoadNetwork(path: environment.home.mapArtifact(NetworkFormat.fileName))
    snapshot = RoadSnapshot(network)
    environment.log.info(
      "\(network.segmentCount) segments, \(network.arcCount) arcs, map \(network.version)")
  }

  package func makeWorker() -> RoadQuestions { RoadQuestions(snapshot) }

  package func register(in handlers: inout RequestHandlers<RoadQuestions>) {
    handlers.answer(RouteRequest.self) { questions, request, _ in try questions.answer(request) }
    handlers.answer(TableRequest.self) { questions, request, _ in try questions.answer(request) }
    handlers.answer(NearestRoadRequest.self) { questions, request, _ in
      try questions.answer(request)
    }
    handlers.answer(IsochroneRequest.self) { questions, request, _ in
      try questions.answer(request)
    }
  }
}
