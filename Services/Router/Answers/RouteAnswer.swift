import Geography
import Messages
import Time

/// Answers requests for routes.
final class RouteAnswer {
  /// In which the steps and notes are worded, as `PhraseBook.phrases(for:)` reads it.
  var language: String?
  private let search: RoadSearch
  private let alternatives: AlternativeQuery
  /// Made on the first request to verify an answer.
  private var reference: RouteQuery?

  init(_ search: RoadSearch) {
    self.search = search
    alternatives = AlternativeQuery(search.network)
  }

  /// - Throws: `invalidRequest`, `outsideMap`, `noRoute`.
  func answer(_ request: RouteRequest) throws(ServiceError) -> RouteReply {
    let count = request.waypoints.count
    try check(count, "The number of waypoints", in: 2...RouterLimits.maximumWaypoints)
    let others = try alternativeCount(request)
    let through = try through(request)
    try request.roads?.check(for: search.network.profile)
    let snapped = try headed(
      try search.snap(request.waypoints, "Waypoint", side: request.side ?? .either), request)
    let (hour, roads) = try search.prepareSearch(
      departure: request.departure, arrival: request.arrival, request.roads)
    let points = search.avoidingClosures(snapped, request.waypoints)
    let (positions, legs) = try search.quickestPath(through: points)
    let clock = LegClock(of: legs, through: snapped, request.waypoints, hour, roads, search)
    let describe = { [search, language] (legs: [PathLeg], verified: Bool?) in
      RouteDescription(search.query.partial, clock, language).reply(
        legs, asked: request.waypoints, snapped: points, through: through,
        geometry: request.geometry ?? false,
        steps: request.steps ?? false, intersections: request.intersections ?? false,
        verified: verified, isTimed: hour.time != nil)
    }
    let isVerified = request.verify ?? false ? isVerified(legs, through: positions) : nil
    let reply = describe(legs, isVerified).withTimes(
      at: hour, trafficVersion: search.trafficVersion)
    guard others > 0 else { return reply }
    let paths = alternatives.alternatives(
      to: legs[0], from: positions[0], to: positions[1], count: others, search.query.partial)
    return reply.with(paths.map { describe([$0], nil) })
  }

  /// The waypoints that are passed without stopping.
  ///
  /// - Throws: `invalidRequest` for a number that is not a via point's.
  private func through(_ request: RouteRequest) throws(ServiceError) -> Set<Int> {
    let numbers = request.through ?? []
    if let wrong = numbers.first(where: {
      !request.waypoints.indices.dropFirst().dropLast().contains($0)
    }) {
      throw ServiceError(
        .invalidRequest,
        """
        Waypoint number \(wrong) to pass through is not a via point: those are 1 to \
        \(request.waypoints.count - 2).
        """)
    }
    return Set(numbers)
  }

  /// Whether Dijkstra's algorithm finds the same duration for every leg.
  private func isVerified(_ legs: [PathLeg], through positions: [RoadPosition]) -> Bool {
    let reference = reference ?? RouteQuery(search.network, search.query.metric.travel)
    reference.use(search.query.metric.travel)
    self.reference = reference
    guard let plain = try? reference.path(through: positions) else { return false }
    return plain.map(\.milliseconds) == legs.map(\.milliseconds)
  }

  /// The number of alternatives that a request asks for.
  ///
  /// - Throws: `invalidRequest`.
  private func alternativeCount(_ request: RouteRequest) throws(ServiceError) -> Int {
    let count = request.alternatives ?? 0
    try check(count, "The number of alternatives", in: 0...RouterLimits.maximumAlternatives)
    try check(
      count == 0 || request.waypoints.count == 2,
      "Alternatives are found between two waypoints only; this request has via points.")
    return count
  }
  /// How far from a heading the direction of a road may be, in degrees.
  private static let headingRange = 45.0

  /// The points of a route, moved to roads that lead in the requested directions where there are
  /// any near by.
  ///
  /// - Throws: `invalidRequest` for headings that do not fit the waypoints, or out of range.
  private func headed(
    _ points: [SnappedPoint], _ request: RouteRequest
  ) throws(ServiceError) -> [SnappedPoint] {
    guard let headings = request.headings else { return points }
    try check(
      headings.count == points.count,
      "\(points.count) waypoints have \(points.count) headings, not \(headings.count).")
    for heading in headings { try check(bearing: heading, "A heading") }
    return points.indices.map { index in
      headings[index].flatMap { heading in
        search.snapper.snap(
          request.waypoints[index], heading: (heading, Self.headingRange),
          within: points[index].nearest.distance + Snapper.closureReach)
      } ?? points[index]
    }
  }
}

extension RouteReply {
  /// The same reply with alternatives.
  func with(_ alternatives: [RouteReply]) -> RouteReply {
    var reply = self
    reply.alternatives = alternatives.map { other in
      RouteAlternative(
        durationSeconds: other.durationSeconds, distanceMeters: other.distanceMeters,
        name: other.name, geometry: other.geometry, legs: other.legs, notes: other.notes)
    }
    return reply
  }
}
