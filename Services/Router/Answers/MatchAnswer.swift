import Geography
package import Messages

extension ProfileRouter {
  /// - Throws: `invalidRequest`, `outsideMap`.
  package func answer(_ request: MatchRequest) throws(ServiceError) -> MatchReply {
    try check(request)
    try check(request.roads)
    let accuracy = request.accuracyMeters ?? 5
    let query = distanceQuery(for: request.roads?.vehicle)
    let parts = TrackMatcher(query, accuracy: accuracy).parts(of: request.points)
    guard !parts.isEmpty || request.points.contains(where: { snapIfNear($0) != nil }) else {
      throw ServiceError(.outsideMap, "No point of the track is near a road of the map.")
    }
    self.query.use(useNewestSnapshot().metric())
    var matches: [TrackMatch] = []
    var points = [MatchedPoint?](repeating: nil, count: request.points.count)
    for part in parts {
      guard let drive = MatchedDrive(part, query), let first = part.points.first?.index,
        let last = part.points.last?.index
      else { continue }
      for (index, candidate) in part.points {
        points[index] = matched(candidate, matches.count)
      }
      for index in first...last where points[index] == nil {
        points[index] = drive.place(request.points[index], query.partial).map {
          matched($0, matches.count)
        }
      }
      matches.append(match(drive, geometry: request.geometry ?? false))
    }
    return MatchReply(matches: matches, points: points, mapVersion: network.version)
  }

  private func match(_ drive: MatchedDrive, geometry: Bool) -> TrackMatch {
    let leg = drive.leg()
    let pieces = query.partial.pieces(of: leg)
    let milliseconds = pieces.reduce(UInt64(0)) {
      $0 + UInt64($1.roadMilliseconds) + UInt64($1.turnMilliseconds)
    }
    var ways: [Int] = []
    for piece in pieces {
      let way = Int(network.way(of: piece.directedSegment.segment))
      if ways.last != way { ways.append(way) }
    }
    return TrackMatch(
      durationSeconds: RouteDescription.seconds(milliseconds),
      distanceMeters: RouteDescription.meters(pieces.reduce(0) { $0 + UInt64($1.centimeters) }),
      ways: ways, geometry: geometry ? EncodedPolyline(network.line(of: leg, pieces)) : nil)
  }

  private func matched(_ candidate: TrackCandidate, _ match: Int) -> MatchedPoint {
    let segment = candidate.position.directedSegment.segment
    return MatchedPoint(
      coordinate: candidate.coordinate, distanceMeters: candidate.distance,
      name: network.name(at: network.nameIndex(of: segment)), way: Int(network.way(of: segment)),
      match: match)
  }

  private func check(_ request: MatchRequest) throws(ServiceError) {
    let limit = RouterLimits.maximumTrackPoints
    guard (2...limit).contains(request.points.count) else {
      throw ServiceError(
        .invalidRequest, "A track has 2 to \(limit) points, not \(request.points.count).")
    }
    guard request.roads?.avoid == nil, request.roads?.avoidAreas == nil else {
      throw ServiceError(
        .invalidRequest,
        "A track lies where one was: of its roads a vehicle can be named, and none avoided.")
    }
    if let point = request.points.first(where: { !$0.isValid }) {
      throw ServiceError(
        .invalidRequest,
        "A point of the track (\(point.latitude), \(point.longitude)) is no place on Earth.")
    }
    let range = RouterLimits.trackAccuracyMeters
    guard range.contains(request.accuracyMeters ?? range.lowerBound) else {
      throw ServiceError(
        .invalidRequest,
        """
        The accuracy is \(request.accuracyMeters ?? 0) m; it must be \(Int(range.lowerBound)) to \
        \(Int(range.upperBound)) m.
        """)
    }
  }
}
