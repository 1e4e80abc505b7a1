import FoundationEssentials
import MessageBus
import Messages
import ServiceRuntime

/// The router as a process: messages in, answers out. The work is `RoadQuestions`'.
package struct RouterService: Service {
  package static let name = ServiceName.router
  package static let summary = "finds car routes, driving-time tables and the nearest roads"
  /// `--speeds FILE`: see `TimetableFile`.
  package static let flags = ["speeds"]

  private let roads: LiveRoads
  private let traffic: LiveTraffic
  private let subscriber: Subscriber
  private let log: Log

  /// - Throws: `NetworkFileError` where the map's road network is missing, damaged or of another
  ///   version; `TimetableFileError`, `TrafficFileError` for a file that cannot be followed.
  package init(_ environment: ServiceEnvironment) async throws {
    let network = try RoadNetwork(path: environment.home.mapArtifact(NetworkFormat.fileName))
    log = environment.log
    log.info("\(network.segmentCount) segments, \(network.arcCount) arcs, map \(network.version)")
    let timetable = try Self.timetable(environment)
    roads = LiveRoads(RoadSnapshot(network, timetable: timetable))
    subscriber = environment.subscriber
    let (publisher, log) = (environment.publisher, environment.log)
    traffic = try LiveTraffic(roads, TrafficStore(environment.home), log: log) { change in
      do {
        try publisher.publish(change)
      } catch {
        log.error("cannot announce a change of traffic: \(error)")
      }
    }
  }

  private static func timetable(
    _ environment: ServiceEnvironment
  ) throws -> Timetable {
    let usual = try environment.home.dataFile(TimetableFile.name)
    let named = environment.flags["speeds"]
    guard named != nil || FileManager.default.fileExists(atPath: usual) else { return .standard }
    let path = named ?? usual
    environment.log.info("speeds by the hour from \(path)")
    return try TimetableFile.read(path)
  }

  package func makeWorker() -> RoadQuestions { RoadQuestions([.car: roads]) }

  package func register(in handlers: inout RequestHandlers<RoadQuestions>) {
    handlers.answer(RouteRequest.self) { questions, request, _ in try questions.answer(request) }
    handlers.answer(TableRequest.self) { questions, request, _ in try questions.answer(request) }
    handlers.answer(NearestRoadRequest.self) { questions, request, _ in
      try questions.answer(request)
    }
    handlers.answer(TrafficRequest.self) { [traffic] _, request, _ in
      try traffic.answer(request)
    }
  }

  /// Follows what other instances are told of the traffic, until cancelled.
  package func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await _ in subscriber.events(TrafficChanged.self) { follow() }
      }
      group.addTask {
        while !Task.isCancelled {
          follow()
          // Ends early only when the service ends.
          try? await Task.sleep(for: TrafficLimits.lookInterval)
        }
      }
    }
  }

  private func follow() {
    do {
      try traffic.follow()
    } catch {
      log.error("\(error)")
    }
  }
}
