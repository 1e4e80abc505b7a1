import Geography
import Messages

/// Answers requests for the roads of a recorded track.
@Memberwise final class MatchAnswer {
  private let search: RoadSearch
  /// Made on the first request.
  private var lengths: HierarchyQuery?

  /// - Throws: `invalidRequest`, `outsideMap`.
  func answer(_ request: MatchRequest) throws(ServiceError) -> MatchReply {
    try checkTrack(request)
    try request.roads?.check(for: search.network.profile)
    let accuracy = request.accuracyMeters ?? 5
    let lengths = distanceQuery(for: request.roads?.vehicle)
    let parts = TrackMatcher(query: lengths, accuracy: accuracy).parts(of: request.points)
    try check(
      !parts.isEmpty || request.points.contains { search.snapIfNear($0) != nil },
      or: .outsideMap, "No point of the track is near a road of the map.")
    search.query.use(search.useNewestSnapshot().metric())
    var matches: [TrackMatch] = []
    var points = [MatchedPoint?](repeating: nil, count: request.points.count)
    for part in parts {
      guard
        let drive = MatchedDrive(part, of: request.points, lengths, search.query.partial)
      else { continue }
      for (index, position) in drive.points { points[index] = matched(position, matches.count) }
      matches.append(match(drive, request))
    }
    return MatchReply(matches: matches, points: points, mapVersion: search.network.version)
  }

  /// A search for the shortest ways.
  ///
  /// - Parameter vehicle: leaves out the roads that it does not fit.
  private func distanceQuery(for vehicle: VehicleSize? = nil) -> HierarchyQuery {
    let metric = search.lengthMetric()
    let made = lengths ?? HierarchyQuery(metric)
    lengths = made
    made.use(
      vehicle.map { metric.updated(to: RoadChanges(search.network, closedTo: $0), under: .none) }
        ?? metric
    )
    return made
  }

  private func match(_ drive: MatchedDrive, _ request: MatchRequest) -> TrackMatch {
    let steps = request.steps ?? false
    let through = Set(request.through ?? [])
    let passed = drive.points.indices.filter { through.contains(drive.points[$0].index) }
    let reply = RouteDescription(search.query.partial).reply(
      drive.legs, asked: drive.points.map { request.points[$0.index] }, through: Set(passed),
      geometry: request.geometry ?? false, steps: steps, intersections: true, isShared: true)
    var ways: [Int] = []
    for arc in drive.legs.lazy.flatMap(\.arcs) {
      let way = Int(search.network.way(of: search.network.directedSegment(of: arc).segment))
      if ways.last != way { ways.append(way) }
    }
    return TrackMatch(
      durationSeconds: reply.durationSeconds, distanceMeters: reply.distanceMeters, ways: ways,
      geometry: reply.geometry, legs: steps ? reply.legs : nil)
  }

  private func matched(_ position: RoadPosition, _ match: Int) -> MatchedPoint {
    let point = search.network.roadPoint(position)
    return MatchedPoint(
      coordinate: point.coordinate, distanceMeters: point.distanceMeters, name: point.name,
      way: Int(search.network.way(of: position.segment)), match: match)
  }

  private func checkTrack(_ request: MatchRequest) throws(ServiceError) {
    try check(
      request.points.count, "The number of points of the track",
      in: 2...RouterLimits.maximumTrackPoints)
    try check(
      request.roads?.withoutChoice == request.roads,
      "A track is where its traveller was: `roads` may name a vehicle, but nothing to avoid.")
    for point in request.points { try check(point, "A point of the track") }
    try check(
      request.accuracyMeters, "The accuracy in metres", in: RouterLimits.trackAccuracyMeters)
  }
}
