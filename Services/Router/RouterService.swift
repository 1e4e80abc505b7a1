import CommandLineKit
import FoundationEssentials
import MapFiles
package import MessageBus
package import Messages
import OpeningHours
package import ServiceRuntime

/// The router as a process: registers the handlers of its messages. `ProfileRouter` answers them.
package struct RouterService: Service {
  package static let name = ServiceName.router
  package static let summary =
    "finds routes, travel-time tables, areas within reach and the nearest roads"

  /// `--speeds FILE`: see `SpeedScheduleFile`.
  package static let flags = ["speeds"]

  private let roads: [TravelProfile: LiveRoads]
  /// `nil` where the map has no roads for cars.
  private let traffic: LiveTraffic?
  private let subscriber: Subscriber
  private let log: Log

  /// - Throws: `NetworkFileError` where one of the map's road networks is damaged or of another
  ///   version, or where all are missing; `SpeedScheduleFileError`, `TrafficFileError` for an
  ///   invalid file.
  package init(_ environment: ServiceEnvironment) async throws {
    let log = environment.log
    let speedSchedule = try Self.speedSchedule(environment)
    let holidays = Self.holidays(environment)
    var roads: [TravelProfile: LiveRoads] = [:]
    for profile in TravelProfile.allCases {
      do throws(NetworkFileError) {
        let speeds = profile == .car ? speedSchedule : .emptyRoads
        roads[profile] = try Self.roads(of: profile, speeds, holidays, environment)
      } catch {
        // A map may have no roads for a profile, such as motorways only and walkers; `router build`
        // then makes no file.
        let isLast = roads.isEmpty && profile == TravelProfile.allCases.last
        guard case .missing = error, !isLast else { throw error }
        log.info("\(profile.rawValue): no network, so no answers")
      }
    }
    self.roads = roads
    self.log = log
    subscriber = environment.subscriber
    let publisher = environment.publisher
    traffic = try roads[.car].map { cars in
      try LiveTraffic(cars, TrafficStore(environment.home), log: log) { change in
        do {
          try publisher.publish(change)
        } catch {
          log.error("cannot announce a change of traffic: \(error)")
        }
      }
    }
  }

  private static func roads(
    of profile: TravelProfile, _ speedSchedule: SpeedSchedule, _ holidays: HolidayCalendar?,
    _ environment: ServiceEnvironment
  ) throws(NetworkFileError) -> LiveRoads {
    let path = environment.home.mapArtifact(NetworkFormat.fileName(for: profile))
    let network = try RoadNetwork(path: path, for: profile)
    environment.log.info(
      """
      \(profile.rawValue): \(network.segmentCount) segments, \(network.arcCount) arcs, \
      map \(network.version); traffic on the \(network.drivingSide), \
      \(network.drivingSideReason)
      """)
    return LiveRoads(
      RoadSnapshot(network, speedSchedule: speedSchedule, holidays: holidays))
  }

  /// The holidays of the map's country; the router works without.
  private static func holidays(_ environment: ServiceEnvironment) -> HolidayCalendar? {
    do {
      let map = try MapManifest.read(environment.home.mapArtifact(MapManifest.fileName))
      let holidays = map.country.flatMap { HolidayCalendar(country: $0, state: map.state) }
      let whose = holidays.map { $0.state.map { "\(map.country ?? "")-\($0)" } ?? $0.country }
      environment.log.info("public holidays in rules of the road: \(whose ?? "unknown")")
      return holidays
    } catch {
      environment.log.info("public holidays in rules of the road: unknown. \(error)")
      return nil
    }
  }

  private static func speedSchedule(_ environment: ServiceEnvironment) throws -> SpeedSchedule {
    let usual = try environment.home.dataFile(SpeedScheduleFile.name)
    let named = environment.flags["speeds"]
    guard named != nil || FileManager.default.fileExists(atPath: usual) else { return .standard }
    let path = named ?? usual
    environment.log.info("speeds by the hour from \(path)")
    return try SpeedScheduleFile.read(path)
  }

  package func makeWorker() -> RouterWorker { RouterWorker(roads) }

  package func register(in handlers: inout RequestHandlers<RouterWorker>) {
    handlers.answer(RouteRequest.self) { worker, request, context in
      try worker.router(for: request.profile, context).answer(request)
    }
    handlers.answer(TableRequest.self) { worker, request, context in
      try worker.router(for: request.profile, context).answer(request)
    }
    handlers.answerTogether(RoutesRequest.self) { request in
      try request.checkedRoutes()
    } answer: { worker, route, context in
      RouteResult(route, by: worker, context)
    } reply: { results in
      RoutesReply(routes: results)
    }
    handlers.answer(DetoursRequest.self) { worker, request, context in
      try worker.router(for: request.profile, context).answer(request)
    }
    handlers.answer(BestDetoursRequest.self) { worker, request, context in
      try worker.router(for: request.profile, context).answer(request)
    }
    handlers.answer(NearestRoadRequest.self) { worker, request, context in
      try worker.router(for: request.profile, context).answer(request)
    }
    handlers.answer(MatchRequest.self) { worker, request, context in
      try worker.router(for: request.profile, context).answer(request)
    }
    handlers.answer(IsochroneRequest.self) { worker, request, context in
      try worker.router(for: request.profile, context).answer(request)
    }
    handlers.answer(TrafficRequest.self) { [traffic] _, request, _ in
      guard let traffic else { throw RouterWorker.noRoads(for: .car) }
      return try traffic.answer(request)
    }
  }

  /// Applies the traffic changes that other instances accept, until cancelled.
  package func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await item in subscriber.events(TrafficChanged.self) {
          guard case .event(let change, _) = item else { continue }
          report { try traffic?.follow(change) }
        }
      }
      group.addTask {
        while !Task.isCancelled {
          report { try traffic?.follow() }
          // Throws only when the service ends.
          try? await Task.sleep(for: TrafficLimits.pollInterval)
        }
      }
    }
  }

  private func report(_ follow: () throws -> Void) {
    do {
      try follow()
    } catch {
      log.error("\(error)")
    }
  }
}

/// Answers the requests of all profiles; each worker has its own.
@Memberwise(positional: 1) package final class RouterWorker {
  private let roads: [TravelProfile: LiveRoads]
  /// Made on first use, so an unused profile allocates no working memory.
  private var routers: [TravelProfile: ProfileRouter] = [:]

  /// The router of a profile; `nil` means cars.
  ///
  /// - Parameter context: of the request that it answers next.
  /// - Throws: `outsideMap` where the map has no road for it.
  package func router(
    for profile: TravelProfile?, _ context: RequestContext? = nil
  ) throws(ServiceError) -> ProfileRouter {
    let router = try router(of: profile ?? .car)
    router.answer(in: context)
    return router
  }

  private func router(of profile: TravelProfile) throws(ServiceError) -> ProfileRouter {
    if let known = routers[profile] { return known }
    guard let roads = roads[profile] else { throw Self.noRoads(for: profile) }
    let made = ProfileRouter(roads)
    routers[profile] = made
    return made
  }

  static func noRoads(for profile: TravelProfile) -> ServiceError {
    ServiceError(.outsideMap, "This map has no road for \(profile.rules.travellers).")
  }
}
