import Geography
import Messages

/// Answers requests for the roads of a recorded track.
final class MatchAnswer {
  private let search: RoadSearch
  /// Made on the first request.
  private var lengths: HierarchyQuery?

  init(_ search: RoadSearch) { self.search = search }

  /// - Throws: `invalidRequest`, `outsideMap`.
  func answer(_ request: MatchRequest) throws(ServiceError) -> MatchReply {
    try checkTrack(request)
    try request.roads?.check(for: search.network.profile)
    let accuracy = request.accuracyMeters ?? 5
    let lengths = distanceQuery(for: request.roads?.vehicle)
    let parts = TrackMatcher(lengths, accuracy: accuracy).parts(of: request.points)
    guard !parts.isEmpty || request.points.contains(where: { search.snapIfNear($0) != nil }) else {
      throw ServiceError(.outsideMap, "No point of the track is near a road of the map.")
    }
    search.query.use(search.useNewestSnapshot().metric())
    var matches: [TrackMatch] = []
    var points = [MatchedPoint?](repeating: nil, count: request.points.count)
    for part in parts {
      guard let drive = MatchedDrive(part, lengths), let first = part.points.first?.index,
        let last = part.points.last?.index
      else { continue }
      for (index, candidate) in part.points {
        points[index] = matched(candidate, matches.count)
      }
      for index in first...last where points[index] == nil {
        points[index] = drive.place(request.points[index], lengths.partial).map {
          matched($0, matches.count)
        }
      }
      matches.append(match(drive, geometry: request.geometry ?? false))
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

  private func match(_ drive: MatchedDrive, geometry: Bool) -> TrackMatch {
    let leg = drive.leg()
    let pieces = search.query.partial.pieces(of: leg)
    let milliseconds = pieces.reduce(UInt64(0)) {
      $0 + UInt64($1.roadMilliseconds) + UInt64($1.turnMilliseconds)
    }
    var ways: [Int] = []
    for piece in pieces {
      let way = Int(search.network.way(of: piece.directedSegment.segment))
      if ways.last != way { ways.append(way) }
    }
    return TrackMatch(
      durationSeconds: RouteDescription.seconds(milliseconds),
      distanceMeters: RouteDescription.meters(pieces.reduce(0) { $0 + UInt64($1.centimeters) }),
      ways: ways, geometry: geometry ? EncodedPolyline(search.network.line(of: leg, pieces)) : nil)
  }

  private func matched(_ candidate: TrackCandidate, _ match: Int) -> MatchedPoint {
    let segment = candidate.position.directedSegment.segment
    return MatchedPoint(
      coordinate: candidate.coordinate, distanceMeters: candidate.distance,
      name: search.network.name(at: search.network.nameIndex(of: segment)),
      way: Int(search.network.way(of: segment)),
      match: match)
  }

  private func checkTrack(_ request: MatchRequest) throws(ServiceError) {
    try check(
      request.points.count, "The number of points of the track",
      in: 2...RouterLimits.maximumTrackPoints)
    guard request.roads?.withoutChoice == request.roads else {
      throw ServiceError(
        .invalidRequest,
        "A track is where its traveller was: `roads` may name a vehicle, but nothing to avoid.")
    }
    if let point = request.points.first(where: { !$0.isValid }) {
      throw ServiceError(
        .invalidRequest,
        """
        A point of the track (\(point.latitude), \(point.longitude)) is not on Earth: latitude is \
        -90 to 90, longitude -180 to 180.
        """
      )
    }
    try check(
      request.accuracyMeters ?? 5, "The accuracy in metres", in: RouterLimits.trackAccuracyMeters)
  }
}
