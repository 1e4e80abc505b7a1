import MessageBus
import Messages
import ServiceRuntime

/// The router as a process: messages in, answers out. The work is `RoadQuestions`'.
package struct RouterService: Service {
  package static let name = ServiceName.router
  package static let summary =
    "finds routes, travel-time tables, areas within reach and the nearest roads"

  private let snapshots: [TravelProfile: RoadSnapshot]

  /// - Throws: `NetworkFileError` where one of the map's road networks is damaged or of another
  ///   version, or where there is none for cars.
  package init(_ environment: ServiceEnvironment) async throws {
    var snapshots: [TravelProfile: RoadSnapshot] = [:]
    for profile in TravelProfile.allCases {
      let path = environment.home.mapArtifact(NetworkFormat.fileName(for: profile))
      do throws(NetworkFileError) {
        let network = try RoadNetwork(path: path, for: profile)
        snapshots[profile] = RoadSnapshot(network)
        environment.log.info(
          """
          \(profile.rawValue): \(network.segmentCount) segments, \(network.arcCount) arcs, \
          map \(network.version)
          """)
      } catch {
        // A map of motorways has nothing for walkers, and `router build` then makes no file.
        guard case .missing = error, profile != .car else { throw error }
        environment.log.info("\(profile.rawValue): no network, so no answers")
      }
    }
    self.snapshots = snapshots
  }

  package func makeWorker() -> ProfileQuestions { ProfileQuestions(snapshots) }

  package func register(in handlers: inout RequestHandlers<ProfileQuestions>) {
    handlers.answer(RouteRequest.self) { questions, request, _ in
      try questions.about(request.profile).answer(request)
    }
    handlers.answer(TableRequest.self) { questions, request, _ in
      try questions.about(request.profile).answer(request)
    }
    handlers.answer(NearestRoadRequest.self) { questions, request, _ in
      try questions.about(request.profile).answer(request)
    }
    handlers.answer(IsochroneRequest.self) { questions, request, _ in
      try questions.about(request.profile).answer(request)
    }
  }
}

/// The questions of each profile; one object a worker.
package final class ProfileQuestions {
  private let snapshots: [TravelProfile: RoadSnapshot]
  /// Made when first asked: the working memory of a profile nobody uses is never allocated.
  private var questions: [TravelProfile: RoadQuestions] = [:]

  package init(_ snapshots: [TravelProfile: RoadSnapshot]) { self.snapshots = snapshots }

  /// Who answers for a profile; for cars where none is said.
  ///
  /// - Throws: `outsideMap` where the map has no road for it.
  package func about(_ profile: TravelProfile?) throws(ServiceError) -> RoadQuestions {
    let profile = profile ?? .car
    if let known = questions[profile] { return known }
    guard let snapshot = snapshots[profile] else {
      throw ServiceError(
        .outsideMap, "This map has no road for \(profile.rules.travellers).")
    }
    let made = RoadQuestions(snapshot)
    questions[profile] = made
    return made
  }
}
